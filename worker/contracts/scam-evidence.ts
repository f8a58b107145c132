import { NOTE_KINDS, type NoteCode, type ReviewNote, type ScamBand } from "./listings.ts";

/** Scores from which a listing's notes are `some` and `strong` evidence. */
const SOME = 2;
const STRONG = 4;

/** Returns whether a note alone is evidence. */
export const isSuspect = (code: NoteCode): boolean => NOTE_KINDS[code] === "scam";
export const SUSPECT_CODES: readonly NoteCode[] = (Object.keys(NOTE_KINDS) as NoteCode[]).filter(isSuspect);
/** A note that only adds to other evidence, because many landlords have two homes. */
const MINOR: NoteCode = "same_phone";
/** A note about reports, which is not part of the score, because the score judges a listing by its contents. */
const REPORTED: NoteCode = "reported_scam";

type Notes = readonly Pick<ReviewNote, "code" | "isStrong">[];

function pointsOf({ code, isStrong }: Notes[number]): number {
  if (code === MINOR) return 1;
  if (!isSuspect(code)) return 0;
  return isStrong === true ? STRONG : SOME;
}

/** The sum of a listing's evidence for a scam; a code that is noted twice counts once. */
export function scamScoreOf(notes: Notes): number {
  const byCode = new Map(notes.map((note) => [note.code, pointsOf(note)]));
  return [...byCode.values()].reduce((sum, points) => sum + points, 0);
}

/** The band of a score: some from 2, strong from 4. */
export function scamBandOf(notes: Notes): ScamBand {
  const score = scamScoreOf(notes);
  return score >= STRONG ? "strong" : score >= SOME ? "some" : "none";
}

/**
 * Returns whether an approval needs an extra confirmation, because of evidence in the listing or reports that hid its
 * number.
 */
export const hasScamSign = (notes: Notes): boolean =>
  scamBandOf(notes) !== "none" || notes.some(({ code }) => code === REPORTED);

/** Returns whether a note is a sign of a scam, or adds to one. */
export const isScamReason = (code: NoteCode): boolean => code === REPORTED || code === MINOR || isSuspect(code);
