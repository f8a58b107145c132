import { NOTE_KINDS, type NoteCode, type ReviewNote, type ScamBand } from "./listings.ts";

/** Points from which a listing's notes are `some` and `strong` evidence. */
const SOME = 2;
const STRONG = 4;

/** Tells whether a note is evidence by itself. */
export const isSuspect = (code: NoteCode): boolean => NOTE_KINDS[code] === "scam";
export const SUSPECT_CODES: readonly NoteCode[] = (Object.keys(NOTE_KINDS) as NoteCode[]).filter(isSuspect);
/** Adds to other evidence: landlords of two homes are many. */
const MINOR: NoteCode = "same_phone";
/** A note on reports; outside the score, which judges a listing by its contents. */
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

/** Tells whether an approval needs a confirmation of its own: evidence in the listing, or reports that hid its number. */
export const hasScamSign = (notes: Notes): boolean =>
  scamBandOf(notes) !== "none" || notes.some(({ code }) => code === REPORTED);

/** Tells whether a note is a sign of a scam, or adds to one. */
export const isScamReason = (code: NoteCode): boolean => code === REPORTED || code === MINOR || isSuspect(code);
