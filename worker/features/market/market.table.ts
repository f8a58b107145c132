import { integer, primaryKey, sqliteTable, text, uniqueIndex, index } from "drizzle-orm/sqlite-core";
import type { Bedrooms } from "../../contracts/bedrooms.ts";
import type { MarketGroup } from "../../contracts/market-pages.ts";

/** Published rents by bedroom type, area and month. The newest month of a type and area is in force. */
export const marketBenchmarks = sqliteTable(
  "market_benchmarks",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    bedrooms: text().$type<Bedrooms>().notNull(),
    /** Area, one of MARKET_AREAS: 'Toronto' (the City), a municipality or a region. */
    area: text().notNull(),
    /** Rent per month, in cents. */
    rentCents: integer().notNull(),
    kind: text().$type<"asking" | "occupied">().notNull(),
    source: text().notNull(),
    /** Month of the benchmark, YYYY-MM. */
    asOf: text().notNull(),
    /**
     * True if the benchmark was derived from other benchmarks instead of being published for this type. Shown as
     * 'estimate'.
     */
    isEstimate: integer({ mode: "boolean" }).notNull(),
    /** Method by which an estimate was derived. */
    method: text(),
    /** Toronto day on which the operator found no newer benchmark. This extends the validity of this benchmark once. */
    checkedOn: text(),
    createdAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [uniqueIndex("market_benchmarks_in_force").on(table.bedrooms, table.area, table.asOf)],
);

export type BenchmarkRow = typeof marketBenchmarks.$inferSelect;

/** Median rent of this site's public listings of a type in the City. There is no row if there are too few listings. */
export const ownMedians = sqliteTable("own_medians", {
  bedrooms: text().$type<Bedrooms>().primaryKey(),
  /** Median rent per month, in cents. */
  medianCents: integer().notNull(),
  listings: integer().notNull(),
  computedAt: integer({ mode: "timestamp_ms" }).notNull(),
});

/** Kinds of homes that are compared separately: homes covered by published benchmarks, basements, and shared beds. */
export type OwnKind = "usual" | "basement" | "shared_bed";

/** Median asking rents of this site's listings, for kinds and areas that have no benchmark but enough listings. */
export const ownRents = sqliteTable(
  "own_rents",
  {
    bedrooms: text().$type<Bedrooms>().notNull(),
    kind: text().$type<OwnKind>().notNull(),
    /** Area: 'Toronto' (the City) or another municipality. */
    area: text().notNull(),
    /** Median rent per month, in cents. */
    medianCents: integer().notNull(),
    listings: integer().notNull(),
    /**
     * Toronto days of the first and the last approval among the listings from which the median was computed,
     * YYYY-MM-DD.
     */
    firstDay: text().notNull(),
    lastDay: text().notNull(),
    computedAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.bedrooms, table.kind, table.area] })],
);
export type OwnRentsRow = typeof ownRents.$inferSelect;

/**
 * Statistics on how fast homes of a type in a neighbourhood go. There is no row if too few homes are known to be gone.
 */
export const pace = sqliteTable(
  "pace",
  {
    /** 'Toronto' stands for all neighbourhoods together. */
    neighbourhood: text().notNull(),
    bedrooms: text().$type<Bedrooms>().notNull(),
    /** Number of days after which half of the homes were gone. */
    medianDays: integer().notNull(),
    /** Number of homes that are known to be gone. */
    known: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.neighbourhood, table.bedrooms] })],
);

/** This site's own statistics by area and month. Only a correction can change a closed month. */
export const marketMonths = sqliteTable(
  "market_months",
  {
    /** Area: 'Toronto' (the City) or a neighbourhood. */
    area: text().notNull(),
    /** Month in Toronto, YYYY-MM. */
    month: text().notNull(),
    groups: text({ mode: "json" }).$type<MarketGroup[]>().notNull(),
    /** Time at which the month was closed. Null for the current month, whose statistics are computed daily. */
    closedAt: integer({ mode: "timestamp_ms" }),
  },
  (table) => [primaryKey({ columns: [table.area, table.month] })],
);

/** Statistics of closed months as published before a correction, kept permanently. */
export const marketCorrections = sqliteTable(
  "market_corrections",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    area: text().notNull(),
    month: text().notNull(),
    /** The statistics as published before the correction. */
    groups: text({ mode: "json" }).$type<MarketGroup[]>().notNull(),
    reason: text().notNull(),
    correctedAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("market_corrections_month").on(table.area, table.month)],
);
