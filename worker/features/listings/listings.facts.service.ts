import type { AddressPrecision, ReviewNote } from "../../contracts/listings.ts";
import { parseRentCents } from "../../contracts/rents.ts";
import type { Deps } from "../../platform/deps.ts";
import { compareWithMarket } from "../market/market.service.ts";
import { addressKey, municipalityOfAddress, unitKey } from "./address-key.ts";
import { phoneKeyOf } from "./phone-key.ts";
import { listingById, neighboursOf, samePhoneElsewhere, updateReviewNotes } from "./listings.repo.ts";
import type { Listing } from "./listings.table.ts";
import { reviewNotesFor } from "./review-notes.ts";
import { precisionOf } from "./shown-address.ts";

/** Duplicates that are named. */
const NAMED = 5;

/**
 * What follows from a unit's key facts: its place, its rent in cents, its standing to the market, what to look at.
 * @param id the listing's own, so that it is no duplicate of itself; null for a new one
 */
export async function deriveFacts(
  deps: Deps,
  unit: Pick<Listing, "address" | "rent" | "bedrooms" | "unit" | "phone"> & {
    addressPrecision?: AddressPrecision | undefined;
    landlordName?: string | null | undefined;
    additionalInfo?: string | null | undefined;
  },
  id: number | null,
) {
  const rentCents = parseRentCents(unit.rent);
  const municipality = municipalityOfAddress(unit.address);
  const key = addressKey(unit.address);
  const phoneKey = unit.phone === null ? null : phoneKeyOf(unit.phone);
  const ownUnit = unitKey(unit);
  const [comparison, neighbours, samePhone] = await Promise.all([
    compareWithMarket(deps, { bedrooms: unit.bedrooms, municipality, rentCents }),
    neighboursOf(deps, { addressKey: key }, id),
    samePhoneElsewhere(deps, { addressKey: key, phoneKey }, id),
  ]);
  // Where a unit is not named, only the type tells the homes of a house apart.
  const isTwin = (other: (typeof neighbours)[number]) => {
    const otherUnit = unitKey(other);
    return ownUnit === null || otherUnit === null ? other.bedrooms === unit.bedrooms : otherUnit === ownUnit;
  };
  const duplicateOf = neighbours
    .filter(isTwin)
    .slice(0, NAMED)
    .map((other) => other.id);
  const reviewNotes = reviewNotesFor({ ...unit, ...comparison, rentCents, municipality, duplicateOf, samePhone });
  const { belowMarketPercent: comparedPercent } = comparison;
  const addressPrecision = precisionOf(unit.address, unit.addressPrecision);
  return {
    rentCents,
    municipality,
    addressPrecision,
    addressKey: key,
    phoneKey,
    ...comparison,
    comparedPercent,
    reviewNotes,
  };
}

/** Tells moderators that nobody knows where the intersection is that a listing names, or takes the note away. */
export async function noteCorner(deps: Deps, id: number, isUnplaced: boolean): Promise<void> {
  const listing = await listingById(deps, id);
  if (!listing || isUnplaced === listing.reviewNotes.some(isOfCorner)) return;
  const notes = listing.reviewNotes.filter((note) => !isOfCorner(note));
  // A change since has had it looked up again.
  await updateReviewNotes(deps, listing, isUnplaced ? [...notes, UNPLACED_CORNER] : notes);
}

const UNPLACED_CORNER: ReviewNote = {
  code: "corner_unplaced",
  text: "The intersection could not be placed: a pin shows renters what is around it.",
};
/** A note that stays until the place is looked up again. */
export const isOfCorner = ({ code }: ReviewNote) => code === UNPLACED_CORNER.code;
