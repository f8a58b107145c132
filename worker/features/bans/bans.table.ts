import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** Addresses and ranges that may not write. A ban of a plain IPv6 address holds for its /64. */
export const bans = sqliteTable(
  "bans",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** As the moderator gave it, in canonical form. */
    ipAddress: text().notNull(),
    /** The range that requests are matched by: an IPv4 address, or CIDR as `2001:db8::/64`. */
    network: text().notNull(),
    reason: text().notNull(),
    isActive: integer({ mode: "boolean" }).notNull().default(true),
    createdAt: integer({ mode: "timestamp_ms" }).notNull(),
    /** When a ban of a wide range ends by itself; null for all others. */
    expiresAt: integer({ mode: "timestamp_ms" }),
  },
  (table) => [
    // One ban a range, lifted or not.
    uniqueIndex("bans_network").on(table.network),
    index("bans_ending")
      .on(table.expiresAt)
      .where(sql`is_active = 1 AND expires_at IS NOT NULL`),
  ],
);

export type Ban = typeof bans.$inferSelect;
