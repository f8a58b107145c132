import { integer, primaryKey, sqliteTable, text, uniqueIndex, index } from "drizzle-orm/sqlite-core";
import type { Bedrooms } from "../../contracts/bedrooms.ts";
import type { MarketGroup } from "../../contracts/market-pages.ts";

/** Published rents by bedroom type, area and month. The newest month of a type and area is in force. */
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
    /** Derived from other figures instead of published for this type; shown as 'estimate'. */
    isEstimate: integer({ mode: "boolean" }).notNull(),
    /** How an estimate was derived. */
    method: text(),
    /** Toronto day on which the operator found no newer figure; it extends this one's validity once. */
    checkedOn: text(),
    createdAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [uniqueIndex("market_benchmarks_in_force").on(table.bedrooms, table.area, table.asOf)],
);

export type BenchmarkRow = typeof marketBenchmarks.$inferSelect;

/** Median rent of this site's public listings of a type in the City; no row if there are too few. */
export const ownMedians = sqliteTable("own_medians", {
  bedrooms: text().$type<Bedrooms>().primaryKey(),
  /** Monthly. */
  medianCents: integer().notNull(),
  listings: integer().notNull(),
  computedAt: integer({ mode: "timestamp_ms" }).notNull(),
});

/** Kinds of homes compared separately: those that published figures cover, basements and shared beds. */
export type OwnKind = "usual" | "basement" | "shared_bed";

/** Median asking rent of this site's listings by kind and area without a published figure, if there are enough. */
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
    /** Toronto days of the first and last approval among them, YYYY-MM-DD. */
    firstDay: text().notNull(),
    lastDay: text().notNull(),
    computedAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.bedrooms, table.kind, table.area] })],
);
export type OwnRentsRow = typeof ownRents.$inferSelect;

/** How fast homes of a type go in a neighbourhood; no row if too few are known to be gone. */
export const pace = sqliteTable(
  "pace",
  {
    /** 'Toronto' stands for all of them together. */
    neighbourhood: text().notNull(),
    bedrooms: text().$type<Bedrooms>().notNull(),
    /** Days after which half of them were gone. */
    medianDays: integer().notNull(),
    /** Homes that are known to be gone. */
    known: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.neighbourhood, table.bedrooms] })],
);

/** This site's own figures by area and month. A closed month changes by a correction alone. */
export const marketMonths = sqliteTable(
  "market_months",
  {
    /** 'Toronto' (the City) or a neighbourhood. */
    area: text().notNull(),
    /** YYYY-MM in Toronto. */
    month: text().notNull(),
    groups: text({ mode: "json" }).$type<MarketGroup[]>().notNull(),
    /** Null for the current month, whose figures are computed daily. */
    closedAt: integer({ mode: "timestamp_ms" }),
  },
  (table) => [primaryKey({ columns: [table.area, table.month] })],
);

/** Figures of closed months as they were published before a correction. Kept for good. */
export const marketCorrections = sqliteTable(
  "market_corrections",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    area: text().notNull(),
    month: text().notNull(),
    /** As published before. */
    groups: text({ mode: "json" }).$type<MarketGroup[]>().notNull(),
    reason: text().notNull(),
    correctedAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("market_corrections_month").on(table.area, table.month)],
);
