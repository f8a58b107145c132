import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { BanKind } from "../../contracts/bans.ts";

/**
 * IP addresses and ranges that may not write, and phone numbers and photos that listings may not use. A single IPv6
 * address is banned as its /64.
 */
export const bans = sqliteTable(
  "bans",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /**
     * Target that the moderator entered, in canonical form: an IP address, a range, a phone number, or the hash of a
     * photo.
     */
    ipAddress: text().notNull(),
    /**
     * The value to match: an IPv4 address, CIDR such as `2001:db8::/64`, `phone:` followed by the digits, or `photo:`
     * followed by the fingerprint (or by the hash of a photo without one).
     */
    network: text().notNull(),
    reason: text().notNull(),
    isActive: integer({ mode: "boolean" }).notNull().default(true),
    createdAt: integer({ mode: "timestamp_ms" }).notNull(),
    /** Expiry of a wide ban. Null for all other bans. */
    expiresAt: integer({ mode: "timestamp_ms" }),
    kind: text().$type<BanKind>().notNull().default("address"),
  },
  (table) => [
    // One ban per range, active or not.
    uniqueIndex("bans_network").on(table.network),
    // An upload is compared with each banned photo, because the fingerprint of a copy may differ in a few bits.
    index("bans_photos")
      .on(table.id)
      .where(sql`kind = 'photo' AND is_active = 1`),
    index("bans_ending")
      .on(table.expiresAt)
      .where(sql`is_active = 1 AND expires_at IS NOT NULL`),
  ],
);

export type Ban = typeof bans.$inferSelect;
