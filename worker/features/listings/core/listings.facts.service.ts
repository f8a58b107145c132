import type { HomeType } from "../../../contracts/home-types.ts";
import type { AddressPrecision, ReviewNote } from "../../../contracts/listings.ts";
import { parseRentCents } from "../../../contracts/rents.ts";
import type { Deps } from "../../../platform/deps.ts";
import { compareWithMarket } from "../../market/market.service.ts";
import { addressKey, municipalityOfAddress, phoneKeyOf } from "./comparison-keys.ts";
import { lettersKeyOf } from "./text-key.ts";
import { saidElsewhere } from "./elsewhere-rules.ts";
import { duplicateNotes } from "../review/duplicates.service.ts";
import { searchTextOf } from "../search/listing-words.ts";
import { samePhoneElsewhere } from "../review/duplicates.repo.ts";
import { listingById, updateReviewNotes } from "./listings.repo.ts";
import type { Listing } from "./listings.table.ts";
import { publicPercent } from "./public-percent.ts";
import { reviewNotesFor } from "../review/review-notes.ts";
import { precisionOf, shownOf } from "./shown-address.ts";

export { forgetPlaceIfChanged } from "./listings.repo.ts";

/**
 * What follows from a unit's key facts: its place, its rent in cents, its standing to the market, what to look at.
 * @param id the listing's own, so that it is no duplicate of itself; null for a new one
 */
export async function deriveFacts(
  deps: Deps,
  unit: Pick<Listing, "address" | "rent" | "bedrooms" | "unit" | "phone"> & {
    homeType?: HomeType | null | undefined;
    confirmedAt?: Date | null | undefined;
    addressPrecision?: AddressPrecision | undefined;
    landlordName?: string | null | undefined;
    additionalInfo?: string | null | undefined;
    pets?: Listing["pets"] | undefined;
  },
  id: number | null,
) {
  const rentCents = parseRentCents(unit.rent);
  const elsewhere = saidElsewhere(unit.additionalInfo);
  const municipality = elsewhere === null ? municipalityOfAddress(unit.address) : "";
  const key = addressKey(unit.address);
  const phoneKey = unit.phone === null ? null : phoneKeyOf(unit.phone);
  const textKey = await lettersKeyOf(unit.additionalInfo);
  const [comparison, duplicates, samePhone] = await Promise.all([
    compareWithMarket(deps, {
      bedrooms: unit.bedrooms,
      homeType: unit.homeType ?? null,
      municipality: municipality || null,
      rentCents,
    }),
    duplicateNotes(deps, { ...unit, addressKey: key, rentCents, textKey }, id),
    samePhoneElsewhere(deps, { addressKey: key, phoneKey }, id),
  ]);
  const { comparedPercent } = comparison;
  const addressPrecision = precisionOf(unit.address, unit.addressPrecision);
  const reviewNotes = [
    ...reviewNotesFor({
      ...unit,
      ...comparison,
      belowMarketPercent: comparedPercent,
      rentCents,
      municipality,
      elsewhere,
      duplicates,
      samePhone,
    }),
    ...numberNotes({ ...unit, addressPrecision }),
  ];
  const belowMarketPercent = publicPercent({ comparedPercent, confirmedAt: unit.confirmedAt ?? null, reviewNotes });
  return {
    rentCents,
    municipality,
    addressPrecision,
    addressKey: key,
    phoneKey,
    textKey,
    ...comparison,
    belowMarketPercent,
    reviewNotes,
    searchText: searchTextOf({ ...unit, addressPrecision }),
  };
}

/** Tells moderators where a text holds what may be the number of the house that renters are not to read. */
function numberNotes(
  unit: Pick<Listing, "address" | "addressPrecision"> & { additionalInfo?: string | null | undefined },
): ReviewNote[] {
  const quote = shownOf(unit).left(unit.additionalInfo);
  const text = "The text may still tell the house number, which renters are not to read.";
  return quote === null ? [] : [{ code: "number_in_text", text, quotes: [quote] }];
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
