import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { LoginMethod } from "../../contracts/sessions.ts";

/** Moderators' sessions, stored in D1, because a logout must take effect immediately (KV may lag 60 s). */
export const adminSessions = sqliteTable(
  "admin_sessions",
  {
    /** SHA-256 of the session id in the cookie, so a copy of the database cannot be used to log in. */
    idHash: text().primaryKey(),
    createdAt: integer({ mode: "timestamp_ms" }).notNull(),
    lastSeenAt: integer({ mode: "timestamp_ms" }).notNull(),
    /** The person who logged in. Null for the shared password and its login link. */
    personId: integer(),
    method: text().$type<LoginMethod>().notNull().default("password"),
    /** The passkey that opened the session. If the passkey is removed, the session ends (trigger passkeys_left). */
    passkeyId: integer(),
    /** Common names of the browser and the operating system. */
    device: text().notNull().default(""),
  },
  (table) => [
    index("admin_sessions_created").on(table.createdAt),
    index("admin_sessions_of_person")
      .on(table.personId)
      .where(sql`person_id IS NOT NULL`),
    index("admin_sessions_of_passkey")
      .on(table.passkeyId)
      .where(sql`passkey_id IS NOT NULL`),
  ],
);
