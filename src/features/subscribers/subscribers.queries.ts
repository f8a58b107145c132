import { queryOptions, useMutation } from "@tanstack/react-query";
import { confirmSubscription, getConfirmation } from "../../../worker/contracts/subscribers.ts";
import { call } from "../../lib/api.ts";
import { UNCACHED } from "../../lib/mailed-link-api.ts";

/** The subscription of a confirmation link. */
export function subscriptionOf(token: string) {
  return queryOptions({
    queryKey: ["subscribers", "confirm", token],
    queryFn: ({ signal }) => call(getConfirmation, { token }, { signal }),
    ...UNCACHED,
  });
}

/** Confirms a subscription. Only the response contains the link to the preferences. */
export const useConfirmation = (token: string) =>
  useMutation({ mutationFn: () => call(confirmSubscription, { token }) });
