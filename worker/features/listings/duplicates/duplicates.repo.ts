import { and, asc, desc, eq, gt, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { Deps } from "../../../platform/deps.ts";
import { isNotDeleted } from "../listing/listings.repo.ts";
import { type Listing, listings } from "../listing/listings.table.ts";

const isOther = (exceptId: number | null) => (exceptId === null ? undefined : ne(listings.id, exceptId));

/** Other undeleted listings at an address, newest first, at most 50 (index listings_address_key). */
export async function listingsAtAddress(
  deps: Deps,
  { addressKey }: Pick<Listing, "addressKey">,
  exceptId: number | null,
) {
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

/** Ids of other undeleted listings at other addresses with a value, newest first. */
async function idsElsewhere(
  deps: Deps,
  { isSame, addressKey, exceptId, limit }: { isSame: SQL; addressKey: string; exceptId: number | null; limit: number },
): Promise<number[]> {
  const rows = await deps.db
    .select({ id: listings.id })
    .from(listings)
    .where(and(isSame, ne(listings.addressKey, addressKey), isNotDeleted, isOther(exceptId)))
    .orderBy(desc(listings.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Ids of other listings with the same text at other addresses, newest first, at most 5 (index listings_text_key). */
export const listingsWithText = async (
  deps: Deps,
  { addressKey, textKey }: Pick<Listing, "addressKey" | "textKey">,
  exceptId: number | null,
) =>
  textKey === null ? [] : idsElsewhere(deps, { isSame: eq(listings.textKey, textKey), addressKey, exceptId, limit: 5 });

/** Ids of other listings with the same phone at other addresses, newest first, at most 3 (index listings_phone_key). */
export const samePhoneElsewhere = async (
  deps: Deps,
  { addressKey, phoneKey }: Pick<Listing, "addressKey" | "phoneKey">,
  exceptId: number | null,
) =>
  phoneKey === null
    ? []
    : idsElsewhere(deps, { isSame: eq(listings.phoneKey, phoneKey), addressKey, exceptId, limit: 3 });

/**
 * Listings after an id, including deleted ones, oldest first (primary key), with their text if it has no fingerprint
 * yet.
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

/** The statement that stores a text's fingerprint if the text is unchanged. It does not count as a change. */
export const writeTextKey = (deps: Deps, { id, text, textKey }: { id: number; text: string; textKey: string }) =>
  deps.db
    .update(listings)
    .set({ textKey })
    .where(and(eq(listings.id, id), isNull(listings.textKey), eq(listings.additionalInfo, text)));
