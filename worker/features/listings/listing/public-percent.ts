import { sql } from "drizzle-orm";
import { readEvidence } from "../../../contracts/kind-signals.ts";
import { BELOW_MARKET_MIN_PERCENT, EVIDENCE_PERCENT, UNLIKELY_PERCENT } from "../../../contracts/market.ts";
import type { NoteCode } from "../../../contracts/listings.ts";
import { isSuspect } from "../../../contracts/scam-evidence.ts";
import { isKindNote } from "../signals/review-notes.ts";
import { type Listing, listings } from "./listings.table.ts";

type Evidence = Pick<Listing, "comparedPercent" | "confirmedAt" | "reviewNotes" | "homeType" | "saysKind">;

/**
 * Returns whether a listing awaits a moderator's confirmation of type and rent, because it looks like another home
 * type, is suspiciously cheap, or lacks the evidence for a large discount. Until confirmed, a listing is public without
 * a percentage, comes last in lists sorted by discount, and appears in no edition, feed or alert. The generated column
 * of the same name is the SQL form.
 */
export function awaitsConfirmation({
  comparedPercent,
  confirmedAt,
  reviewNotes,
  homeType,
  saysKind,
}: Evidence): boolean {
  if (confirmedAt !== null) return false;
  const percent = comparedPercent ?? 0;
  const has = (is: (code: NoteCode) => boolean) => reviewNotes.some(({ code }) => is(code));
  if (percent >= UNLIKELY_PERCENT || has(isKindNote)) return true;
  if (percent < EVIDENCE_PERCENT) return false;
  return (homeType === null && !saysKind) || has((code) => isSuspect(code));
}

/**
 * Returns whether the evidence for a listing's comparison is complete: its kind is known, its text does not contradict
 * kind, size or rent, and it is not suspiciously cheap. Approving such a listing also confirms its type and rent.
 */
export function hasCompleteEvidence(listing: Listing): boolean {
  const { kind, size } = readEvidence(listing);
  const isCheap = (listing.comparedPercent ?? 0) >= UNLIKELY_PERCENT;
  const hasDoubtfulNote = listing.reviewNotes.some(({ code }) => isKindNote(code) || code === "rent_changed_much");
  return kind !== null && size !== "differs" && !isCheap && !hasDoubtfulNote;
}

/** Returns the percentage below market that is public. */
export const publicPercent = (evidence: Evidence): number | null =>
  awaitsConfirmation(evidence) ? null : evidence.comparedPercent;

/** Condition for editions, feeds and alerts: the listing is not above market and does not await confirmation. */
export const isAnnounced = sql`${listings.awaitsConfirmation} = 0
  AND coalesce(${listings.belowMarketPercent}, 0) > ${sql.raw(String(-BELOW_MARKET_MIN_PERCENT))}`;
