import { and, desc, eq, sql } from "drizzle-orm";
import { type AttributeKey, eachAttribute } from "../../../contracts/attributes.ts";
import type { Deps } from "../../../platform/deps.ts";
import { type Listing, listings, UNKNOWN_PLACE } from "./listings.table.ts";

/** Every listing posted with a mail address, deleted ones too, newest first (index listings_email). */
export async function everyListingOfEmail(deps: Deps, email: string, limit: number): Promise<Listing[]> {
  return deps.db
    .select()
    .from(listings)
    .where(sql`lower(${listings.email}) = ${email.toLowerCase()}`)
    .orderBy(desc(listings.id))
    .limit(limit);
}

/** The statement that leaves nothing of a deleted listing but that it was there. */
export function blankListing(deps: Deps, id: number) {
  return deps.db
    .update(listings)
    .set({
      email: "",
      phone: null,
      phoneKey: null,
      textKey: null,
      landlordName: null,
      unit: null,
      additionalInfo: null,
      searchText: null,
      address: "erased",
      addressKey: `erased:${id}`,
      municipality: "",
      rent: "",
      rentCents: null,
      moveInDate: "",
      ...UNKNOWN_PLACE,
      yearBuilt: null,
      ...eachAttribute<Record<AttributeKey, null>>(() => null),
      comparedPercent: null,
      belowMarketPercent: null,
      marketRentCents: null,
      rejectionReason: null,
      reviewNotes: [],
      approvedValues: null,
      photos: [],
      // Final, so that no moderator brings it back.
      deletedBy: "owner",
    })
    .where(and(eq(listings.id, id), sql`${listings.status} = 'deleted'`));
}
