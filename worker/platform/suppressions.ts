import { eq } from "drizzle-orm";
import type { SuppressionReason } from "../contracts/subscribers.ts";
import type { Deps } from "./deps.ts";
import { mailSuppressions } from "./tables.ts";

/** How an address is remembered where the address itself must not be. */
export const addressHashOf = (deps: Deps, email: string) => deps.tokens.keyedHash("address", email.toLowerCase());

/** Whether an address gets no mail any more, and why (primary key); null for one that may be written to. */
export async function suppressionOf(deps: Deps, email: string) {
  const addressHash = await addressHashOf(deps, email);
  const [row] = await deps.db
    .select()
    .from(mailSuppressions)
    .where(eq(mailSuppressions.addressHash, addressHash))
    .limit(1);
  return row ?? null;
}

/** Puts an address on the list of those that get no mail; the first reason stays. */
export async function storeSuppression(deps: Deps, email: string, reason: SuppressionReason): Promise<void> {
  const addressHash = await addressHashOf(deps, email);
  await deps.db.insert(mailSuppressions).values({ addressHash, reason, at: deps.now() }).onConflictDoNothing();
}
