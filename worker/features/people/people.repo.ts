import { and, asc, count, eq, gt, lt, ne, or, sql } from "drizzle-orm";
import type { Role } from "../../contracts/people.ts";
import type { Deps } from "../../platform/deps.ts";
import type { PageWindow } from "../../platform/paging.ts";
import { valueIf, requireRow } from "../../platform/run-all-or-none.ts";
import { type InvitationRow, invitations, passkeys, people, type PersonRow } from "./people.table.ts";

/** Maximum number of people in a list. A few dozen people work on a site. */
const MAX_ROWS = 200;

/** Returns all operators except the person with a given id. */
export const otherOperators = (deps: Deps, id: number): Promise<PersonRow[]> =>
  deps.db
    .select()
    .from(people)
    .where(and(eq(people.role, "operator"), ne(people.id, id)))
    .limit(MAX_ROWS);

/** Returns all people, sorted by name, each with the number of their passkeys. */
export async function allPeople(deps: Deps, { limit, offset }: PageWindow) {
  const ofPerson = deps.db
    .select({ number: count() })
    .from(passkeys)
    .where(eq(passkeys.personId, sql`${people.id}`));
  const [rows, [total]] = await deps.db.batch([
    deps.db
      .select({ person: people, passkeys: sql<number>`(${ofPerson})` })
      .from(people)
      .orderBy(asc(people.name), asc(people.id))
      .limit(Math.min(limit, MAX_ROWS))
      .offset(Math.min(offset, MAX_ROWS)),
    deps.db.select({ number: count() }).from(people),
  ]);
  return { rows, total: total?.number ?? 0 };
}

/** Returns a person by primary key. */
export async function personById(deps: Deps, id: number): Promise<PersonRow | null> {
  const [row] = await deps.db.select().from(people).where(eq(people.id, id)).limit(1);
  return row ?? null;
}

/**
 * Returns a person by email address (uses the unique index people_email).
 * @param email the address in lower case
 */
export async function personByEmail(deps: Deps, email: string): Promise<PersonRow | null> {
  const [row] = await deps.db.select().from(people).where(eq(people.email, email)).limit(1);
  return row ?? null;
}

/** Returns whether there is any person, or any person with a given role. */
export async function hasPeople(deps: Deps, role?: Role): Promise<boolean> {
  const rows = await deps.db
    .select({ id: people.id })
    .from(people)
    .where(role === undefined ? undefined : eq(people.role, role))
    .limit(1);
  return rows.length > 0;
}

/** Returns whether more than one person may decide on listings. */
export async function areSeveralDeciders(deps: Deps): Promise<boolean> {
  const rows = await deps.db.select({ id: people.id }).from(people).where(ne(people.role, "reader")).limit(2);
  return rows.length > 1;
}

/** Returns SQL for the id of the person with an email address, for an audit entry. */
export const idOfEmail = (email: string) => sql`(SELECT id FROM people WHERE email = ${email})`;

/** Returns SQL for the id of the invitation to an email address. */
export const idOfInvitation = (email: string) => sql`(SELECT id FROM invitations WHERE email = ${email})`;

/**
 * Returns the statement that adds a person unless the email address already has an account.
 * @param onlyFirst whether to add the person only if there is nobody yet
 */
export function insertPerson(
  deps: Deps,
  { name, email, role }: Pick<PersonRow, "name" | "email" | "role">,
  onlyFirst: boolean,
) {
  return deps.db
    .insert(people)
    .select(
      sql`SELECT NULL, ${name}, ${email}, ${role}, ${deps.now().getTime()}, NULL
        WHERE ${onlyFirst ? valueIf(sql`NOT EXISTS (SELECT 1 FROM people)`, 1) : sql`true`}`,
    )
    .returning();
}

/** SQL condition that the person is not the last operator, who must keep the role. */
const isNotLastOperator = sql`(${people.role} <> 'operator' OR (SELECT count(*) FROM people WHERE role = 'operator') > 1)`;

/** Returns the statement that changes a person. It does not change the role of the last operator. */
export function updatePerson(deps: Deps, id: number, values: Partial<Pick<PersonRow, "name" | "role">>) {
  const keepsOperator = values.role === undefined || values.role === "operator";
  return deps.db
    .update(people)
    .set(values)
    .where(requireRow(people, id, keepsOperator ? undefined : isNotLastOperator))
    .returning();
}

/** Returns the statement that deletes a person, unless the person is the last operator. */
export const deletePerson = (deps: Deps, id: number) =>
  deps.db
    .delete(people)
    .where(requireRow(people, id, isNotLastOperator))
    .returning({ id: people.id });

export async function recordLogin(deps: Deps, id: number): Promise<void> {
  await deps.db.update(people).set({ lastLoginAt: deps.now() }).where(eq(people.id, id));
}

/**
 * Returns the statements that replace an older invitation to an email address with a new one. The second statement
 * returns the new invitation.
 */
export function replaceInvitation(deps: Deps, values: Omit<typeof invitations.$inferInsert, "id" | "createdAt">) {
  return [
    deps.db.delete(invitations).where(eq(invitations.email, values.email)),
    deps.db
      .insert(invitations)
      .values({ ...values, createdAt: deps.now() })
      .returning(),
  ] as const;
}

const invitationFields = { invitation: invitations, invitedBy: people.name };

/** Returns invitations that can still be accepted, newest first (uses index invitations_expiring). */
export async function openInvitations(deps: Deps) {
  return deps.db
    .select(invitationFields)
    .from(invitations)
    .leftJoin(people, eq(people.id, invitations.invitedById))
    .where(gt(invitations.expiresAt, deps.now()))
    .orderBy(sql`${invitations.id} DESC`)
    .limit(MAX_ROWS);
}

/** Returns an invitation by primary key. Returns null if the invitation has expired. */
export async function invitationById(deps: Deps, id: number) {
  const [row] = await deps.db
    .select(invitationFields)
    .from(invitations)
    .leftJoin(people, eq(people.id, invitations.invitedById))
    .where(and(eq(invitations.id, id), gt(invitations.expiresAt, deps.now())))
    .limit(1);
  return row ?? null;
}

/** Returns the statement that deletes an invitation if it still exists. */
export const deleteInvitation = (deps: Deps, id: number) =>
  deps.db.delete(invitations).where(requireRow(invitations, id)).returning();

/** Returns the statement that creates a person from an invitation that still exists and has not expired. */
export function acceptInvitationOf(deps: Deps, id: number, name: string) {
  const now = deps.now().getTime();
  const isOpen = requireRow(invitations, id, gt(invitations.expiresAt, deps.now()));
  return deps.db
    .insert(people)
    .select(sql`SELECT NULL, ${name}, email, role, ${now}, NULL FROM invitations WHERE ${isOpen}`)
    .returning();
}

/** Deletes expired invitations (uses index invitations_expiring), and the invitation to an email address. */
export async function deleteInvitations(deps: Deps, { before, email }: { before?: Date; email?: string }) {
  const chosen = [
    ...(before === undefined ? [] : [lt(invitations.expiresAt, before)]),
    ...(email === undefined ? [] : [eq(invitations.email, email)]),
  ];
  if (chosen.length > 0) await deps.db.delete(invitations).where(or(...chosen));
}

/** Returns the invitation to an email address (uses index invitations_email). */
export async function invitationOfEmail(deps: Deps, email: string): Promise<InvitationRow | null> {
  const [row] = await deps.db.select().from(invitations).where(eq(invitations.email, email)).limit(1);
  return row ?? null;
}
