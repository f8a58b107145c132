import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type {
  NeverState,
  Preferences,
  SubscriptionView,
  UnsubscribeView,
} from "../../../worker/contracts/subscribers.ts";
import { getJson, sendJson } from "../../lib/api.ts";
import { apiPath, fleeting } from "../../lib/mailed-link.ts";

type SubscriptionLink = "confirm" | "unsubscribe" | "preferences";

const keys = {
  link: (link: SubscriptionLink, token: string) => ["subscribers", link, token] as const,
  never: (token: string) => ["subscribers", "never", token] as const,
};

/** A subscription behind the link to leave. */
export function leavingOf(token: string) {
  return queryOptions({
    queryKey: keys.link("unsubscribe", token),
    queryFn: ({ signal }) => getJson<UnsubscribeView>(apiPath("unsubscribe", token), { signal }),
    ...fleeting,
  });
}

/** Whether the address of a link wants no mail. */
export function neverOf(token: string) {
  return queryOptions({
    queryKey: keys.never(token),
    queryFn: ({ signal }) => getJson<NeverState>(apiPath("never", token), { signal }),
    ...fleeting,
  });
}

/** Ends all mail to the address of a link, or takes that back. */
export function useNever(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (never: boolean) =>
      sendJson<NeverState>(never ? "POST" : "DELETE", apiPath("never", token), never ? {} : undefined),
    onSuccess: (state) => client.setQueryData(keys.never(token), state),
  });
}

/** A subscription behind the link to confirm it, or to choose what to get. */
export function subscriptionOf(link: Exclude<SubscriptionLink, "unsubscribe">, token: string) {
  return queryOptions({
    queryKey: keys.link(link, token),
    queryFn: ({ signal }) => getJson<SubscriptionView>(apiPath(link, token), { signal }),
    ...fleeting,
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
    // With a body, by which the server tells the page's button from a mail client's one click.
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
