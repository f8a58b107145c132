import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import { CITY } from "../../contracts/market-areas.ts";
import { MARKET_MONTHS_SHOWN, type MarketGroup } from "../../contracts/market-pages.ts";
import type { Deps } from "../../platform/deps.ts";
import { marketCorrections, marketMonths } from "./market-months.table.ts";
import { marketBenchmarks, pace } from "./market.table.ts";

/** More areas than there are. */
const AREAS_MAX = 200;
/** Corrections shown of one area, the newest. */
const CORRECTIONS_MAX = 60;
/** Six types with five years each. */
const BENCHMARKS_MAX = 360;
/** Each neighbourhood and the City, with each type. */
const PACE_MAX = 1_200;

/** An area's months, the newest first (primary key). */
export const monthsOf = (deps: Deps, area: string, limit = MARKET_MONTHS_SHOWN) =>
  deps.db.select().from(marketMonths).where(eq(marketMonths.area, area)).orderBy(desc(marketMonths.month)).limit(limit);

/** The corrections of an area's months, the newest first (index market_corrections_month). */
export const correctionsOf = (deps: Deps, area: string) =>
  deps.db
    .select()
    .from(marketCorrections)
    .where(eq(marketCorrections.area, area))
    .orderBy(desc(marketCorrections.id))
    .limit(CORRECTIONS_MAX);

/** The City's newest published figures of all types, the newest first (index market_benchmarks_in_force). */
export const cityBenchmarks = (deps: Deps) =>
  deps.db
    .select()
    .from(marketBenchmarks)
    .where(eq(marketBenchmarks.area, CITY))
    .orderBy(desc(marketBenchmarks.asOf))
    .limit(BENCHMARKS_MAX);

/** The areas that have figures of their own. */
export async function areasWithMonths(deps: Deps): Promise<string[]> {
  const rows = await deps.db
    .selectDistinct({ area: marketMonths.area })
    .from(marketMonths)
    .orderBy(asc(marketMonths.area))
    .limit(AREAS_MAX);
  return rows.map(({ area }) => area);
}

/** The City's newest month (primary key); null before the first. */
export async function newestMonth(deps: Deps): Promise<{ month: string; isClosed: boolean } | null> {
  const [row] = await monthsOf(deps, CITY, 1);
  return row ? { month: row.month, isClosed: row.closedAt !== null } : null;
}

/** Areas of a month that is not closed, with their figures. */
export const openMonth = (deps: Deps, month: string) =>
  deps.db
    .select({ area: marketMonths.area, groups: marketMonths.groups })
    .from(marketMonths)
    .where(and(eq(marketMonths.month, month), isNull(marketMonths.closedAt)))
    .limit(AREAS_MAX);

/** Areas of a closed month, with their figures. */
export const closedMonth = (deps: Deps, month: string) =>
  deps.db
    .select()
    .from(marketMonths)
    .where(and(eq(marketMonths.month, month), sql`${marketMonths.closedAt} IS NOT NULL`))
    .limit(AREAS_MAX);

/** How fast homes go everywhere. */
export const allPace = (deps: Deps) => deps.db.select().from(pace).limit(PACE_MAX);

export interface AreaGroups {
  area: string;
  groups: MarketGroup[];
}

/** The statements that replace the figures of a month that is not closed, and close it if `closedAt` is given. */
export function writeMonth(deps: Deps, month: string, areas: readonly AreaGroups[], closedAt: Date | null) {
  const rows = areas.map(({ area, groups }) => ({ area, groups: JSON.stringify(groups) }));
  return [
    deps.db.delete(marketMonths).where(and(eq(marketMonths.month, month), isNull(marketMonths.closedAt))),
    // In the order of the table's columns; a closed month stays as it is.
    deps.db
      .insert(marketMonths)
      .select(
        sql`SELECT value ->> 'area', ${month}, value ->> 'groups', ${closedAt && closedAt.getTime()}
          FROM json_each(${JSON.stringify(rows)}) WHERE true`,
      )
      .onConflictDoNothing(),
  ] as const;
}

/** The statements that correct areas of a closed month: what was published is kept first. */
export function correctMonth(
  deps: Deps,
  { month, reason, areas }: { month: string; reason: string; areas: readonly AreaGroups[] },
) {
  const rows = JSON.stringify(areas.map(({ area, groups }) => ({ area, groups: JSON.stringify(groups) })));
  const corrected = sql`(SELECT value ->> 'groups' FROM json_each(${rows}) WHERE value ->> 'area' = market_months.area)`;
  const isChanged = sql`month = ${month} AND closed_at IS NOT NULL AND groups <> ${corrected}`;
  return [
    deps.db
      .insert(marketCorrections)
      .select(
        sql`SELECT NULL, area, month, groups, ${reason}, ${deps.now().getTime()} FROM market_months WHERE ${isChanged}`,
      ),
    deps.db.update(marketMonths).set({ groups: corrected }).where(isChanged).returning({ area: marketMonths.area }),
  ] as const;
}
