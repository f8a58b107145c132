import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Bedrooms } from "../../contracts/bedrooms.ts";
import type { Deps } from "../../platform/deps.ts";
import { keptQuery } from "../../platform/kept-query.ts";
import { marketBenchmarks, ownMedians } from "./market.table.ts";

/** A benchmark as stored. */
export type BenchmarkRow = typeof marketBenchmarks.$inferSelect;
/** What a moderator may change of one. */
export type BenchmarkFigures = Pick<BenchmarkRow, "rentCents" | "kind" | "source" | "isEstimate" | "method">;

/** The benchmarks of a type, newest month first (index market_benchmarks_in_force); the first is in force. */
export async function benchmarksOf(deps: Deps, bedrooms: Bedrooms, area: string, limit: number) {
  return deps.db
    .select()
    .from(marketBenchmarks)
    .where(and(eq(marketBenchmarks.bedrooms, bedrooms), eq(marketBenchmarks.area, area)))
    .orderBy(desc(marketBenchmarks.asOf))
    .limit(limit);
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

/** The statement that deletes a month, if it is as it was read and not the only one of its type. */
export function deleteBenchmark(deps: Deps, asRead: BenchmarkRow) {
  const hasOther = sql`EXISTS (SELECT 1 FROM market_benchmarks other WHERE other.bedrooms = ${asRead.bedrooms}
    AND other.area = ${asRead.area} AND other.as_of <> ${asRead.asOf})`;
  return deps.db
    .delete(marketBenchmarks)
    .where(and(isAsRead(asRead), hasOther))
    .returning();
}

const medianOf = keptQuery((db) =>
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
