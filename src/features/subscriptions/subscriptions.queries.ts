import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { FollowView } from "../../../worker/contracts/follows.ts";
import type {
  NeverState,
  PersonalData,
  Preferences,
  SubscriberRecord,
  SubscriptionView,
  UnsubscribeView,
} from "../../../worker/contracts/subscribers.ts";
import { ApiError, getJson, sendJson } from "../../lib/api.ts";
import { FOR_MODERATORS } from "../../lib/paged-list.ts";

type SubscriptionLink = "confirm" | "unsubscribe" | "preferences";

const keys = {
  link: (link: SubscriptionLink, token: string) => ["subscriptions", link, token] as const,
  never: (token: string) => ["subscriptions", "never", token] as const,
  follow: (token: string) => ["subscriptions", "follow", token] as const,
  personalData: (token: string) => ["subscriptions", "privacy", token] as const,
  record: (email: string) => ["subscriptions", "admin", email] as const,
};

const apiPath = (link: SubscriptionLink | "follow" | "never" | "privacy", token: string) =>
  `/api/${link}/${encodeURIComponent(token)}`;

/** What a mailed link opens is asked for each time, and nothing of it is kept once the page is left. */
const fleeting = { refetchOnMount: "always", gcTime: 0 } as const;

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

const INVALID_LINKS: ReadonlySet<string | undefined> = new Set([
  "subscriber.invalid_link",
  "privacy.invalid_link",
  "follow.invalid_link",
  "never.invalid_link",
]);

/** Whether a mailed link opens nothing (any more). */
export function isLinkInvalid(error: Error | null): boolean {
  return error instanceof ApiError && INVALID_LINKS.has(error.code);
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

/** A followed discussion behind one of its mailed links. */
export function followOf(token: string) {
  return queryOptions({
    queryKey: keys.follow(token),
    queryFn: ({ signal }) => getJson<FollowView>(apiPath("follow", token), { signal }),
    ...fleeting,
  });
}

/** Confirms or stops a follow. @param step what the button does */
export function useFollowStep(token: string, step: "confirm" | "stop") {
  const client = useQueryClient();
  const path = step === "stop" ? `${apiPath("follow", token)}/stop` : apiPath("follow", token);
  return useMutation({
    mutationFn: () => sendJson<FollowView>("POST", path, {}),
    onSuccess: (view) => client.setQueryData(keys.follow(token), view),
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
