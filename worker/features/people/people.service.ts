import { sql } from "drizzle-orm";
import { DAY_MS } from "../../contracts/days.ts";
import {
  INVITATION_DAYS,
  type Invitation,
  type OpenInvitation,
  type Person,
  type Role,
  PRESENCE,
  type Presence,
  type InvitationRecord,
  type Passkey,
  type PersonRecord,
} from "../../contracts/people.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import type { Staff } from "../../platform/http.ts";
import { outboxForEach, relaySoon } from "../../platform/outbox.ts";
import type { PageWindow } from "../../platform/paging.ts";
import { perDay, requireAttempt } from "../../platform/rate-limits.ts";
import { runAllOrNone } from "../../platform/run-all-or-none.ts";
import {
  type AuditedChange,
  auditEntry,
  type Moderator,
  countEntriesOfPerson,
  forgetPersonInAudit,
} from "../audit/audit.service.ts";
import {
  acceptInvitationOf,
  allPeople,
  deleteInvitation,
  deletePerson,
  hasPeople,
  idOfEmail,
  idOfInvitation,
  insertPerson,
  invitationById,
  openInvitations,
  personByEmail,
  personById,
  replaceInvitation,
  updatePerson,
  deleteInvitations,
  invitationOfEmail,
} from "./people.repo.ts";
import type { PersonRow } from "./people.table.ts";
import { deletePresencesBefore, deletePresence, renewPresence } from "./sign-in.repo.ts";
import { readPasskeys } from "./sign-in.service.ts";

export { areSeveralDeciders, hasPeople, recordLogin } from "./people.repo.ts";

/** Maximum number of emails per day to people who are added or invited, from all operators together. */
const MAILS_PER_DAY = 50;
const TOO_MANY = "Too many people were added or invited today. Please wait until tomorrow.";

const toPerson = ({ id, name, email, role, createdAt, lastLoginAt }: PersonRow, passkeys = 0): Person => ({
  id,
  name,
  email,
  role,
  createdAt: createdAt.toISOString(),
  lastLoginAt: lastLoginAt?.toISOString() ?? null,
  passkeys,
});

/** Returns a page of the people who work on the site, by name, and their total number. */
export async function readPeople(deps: Deps, paging: PageWindow): Promise<{ rows: Person[]; total: number }> {
  const { rows, total } = await allPeople(deps, paging);
  return { rows: rows.map(({ person, passkeys }) => toPerson(person, passkeys)), total };
}

/**
 * Adds a person. The first person becomes an operator, and the site's contact address is notified. People who are added
 * later are emailed login instructions.
 * @param draft.role may be omitted for the first person
 * @throws AppError 400 `request.invalid` without a role, 409 `person.first_operator` if the first person has another
 * role, 409 `person.known` when the address has an account
 */
export async function addPerson(
  deps: Deps,
  { name, email: typed, role }: { name: string; email: string; role?: Role | undefined },
  by: Moderator,
): Promise<{ person: Person; isFirst: boolean }> {
  const email = typed.toLowerCase();
  const isFirst = !(await hasPeople(deps));
  if (isFirst && role !== undefined && role !== "operator") throw new AppError("person.first_operator");
  if (!isFirst && role === undefined) throw new AppError("request.invalid", { fields: { role: "Choose a role." } });
  if (!isFirst) await requireAttempt(deps, "people:mails", perDay(MAILS_PER_DAY), TOO_MANY);
  const added = { name, email, role: role ?? ("operator" as const) };
  const [[row]] = await runAllOrNone(deps, [
    insertPerson(deps, added, isFirst),
    auditEntry(deps, {
      ...by,
      action: "person.add",
      targetType: "person",
      targetId: idOfEmail(email),
      after: { name, role: added.role },
    }),
    ...(isFirst ? [] : [outboxForEach(deps, "person.mail", { what: "added", id: sql`id` }, ofEmail(email))]),
    ...notifyOfOperator(deps, added, deps.person?.name ?? null, isFirst ? "contact" : "operators"),
  ]);
  if (!row) throw new AppError("person.known");
  relaySoon(deps);
  return { person: toPerson(row), isFirst };
}

/**
 * Renames a person, or changes their role. The new role applies to open sessions immediately.
 * @throws AppError 404 `person.not_found`, 409 `person.last_operator`
 */
