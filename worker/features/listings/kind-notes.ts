import { type KindCode, kindSignals, type ListedHome } from "../../contracts/kind-signals.ts";
import { NOTE_KINDS, type NoteCode, type ReviewNote } from "../../contracts/listings.ts";

const TEXTS: Record<KindCode, string> = {
  reads_like_room: "Reads like a room in a shared home. A room is listed as Private Room.",
  reads_like_shared_bed: "Reads like a bed in a shared room.",
  reads_like_basement: "Reads like a basement, and is not listed as one.",
  reads_like_wanted_ad: "Reads as if somebody looks for a home.",
  not_a_home: "Reads like something that is no home.",
  other_rent_in_text: "The text names a higher rent than the field.",
};

/** What moderators are told where the words of a listing say something else than what it is listed as. */
export const kindNotes = (home: ListedHome): ReviewNote[] =>
  kindSignals(home).map(({ code, quotes }) => ({ code, text: TEXTS[code], quotes }));

/** Whether a note asks for a moderator's word that a home is what it is listed as. */
export const isKindNote = (code: NoteCode): boolean => NOTE_KINDS[code] === "kind";

/** Whether the words of an edit say something of what is let that the approved ones did not say. */
export function bringsNewKind(approved: ListedHome, edited: ListedHome): boolean {
  const known = new Set(kindSignals(approved).map(({ code }) => code));
  return kindSignals(edited).some(({ code }) => !known.has(code));
}
