import { integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Bedrooms } from "../../contracts/bedrooms.ts";

/** What a unit of a type rents for, as published in a month. The newest month of a type and area is in force. */
export const marketBenchmarks = sqliteTable(
  "market_benchmarks",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    bedrooms: text().$type<Bedrooms>().notNull(),
    /** One of MARKET_AREAS: 'Toronto' (the City), a municipality or a region. */
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
    /** The day, in Toronto, on which the operator found that no newer figure is published: it prolongs this one, once. */
    checkedOn: text(),
    createdAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [uniqueIndex("market_benchmarks_in_force").on(table.bedrooms, table.area, table.asOf)],
);

/** A benchmark as stored. */
export type BenchmarkRow = typeof marketBenchmarks.$inferSelect;

/** The median rent of this site's own approved listings of a type, while there are enough of them. */
export const ownMedians = sqliteTable("own_medians", {
  bedrooms: text().$type<Bedrooms>().primaryKey(),
  /** Monthly. */
  medianCents: integer().notNull(),
  listings: integer().notNull(),
  computedAt: integer({ mode: "timestamp_ms" }).notNull(),
});

/** Kinds of homes of one type that are compared apart: whole homes and rooms as published figures mean them, and the two others. */
export type OwnKind = "usual" | "basement" | "shared_bed";

/** What this site's own listings of a kind ask at a place, where enough of them are known. */
export const ownRents = sqliteTable(
  "own_rents",
  {
    bedrooms: text().$type<Bedrooms>().notNull(),
    kind: text().$type<OwnKind>().notNull(),
    /** 'Toronto' (the City) or another municipality. */
    area: text().notNull(),
    /** Monthly. */
    medianCents: integer().notNull(),
    listings: integer().notNull(),
    /** First approvals of the oldest and of the newest of them: days in Toronto, YYYY-MM-DD. */
    firstDay: text().notNull(),
    lastDay: text().notNull(),
    computedAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.bedrooms, table.kind, table.area] })],
);
/** What this site's own listings of a kind ask, as stored. */
export type OwnRentsRow = typeof ownRents.$inferSelect;
