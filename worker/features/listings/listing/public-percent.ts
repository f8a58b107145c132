import { sql } from "drizzle-orm";
import { readEvidence } from "../../../contracts/kind-signals.ts";
import { BELOW_MARKET_MIN_PERCENT, UNLIKELY_PERCENT } from "../../../contracts/market.ts";
import { isKindNote } from "../signals/review-notes.ts";
import { type Listing, listings } from "./listings.table.ts";

type Standing = Pick<Listing, "comparedPercent" | "confirmedAt" | "reviewNotes">;

/**
 * Whether a listing awaits a moderator's confirmation of type and rent, because it looks like another home type or is
 * suspiciously cheap. Until then it is public without a percentage, last when sorted by discount, and in no edition,
 * feed or alert. The generated column of the same name is its SQL form.
 */
export const awaitsConfirmation = ({ comparedPercent, confirmedAt, reviewNotes }: Standing): boolean =>
  confirmedAt === null &&
  ((comparedPercent ?? 0) >= UNLIKELY_PERCENT || reviewNotes.some(({ code }) => isKindNote(code)));

/**
 * Tells whether the evidence for a listing is complete, so that its approval confirms type and rent, too: its kind is
 * known, nothing in its text contradicts kind, size or rent, and it is not suspiciously cheap.
 */
export function isProven(listing: Listing): boolean {
  const { kind, size } = readEvidence(listing);
  const isCheap = (listing.comparedPercent ?? 0) >= UNLIKELY_PERCENT;
  const isDoubted = listing.reviewNotes.some(({ code }) => isKindNote(code) || code === "rent_changed_much");
  return kind !== null && size !== "differs" && !isCheap && !isDoubted;
}

/** The public percentage below the market. */
export const publicPercent = (standing: Standing): number | null =>
  awaitsConfirmation(standing) ? null : standing.comparedPercent;

/** Listings for editions, feeds and alerts: neither above market nor awaiting confirmation. */
export const isAnnounced = sql`${listings.awaitsConfirmation} = 0
  AND coalesce(${listings.belowMarketPercent}, 0) > ${sql.raw(String(-BELOW_MARKET_MIN_PERCENT))}`;
