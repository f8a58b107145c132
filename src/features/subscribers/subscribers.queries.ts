import { queryOptions, useMutation } from "@tanstack/react-query";
import { confirmSubscription, getConfirmation } from "../../../worker/contracts/subscribers.ts";
import { call } from "../../lib/api.ts";
import { UNCACHED } from "../../lib/emailed-link-api.ts";

/** Returns the query for the subscription of a confirmation link. */
export function subscriptionOf(token: string) {
  return queryOptions({
    queryKey: ["subscribers", "confirm", token],
    queryFn: ({ signal }) => call(getConfirmation, { token }, { signal }),
    ...UNCACHED,
  });
}

/** Returns a mutation that confirms a subscription. Only its response contains the link to the preferences. */
export const useConfirmation = (token: string) =>
  useMutation({ mutationFn: () => call(confirmSubscription, { token }) });
