import { eq, sql } from "drizzle-orm";
import type { Deps } from "./deps.ts";
import { preparedQuery } from "./prepared-query.ts";
import { counters } from "./tables.ts";

const byKey = preparedQuery((db) =>
  db
    .select({ value: counters.value })
    .from(counters)
    .where(eq(counters.key, sql.placeholder("key")))
    .limit(1)
    .prepare(),
);

/** A total that triggers keep. One row. */
export async function readCounter(deps: Deps, key: string): Promise<number> {
  const row = await byKey(deps).get({ key });
  return row?.value ?? 0;
}