export async function changePerson(
  deps: Deps,
  id: number | null,
  change: { name?: string | undefined; role?: Role | undefined },
  by: Moderator,
): Promise<Person> {
  const person = await existing(deps, id);
  const fields = (["name", "role"] as const).filter(
    (field) => change[field] !== undefined && change[field] !== person[field],
  );
  if (fields.length === 0) return toPerson(person);
  const pick = (of: typeof change) => Object.fromEntries(fields.map((field) => [field, of[field]]));
  const [[row]] = await runAllOrNone(deps, [
    updatePerson(deps, person.id, pick(change)),
    auditEntry(deps, {
      ...by,
      action: "person.change",
      targetType: "person",
      targetId: person.id,
      before: pick(person),
      after: pick(change),
    }),
    ...(fields.includes("role") ? notifyOfOperator(deps, { ...person, ...change }, deps.person?.name ?? null) : []),
  ]);
  if (!row) throw new AppError((await personById(deps, person.id)) ? "person.last_operator" : "person.not_found");
  relaySoon(deps);
  return toPerson(row);
}

/** Returns the FROM clause for the row of the person or of the invitation with an email address. */
const ofEmail = (email: string, table: "people" | "invitations" = "people") =>
  sql`FROM ${sql.identifier(table)} WHERE email = ${email}`;

/**
 * Returns the statements that notify the other operators of a new operator. The first operator has none, so the site's
 * contact address is notified instead. Returns none for other roles.
 * @param by the person who made the person an operator
 */
function notifyOfOperator(
  deps: Deps,
  { email, role }: { email: string; role?: Role },
  by: string | null,
  told: "operators" | "contact" = "operators",
) {
  if (role !== "operator") return [];
  const payload = { id: sql`id`, by, at: deps.now().getTime(), told };
  return [outboxForEach(deps, "person.new_operator", payload, ofEmail(email))];
}

/**
 * Removes a person. Their sessions, passkeys, codes and open invitations are also deleted (trigger people_left).
 * @throws AppError 404 `person.not_found`, 409 `person.last_operator`
 */
export async function removePerson(
  deps: Deps,
  id: number | null,
  by: Pick<AuditedChange, "actor" | "ipAddress">,
): Promise<void> {
  const person = await existing(deps, id);
  const [[gone]] = await runAllOrNone(deps, [
    deletePerson(deps, person.id),
    auditEntry(deps, {
      ...by,
      action: "person.remove",
      targetType: "person",
      targetId: person.id,
      before: { role: person.role },
    }),
  ]);
  if (!gone) throw new AppError((await personById(deps, person.id)) ? "person.last_operator" : "person.not_found");
}

/** @throws AppError `person.not_found` */
async function existing(deps: Deps, id: number | null): Promise<PersonRow> {
  const person = id === null ? null : await personById(deps, id);
  if (!person) throw new AppError("person.not_found");
  return person;
}

type InvitationWithName = NonNullable<Awaited<ReturnType<typeof invitationById>>>;

const toInvitation = ({ invitation, invitedBy }: InvitationWithName): Invitation => ({
  id: invitation.id,
  email: invitation.email,
  role: invitation.role,
  invitedBy,
  createdAt: invitation.createdAt.toISOString(),
  expiresAt: invitation.expiresAt.toISOString(),
});

/** Returns invitations that can still be accepted, newest first. */
export const readInvitations = async (deps: Deps): Promise<Invitation[]> =>
  (await openInvitations(deps)).map(toInvitation);

/**
 * Emails an invitation. Its link works once. A new invitation to the same address invalidates the older link.
 * @throws AppError 409 `person.known` when the address has an account, 429
 */
export async function invitePerson(
  deps: Deps,
  { email: typed, role }: { email: string; role: Role },
  by: Moderator,
): Promise<Invitation> {
  const email = typed.toLowerCase();
  if (await personByEmail(deps, email)) throw new AppError("person.known");
  await requireAttempt(deps, "people:mails", perDay(MAILS_PER_DAY), TOO_MANY);
  const expiresAt = new Date(deps.now().getTime() + INVITATION_DAYS * DAY_MS);
  const invitedById = deps.person?.id ?? null;
  const [, [row]] = await runAllOrNone(deps, [
    ...replaceInvitation(deps, { email, role, invitedById, expiresAt }),
    auditEntry(deps, {
      ...by,
      action: "invitation.send",
      targetType: "invitation",
      targetId: idOfInvitation(email),
      after: { role },
    }),
    outboxForEach(deps, "person.mail", { what: "invitation", id: sql`id` }, ofEmail(email, "invitations")),
  ]);
  if (!row) throw new Error("INSERT returned no row");
  relaySoon(deps);
  return toInvitation({ invitation: row, invitedBy: deps.person?.name ?? null });
}

