import { and, eq, type SQL, sql, type SQLWrapper } from "drizzle-orm";
import type { SuppressionReason } from "../contracts/subscribers.ts";
import type { Deps } from "./deps.ts";
import { mailSuppressions } from "./tables.ts";

/** How an address is remembered where the address itself must not be. */
export const addressHashOf = (deps: Deps, email: string) => deps.tokens.addressHash(email.toLowerCase());

/** Why an address gets no mail any more (primary key), one reason a row; none for one that may be written to. */
export async function suppressionsOf(deps: Deps, addressHash: string) {
  return deps.db.select().from(mailSuppressions).where(eq(mailSuppressions.addressHash, addressHash)).limit(10);
}

/** A reason why an address gets no mail any more; null for one that may be written to. */
export async function suppressionOf(deps: Deps, email: string) {
  const [row] = await suppressionsOf(deps, await addressHashOf(deps, email));
  return row ?? null;
}

/** Which of some addresses, as their hashes, get no mail any more (primary key), in one query. */
export async function suppressedAmong(deps: Deps, addressHashes: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await deps.db
    .select({ addressHash: mailSuppressions.addressHash })
    .from(mailSuppressions)
    .where(sql`${mailSuppressions.addressHash} IN (SELECT value FROM json_each(${JSON.stringify(addressHashes)}))`);
  return new Set(rows.map(({ addressHash }) => addressHash));
}

/** Whether the address of a row is on the list of those that get no mail. @param addressHash its column */
export const isSilenced = (addressHash: SQL | SQLWrapper) =>
  sql`EXISTS (SELECT 1 FROM mail_suppressions WHERE mail_suppressions.address_hash = ${addressHash})`;

/** Puts an address on the list of those that get no mail; a reason is stored once. */
export async function storeSuppression(deps: Deps, addressHash: string, reason: SuppressionReason): Promise<void> {
  await deps.db.insert(mailSuppressions).values({ addressHash, reason, at: deps.now() }).onConflictDoNothing();
}

/** The statement that takes back that an address wants no mail. It stays on the list where it bounced or complained. */
export function liftNever(deps: Deps, addressHash: string) {
  return deps.db
    .delete(mailSuppressions)
    .where(and(eq(mailSuppressions.addressHash, addressHash), eq(mailSuppressions.reason, "never")));
}
