import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** Addresses and ranges that may not write. A plain IPv6 address is banned as its /64. */
export const bans = sqliteTable(
  "bans",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** As entered by the moderator, in canonical form. */
    ipAddress: text().notNull(),
    /** The range that requests are matched against: an IPv4 address, or CIDR such as `2001:db8::/64`. */
    network: text().notNull(),
    reason: text().notNull(),
    isActive: integer({ mode: "boolean" }).notNull().default(true),
    createdAt: integer({ mode: "timestamp_ms" }).notNull(),
    /** The expiry of a wide ban; null for all others. */
    expiresAt: integer({ mode: "timestamp_ms" }),
  },
  (table) => [
    // One ban per range, active or not.
    uniqueIndex("bans_network").on(table.network),
    index("bans_ending")
      .on(table.expiresAt)
      .where(sql`is_active = 1 AND expires_at IS NOT NULL`),
  ],
);

export type Ban = typeof bans.$inferSelect;
