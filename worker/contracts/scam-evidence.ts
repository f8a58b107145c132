import type { NoteCode, ReviewNote, ScamBand } from "./listings.ts";

/**
 * Weight of each reason: 2 points are `some`, 4 are `strong`. Asking for copies of identity documents weighs 2, because
 * some frauds want nothing else.
 */
const WEIGHTS: Partial<Record<NoteCode, 1 | 2>> = {
  pay_before_viewing: 2,
  untraceable_payment: 2,
  landlord_away: 2,
  keys_by_mail: 2,
  same_photo: 2,
  banned_photo: 2,
  below_market_unlikely: 2,
  asks_papers: 2,
  same_phone: 1,
  no_viewing: 1,
  pressure: 1,
};
/** Reasons that make an unlawful payment more suspicious: the landlord is absent, or it is urgent. */
const ABSENT: readonly NoteCode[] = ["landlord_away", "keys_by_mail", "no_viewing"];
const WITH_MONEY: readonly NoteCode[] = [...ABSENT, "pressure", "asks_papers"];
const MONEY: readonly NoteCode[] = ["deposit_not_allowed", "fee_not_allowed"];
/** Of several networks; outside the score, which judges a listing by what is in it. */
const REPORTED: NoteCode = "reported_scam";
const SOME = 2;
const STRONG = 4;

/** Reasons that are evidence by themselves. */
export const SUSPECT_CODES = [
  ...(Object.keys(WEIGHTS) as NoteCode[]).filter((code) => (WEIGHTS[code] ?? 0) >= SOME),
  "no_viewing" as const,
];

type Notes = readonly Pick<ReviewNote, "code">[];

/**
 * The sum of a listing's scam weights. An unlawful payment counts (1) when the landlord is absent and nothing else
 * concerns money; with urgency alone the result is at most `some`, because greedy landlords press renters too.
 */
export function scamScoreOf(notes: Notes): number {
  const codes = new Set(notes.map(({ code }) => code));
  const has = (code: NoteCode) => codes.has(code);
  const score = [...codes].reduce((sum, code) => sum + (WEIGHTS[code] ?? 0), 0);
  // What nobody may see is some evidence by itself.
  const least = has("no_viewing") ? Math.max(score, SOME) : score;
  if (!MONEY.some(has) || has("pay_before_viewing")) return least;
  if (ABSENT.some(has)) return Math.max(score + 1, least);
  return WITH_MONEY.some(has) ? Math.max(score, SOME) : score;
}

/** The band of a score: some from 2, strong from 4. */
export function scamBandOf(notes: Notes): ScamBand {
  const score = scamScoreOf(notes);
  return score >= STRONG ? "strong" : score >= SOME ? "some" : "none";
}

/** Whether an approval needs a confirmation of its own: evidence in the listing, or reports that hid its number. */
export const hasScamSign = (notes: Notes): boolean =>
  scamBandOf(notes) !== "none" || notes.some(({ code }) => code === REPORTED);

/** Whether a note is, or contributes to, a sign of a scam. */
export const isScamReason = (code: NoteCode, notes: Notes): boolean =>
  code === REPORTED ||
  code in WEIGHTS ||
  (MONEY.includes(code) && WITH_MONEY.some((other) => notes.some((note) => note.code === other)));
