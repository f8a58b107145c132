import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type {
  NeverState,
  Preferences,
  SubscriptionView,
  UnsubscribeView,
} from "../../../worker/contracts/subscribers.ts";
import { getJson, sendJson } from "../../lib/api.ts";
import { apiPath, UNCACHED } from "../../lib/mailed-link-api.ts";

type SubscriptionLink = "confirm" | "unsubscribe" | "preferences";

const keys = {
  link: (link: SubscriptionLink, token: string) => ["subscribers", link, token] as const,
  never: (token: string) => ["subscribers", "never", token] as const,
};

/** The subscription behind an unsubscribe link. */
export function unsubscribeView(token: string) {
  return queryOptions({
    queryKey: keys.link("unsubscribe", token),
    queryFn: ({ signal }) => getJson<UnsubscribeView>(apiPath("unsubscribe", token), { signal }),
    ...UNCACHED,
  });
}

/** Whether the address behind a link has stopped all mail. */
export function neverState(token: string) {
  return queryOptions({
    queryKey: keys.never(token),
    queryFn: ({ signal }) => getJson<NeverState>(apiPath("never", token), { signal }),
    ...UNCACHED,
  });
}

/** Stops or allows all mail to the address behind a link. */
export function useNever(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (never: boolean) =>
      sendJson<NeverState>(never ? "POST" : "DELETE", apiPath("never", token), never ? {} : undefined),
    onSuccess: (state) => client.setQueryData(keys.never(token), state),
  });
}

/** The subscription behind a confirmation or preferences link. */
export function subscriptionOf(link: Exclude<SubscriptionLink, "unsubscribe">, token: string) {
  return queryOptions({
    queryKey: keys.link(link, token),
    queryFn: ({ signal }) => getJson<SubscriptionView>(apiPath(link, token), { signal }),
    ...UNCACHED,
  });
}

export function useConfirmation(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => sendJson<SubscriptionView>("POST", apiPath("confirm", token)),
    onSuccess: (view) => client.setQueryData(keys.link("confirm", token), view),
  });
}

export function useUnsubscribing(token: string) {
  return useMutation({
    // The body distinguishes the page's button from a mail client's one-click unsubscribe.
    mutationFn: () => sendJson<{ success: true; message: string }>("POST", apiPath("unsubscribe", token), {}),
  });
}

export function useSavedPreferences(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (preferences: Preferences) =>
      sendJson<SubscriptionView>("PUT", apiPath("preferences", token), preferences),
    onSuccess: (view) => client.setQueryData(keys.link("preferences", token), view),
  });
}
