import type { Deps } from "../../../platform/deps.ts";
import { AppError } from "../../../platform/errors.ts";
import { emit } from "../../../platform/events.ts";
import { together } from "../../../platform/together.ts";
import { decisionStatements, undoDeadline } from "./record-decision.service.ts";
import type { Making, Outcome } from "./moderation.service.ts";
import { isPublicNow } from "../listing/listings.policy.ts";
import type { Listing } from "../listing/listings.table.ts";
import { emitDrop } from "../history/history.service.ts";
import { dropBy } from "../listing/rent-history.ts";
import { queuePreview } from "../previews/previews.service.ts";

/**
 * Confirms a listing's type and rent: its percentage and any drop of its rent become public, it is included in the next
 * edition, and VIPs are alerted if they were not before. Idempotent.
 * @throws AppError 409 `listing.changed` after a race
 */
export async function confirm(deps: Deps, listing: Listing, { id: decisionId, by }: Making): Promise<Outcome> {
  if (listing.confirmedAt !== null) return { listing, change: "none" };
  const now = deps.now();
  const isPublic = isPublicNow(listing, now);
  // A listing that does not await confirmation already shows its percentage.
  const isAwaited = listing.awaitsConfirmation === true && isPublic;
  const confirmed = { confirmedAt: now, belowMarketPercent: listing.comparedPercent };
  const isVisible = isAwaited || (isPublic && dropBy(listing, confirmed, now) !== null);
  const values = { ...confirmed, ...(isVisible && { updatedAt: now }) };
  const told = { decisionId, dueAt: undoDeadline(now) };
  const [[row]] = await together(deps, [
    ...decisionStatements(deps, listing, {
      id: decisionId,
      action: "confirm",
      values,
      before: { confirmedAt: null },
      after: { confirmedAt: now.toISOString() },
      by,
    }),
    ...(isAwaited
      ? [queuePreview(deps, listing), ...emit(deps, "listing.confirmed", { listingId: listing.id, ...told })]
      : []),
    ...(isVisible ? emitDrop(deps, listing, values, told) : []),
  ]);
  if (!row) throw new AppError("listing.changed");
  return { listing: row, change: isVisible ? "public" : "internal" };
}
