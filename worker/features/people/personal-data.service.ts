import type { InvitationRecord, Passkey, PersonRecord } from "../../contracts/people.ts";
import type { Deps } from "../../platform/deps.ts";
import { countEntriesOfPerson, forgetPersonInAudit } from "../audit/audit.service.ts";
import { readPasskeys } from "./passkeys.service.ts";
import { deleteInvitations, invitationOfEmail, personByEmail } from "./people.repo.ts";
import { removePerson } from "./people.service.ts";

/** A passkey without its number, which means nothing outside. */
const toRecord = ({ name, createdAt, lastUsedAt, isSynced }: Passkey) => ({ name, createdAt, lastUsedAt, isSynced });

/** What is stored about an address as that of somebody who works here, or is asked to. */
export async function personalStaffData(
  deps: Deps,
  email: string,
): Promise<{ person: PersonRecord | null; invitation: InvitationRecord | null }> {
  const [person, invited] = await Promise.all([
    personByEmail(deps, email.toLowerCase()),
    invitationOfEmail(deps, email.toLowerCase()),
  ]);
  return {
    person: person && {
      name: person.name,
      role: person.role,
      createdAt: person.createdAt.toISOString(),
      lastLoginAt: person.lastLoginAt?.toISOString() ?? null,
      passkeys: (await readPasskeys(deps, person.id)).map(toRecord),
      auditEntries: await countEntriesOfPerson(deps, person.id),
    },
    invitation: invited && {
      role: invited.role,
      createdAt: invited.createdAt.toISOString(),
      expiresAt: invited.expiresAt.toISOString(),
    },
  };
}

/**
 * Removes the person of an address, and their name from the audit log; what they did stays there under a number.
 * @throws AppError 409 `person.last_operator`; nothing is erased then
 */
export async function erasePerson(deps: Deps, typed: string): Promise<void> {
  const email = typed.toLowerCase();
  const person = await personByEmail(deps, email);
  if (person) {
    await removePerson(deps, person.id, { actor: "system", ipAddress: null });
    await deps.db.batch(forgetPersonInAudit(deps, person.id));
  }
  await deleteInvitations(deps, { email });
}
