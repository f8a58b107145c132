import { sql } from "drizzle-orm";
import type { Deps } from "./deps.ts";
import { addressHashOf } from "./suppressions.ts";

/** Rows that are given the hashes of their addresses together, and how often a run does that. */
const BATCH = 500;
const ROUNDS = 4;

/** A row that was stored before addresses had hashes, and the hash it lacks. */
export interface MissingHash {
  id: number;
  addressHash: string;
}

/**
 * Gives rows that were stored before migration 0021 the keyed hashes of their addresses, which SQL cannot compute: 2,000 a
 * run, until none is left.
 * @param missing finds up to `limit` rows without a hash
 * @param fill stores the hashes of some, and what follows from them
 */
export async function fillHashes(
  deps: Deps,
  missing: (limit: number) => Promise<{ id: number; emailKey: string }[]>,
  fill: (hashes: readonly MissingHash[]) => Promise<unknown>,
): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const rows = await missing(BATCH);
    if (rows.length === 0) return;
    await fill(
      await Promise.all(
        rows.map(async ({ id, emailKey }) => ({ id, addressHash: await addressHashOf(deps, emailKey) })),
      ),
    );
    if (rows.length < BATCH) return;
  }
}

/** Hashes as rows of `told`, one bound value for all, and the ids among them. */
export function toldHashes(hashes: readonly MissingHash[]) {
  const told = sql`json_each(${JSON.stringify(hashes)}) AS told`;
  const value = sql.raw("json_extract(told.value, '$.addressHash')");
  const id = sql.raw("json_extract(told.value, '$.id')");
  return { told, value, id, ids: sql`(SELECT ${id} FROM ${told})` };
}
