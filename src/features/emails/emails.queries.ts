import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type EmailsView, getEmails } from "../../../worker/contracts/emails.ts";
import { call } from "../../lib/api.ts";
import { UNCACHED } from "../../lib/emailed-link-api.ts";

const emailsKey = (link: string) => ["emails", link] as const;

/** Returns the query for all subscriptions of the address that an emailed link belongs to. */
export function emailsOf(link: string) {
  return queryOptions({
    queryKey: emailsKey(link),
    queryFn: ({ signal }) => call(getEmails, { token: link }, { signal }),
    ...UNCACHED,
  });
}

/**
 * Returns a mutation that changes which emails an address gets. The mutation does not refetch the page, because the
 * link to a followed discussion stops working when the follow ends.
 * @param link the token in the page's address
 * @param change resolves to the changed sections of the page
 */
export function useEmailsChange<Parts extends Partial<EmailsView>, Input = void>(
  link: string,
  change: (input: Input) => Promise<Parts>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (parts) => client.setQueryData<EmailsView>(emailsKey(link), (view) => view && { ...view, ...parts }),
  });
}
