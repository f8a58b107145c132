import { and, desc, eq } from "drizzle-orm";
import type { Bedrooms } from "../../contracts/bedrooms.ts";
import type { Deps } from "../../platform/deps.ts";
import { marketBenchmarks } from "./market.table.ts";

/** The benchmark in force of a type: the newest month (index market_benchmarks_in_force). */
export async function benchmarkInForce(deps: Deps, bedrooms: Bedrooms, area: string) {
  const [row] = await deps.db
    .select()
    .from(marketBenchmarks)
    .where(and(eq(marketBenchmarks.bedrooms, bedrooms), eq(marketBenchmarks.area, area)))
    .orderBy(desc(marketBenchmarks.asOf))
    .limit(1);
  return row ?? null;
}
