import { eq } from "drizzle-orm";
import type { Deps } from "./deps.ts";
import { counters } from "./tables.ts";

/** A total that triggers keep. One row. */
export async function readCounter(deps: Deps, key: string): Promise<number> {
  const [row] = await deps.db.select({ value: counters.value }).from(counters).where(eq(counters.key, key)).limit(1);
  return row?.value ?? 0;
}
