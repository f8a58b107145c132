import { and, desc, eq, gte, inArray, isNull, type SQL, sql, asc } from "drizzle-orm";
import type { Bedrooms } from "../../contracts/bedrooms.ts";
import { CITY } from "../../contracts/market.ts";
import { MARKET_MONTHS_SHOWN, type MarketGroup } from "../../contracts/market-pages.ts";
import { preparedQuery } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { hasRow, valueIf, requireRow } from "../../platform/run-all-or-none.ts";
import {
  type BenchmarkRow,
  marketBenchmarks,
  ownMedians,
  ownRents,
  type OwnRentsRow,
  pace,
  marketCorrections,
  marketMonths,
} from "./market.table.ts";

/** The columns of a benchmark that a moderator may correct. */
type BenchmarkFigures = Pick<BenchmarkRow, "rentCents" | "kind" | "source" | "isEstimate" | "method">;

/** Maximum number of benchmarks per read. */
const ROWS_MAX = 2_000;

const inArea = (bedrooms: Bedrooms, area: string) =>
  and(eq(marketBenchmarks.bedrooms, bedrooms), eq(marketBenchmarks.area, area));

// All functions below that read benchmarks use the index market_benchmarks_in_force.
const newestFirst = (deps: Deps, where: SQL | undefined, limit = ROWS_MAX) =>
  deps.db.select().from(marketBenchmarks).where(where).orderBy(desc(marketBenchmarks.asOf)).limit(limit);

/** Returns all benchmarks of a type, newest month first: a few dozen areas with at most 60 months each. */
export async function allBenchmarksOf(deps: Deps, bedrooms: Bedrooms) {
  return newestFirst(deps, eq(marketBenchmarks.bedrooms, bedrooms));
}

/** Returns the benchmarks of a type and area, newest month first. The first benchmark is in force. */
export async function benchmarksOf(deps: Deps, bedrooms: Bedrooms, area: string, limit: number) {
  return newestFirst(deps, inArea(bedrooms, area), limit);
}

/** Returns the benchmarks of a type in some areas since a month, newest first. @param areas at most 90 */
export async function recentBenchmarks(deps: Deps, bedrooms: Bedrooms, areas: readonly string[], fromMonth: string) {
  const { area, asOf } = marketBenchmarks;
  return newestFirst(
    deps,
    and(eq(marketBenchmarks.bedrooms, bedrooms), inArray(area, [...areas]), gte(asOf, fromMonth)),
  );
}

/** Returns this site's own rents of a type, at most one row for each kind and municipality (by primary key). */
export async function ownRentsOf(deps: Deps, bedrooms: Bedrooms): Promise<OwnRentsRow[]> {
  return deps.db.select().from(ownRents).where(eq(ownRents.bedrooms, bedrooms)).limit(ROWS_MAX);
}

/** Returns the statements that replace this site's own rents of a type. */
export function replaceOwnRents(deps: Deps, bedrooms: Bedrooms, rows: readonly OwnRentsRow[]) {
  const values = JSON.stringify(rows.map((row) => ({ ...row, computedAt: row.computedAt.getTime() })));
  return [
    deps.db.delete(ownRents).where(eq(ownRents.bedrooms, bedrooms)),
    // Values are in the order of the table's columns.
    deps.db.insert(ownRents).select(
      sql`SELECT json_extract(value, '$.bedrooms'), json_extract(value, '$.kind'), json_extract(value, '$.area'),
        json_extract(value, '$.medianCents'), json_extract(value, '$.listings'), json_extract(value, '$.firstDay'),
        json_extract(value, '$.lastDay'), json_extract(value, '$.computedAt') FROM json_each(${values})`,
    ),
  ] as const;
}

/** Returns a benchmark by primary key, or null. */
export async function benchmarkById(deps: Deps, id: number): Promise<BenchmarkRow | null> {
  const [row] = await newestFirst(deps, eq(marketBenchmarks.id, id), 1);
  return row ?? null;
}

/** Returns the benchmark of a type, area and month, or null. */
export async function benchmarkOfMonth(
  deps: Deps,
  { bedrooms, area, asOf }: Pick<BenchmarkRow, "bedrooms" | "area" | "asOf">,
) {
  const [row] = await newestFirst(deps, and(inArea(bedrooms, area), eq(marketBenchmarks.asOf, asOf)), 1);
  return row ?? null;
}

/** Returns the statement that adds the benchmark of a month. */
export function insertBenchmark(deps: Deps, values: Omit<BenchmarkRow, "id" | "createdAt">) {
  return deps.db
    .insert(marketBenchmarks)
    .values({ ...values, createdAt: deps.now() })
    .returning();
}

/**
 * Returns the statement that adds or corrects many benchmarks. Together, they must fit into one bound value of 2 MB.
 */
