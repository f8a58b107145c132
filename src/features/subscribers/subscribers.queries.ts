import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  confirmSubscription,
  createOptOut,
  endSubscription,
  getConfirmation,
  getOptOut,
  getPreferences,
  getUnsubscription,
  type Preferences,
  removeOptOut,
  savePreferences,
} from "../../../worker/contracts/subscribers.ts";
import { call } from "../../lib/api.ts";
import { UNCACHED } from "../../lib/mailed-link-api.ts";

type SubscriptionLink = "confirm" | "unsubscribe" | "preferences";

const keys = {
  link: (link: SubscriptionLink, token: string) => ["subscribers", link, token] as const,
  never: (token: string) => ["subscribers", "never", token] as const,
};

/** The subscription behind an unsubscribe link. */
export function unsubscribeView(token: string) {
  return queryOptions({
    queryKey: keys.link("unsubscribe", token),
    queryFn: ({ signal }) => call(getUnsubscription, { token }, { signal }),
    ...UNCACHED,
  });
}

/** Queries whether the address behind a link has stopped all mail. */
export function neverState(token: string) {
  return queryOptions({
    queryKey: keys.never(token),
    queryFn: ({ signal }) => call(getOptOut, { token }, { signal }),
    ...UNCACHED,
  });
}

/** Stops or allows all mail to the address behind a link. */
export const useNever = (token: string) =>
  useMutation({ mutationFn: (never: boolean) => call(never ? createOptOut : removeOptOut, { token }) });

/** The subscription behind a confirmation or preferences link. */
export function subscriptionOf(link: Exclude<SubscriptionLink, "unsubscribe">, token: string) {
  return queryOptions({
    queryKey: keys.link(link, token),
    queryFn: ({ signal }) => call(link === "confirm" ? getConfirmation : getPreferences, { token }, { signal }),
    ...UNCACHED,
  });
}

/** Its answer alone has the link to the preferences. */
export const useConfirmation = (token: string) =>
  useMutation({ mutationFn: () => call(confirmSubscription, { token }) });

export function useUnsubscribing(token: string) {
  return useMutation({
    // The type distinguishes the page's button from a mail client's one-click unsubscribe.
    mutationFn: () => call(endSubscription, { token }, { headers: { "Content-Type": "application/json" } }),
  });
}

export function useSavedPreferences(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (preferences: Preferences) => call(savePreferences, { token, body: preferences }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.link("preferences", token) }),
  });
}
