import { queryOptions, useMutation } from "@tanstack/react-query";
import type { PersonalData, SubscriberRecord } from "../../../worker/contracts/subscribers.ts";
import { getJson, sendJson } from "../../lib/api.ts";
import { apiPath, fleeting } from "../../lib/mailed-link.ts";
import { FOR_MODERATORS } from "../../lib/paged-list.ts";

const privacyKeys = {
  data: (token: string) => ["privacy", "data", token] as const,
  record: (email: string) => ["privacy", "record", email] as const,
};

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
    queryKey: privacyKeys.data(token),
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
    queryKey: privacyKeys.record(email),
    queryFn: async ({ signal }) => {
      const path = `/api/admin/subscribers?email=${encodeURIComponent(email)}`;
      const [found] = await getJson<SubscriberRecord[]>(path, { signal });
      return found ?? null;
    },
    ...fleeting,
    meta: FOR_MODERATORS,
  });
}
