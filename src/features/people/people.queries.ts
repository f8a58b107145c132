import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { BodyOf } from "../../../worker/contracts/operation.ts";
import {
  acceptInvitation,
  addPasskey,
  addPerson,
  changePerson,
  getInvitation,
  invitePerson,
  listInvitations,
  listPasskeys,
  listPeople,
  removePasskey,
  removePerson,
  type Role,
  startPasskey,
  withdrawInvitation,
} from "../../../worker/contracts/people.ts";
import { endSession, listSessions } from "../../../worker/contracts/sessions.ts";
import { call } from "../../lib/api.ts";
import { FOR_MODERATORS } from "../../lib/paged-list.ts";
import { withRecentLogin } from "../../lib/recent-login.ts";
import { toastFailure } from "../../lib/toast-failure.ts";
import { toast } from "../../lib/toast.ts";

const peopleKeys = { all: ["people"] as const };

const listOf = <T>(
  what: "people" | "invitations" | "passkeys" | "sessions",
  list: (options: { signal: AbortSignal }) => Promise<T[]>,
) =>
  queryOptions({
    queryKey: [...peopleKeys.all, what],
    queryFn: ({ signal }) => list({ signal }),
    refetchOnMount: "always",
    meta: FOR_MODERATORS,
  });

export const peopleList = () => listOf("people", (options) => call(listPeople, { query: { limit: 100 } }, options));
export const invitationList = () => listOf("invitations", (options) => call(listInvitations, {}, options));
export const passkeyList = () => listOf("passkeys", (options) => call(listPasskeys, {}, options));
export const sessionList = () => listOf("sessions", (options) => call(listSessions, {}, options));

/**
 * Returns a mutation that refetches all lists of people afterwards. The panel asks for a new login if the last login is
 * too long ago.
 */
function usePeopleChange<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => withRecentLogin(() => change(input)),
    onSettled: () => client.invalidateQueries({ queryKey: peopleKeys.all }),
  });
}

export const useAddPerson = () =>
  usePeopleChange((person: BodyOf<typeof addPerson>) => call(addPerson, { body: person }));

export const useChangePerson = () =>
  usePeopleChange(({ id, role }: { id: number; role: Role }) => call(changePerson, { id, body: { role } }));

const REMOVALS = {
  people: (id: number | string) => call(removePerson, { id }),
  invitations: (id: number | string) => call(withdrawInvitation, { id }),
  passkeys: (id: number | string) => call(removePasskey, { id }),
  sessions: (id: number | string) => call(endSession, { id }),
};

/**
 * Returns a function that removes an item from a list and shows a notice.
 * @param failure title of the error notice
 */
export function useRemoval(what: keyof typeof REMOVALS, failure: string) {
  const { mutateAsync, isPending } = usePeopleChange((id: number | string) => REMOVALS[what](id));
  /**
   * Awaits mutateAsync(), because callbacks of mutate() are lost if the row leaves the screen before the lists are
   * refetched.
   */
  const remove = async (id: number | string, done?: Parameters<typeof toast>[0]) => {
    try {
      await mutateAsync(id);
      if (done) toast(done);
    } catch (error) {
      toastFailure(failure, error);
    }
  };
  return { remove, isPending };
}

export const useInvite = () =>
  usePeopleChange((invitation: BodyOf<typeof invitePerson>) => call(invitePerson, { body: invitation }));

/**
 * Returns a mutation that creates a passkey in the browser and adds it to the account. It rejects with a DOMException
 * if the person cancels.
 */
export const useAddPasskey = () =>
  usePeopleChange(async (name: string) => {
    const { startRegistration } = await import("@simplewebauthn/browser");
    const response = await startRegistration({ optionsJSON: await call(startPasskey) });
    return call(addPasskey, { body: { name, response } });
  });

/** Returns the query for the invitation of an emailed link. */
export const openInvitation = (token: string) =>
  queryOptions({
    queryKey: [...peopleKeys.all, "invitation", token],
    queryFn: ({ signal }) => call(getInvitation, { token }, { signal }),
    retry: false,
  });

/** Returns a mutation that accepts an invitation, which also logs the person in. */
export const useAcceptInvitation = (token: string) =>
  useMutation({
    mutationFn: (name: string) => call(acceptInvitation, { token, body: { name } }),
  });
