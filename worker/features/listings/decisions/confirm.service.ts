import type { Deps } from "../../../platform/deps.ts";
import { AppError } from "../../../platform/errors.ts";
import { emit } from "../../../platform/events.ts";
import { runAllOrNone } from "../../../platform/run-all-or-none.ts";
import { decisionStatements, undoDeadline } from "./record-decision.service.ts";
import type { DecisionInProgress, Outcome } from "./moderation.service.ts";
import { isPublicNow } from "../listing/listings.policy.ts";
import type { Listing } from "../listing/listings.table.ts";
import { emitDrop } from "../history/history.service.ts";
import { rentDropFromChange } from "../listing/rent-history.ts";
import { queuePreview } from "../previews/previews.service.ts";

/**
 * Confirms a listing's type and rent. Its percentage and any rent drop become public, and the next edition includes the
 * listing. Alerts VIPs who were not alerted of the listing yet. Idempotent.
 * @throws AppError 409 `listing.changed` after a race
 */
export async function confirmTypeAndRent(
  deps: Deps,
  listing: Listing,
  { id: decisionId, by }: DecisionInProgress,
): Promise<Outcome> {
  if (listing.confirmedAt !== null) return { listing, change: "none" };
  const now = deps.now();
  const isPublic = isPublicNow(listing, now);
  // If the listing does not await confirmation, its percentage is already public.
  const isAwaited = listing.awaitsConfirmation === true && isPublic;
  const confirmed = { confirmedAt: now, belowMarketPercent: listing.comparedPercent };
  const isVisible = isAwaited || (isPublic && rentDropFromChange(listing, confirmed, now) !== null);
  const values = { ...confirmed, ...(isVisible && { updatedAt: now }) };
  const told = { decisionId, dueAt: undoDeadline(now) };
  const [[row]] = await runAllOrNone(deps, [
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
