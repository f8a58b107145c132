import type { ReviewNote } from "../../contracts/listings.ts";

/** From this far below the market a moderator is asked to check for a scam, in percent (decisions.md 3). */
const UNLIKELY_PERCENT = 40;

const FROM_PHOTOS: ReadonlySet<ReviewNote["code"]> = new Set(["same_photo", "photos_waiting", "photo_dropped"]);

/** Those notes that follow from the photos and are kept by the jobs that look at them. */
export function photoNotes(notes: readonly ReviewNote[]): ReviewNote[] {
  return notes.filter(({ code }) => FROM_PHOTOS.has(code));
}

/** What a moderator should look at before approving a unit. */
export function reviewNotesFor(unit: {
  rentCents: number | null;
  belowMarketPercent: number | null;
  phone: string | null;
  /** Ids of listings of the same unit. */
  duplicateOf: readonly number[];
  /** Ids of listings at other addresses with the same phone number. */
  samePhone: readonly number[];
}): ReviewNote[] {
  const notes: ReviewNote[] = [];
  const { rentCents, belowMarketPercent: percent, phone, duplicateOf, samePhone } = unit;
  if (rentCents === null) notes.push({ code: "rent_unparsed", text: "The rent could not be read as an amount." });
  else if (percent === null) {
    notes.push({ code: "rent_unparsed", text: "The rent is outside $300 to $15,000 and was not compared." });
  }
  if (percent !== null && percent <= 0) {
    const text = percent === 0 ? "At market rent: not below market." : `${-percent}% above market.`;
    notes.push({ code: "above_market", text });
  }
  if (percent !== null && percent >= UNLIKELY_PERCENT) {
    notes.push({ code: "below_market_unlikely", text: `${percent}% below market: check for a scam.` });
  }
  for (const id of duplicateOf) notes.push({ code: "duplicate", text: `Possible duplicate of #${id}.` });
  if (samePhone.length > 0) {
    const text = `Same phone number as ${samePhone.map((id) => `#${id}`).join(", ")} at another address.`;
    notes.push({ code: "same_phone", text });
  }
  if (phone === null) notes.push({ code: "no_phone", text: "No phone number: cannot be approved." });
  return notes;
}
