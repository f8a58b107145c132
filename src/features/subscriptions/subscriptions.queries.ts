import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type {
  PersonalData,
  Preferences,
  SubscriberRecord,
  SubscriptionView,
} from "../../../worker/contracts/subscribers.ts";
import { ApiError, getJson, sendJson } from "../../lib/api.ts";
import { FOR_MODERATORS } from "../../lib/paged-list.ts";

type SubscriptionLink = "confirm" | "unsubscribe" | "preferences";

const keys = {
  link: (link: SubscriptionLink, token: string) => ["subscriptions", link, token] as const,
  personalData: (token: string) => ["subscriptions", "privacy", token] as const,
  record: (email: string) => ["subscriptions", "admin", email] as const,
};

const apiPath = (link: SubscriptionLink | "privacy", token: string) => `/api/${link}/${encodeURIComponent(token)}`;

/** What a mailed link opens is asked for each time, and nothing of it is kept once the page is left. */
const fleeting = { refetchOnMount: "always", gcTime: 0 } as const;

/** A subscription behind one of its mailed links. */
export function subscriptionOf(link: SubscriptionLink, token: string) {
  return queryOptions({
    queryKey: keys.link(link, token),
    queryFn: ({ signal }) => getJson<SubscriptionView>(apiPath(link, token), { signal }),
    ...fleeting,
  });
}

/** Whether a mailed link opens nothing (any more). */
export function isLinkInvalid(error: Error | null): boolean {
  return (
    error instanceof ApiError && (error.code === "subscriber.invalid_link" || error.code === "privacy.invalid_link")
  );
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

/** Has a link to what is stored about an address mailed to it. */
export function usePrivacyRequest() {
  return useMutation({
    mutationFn: (email: string) =>
      sendJson<{ success: true; message: string }>("POST", "/api/privacy/request", { email }),
  });
}

/** All that is stored about the holder of a mailed link. */
export function personalData(token: string) {
  return queryOptions({
    queryKey: keys.personalData(token),
    queryFn: ({ signal }) => getJson<PersonalData>(apiPath("privacy", token), { signal }),
    ...fleeting,
  });
}

export function useErasure(token: string) {
  return useMutation({ mutationFn: () => sendJson<{ success: true }>("DELETE", apiPath("privacy", token)) });
}

/** The subscriber with an address, for moderators; null when there is none. */
export function subscriberRecord(email: string) {
  return queryOptions({
    queryKey: keys.record(email),
    queryFn: async ({ signal }) => {
      const path = `/api/admin/subscribers?email=${encodeURIComponent(email)}`;
      const [found] = await getJson<SubscriberRecord[]>(path, { signal });
      return found ?? null;
    },
    ...fleeting,
    meta: FOR_MODERATORS,
  });
}
