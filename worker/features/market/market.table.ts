import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Bedrooms } from "../../contracts/bedrooms.ts";

/** What a unit of a type rents for, as published in a month. The newest month of a type and area is in force. */
export const marketBenchmarks = sqliteTable(
  "market_benchmarks",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    bedrooms: text().$type<Bedrooms>().notNull(),
    /** 'Toronto' (the City). */
    area: text().notNull(),
    /** Monthly. */
    rentCents: integer().notNull(),
    kind: text().$type<"asking" | "occupied">().notNull(),
    source: text().notNull(),
    /** YYYY-MM */
    asOf: text().notNull(),
    /** Derived from other figures, not published for this type: shown as 'estimate'. */
    isEstimate: integer({ mode: "boolean" }).notNull(),
    /** How a derived figure was made. */
    method: text(),
    createdAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [uniqueIndex("market_benchmarks_in_force").on(table.bedrooms, table.area, table.asOf)],
);

/** The median rent of this site's own approved listings of a type, while there are enough of them. */
export const ownMedians = sqliteTable("own_medians", {
  bedrooms: text().$type<Bedrooms>().primaryKey(),
  /** Monthly. */
  medianCents: integer().notNull(),
  listings: integer().notNull(),
  computedAt: integer({ mode: "timestamp_ms" }).notNull(),
});
