import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Role } from "../../contracts/people.ts";

/**
 * People who work on the site. When a person is deleted, triggers delete their sessions, passkeys and login codes
 * (migrations), so no code path can forget to.
 */
export const people = sqliteTable("people", {
  id: integer().primaryKey({ autoIncrement: true }),
  name: text().notNull(),
  /** The email address in lower case. */
  email: text().notNull().unique("people_email"),
  role: text().$type<Role>().notNull(),
  createdAt: integer({ mode: "timestamp_ms" }).notNull(),
  lastLoginAt: integer({ mode: "timestamp_ms" }),
});
export type PersonRow = typeof people.$inferSelect;

/**
 * Invitations that can be accepted. A new invitation to the same address replaces the row, so that only the new link
 * works.
 */
export const invitations = sqliteTable(
  "invitations",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** The email address in lower case. */
    email: text().notNull().unique("invitations_email"),
    role: text().$type<Role>().notNull(),
    /** The person who sent the invitation. Null for the shared password. */
    invitedById: integer(),
    createdAt: integer({ mode: "timestamp_ms" }).notNull(),
    expiresAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("invitations_expiring").on(table.expiresAt)],
);
export type InvitationRow = typeof invitations.$inferSelect;

/** Passkeys (WebAuthn credentials). When a passkey is deleted, a trigger ends the sessions that it opened. */
export const passkeys = sqliteTable(
  "passkeys",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    personId: integer().notNull(),
    /** The id that the authenticator gave the passkey, in Base64URL. */
    credentialId: text().notNull().unique("passkeys_credential"),
    /** Public key in COSE format, encoded in Base64URL. */
    publicKey: text().notNull(),
    /** The authenticator's signature counter; 0 for authenticators that do not count. */
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
 * Emailed login codes. A row is also stored for an unknown email address, so that the work does not reveal which
 * addresses are known.
 */
export const loginCodes = sqliteTable(
  "login_codes",
  {
    /**
     * SHA-256 of the request's id. Only the browser that requested the code has the id, so no other browser can use up
     * the attempts.
     */
    idHash: text().primaryKey(),
    /** The person. Null for an unknown email address. */
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

/** People who have a listing open. Polling renews the rows. */
export const presences = sqliteTable(
  "presences",
  {
    listingId: integer().notNull(),
    /** The session, so that a person's second window does not count as another person. */
    session: text().notNull(),
    /** The person. Null for the shared password. */
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
