import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { MarketGroup } from "../../contracts/market-pages.ts";

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

/** What was published of closed months before they were corrected. Kept for good. */
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
