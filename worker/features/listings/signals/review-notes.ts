import type { HomeType } from "../../../contracts/bedrooms.ts";
import { type RentReading, readRent } from "../../../contracts/read-rent.ts";
import { kindSignals, type KindCode, type ListedHome } from "../../../contracts/kind-signals.ts";
import { textsToSearch } from "../../../contracts/listing-fields.ts";
import { NOTE_KINDS, type NoteCode, type ReviewNote } from "../../../contracts/listings.ts";
import { formatCents } from "../../../contracts/listing-text.ts";
import { isBelowMarket, reviewBandOf } from "../../../contracts/market.ts";
import { hasNewSignal, isFromText, textSignals } from "./text-signals.ts";
import { PETS_FIELD } from "./signal-notes.ts";

const TEXTS: Record<KindCode, string> = {
  reads_like_room: "Reads like a room in a shared home. A room is listed as Private Room.",
  reads_like_shared_bed: "Reads like a bed in a shared room.",
  reads_like_basement: "Reads like a basement but is not listed as one.",
  reads_like_wanted_ad: "Reads like someone looking for a home.",
  not_a_home: "Does not read like a home.",
  other_rent_in_text: "The text gives a higher rent than the form.",
  size_differs: "The text gives a different number of bedrooms.",
  reads_like_short_term: "Reads like a stay of a few weeks or months.",
  for_sale: "Reads as if the home is for sale.",
};

/** Returns the notes on a text that contradicts the home type. */
const kindNotes = (home: ListedHome): ReviewNote[] =>
  kindSignals(home).map(({ code, quotes }) => ({ code, text: TEXTS[code], quotes }));

/** Returns whether a note requires a moderator's confirmation of the home type or the rent. */
export const isKindNote = (code: NoteCode): boolean => NOTE_KINDS[code] === "kind";

/** Returns whether an edit adds a sign of another home type that the approved text did not have. */
function addsKindSignal(approved: ListedHome, edited: ListedHome): boolean {
  const known = new Set(kindSignals(approved).map(({ code }) => code));
  return kindSignals(edited).some(({ code }) => !known.has(code));
}

const FROM_PHOTOS: ReadonlySet<NoteCode> = new Set(["same_photo", "banned_photo", "photos_waiting", "photo_dropped"]);
const FROM_RENT: ReadonlySet<NoteCode> = new Set([
  "rent_unparsed",
  "rent_range",
  "rent_period",
  "rent_per_person",
  "rent_currency",
]);
const FROM_MARKET: ReadonlySet<NoteCode> = new Set(["above_market", "price_far_below", "no_longer_below"]);

/** Returns the notes that the photo jobs maintain. */
export function photoNotes(notes: readonly ReviewNote[]): ReviewNote[] {
  return notes.filter(({ code }) => FROM_PHOTOS.has(code));
}

/** The market comparison from which notes on the market are derived. */
interface Compared {
  rentCents: number | null;
  belowMarketPercent: number | null;
  /** The benchmark with which the rent is compared. */
  marketRentCents?: number | null;
  marketSource?: string | null;
  marketAsOf?: string | null;
  marketIsEstimate?: boolean;
}

/** Texts that the landlord wrote. */
type Written = ListedHome & { phone: string | null };

/**
 * Describes a market comparison: '$1,200 against $2,210 (Rentals.ca, 2025-10, estimate)'. Returns an empty text without
 * a benchmark.
 */
function comparison({ rentCents, marketRentCents, marketSource, marketAsOf, marketIsEstimate }: Compared): string {
  if (rentCents === null || !marketRentCents) return "";
  const origin = [marketSource, marketAsOf, marketIsEstimate && "estimate"].filter(Boolean).join(", ");
  return `, ${formatCents(rentCents)} against ${formatCents(marketRentCents)}${origin && ` (${origin})`}`;
}

/** Returns the note on a rent that is not a plain monthly amount in Canadian dollars. */
export function rentNotes({ rentCents, note, monthlyCents }: RentReading): ReviewNote[] {
  if (note === null) return [];
  const texts: Record<typeof note, string> = {
    rent_unparsed: "No monthly rent between $300 and $15,000 was found.",
    rent_range: `The rent is a range or changes. Its lower end or first amount is ${formatCents(rentCents ?? 0)} a month. Renters see no percentage until you confirm it.`,
    rent_period: `The rent is not monthly. That is about ${formatCents(Math.round((monthlyCents ?? 0) / 100) * 100)} a month.`,
    rent_per_person: "The rent is for one person, room or bed, not the whole home.",
    rent_currency: "The rent is not in Canadian dollars.",
  };
  return [{ code: note, text: texts[note] }];
}

/** Share of the benchmark below which a whole home's rent counts as far below the market. */
const FAR_BELOW = 0.6;
/** Kinds of homes that cost less than a whole home. */
const PARTS: ReadonlySet<HomeType | null | undefined> = new Set(["room", "shared_bed", "basement"]);

