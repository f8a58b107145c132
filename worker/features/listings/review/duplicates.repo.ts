import { and, asc, desc, eq, gt, isNull, ne, sql } from "drizzle-orm";
import type { Deps } from "../../../platform/deps.ts";
import { isNotDeleted } from "../core/listings.repo.ts";
import { type Listing, listings } from "../core/listings.table.ts";

const isOther = (exceptId: number | null) => (exceptId === null ? undefined : ne(listings.id, exceptId));

/** Other listings at the same address that are not deleted, newest first, at most 50 (index listings_address_key). */
export async function neighboursOf(deps: Deps, { addressKey }: Pick<Listing, "addressKey">, exceptId: number | null) {
  return deps.db
    .select({
      id: listings.id,
      address: listings.address,
      unit: listings.unit,
      bedrooms: listings.bedrooms,
      rentCents: listings.rentCents,
      textKey: listings.textKey,
    })
    .from(listings)
    .where(and(eq(listings.addressKey, addressKey), isNotDeleted, isOther(exceptId)))
    .orderBy(desc(listings.id))
    .limit(50);
}

/** Ids of other listings at other addresses with the same text, newest first, at most 5 (index listings_text_key). */
export async function sameTextAs(
  deps: Deps,
  { addressKey, textKey }: Pick<Listing, "addressKey" | "textKey">,
  exceptId: number | null,
): Promise<number[]> {
  if (textKey === null) return [];
  const rows = await deps.db
    .select({ id: listings.id })
    .from(listings)
    .where(and(eq(listings.textKey, textKey), ne(listings.addressKey, addressKey), isNotDeleted, isOther(exceptId)))
    .orderBy(desc(listings.id))
    .limit(5);
  return rows.map(({ id }) => id);
}

/** Ids of other listings at other addresses with the same phone number, newest first, at most 3 (index listings_phone_key). */
export async function samePhoneElsewhere(
  deps: Deps,
  { addressKey, phoneKey }: Pick<Listing, "addressKey" | "phoneKey">,
  exceptId: number | null,
): Promise<number[]> {
  if (phoneKey === null) return [];
  const rows = await deps.db
    .select({ id: listings.id })
    .from(listings)
    .where(and(eq(listings.phoneKey, phoneKey), ne(listings.addressKey, addressKey), isNotDeleted, isOther(exceptId)))
    .orderBy(desc(listings.id))
    .limit(3);
  return rows.map(({ id }) => id);
}

/**
 * Listings after an id, deleted ones too, with the text of those that have no fingerprint of it, the oldest first, at most
 * `limit` (primary key).
 */
export const textsAfter = (deps: Deps, afterId: number, limit: number) =>
  deps.db
    .select({
      id: listings.id,
      text: sql<string | null>`iif(${listings.textKey} IS NULL, ${listings.additionalInfo}, NULL)`,
    })
    .from(listings)
    .where(gt(listings.id, afterId))
    .orderBy(asc(listings.id))
    .limit(limit);

/** The statement that writes the fingerprint of a text, while it is the listing's. It is no change of the listing. */
export const writeTextKey = (deps: Deps, { id, text, textKey }: { id: number; text: string; textKey: string }) =>
  deps.db
    .update(listings)
    .set({ textKey })
    .where(and(eq(listings.id, id), isNull(listings.textKey), eq(listings.additionalInfo, text)));
