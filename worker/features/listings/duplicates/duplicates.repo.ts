import { and, desc, eq, ne, type SQL } from "drizzle-orm";
import type { Deps } from "../../../platform/deps.ts";
import { isNotDeleted } from "../listing/listings.repo.ts";
import { type Listing, listings } from "../listing/listings.table.ts";

const isOther = (exceptId: number | null) => (exceptId === null ? undefined : ne(listings.id, exceptId));

/**
 * Returns other listings at an address, newest first, at most 50. Leaves out deleted listings (uses index
 * listings_address_key).
 */
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

/** Returns listings at other addresses with the same value in a column, newest first. Leaves out deleted listings. */
async function listingsElsewhere(
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

/** Returns listings at other addresses with the same text, newest first, at most 5 (uses index listings_text_key). */
export const listingsWithText = async (
  deps: Deps,
  { addressKey, textKey }: Pick<Listing, "addressKey" | "textKey">,
  exceptId: number | null,
) =>
  textKey === null
    ? []
    : listingsElsewhere(deps, { isSame: eq(listings.textKey, textKey), addressKey, exceptId, limit: 5 });

/**
 * Returns the ids of listings at other addresses with the same phone number, newest first, at most 3 (uses index
 * listings_phone_key).
 */
export const samePhoneElsewhere = async (
  deps: Deps,
  { addressKey, phoneKey }: Pick<Listing, "addressKey" | "phoneKey">,
  exceptId: number | null,
) =>
  phoneKey === null
    ? []
    : (await listingsElsewhere(deps, { isSame: eq(listings.phoneKey, phoneKey), addressKey, exceptId, limit: 3 })).map(
        ({ id }) => id,
      );
