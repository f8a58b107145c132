import { type Bedrooms, type HomeType, storedHomeType } from "../../../worker/contracts/bedrooms.ts";
import { saysKind } from "../../../worker/contracts/kind-signals.ts";
import type { NoteCode } from "../../../worker/contracts/listings.ts";
import { readRent } from "../../../worker/contracts/read-rent.ts";
import { scamBandOf } from "../../../worker/contracts/scam-evidence.ts";
import { isNearlySame } from "../../../worker/features/listings/duplicates/shingles.ts";
import { awaitsConfirmation } from "../../../worker/features/listings/listing/public-percent.ts";
import { reviewNotesFor } from "../../../worker/features/listings/signals/review-notes.ts";
import { type GoldenAd, SCAM_CODES } from "../golden-ad.ts";
import { goldenCases } from "./real-data.ts";

/** Labelled advertisements; empty where the file is missing. */
export const GOLDEN_ADS = JSON.parse(goldenCases("ads")) as readonly GoldenAd[];

/** Benchmarks of a new site, in dollars a month. */
const FIGURES: Record<Bedrooms, number> = {
  Studio: 1_790,
  "1 Bedroom": 2_210,
  "2 Bedrooms": 2_890,
  "3 Bedrooms": 3_492,
  "4+ Bedrooms": 4_370,
  "Private Room": 1_110,
};
/** Types to which no benchmark for whole homes applies. */
const WITHOUT_FIGURE: ReadonlySet<HomeType | null> = new Set(["basement", "shared_bed"]);

/** A labelled advertisement, with the notes and flags that it gets on submission. */
export interface ReadAd {
  ad: GoldenAd;
  codes: ReadonlySet<NoteCode>;
  isWarned: boolean;
  awaitsConfirmation: boolean;
}

function read(ad: GoldenAd): ReadAd {
  const { bedrooms, rent, furnished = null, text, role } = ad;
  const homeType = storedHomeType({ bedrooms, homeType: ad.homeType ?? null });
  const home = { bedrooms, rent, homeType, furnished, additionalInfo: text };
  const { rentCents } = readRent(rent);
  const marketRentCents = WITHOUT_FIGURE.has(homeType) ? null : FIGURES[bedrooms] * 100;
  const comparedPercent =
    rentCents === null || marketRentCents === null ? null : Math.round((1 - rentCents / marketRentCents) * 100);
  const notes = reviewNotesFor({
    ...home,
    rentCents,
    marketRentCents,
    belowMarketPercent: comparedPercent,
    phone: "416-555-0100",
    duplicates: [],
    samePhone: [],
    municipality: "Toronto",
  });
  const isCopy =
    role === "copy" && GOLDEN_ADS.some((other) => other.role === "original" && isNearlySame(text, other.text));
  const reviewNotes = isCopy ? [...notes, { code: "copied_text" as const, text: "" }] : notes;
  const standing = { comparedPercent, confirmedAt: null, reviewNotes, homeType, saysKind: saysKind(home) };
  return {
    ad,
    codes: new Set(reviewNotes.map(({ code }) => code)),
    isWarned: scamBandOf(reviewNotes) !== "none",
    awaitsConfirmation: awaitsConfirmation(standing),
  };
}

export const readGoldenAds = (): ReadAd[] => GOLDEN_ADS.map(read);

/** Counts of how often a note was right, wrong or missing. */
export interface Tally {
  right: number;
  wrong: number;
  missing: number;
}

/** Counts the notes with a code. A note is not counted if the label neither requires nor forbids it. */
export function tally(ads: readonly ReadAd[], code: NoteCode): Tally {
  const count = (is: (one: ReadAd) => boolean) => ads.filter(is).length;
  return {
    right: count(({ ad, codes }) => codes.has(code) && ad.truth.notes.includes(code)),
    wrong: count(({ ad, codes }) => codes.has(code) && ad.truth.notesForbidden.includes(code)),
    missing: count(({ ad, codes }) => !codes.has(code) && ad.truth.notes.includes(code)),
  };
}

const shareOf = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);

/** Returns the share of notes that are right, and the share of expected notes that are present; 1 if there are none. */
export function sharesOf(tallies: readonly Tally[]): { precision: number; recall: number } {
  const sum = (of: (one: Tally) => number) => tallies.reduce((total, one) => total + of(one), 0);
  const right = sum((one) => one.right);
  return {
    precision: shareOf(right, right + sum((one) => one.wrong)),
    recall: shareOf(right, right + sum((one) => one.missing)),
  };
}

/** Returns the share of honest advertisements with any sign of a scam. */
export function shareWarned(ads: readonly ReadAd[]): number {
  const honest = ads.filter(({ ad }) => !SCAM_CODES.some((code) => ad.truth.notes.includes(code)));
  return shareOf(honest.filter(({ isWarned }) => isWarned).length, honest.length);
}

/** Returns the share of homes whose percentage may be public but is withheld. */
export function shareWithheld(ads: readonly ReadAd[]): number {
  const comparable = ads.filter(({ ad }) => ad.truth.publicPercentAllowed);
  return shareOf(comparable.filter((one) => one.awaitsConfirmation).length, comparable.length);
}
