import { and, desc, eq, ne, type SQL } from "drizzle-orm";
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

/** Returns other undeleted listings at other addresses with the same value, newest first. */
async function elsewhere(
  deps: Deps,
  { isSame, addressKey, exceptId, limit }: { isSame: SQL; addressKey: string; exceptId: number | null; limit: number },
) {
  return deps.db
    .select({ id: listings.id, bedrooms: listings.bedrooms, rentCents: listings.rentCents })
    .from(listings)
    .where(and(isSame, ne(listings.addressKey, addressKey), isNotDeleted, isOther(exceptId)))
    .orderBy(desc(listings.id))
    .limit(limit);
}

/** Other listings with the same text at other addresses, newest first, at most 5 (index listings_text_key). */
export const listingsWithText = async (
  deps: Deps,
  { addressKey, textKey }: Pick<Listing, "addressKey" | "textKey">,
  exceptId: number | null,
) =>
  textKey === null ? [] : elsewhere(deps, { isSame: eq(listings.textKey, textKey), addressKey, exceptId, limit: 5 });

/** Ids of other listings with the same phone at other addresses, newest first, at most 3 (index listings_phone_key). */
export const samePhoneElsewhere = async (
  deps: Deps,
  { addressKey, phoneKey }: Pick<Listing, "addressKey" | "phoneKey">,
  exceptId: number | null,
) =>
  phoneKey === null
    ? []
    : (await elsewhere(deps, { isSame: eq(listings.phoneKey, phoneKey), addressKey, exceptId, limit: 3 })).map(
        ({ id }) => id,
      );
