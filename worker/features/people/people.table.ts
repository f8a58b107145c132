import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Role } from "../../contracts/people.ts";

/**
 * People who work on the site. Triggers end the sessions, passkeys and codes of a person who is deleted (migrations),
 * so no code path can forget them.
 */
export const people = sqliteTable("people", {
  id: integer().primaryKey({ autoIncrement: true }),
  name: text().notNull(),
  /** The address in lower case. */
  email: text().notNull().unique("people_email"),
  role: text().$type<Role>().notNull(),
  createdAt: integer({ mode: "timestamp_ms" }).notNull(),
  lastLoginAt: integer({ mode: "timestamp_ms" }),
});
export type PersonRow = typeof people.$inferSelect;

/**
 * Invitations that can be accepted. A new invitation to the same address replaces the row, so that only its link works.
 */
export const invitations = sqliteTable(
  "invitations",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** The address in lower case. */
    email: text().notNull().unique("invitations_email"),
    role: text().$type<Role>().notNull(),
    /** The inviting person; null for the shared password. */
    invitedById: integer(),
    createdAt: integer({ mode: "timestamp_ms" }).notNull(),
    expiresAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("invitations_expiring").on(table.expiresAt)],
);
export type InvitationRow = typeof invitations.$inferSelect;

/** Passkeys (WebAuthn credentials). Deleting one ends the sessions that it opened, by a trigger. */
export const passkeys = sqliteTable(
  "passkeys",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    personId: integer().notNull(),
    /** The authenticator's own id, in Base64URL. */
    credentialId: text().notNull().unique("passkeys_credential"),
    /** Public key in COSE format, encoded in Base64URL. */
    publicKey: text().notNull(),
    /** Number of signatures that the authenticator counted; 0 for those that do not count. */
    counter: integer().notNull(),
    transports: text({ mode: "json" }).$type<string[]>().notNull(),
    name: text().notNull(),
    isSynced: integer({ mode: "boolean" }).notNull(),
    createdAt: integer({ mode: "timestamp_ms" }).notNull(),
    lastUsedAt: integer({ mode: "timestamp_ms" }),
  },
  (table) => [index("passkeys_of_person").on(table.personId)],
);
export type PasskeyRow = typeof passkeys.$inferSelect;

/**
 * Mailed login codes. A row is also written for unknown addresses, so that the work does not reveal which addresses are
 * known.
 */
export const loginCodes = sqliteTable(
  "login_codes",
  {
    /** SHA-256 of the request's id, which the requesting browser keeps, so that nobody else can use up its attempts. */
    idHash: text().primaryKey(),
    /** The person; null for an unknown address. */
    personId: integer(),
    triesLeft: integer().notNull(),
    expiresAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    index("login_codes_expiring").on(table.expiresAt),
    index("login_codes_of_person")
      .on(table.personId)
      .where(sql`person_id IS NOT NULL`),
  ],
);

/** People who have a listing open; polls renew the rows. */
export const presences = sqliteTable(
  "presences",
  {
    listingId: integer().notNull(),
    /** The session, so that a person's second window does not count as another person. */
    session: text().notNull(),
    /** The person; null for the shared password. */
    personId: integer(),
    since: integer({ mode: "timestamp_ms" }).notNull(),
    seenAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.listingId, table.session] }),
    index("presences_seen").on(table.seenAt),
    index("presences_of_person")
      .on(table.personId)
      .where(sql`person_id IS NOT NULL`),
  ],
);
