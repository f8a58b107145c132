import { queryOptions, useMutation } from "@tanstack/react-query";
import {
  erasePersonalData,
  findSubscribers,
  getPersonalData,
  requestPersonalData,
} from "../../../worker/contracts/subscribers.ts";
import { call } from "../../lib/api.ts";
import { UNCACHED } from "../../lib/emailed-link-api.ts";
import { FOR_MODERATORS } from "../../lib/paged-list.ts";

const privacyKeys = {
  data: (token: string) => ["privacy", "data", token] as const,
  record: (email: string) => ["privacy", "record", email] as const,
};

export function usePrivacyRequest() {
  return useMutation({
    mutationFn: (email: string) => call(requestPersonalData, { body: { email } }),
  });
}

export function personalData(token: string) {
  return queryOptions({
    queryKey: privacyKeys.data(token),
    queryFn: ({ signal }) => call(getPersonalData, { token }, { signal }),
    ...UNCACHED,
  });
}

export function useErasure(token: string) {
  return useMutation({ mutationFn: () => call(erasePersonalData, { token }) });
}

/**
 * Returns the query for a subscriber's record, for moderators; its data is null if nobody subscribed with the address.
 */
export function subscriberRecord(email: string) {
  return queryOptions({
    queryKey: privacyKeys.record(email),
    queryFn: async ({ signal }) => {
      const [found] = await call(findSubscribers, { query: { email } }, { signal });
      return found ?? null;
    },
    ...UNCACHED,
    meta: FOR_MODERATORS,
  });
}
