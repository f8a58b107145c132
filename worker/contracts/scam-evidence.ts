import { NOTE_KINDS, type NoteCode, type ReviewNote, type ScamBand } from "./listings.ts";

/** Scores from which a listing's notes count as `some` and as `strong` evidence. */
const SOME = 2;
const STRONG = 4;

/** Returns whether a note alone is evidence of a scam. */
export const isSuspect = (code: NoteCode): boolean => NOTE_KINDS[code] === "scam";
export const SUSPECT_CODES: readonly NoteCode[] = (Object.keys(NOTE_KINDS) as NoteCode[]).filter(isSuspect);
/** A note that only adds to other evidence, because many landlords have two homes with the same phone number. */
const MINOR: NoteCode = "same_phone";
/** A note about reports. The score excludes it, because the score judges a listing only by its content. */
const REPORTED: NoteCode = "reported_scam";

type Notes = readonly Pick<ReviewNote, "code" | "isStrong">[];

function pointsOf({ code, isStrong }: Notes[number]): number {
  if (code === MINOR) return 1;
  if (!isSuspect(code)) return 0;
  return isStrong === true ? STRONG : SOME;
}

/** Returns the sum of a listing's evidence for a scam. If two notes have the same code, only one counts. */
export function scamScoreOf(notes: Notes): number {
  const byCode = new Map(notes.map((note) => [note.code, pointsOf(note)]));
  return [...byCode.values()].reduce((sum, points) => sum + points, 0);
}

/** Returns the band of a score: some from 2, strong from 4. */
export function scamBandOf(notes: Notes): ScamBand {
  const score = scamScoreOf(notes);
  return score >= STRONG ? "strong" : score >= SOME ? "some" : "none";
}

/**
 * Returns whether an approval requires an extra confirmation: if the notes are evidence of a scam, or reports hid the
 * phone number.
 */
export const hasScamSign = (notes: Notes): boolean =>
  scamBandOf(notes) !== "none" || notes.some(({ code }) => code === REPORTED);

/** Returns whether a note is a sign of a scam, or adds to one. */
export const isScamReason = (code: NoteCode): boolean => code === REPORTED || code === MINOR || isSuspect(code);
