import { and, desc, eq, gte, inArray, isNull, sql } from "drizzle-orm";
import type { Bedrooms } from "../../contracts/bedrooms.ts";
import { CITY } from "../../contracts/market-areas.ts";
import type { Deps } from "../../platform/deps.ts";
import { preparedQuery } from "../../platform/database.ts";
import { type BenchmarkRow, marketBenchmarks, ownMedians, ownRents, type OwnRentsRow } from "./market.table.ts";

/** Figures of a type that are read at most at once, of all areas. */
const FIGURES = 2_000;

/** What a moderator may change of one. */
export type BenchmarkFigures = Pick<BenchmarkRow, "rentCents" | "kind" | "source" | "isEstimate" | "method">;

/** Every figure of a type, newest month first (index market_benchmarks_in_force): a few dozen areas, at most 60 months. */
export async function allBenchmarksOf(deps: Deps, bedrooms: Bedrooms) {
  return deps.db
    .select()
    .from(marketBenchmarks)
    .where(eq(marketBenchmarks.bedrooms, bedrooms))
    .orderBy(desc(marketBenchmarks.asOf))
    .limit(FIGURES);
}

/** The benchmarks of a type in an area, newest month first (index market_benchmarks_in_force); the first is in force. */
export async function benchmarksOf(deps: Deps, bedrooms: Bedrooms, area: string, limit: number) {
  return deps.db
    .select()
    .from(marketBenchmarks)
    .where(and(eq(marketBenchmarks.bedrooms, bedrooms), eq(marketBenchmarks.area, area)))
    .orderBy(desc(marketBenchmarks.asOf))
    .limit(limit);
}

/**
 * The benchmarks of a type in some areas from a month on, newest first (index market_benchmarks_in_force, a range for
 * each area). @param areas at most 90
 */
export async function recentBenchmarks(deps: Deps, bedrooms: Bedrooms, areas: readonly string[], fromMonth: string) {
  return deps.db
    .select()
    .from(marketBenchmarks)
    .where(
      and(
        eq(marketBenchmarks.bedrooms, bedrooms),
        inArray(marketBenchmarks.area, [...areas]),
        gte(marketBenchmarks.asOf, fromMonth),
      ),
    )
    .orderBy(desc(marketBenchmarks.asOf))
    .limit(FIGURES);
}

/** What own listings of a type ask, by kind and area (primary key): as many rows as there are municipalities, at most. */
export async function ownRentsOf(deps: Deps, bedrooms: Bedrooms): Promise<OwnRentsRow[]> {
  return deps.db.select().from(ownRents).where(eq(ownRents.bedrooms, bedrooms)).limit(FIGURES);
}

/** The statements that put the figures of a type in place of those that are stored. */
export function replaceOwnRents(deps: Deps, bedrooms: Bedrooms, rows: readonly OwnRentsRow[]) {
  const values = JSON.stringify(rows.map((row) => ({ ...row, computedAt: row.computedAt.getTime() })));
  return [
    deps.db.delete(ownRents).where(eq(ownRents.bedrooms, bedrooms)),
    // In the order of the table's columns.
    deps.db.insert(ownRents).select(
      sql`SELECT json_extract(value, '$.bedrooms'), json_extract(value, '$.kind'), json_extract(value, '$.area'),
        json_extract(value, '$.medianCents'), json_extract(value, '$.listings'), json_extract(value, '$.firstDay'),
        json_extract(value, '$.lastDay'), json_extract(value, '$.computedAt') FROM json_each(${values})`,
    ),
  ] as const;
}

/** A benchmark by primary key, or null. */
export async function benchmarkById(deps: Deps, id: number): Promise<BenchmarkRow | null> {
  const [row] = await deps.db.select().from(marketBenchmarks).where(eq(marketBenchmarks.id, id)).limit(1);
  return row ?? null;
}

/** The benchmark of a type for a month (index market_benchmarks_in_force), or null. */
export async function benchmarkOfMonth(
  deps: Deps,
  bedrooms: Bedrooms,
  area: string,
  asOf: string,
): Promise<BenchmarkRow | null> {
  const [row] = await deps.db
    .select()
    .from(marketBenchmarks)
    .where(
      and(eq(marketBenchmarks.bedrooms, bedrooms), eq(marketBenchmarks.area, area), eq(marketBenchmarks.asOf, asOf)),
    )
    .limit(1);
  return row ?? null;
}

/** The statement that adds a month. It changes nothing when the month is there meanwhile. */
export function insertBenchmark(deps: Deps, values: Omit<BenchmarkRow, "id" | "createdAt">) {
  return deps.db
    .insert(marketBenchmarks)
    .values({ ...values, createdAt: deps.now() })
    .onConflictDoNothing()
    .returning();
}

/** The statement that adds or corrects many months at once; its values must fit into a bound value, 2 MB. */
export function writeBenchmarks(deps: Deps, rows: readonly Omit<BenchmarkRow, "id" | "createdAt">[]) {
  const value = (name: string) => sql.raw(`json_extract(figure.value, '$.${name}')`);
  const excluded = (name: string) => sql.raw(`excluded.${name}`);
  // In the order of the table's columns; the id is SQLite's to choose. "WHERE true" tells the conflict clause from a join.
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

const isAsRead = (row: BenchmarkRow) =>
  and(
    eq(marketBenchmarks.id, row.id),
    eq(marketBenchmarks.rentCents, row.rentCents),
    eq(marketBenchmarks.kind, row.kind),
    eq(marketBenchmarks.source, row.source),
    eq(marketBenchmarks.isEstimate, row.isEstimate),
    row.method === null ? isNull(marketBenchmarks.method) : eq(marketBenchmarks.method, row.method),
  );

/** The statement that corrects a month. It changes nothing when somebody else changed it since it was read. */
export function updateBenchmark(deps: Deps, asRead: BenchmarkRow, figures: BenchmarkFigures) {
  return deps.db.update(marketBenchmarks).set(figures).where(isAsRead(asRead)).returning();
}

/** The statement that notes when a figure was checked, if that was never done and it is as it was read. */
export function checkBenchmark(deps: Deps, asRead: BenchmarkRow, checkedOn: string) {
  return deps.db
    .update(marketBenchmarks)
    .set({ checkedOn })
    .where(and(isAsRead(asRead), isNull(marketBenchmarks.checkedOn)))
    .returning();
}

/** The statement that deletes a month, if it is as it was read and not the City's only one of its type. */
export function deleteBenchmark(deps: Deps, asRead: BenchmarkRow) {
  const isNeeded = sql`${asRead.area} = ${CITY} AND NOT EXISTS (SELECT 1 FROM market_benchmarks other WHERE other.bedrooms = ${asRead.bedrooms}
    AND other.area = ${asRead.area} AND other.as_of <> ${asRead.asOf})`;
  return deps.db
    .delete(marketBenchmarks)
    .where(and(isAsRead(asRead), sql`NOT (${isNeeded})`))
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

/** The own median of a type by primary key, or null. */
export async function ownMedian(deps: Deps, bedrooms: Bedrooms) {
  return (await medianOf(deps).get({ bedrooms })) ?? null;
}

/** Notes the own median of a type. */
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

/** Forgets the own median of a type. */
export async function deleteOwnMedian(deps: Deps, bedrooms: Bedrooms): Promise<void> {
  await deps.db.delete(ownMedians).where(eq(ownMedians.bedrooms, bedrooms));
}