/**
 * Returns the note on a whole home that is far too cheap, unless the kind of home explains the price. The note is
 * stronger for a furnished home.
 */
function farBelowNotes(unit: Compared & Written, kinds: readonly ReviewNote[]): ReviewNote[] {
  const { rentCents, marketRentCents, belowMarketPercent, bedrooms, homeType, furnished } = unit;
  const isWhole = bedrooms !== "Private Room" && !PARTS.has(homeType);
  if (!isWhole || kinds.length > 0 || rentCents === null || !marketRentCents) return [];
  if (rentCents >= marketRentCents * FAR_BELOW) return [];
  const text = `${belowMarketPercent ?? 0}% below market${comparison(unit)}: check for a scam.`;
  return [{ code: "price_far_below", text, ...(furnished === true && { isStrong: true }) }];
}

/** Returns the notes that are derived from the market comparison. */
function marketNotes(unit: Compared & Written, kinds: readonly ReviewNote[]): ReviewNote[] {
  const { belowMarketPercent: percent } = unit;
  // A rent without a percentage needs no note.
  if (percent === null) return [];
  if (reviewBandOf(percent) !== "reject") return farBelowNotes(unit, kinds);
  const text = percent === 0 ? "At market rent, so not below market." : `${-percent}% above market.`;
  return [{ code: "above_market", text }];
}

const wordsOf = (written: Written) => ({
  texts: textsToSearch("signals", written),
  phone: written.phone,
  bedrooms: written.bedrooms,
});

function signalsOf(written: Written): ReviewNote[] {
  const { texts, ...listed } = wordsOf(written);
  const notes = textSignals(texts, listed);
  const isSaid = notes.some(({ code }) => code === "no_pets");
  return written.pets === "no" && !isSaid ? [...notes, PETS_FIELD] : notes;
}

/**
 * Returns whether an edit adds something to the approved text that needs a review: a sign of a scam, an unlawful claim,
 * a contact or another home type.
 */
export const addsSignal = (approved: Written, edited: Written): boolean =>
  hasNewSignal(wordsOf(approved), wordsOf(edited)) || addsKindSignal(approved, edited);

/** Returns the notes that a moderator sees before approving a listing, except notes on photos. */
export function reviewNotesFor(
  unit: Compared &
    Written & {
      /** Notes on possible duplicates. */
      duplicates: readonly ReviewNote[];
      /** Ids of listings at other addresses with the same phone number. */
      samePhone: readonly number[];
      /** Municipality of the address. Empty if the address names an unknown town. */
      municipality: string;
      /** The words of the text that name a town outside the GTA. */
      elsewhere?: string | null;
    },
): ReviewNote[] {
  const { phone, duplicates, samePhone, municipality, elsewhere } = unit;
  const kinds = kindNotes(unit);
  const notes = [...rentNotes(readRent(unit.rent ?? "")), ...marketNotes(unit, kinds), ...duplicates];
  if (elsewhere) {
    const text = "The text names a town outside the Greater Toronto Area.";
    notes.push({ code: "outside_area", text, quotes: [elsewhere] });
  } else if (municipality === "") {
    const text = "We don’t know this town. Is it in Toronto or the Greater Toronto Area?";
    notes.push({ code: "outside_area", text });
  }
  if (samePhone.length > 0) {
    const text = `Same phone number as ${samePhone.map((id) => `#${id}`).join(", ")} at another address.`;
    notes.push({ code: "same_phone", text });
  }
  if (phone === null) notes.push({ code: "no_phone", text: "No phone number, so it cannot be approved." });
  return [...notes, ...kinds, ...signalsOf(unit)];
}

/**
 * Returns a listing's notes after a new market comparison. Derives the notes on market and texts again, keeps the other
 * notes, and adds a note to a published listing that is no longer below market.
 */
export function notesAfterComparison(
  before: readonly ReviewNote[],
  unit: Compared & Written,
  was: { belowMarketPercent: number | null; isPublished: boolean },
): ReviewNote[] {
  const isBelowNow = isBelowMarket(unit.belowMarketPercent);
  const hasLost = was.isPublished && isBelowMarket(was.belowMarketPercent) && !isBelowNow;
  const lost: ReviewNote = {
    code: "no_longer_below",
    text: `Was ${was.belowMarketPercent ?? 0}% below market until the benchmark changed${comparison(unit)}. It is still published, without the badge.`,
  };
  const isDerived = (code: NoteCode) =>
    FROM_RENT.has(code) || FROM_MARKET.has(code) || isFromText(code) || isKindNote(code);
  const kept = before.filter(({ code }) => !isDerived(code));
  const kinds = kindNotes(unit);
  return [
    ...rentNotes(readRent(unit.rent ?? "")),
    ...marketNotes(unit, kinds),
    ...(hasLost ? [lost] : isBelowNow ? [] : before.filter(({ code }) => code === "no_longer_below")),
    ...kept.filter(({ code }) => !FROM_PHOTOS.has(code)),
    ...kinds,
    ...signalsOf(unit),
    ...photoNotes(kept),
  ];
}
