import type { NoteCode, ReviewNote } from "./listings.ts";

/** How much speaks for a scam. */
export const SCAM_BANDS = ["none", "some", "strong"] as const;
export type ScamBand = (typeof SCAM_BANDS)[number];

/**
 * What each reason weighs; a reason that weighs 2 is enough for `some`, two of them for `strong`. Copies of identity papers
 * are what some frauds are after, and nothing else.
 */
const WEIGHTS: Partial<Record<NoteCode, 1 | 2>> = {
  pay_before_viewing: 2,
  untraceable_payment: 2,
  landlord_away: 2,
  keys_by_mail: 2,
  same_photo: 2,
  below_market_unlikely: 2,
  asks_papers: 2,
  same_phone: 1,
  no_viewing: 1,
  pressure: 1,
};
/** Reasons why money that the law does not allow is more than a mistake: nobody is there, or it is urgent. */
const ABSENT: readonly NoteCode[] = ["landlord_away", "keys_by_mail", "no_viewing"];
const WITH_MONEY: readonly NoteCode[] = [...ABSENT, "pressure", "asks_papers"];
const MONEY: readonly NoteCode[] = ["deposit_not_allowed", "fee_not_allowed"];
const SOME = 2;
const STRONG = 4;

type Notes = readonly Pick<ReviewNote, "code">[];

/**
 * How much the notes of a listing speak for a scam, as a sum of its reasons. Unlawful money counts (1) where nobody is
 * there and nothing else is about money; beside haste alone it makes no more than `some`, for greedy landlords press too.
 */
export function scamScoreOf(notes: Notes): number {
  const codes = new Set(notes.map(({ code }) => code));
  const has = (code: NoteCode) => codes.has(code);
  const score = [...codes].reduce((sum, code) => sum + (WEIGHTS[code] ?? 0), 0);
  if (!MONEY.some(has) || has("pay_before_viewing")) return score;
  if (ABSENT.some(has)) return score + 1;
  return WITH_MONEY.some(has) ? Math.max(score, SOME) : score;
}

/** The band of a score: some from 2, strong from 4. */
export function scamBandOf(notes: Notes): ScamBand {
  const score = scamScoreOf(notes);
  return score >= STRONG ? "strong" : score >= SOME ? "some" : "none";
}

/** Whether a note is among the reasons for a listing's band. */
export const isScamReason = (code: NoteCode, notes: Notes): boolean =>
  code in WEIGHTS || (MONEY.includes(code) && WITH_MONEY.some((other) => notes.some((note) => note.code === other)));