export function writeBenchmarks(deps: Deps, rows: readonly Omit<BenchmarkRow, "id" | "createdAt">[]) {
  const value = (name: string) => sql.raw(`json_extract(figure.value, '$.${name}')`);
  const excluded = (name: string) => sql.raw(`excluded.${name}`);
  // Values are in the order of the table's columns. Without "WHERE true", SQLite would read ON CONFLICT as a join
  // condition.
  return deps.db
    .insert(marketBenchmarks)
    .select(
      sql`SELECT NULL, ${value("bedrooms")}, ${value("area")}, ${value("rentCents")}, ${value("kind")}, ${value("source")},
        ${value("asOf")}, ${value("isEstimate")}, ${value("method")}, ${value("checkedOn")}, ${deps.now().getTime()}
        FROM json_each(${JSON.stringify(rows)}) AS figure WHERE true`,
    )
    .onConflictDoUpdate({
      target: [marketBenchmarks.bedrooms, marketBenchmarks.area, marketBenchmarks.asOf],
      set: {
        rentCents: excluded("rent_cents"),
        kind: excluded("kind"),
        source: excluded("source"),
        isEstimate: excluded("is_estimate"),
        method: excluded("method"),
      },
    });
}

/** Returns the SQL condition of the optimistic lock: the row still has the values that were read. */
const unchanged = (row: BenchmarkRow, ...also: SQL[]) =>
  requireRow(
    marketBenchmarks,
    row.id,
    eq(marketBenchmarks.rentCents, row.rentCents),
    eq(marketBenchmarks.kind, row.kind),
    eq(marketBenchmarks.source, row.source),
    eq(marketBenchmarks.isEstimate, row.isEstimate),
    row.method === null ? isNull(marketBenchmarks.method) : eq(marketBenchmarks.method, row.method),
    ...also,
  );

/** Returns the statement that corrects the benchmark of a month. */
export function updateBenchmark(deps: Deps, asRead: BenchmarkRow, figures: BenchmarkFigures) {
  return deps.db.update(marketBenchmarks).set(figures).where(unchanged(asRead)).returning();
}

/** Returns the statement that stores when a benchmark was checked, once per benchmark. */
export function checkBenchmark(deps: Deps, asRead: BenchmarkRow, checkedOn: string) {
  return deps.db
    .update(marketBenchmarks)
    .set({ checkedOn })
    .where(unchanged(asRead, isNull(marketBenchmarks.checkedOn)))
    .returning();
}

/** Returns the statement that deletes the benchmark of a month, unless it is the City's only benchmark of its type. */
export function deleteBenchmark(deps: Deps, asRead: BenchmarkRow) {
  const isNeeded = sql`${asRead.area} = ${CITY} AND NOT EXISTS (SELECT 1 FROM market_benchmarks other WHERE other.bedrooms = ${asRead.bedrooms}
    AND other.area = ${asRead.area} AND other.as_of <> ${asRead.asOf})`;
  return deps.db
    .delete(marketBenchmarks)
    .where(unchanged(asRead, sql`NOT (${isNeeded})`))
    .returning();
}

const medianOf = preparedQuery((db) =>
  db
    .select()
    .from(ownMedians)
    .where(eq(ownMedians.bedrooms, sql.placeholder("bedrooms")))
    .limit(1)
    .prepare(),
);

/** Returns this site's own median rent for a type (by primary key), or null. */
export async function ownMedian(deps: Deps, bedrooms: Bedrooms) {
  return (await medianOf(deps).get({ bedrooms })) ?? null;
}

export async function writeOwnMedian(
  deps: Deps,
  bedrooms: Bedrooms,
  values: { medianCents: number; listings: number },
): Promise<void> {
  const row = { ...values, computedAt: deps.now() };
  await deps.db
    .insert(ownMedians)
    .values({ bedrooms, ...row })
    .onConflictDoUpdate({ target: ownMedians.bedrooms, set: row });
}

export async function deleteOwnMedian(deps: Deps, bedrooms: Bedrooms): Promise<void> {
  await deps.db.delete(ownMedians).where(eq(ownMedians.bedrooms, bedrooms));
}

/** Returns how fast homes of a type go in a neighbourhood (by primary key), or null. */
export async function paceRow(deps: Deps, neighbourhood: string, bedrooms: Bedrooms) {
  const [row] = await deps.db
    .select()
    .from(pace)
    .where(and(eq(pace.neighbourhood, neighbourhood), eq(pace.bedrooms, bedrooms)))
    .limit(1);
  return row ?? null;
}

/** Replaces the stored statistics on how fast homes go. There is at most one row for each neighbourhood and type. */
export async function replacePace(deps: Deps, rows: readonly (typeof pace.$inferSelect)[]): Promise<void> {
  // All rows are bound as one value, because D1 binds at most 100 values.
  const values = sql`SELECT value ->> 'neighbourhood', value ->> 'bedrooms', value ->> 'medianDays', value ->> 'known'
    FROM json_each(${JSON.stringify(rows)})`;
  await deps.db.batch([deps.db.delete(pace), deps.db.insert(pace).select(values)]);
}

