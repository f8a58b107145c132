import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Addresses that may not write. An IPv6 ban holds for its whole /64. */
export const bans = sqliteTable(
  "bans",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** As the moderator gave it, in canonical form. */
    ipAddress: text().notNull(),
    /** What requests are matched by (platform/client-address.ts). */
    network: text().notNull(),
    reason: text().notNull(),
    isActive: integer({ mode: "boolean" }).notNull().default(true),
    createdAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    index("bans_active")
      .on(table.network)
      .where(sql`is_active = 1`),
  ],
);
