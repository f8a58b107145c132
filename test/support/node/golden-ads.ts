import type { Bedrooms, HomeType } from "../../../worker/contracts/bedrooms.ts";
import { type KindCode, kindSignals } from "../../../worker/contracts/kind-signals.ts";
import { goldenCases } from "./real-data.ts";

/** An advertisement with what a careful reader says of it (README.md of its folder). */
export interface GoldenAd {
  id: string;
  bedrooms: Bedrooms;
  rent: string;
  homeType?: HomeType;
  text: string;
  language?: string;
  truth: { kind: string; size: "agrees" | "differs" | "unknown"; notes: string[]; notesForbidden: string[] };
}

/** None where the file is missing. */
export const GOLDEN_ADS = JSON.parse(goldenCases("ads")) as readonly GoldenAd[];

export const KIND_CODES = [
  "reads_like_room",
  "reads_like_shared_bed",
  "reads_like_basement",
  "reads_like_wanted_ad",
  "not_a_home",
  "reads_like_short_term",
  "for_sale",
  "size_differs",
  "other_rent_in_text",
] as const satisfies readonly KindCode[];

/** How often a note was right, wrong and missing. */
export interface Tally {
  right: number;
  wrong: number;
  missing: number;
}

/** Counts the kind notes of some ads by code. A code that a label neither asks for nor forbids is not judged. */
export function tallyKinds(ads: readonly GoldenAd[]): Map<KindCode, Tally> {
  const noted = ads.map(({ truth, text, homeType = null, ...ad }) => ({
    truth,
    codes: new Set(kindSignals({ ...ad, homeType, additionalInfo: text }).map(({ code }) => code)),
  }));
  return new Map(
    KIND_CODES.map((code) => {
      const count = (is: (one: (typeof noted)[number]) => boolean) => noted.filter(is).length;
      return [
        code,
        {
          right: count(({ truth, codes }) => codes.has(code) && truth.notes.includes(code)),
          wrong: count(({ truth, codes }) => codes.has(code) && truth.notesForbidden.includes(code)),
          missing: count(({ truth, codes }) => !codes.has(code) && truth.notes.includes(code)),
        },
      ];
    }),
  );
}

/** The share of notes that are right, and of deserved notes that are there; 1 without any. */
export function sharesOf(tallies: readonly Tally[]): { precision: number; recall: number } {
  const sum = (of: (tally: Tally) => number) => tallies.reduce((total, tally) => total + of(tally), 0);
  const right = sum((tally) => tally.right);
  const part = (others: number) => (right + others === 0 ? 1 : right / (right + others));
  return { precision: part(sum((tally) => tally.wrong)), recall: part(sum((tally) => tally.missing)) };
}
