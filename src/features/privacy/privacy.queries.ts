import { queryOptions, useMutation } from "@tanstack/react-query";
import type { PersonalData, SubscriberRecord } from "../../../worker/contracts/subscribers.ts";
import { getJson, sendJson } from "../../lib/api.ts";
import { apiPath, UNCACHED } from "../../lib/mailed-link-api.ts";
import { FOR_MODERATORS } from "../../lib/paged-list.ts";

const privacyKeys = {
  data: (token: string) => ["privacy", "data", token] as const,
  record: (email: string) => ["privacy", "record", email] as const,
};

export function usePrivacyRequest() {
  return useMutation({
    mutationFn: (email: string) =>
      sendJson<{ success: true; message: string }>("POST", "/api/privacy/request", { email }),
  });
}

export function personalData(token: string) {
  return queryOptions({
    queryKey: privacyKeys.data(token),
    queryFn: ({ signal }) => getJson<PersonalData>(apiPath("privacy", token), { signal }),
    ...UNCACHED,
  });
}

export function useErasure(token: string) {
  return useMutation({ mutationFn: () => sendJson<{ success: true }>("DELETE", apiPath("privacy", token)) });
}

/** For moderators; null if nobody subscribed with the address. */
export function subscriberRecord(email: string) {
  return queryOptions({
    queryKey: privacyKeys.record(email),
    queryFn: async ({ signal }) => {
      const path = `/api/admin/subscribers?email=${encodeURIComponent(email)}`;
      const [found] = await getJson<SubscriberRecord[]>(path, { signal });
      return found ?? null;
    },
    ...UNCACHED,
    meta: FOR_MODERATORS,
  });
}
