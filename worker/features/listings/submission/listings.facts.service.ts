import { saysKind } from "../../../contracts/kind-signals.ts";
import { storedHomeType } from "../../../contracts/bedrooms.ts";
import type { StatedFields } from "../../../contracts/listing-fields.ts";
import type { RentComparison, ReviewNote } from "../../../contracts/listings.ts";
import type { RentQuery } from "../../../contracts/listings.schemas.ts";
import { areaOf } from "../../../contracts/address-check.ts";
import { municipalityOfAddress } from "../../../contracts/parse-address.ts";
import { parseRentCents, readRent } from "../../../contracts/read-rent.ts";
import { municipalityAgainstName, withTown, precisionOf, publicTextsOf } from "../../../address/index.ts";
import type { Deps } from "../../../platform/deps.ts";
import { torontoDay } from "../../../platform/toronto-time.ts";
import { compareWithMarket } from "../../market/market.service.ts";
import { phoneKeyOf } from "../../../contracts/phones.ts";
import { addressKey } from "../listing/comparison-keys.ts";
import { otherTownIn } from "../signals/other-town-rules.ts";
import { copiedTextNotes } from "../duplicates/copied-text.service.ts";
import { duplicateNotes, letterFingerprint } from "../duplicates/duplicates.service.ts";
import { searchTextOf } from "../search/listing-words.ts";
import { changeNotes } from "../listing/rent-history.ts";
import { formerListingNotes } from "../history/history.service.ts";
import { samePhoneElsewhere } from "../duplicates/duplicates.repo.ts";
import { listingById, updateReviewNotes } from "../listing/listings.repo.ts";
import type { Listing } from "../listing/listings.table.ts";
import { awaitsConfirmation, publicPercent } from "../listing/public-percent.ts";
import { rentNotes, reviewNotesFor } from "../signals/review-notes.ts";
import { toComparison } from "../views/listings.mappers.ts";

export { deletePlace } from "../listing/listings.repo.ts";

type Needed = "address" | "rent" | "bedrooms" | "unit" | "phone" | "email";
/** A listing, or a submission with fields that are not stored yet. */
type Stated = Pick<Listing, Needed> & {
  [Key in Exclude<keyof StatedFields, Needed> | "confirmedAt" | "rentHistory"]?: Listing[Key] | undefined;
};

/**
 * Derives a listing's location keys, rent in cents, market comparison and review notes.
 * @param id id of the listing, so that it does not count as its own duplicate; null for a new listing
 */
export async function deriveFacts(deps: Deps, unit: Stated, id: number | null) {
  const rentCents = parseRentCents(unit.rent);
  const elsewhere = otherTownIn(unit.additionalInfo);
  const byCode = await municipalityAgainstName(deps, unit.address);
  const stated = byCode ?? municipalityOfAddress(withTown(unit.address, unit.addressRest));
  const municipality = elsewhere === null ? stated : "";
  const key = addressKey(unit.address);
  const phoneKey = unit.phone === null ? null : phoneKeyOf(unit.phone);
  const textKey = await letterFingerprint(unit.additionalInfo);
  const [comparison, duplicates, copied, samePhone, former] = await Promise.all([
    compareWithMarket(deps, {
      bedrooms: unit.bedrooms,
      homeType: unit.homeType ?? null,
      municipality: municipality || null,
      rentCents,
    }),
    duplicateNotes(deps, { ...unit, addressKey: key, rentCents, textKey }, id),
    copiedTextNotes(deps, { ...unit, addressKey: key, phoneKey }, id),
    samePhoneElsewhere(deps, { addressKey: key, phoneKey }, id),
    formerListingNotes(deps, { ...unit, addressKey: key }, id),
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
      duplicates: [...duplicates, ...copied],
      samePhone,
    }),
    ...changeNotes(unit.rentHistory ?? [], rentCents),
    ...former,
    ...numberNotes({ ...unit, addressPrecision }),
    ...codeNotes(unit.address, byCode),
  ];
  const evidence = { reviewNotes, saysKind: saysKind(unit) };
  const belowMarketPercent = publicPercent({
    ...evidence,
    comparedPercent,
    confirmedAt: unit.confirmedAt ?? null,
    homeType: unit.homeType ?? null,
  });
  return {
    rentCents,
    municipality,
    addressPrecision,
    addressKey: key,
    phoneKey,
    textKey,
    ...comparison,
    belowMarketPercent,
    ...evidence,
    searchText: searchTextOf({ ...unit, addressPrecision }),
  };
}

/**
 * Compares a typed rent with the market before the form is sent, in the same way as for a listing without a note on its
 * kind.
 */
export async function compareTypedRent(deps: Deps, typed: RentQuery): Promise<RentComparison> {
  const homeType = storedHomeType({ bedrooms: typed.bedrooms, homeType: typed.homeType ?? null });
  const municipality = typed.municipality || null;
  const reading = readRent(typed.rent);
  const { rentCents } = reading;
  const home = { bedrooms: typed.bedrooms, homeType, municipality, rentCents };
  const comparison = await compareWithMarket(deps, home);
  // The text may state the kind, but the landlord may not have written it yet.
  const evidence = { ...comparison, confirmedAt: null, reviewNotes: rentNotes(reading), homeType, saysKind: true };
  const shown = {
    ...comparison,
    belowMarketPercent: publicPercent(evidence),
    awaitsConfirmation: awaitsConfirmation(evidence),
  };
  return { rentCents, homeType, municipality, ...toComparison(shown, torontoDay(deps.now())) };
}

/** Returns a note for moderators about a text that may still contain the hidden house number. */
function numberNotes(
  unit: Pick<Listing, "address" | "addressPrecision"> & { additionalInfo?: string | null | undefined },
): ReviewNote[] {
  const quote = publicTextsOf(unit).remaining(unit.additionalInfo);
  const text = "The text may still contain the house number, which renters must not see.";
  return quote === null ? [] : [{ code: "number_in_text", text, quotes: [quote] }];
}

/**
 * Returns a note for moderators about an area whose postal code belongs to a different municipality.
 * @param byCode the municipality to which the postal code belongs
 */
function codeNotes(address: string, byCode: string | null): ReviewNote[] {
  const area = areaOf(address);
  if (area === null || byCode === null) return [];
  const text = `The postal code ${area.postalCode} is not in ${area.names[0]}. We use the municipality of the code: ${byCode}.`;
  return [{ code: "postal_code_elsewhere", text }];
}

/** Adds or removes the note about an intersection that could not be located. */
export async function updateCornerNote(deps: Deps, id: number, isUnplaced: boolean): Promise<void> {
  let listing = await listingById(deps, id);
  const revision = listing?.revision;
  // Other jobs may change the notes at the same time. If the listing itself changes, that queues another look-up.
  for (let tries = 0; tries < NOTE_TRIES && listing?.revision === revision; tries += 1) {
    if (!listing || isUnplaced === listing.reviewNotes.some(isCornerNote)) return;
    const notes = listing.reviewNotes.filter((note) => !isCornerNote(note));
    if (await updateReviewNotes(deps, listing, isUnplaced ? [...notes, UNPLACED_CORNER] : notes)) return;
    listing = await listingById(deps, id);
  }
}

/** Maximum number of attempts to change notes that other jobs keep changing. */
const NOTE_TRIES = 3;

const UNPLACED_CORNER: ReviewNote = {
  code: "corner_unplaced",
  text: "We could not locate the intersection. Add a pin so that renters see what is nearby.",
};
export const isCornerNote = ({ code }: ReviewNote) => code === UNPLACED_CORNER.code;
