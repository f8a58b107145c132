import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Moderators' sessions, in D1 because a logout must take effect immediately (KV may lag 60 s). */
export const adminSessions = sqliteTable(
  "admin_sessions",
  {
    /** SHA-256 of the session id in the cookie, so that a copy of the database cannot be used to log in. */
    idHash: text().primaryKey(),
    createdAt: integer({ mode: "timestamp_ms" }).notNull(),
    lastSeenAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("admin_sessions_created").on(table.createdAt)],
);