/** Withdraws an invitation, so that its link no longer works. @throws AppError `invitation.not_found` */
export async function withdrawInvitation(deps: Deps, id: number | null, by: Moderator): Promise<void> {
  const [[gone]] = await runAllOrNone(deps, [
    deleteInvitation(deps, id ?? 0),
    auditEntry(deps, { ...by, action: "invitation.withdraw", targetType: "invitation", targetId: id ?? 0 }),
  ]);
  if (!gone) throw new AppError("invitation.not_found");
}

/** @throws AppError `invitation.invalid_link` when the link is wrong, used, replaced, withdrawn or expired */
async function invitationOf(deps: Deps, token: string): Promise<InvitationWithName> {
  const id = deps.tokens.idOf(token);
  const found = id === null ? null : await invitationById(deps, id);
  if (!found || !(await deps.tokens.verify(token, "invitation", found.invitation.id, 1))) {
    throw new AppError("invitation.invalid_link");
  }
  return found;
}

/**
 * Returns the invitation that an emailed link identifies. Changes nothing.
 * @throws AppError `invitation.invalid_link`
 */
export async function readInvitation(deps: Deps, token: string): Promise<OpenInvitation> {
  const { email, role, invitedBy, expiresAt } = toInvitation(await invitationOf(deps, token));
  return { email, role, invitedBy, expiresAt };
}

/**
 * Accepts an invitation under a name. The link works only once, even if two people click it at the same time.
 * @throws AppError `invitation.invalid_link`
 */
export async function acceptInvitation(deps: Deps, token: string, name: string, ipAddress: string): Promise<PersonRow> {
  const { invitation, invitedBy } = await invitationOf(deps, token);
  const [[row]] = await runAllOrNone(deps, [
    acceptInvitationOf(deps, invitation.id, name),
    auditEntry(deps, {
      actor: "system",
      action: "invitation.accept",
      targetType: "person",
      targetId: idOfEmail(invitation.email),
      after: { name, role: invitation.role },
      ipAddress,
    }),
    ...notifyOfOperator(deps, invitation, invitedBy),
    deleteInvitation(deps, invitation.id),
  ]);
  if (!row) {
    // A person who already works on the site needs no invitation.
    await runAllOrNone(deps, [deleteInvitation(deps, invitation.id)]);
    throw new AppError("invitation.invalid_link");
  }
  relaySoon(deps);
  return row;
}

const PRESENCE_TTL_MS = PRESENCE.livesSeconds * 1_000;

/**
 * Records that a person has a listing open.
 * @returns the other people who have it open
 */
export async function startPresence(deps: Deps, listingId: number, { session, person }: Staff): Promise<Presence> {
  const liveSince = new Date(deps.now().getTime() - PRESENCE_TTL_MS);
  const others = await renewPresence(deps, { listingId, session, personId: person?.id ?? null }, liveSince);
  return { others: others.map(({ name, since }) => ({ name, since: new Date(since).toISOString() })) };
}

/** Records that a person has closed a listing. */
export const endPresence = (deps: Deps, listingId: number, { session }: Staff): Promise<void> =>
  deletePresence(deps, { listingId, session });

/** Deletes records of open listings that were not renewed. */
export const prunePresences = (deps: Deps, time: Date): Promise<void> =>
  deletePresencesBefore(deps, new Date(time.getTime() - PRESENCE_TTL_MS));

/** Converts a passkey into its form in responses, without its internal id. */
const toRecord = ({ name, createdAt, lastUsedAt, isSynced }: Passkey) => ({ name, createdAt, lastUsedAt, isSynced });

/** Reads the data stored about an email address whose owner works on the site or is invited. */
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
 * Removes the person with an email address, and removes the person's name from the audit log. The person's actions
 * remain in the log under a number.
 * @throws AppError 409 `person.last_operator`, without erasing anything
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