/** Upper bound on the number of areas that have statistics. */
const AREAS_MAX = 200;
/** Maximum number of corrections shown for one area, newest first. */
const CORRECTIONS_MAX = 60;
/** Maximum number of benchmarks read: five years of months for each of six types. */
const BENCHMARKS_MAX = 360;
/** Maximum number of rows on how fast homes go: one for each type in each neighbourhood and in the City. */
const PACE_MAX = 1_200;

/** Returns the monthly statistics of an area, newest first (by primary key). */
export const monthsOf = (deps: Deps, area: string, limit = MARKET_MONTHS_SHOWN) =>
  deps.db.select().from(marketMonths).where(eq(marketMonths.area, area)).orderBy(desc(marketMonths.month)).limit(limit);

/** Returns the corrections of an area's monthly statistics, newest first (uses index market_corrections_month). */
export const correctionsOf = (deps: Deps, area: string) =>
  deps.db
    .select()
    .from(marketCorrections)
    .where(eq(marketCorrections.area, area))
    .orderBy(desc(marketCorrections.id))
    .limit(CORRECTIONS_MAX);

/** Returns the City's published benchmarks of all types, newest first (uses index market_benchmarks_in_force). */
export const cityBenchmarks = (deps: Deps) =>
  deps.db
    .select()
    .from(marketBenchmarks)
    .where(eq(marketBenchmarks.area, CITY))
    .orderBy(desc(marketBenchmarks.asOf))
    .limit(BENCHMARKS_MAX);

/** Returns the areas that have statistics. */
export async function areasWithMonths(deps: Deps): Promise<string[]> {
  const rows = await deps.db
    .selectDistinct({ area: marketMonths.area })
    .from(marketMonths)
    .orderBy(asc(marketMonths.area))
    .limit(AREAS_MAX);
  return rows.map(({ area }) => area);
}

/** Returns the City's statistics of the newest month (by primary key). Returns null if there are none yet. */
export async function newestMonth(deps: Deps): Promise<{ month: string; isClosed: boolean } | null> {
  const [row] = await monthsOf(deps, CITY, 1);
  return row ? { month: row.month, isClosed: row.closedAt !== null } : null;
}

/** Returns the areas that have statistics for a month that is not closed, with the statistics. */
export const openMonth = (deps: Deps, month: string) =>
  deps.db
    .select({ area: marketMonths.area, groups: marketMonths.groups })
    .from(marketMonths)
    .where(and(eq(marketMonths.month, month), isNull(marketMonths.closedAt)))
    .limit(AREAS_MAX);

/** Returns the areas that have statistics for a closed month, with the statistics. */
export const closedMonth = (deps: Deps, month: string) =>
  deps.db
    .select()
    .from(marketMonths)
    .where(and(eq(marketMonths.month, month), sql`${marketMonths.closedAt} IS NOT NULL`))
    .limit(AREAS_MAX);

/** Returns how fast homes go in every area. */
export const allPace = (deps: Deps) => deps.db.select().from(pace).limit(PACE_MAX);

export interface AreaGroups {
  area: string;
  groups: MarketGroup[];
}

/** Returns the statements that replace the statistics of an open month. They close the month if `closedAt` is given. */
export function writeMonth(deps: Deps, month: string, areas: readonly AreaGroups[], closedAt: Date | null) {
  const rows = areas.map(({ area, groups }) => ({ area, groups: JSON.stringify(groups) }));
  return [
    deps.db.delete(marketMonths).where(and(eq(marketMonths.month, month), isNull(marketMonths.closedAt))),
    // Values are in the order of the table's columns. A closed month is not changed.
    deps.db
      .insert(marketMonths)
      .select(
        sql`SELECT value ->> 'area', ${month}, value ->> 'groups', ${closedAt && closedAt.getTime()}
          FROM json_each(${JSON.stringify(rows)}) WHERE true`,
      )
      .onConflictDoNothing(),
  ] as const;
}

/**
 * Returns the statements that correct the statistics of areas for a closed month, after storing the published
 * statistics.
 */
export function correctMonth(
  deps: Deps,
  { month, reason, areas }: { month: string; reason: string; areas: readonly AreaGroups[] },
) {
  const rows = JSON.stringify(areas.map(({ area, groups }) => ({ area, groups: JSON.stringify(groups) })));
  const corrected = sql`(SELECT value ->> 'groups' FROM json_each(${rows}) WHERE value ->> 'area' = market_months.area)`;
  const isChanged = sql`month = ${month} AND closed_at IS NOT NULL AND groups <> ${corrected}`;
  const known = valueIf(hasRow(marketMonths, isChanged), month);
  return [
    deps.db
      .insert(marketCorrections)
      .select(
        sql`SELECT NULL, area, month, groups, ${reason}, ${deps.now().getTime()} FROM market_months WHERE ${isChanged}`,
      ),
    deps.db
      .update(marketMonths)
      .set({ groups: corrected })
      .where(sql`month = ${known} AND ${isChanged}`)
      .returning({ area: marketMonths.area }),
  ] as const;
}
