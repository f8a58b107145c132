import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Invitation, OpenInvitation, Passkey, Person, Role } from "../../../worker/contracts/people.ts";
import type { StaffSession } from "../../../worker/contracts/sessions.ts";
import { getJson, sendJson } from "../../lib/api.ts";
import { FOR_MODERATORS } from "../../lib/paged-list.ts";
import { withRecentLogin } from "../../lib/recent-login.ts";
import { toastFailure } from "../../lib/toast-failure.ts";
import { toast } from "../../lib/toast.ts";

const peopleKeys = { all: ["people"] as const };

const listOf = <T>(what: "people" | "invitations" | "passkeys" | "sessions", path: string) =>
  queryOptions({
    queryKey: [...peopleKeys.all, what],
    queryFn: ({ signal }) => getJson<T[]>(path, { signal }),
    refetchOnMount: "always",
    meta: FOR_MODERATORS,
  });

export const peopleList = () => listOf<Person>("people", "/api/admin/people?limit=100");
export const invitationList = () => listOf<Invitation>("invitations", "/api/admin/people/invitations");
export const passkeyList = () => listOf<Passkey>("passkeys", "/api/admin/passkeys");
export const sessionList = () => listOf<StaffSession>("sessions", "/api/admin/sessions");

/** A mutation after which all lists of people are refetched; it asks to log in again where the login is too long ago. */
function usePeopleChange<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => withRecentLogin(() => change(input)),
    onSettled: () => client.invalidateQueries({ queryKey: peopleKeys.all }),
  });
}

export const useAddPerson = () =>
  usePeopleChange((person: { name: string; email: string; role?: Role }) =>
    sendJson<Person>("POST", "/api/admin/people", person),
  );

export const useChangePerson = () =>
  usePeopleChange(({ id, ...change }: { id: number; role: Role }) =>
    sendJson<Person>("PATCH", `/api/admin/people/${id}`, change),
  );

/**
 * Removes one of a list, and says so.
 * @param failure the title of the notice that it failed
 */
export function useRemoval(what: "people" | "people/invitations" | "passkeys" | "sessions", failure: string) {
  const { mutateAsync, isPending } = usePeopleChange((id: number | string) =>
    sendJson<unknown>("DELETE", `/api/admin/${what}/${id}`),
  );
  /** Not by mutate(), whose callbacks are lost when the row leaves the screen before the lists are refetched. */
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
  usePeopleChange((invitation: { email: string; role: Role }) =>
    sendJson<Invitation>("POST", "/api/admin/people/invitations", invitation),
  );

/** Makes a passkey in the browser and adds it. Rejects with a DOMException when the person cancels. */
export const useAddPasskey = () =>
  usePeopleChange(async (name: string) => {
    const { startRegistration } = await import("@simplewebauthn/browser");
    const optionsJSON = await sendJson<Parameters<typeof startRegistration>[0]["optionsJSON"]>(
      "POST",
      "/api/admin/passkeys/options",
    );
    const response = await startRegistration({ optionsJSON });
    return sendJson<Passkey>("POST", "/api/admin/passkeys/verify", { name, response });
  });

/** The invitation behind a mailed link. */
export const openInvitation = (token: string) =>
  queryOptions({
    queryKey: [...peopleKeys.all, "invitation", token],
    queryFn: ({ signal }) => getJson<OpenInvitation>(`/api/admin/invitation/${encodeURIComponent(token)}`, { signal }),
    retry: false,
  });

/** Accepts an invitation, which logs in. */
export const useAcceptInvitation = (token: string) =>
  useMutation({
    mutationFn: (name: string) =>
      sendJson<unknown>("POST", `/api/admin/invitation/${encodeURIComponent(token)}`, { name }),
  });
