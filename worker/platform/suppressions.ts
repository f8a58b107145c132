import { and, eq, type SQL, sql, type SQLWrapper } from "drizzle-orm";
import type { SuppressionReason } from "../contracts/subscribers.ts";
import type { Deps } from "./deps.ts";
import { mailSuppressions } from "./tables.ts";

/** The keyed hash stored instead of an address. */
export const addressHashOf = (deps: Deps, email: string) => deps.tokens.addressHash(email.toLowerCase());

/** Why an address is suppressed, one row a reason (primary key); empty for one that may get mail. */
export async function suppressionsOf(deps: Deps, addressHash: string) {
  return deps.db.select().from(mailSuppressions).where(eq(mailSuppressions.addressHash, addressHash)).limit(10);
}

/** One reason why an address is suppressed, or null. */
export async function suppressionOf(deps: Deps, email: string) {
  const [row] = await suppressionsOf(deps, await addressHashOf(deps, email));
  return row ?? null;
}

/** The suppressed addresses among some, by their hashes (primary key), in one query. */
export async function suppressedAmong(deps: Deps, addressHashes: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await deps.db
    .select({ addressHash: mailSuppressions.addressHash })
    .from(mailSuppressions)
    .where(sql`${mailSuppressions.addressHash} IN (SELECT value FROM json_each(${JSON.stringify(addressHashes)}))`);
  return new Set(rows.map(({ addressHash }) => addressHash));
}

/**
 * SQL condition that the address of a row is suppressed.
 * @param addressHash the column of its hash
 */
export const isSuppressed = (addressHash: SQL | SQLWrapper) =>
  sql`EXISTS (SELECT 1 FROM mail_suppressions WHERE mail_suppressions.address_hash = ${addressHash})`;

/** Suppresses an address; each reason is stored once. */
export async function storeSuppression(deps: Deps, addressHash: string, reason: SuppressionReason): Promise<void> {
  await deps.db.insert(mailSuppressions).values({ addressHash, reason, at: deps.now() }).onConflictDoNothing();
}

/** The statement that withdraws an address's opt-out. Bounces and complaints keep it suppressed. */
export function liftOptOut(deps: Deps, addressHash: string) {
  return deps.db
    .delete(mailSuppressions)
    .where(and(eq(mailSuppressions.addressHash, addressHash), eq(mailSuppressions.reason, "never")));
}

/** Rows hashed in one batch, and batches a run. */
const BATCH = 500;
const ROUNDS = 4;

/** A row stored before addresses were hashed, with its hash. */
export interface MissingHash {
  id: number;
  addressHash: string;
}

/**
 * Backfills the keyed address hashes of rows older than migration 0021, which SQL cannot compute: 2,000 a run.
 * @param missing finds up to `limit` rows without a hash
 * @param fill stores their hashes and updates dependent rows
 */
export async function backfillHashes(
  deps: Deps,
  missing: (deps: Deps, limit: number) => Promise<{ id: number; emailKey: string }[]>,
  fill: (deps: Deps, hashes: readonly MissingHash[]) => Promise<unknown>,
): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const rows = await missing(deps, BATCH);
    if (rows.length === 0) return;
    await fill(
      deps,
      await Promise.all(
        rows.map(async ({ id, emailKey }) => ({ id, addressHash: await addressHashOf(deps, emailKey) })),
      ),
    );
    if (rows.length < BATCH) return;
  }
}

/** The hashes as a SQL row set, bound as one JSON parameter, with their ids. */
export function hashRows(hashes: readonly MissingHash[]) {
  const rows = sql`json_each(${JSON.stringify(hashes)}) AS hash_rows`;
  const value = sql.raw("json_extract(hash_rows.value, '$.addressHash')");
  const id = sql.raw("json_extract(hash_rows.value, '$.id')");
  return { rows, value, id, ids: sql`(SELECT ${id} FROM ${rows})` };
}
