import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Moderators' sessions. In D1, because a logout must hold at once (KV may lag 60 s). */
export const adminSessions = sqliteTable(
  "admin_sessions",
  {
    /** SHA-256 of the session id in the cookie: a copy of the database logs nobody in. */
    idHash: text().primaryKey(),
    createdAt: integer({ mode: "timestamp_ms" }).notNull(),
    lastSeenAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("admin_sessions_created").on(table.createdAt)],
);
