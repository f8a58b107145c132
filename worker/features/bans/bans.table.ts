import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

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
    // One ban a network, lifted or not.
    uniqueIndex("bans_network").on(table.network),
  ],
);

export type Ban = typeof bans.$inferSelect;
