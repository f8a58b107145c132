import { storedText, writeStored } from "../../lib/storage.ts";

const SHOWN_KEY = "marketplace_gate";
/** Also without storage, so that nobody is asked again and again. */
let shownHere = 0;

/** How many of the invitations were shown in this visit. */
export function invitationsShown(): number {
  return Math.max(shownHere, Number(storedText("session", SHOWN_KEY)) || 0);
}

export function setInvitationsShown(count: number): void {
  shownHere = count;
  writeStored("session", SHOWN_KEY, String(count));
}
