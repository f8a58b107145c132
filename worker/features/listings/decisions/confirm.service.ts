import type { Decision } from "../../../contracts/decisions.ts";
import type { Deps } from "../../../platform/deps.ts";
import { AppError } from "../../../platform/errors.ts";
import { emitIfChanged } from "../../../platform/events.ts";
import { relaySoon } from "../../../platform/outbox.ts";
import { purge } from "../../../platform/purge.ts";
import type { Moderator } from "../../audit/audit.service.ts";
import { decisionStatements, undoDeadline } from "./decided.service.ts";
import { hasChanged, readOpenListing } from "./moderation.service.ts";
import type { ListingRef } from "./old-state.service.ts";
import { isPublicNow } from "../listing/listings.policy.ts";
import type { Listing } from "../listing/listings.table.ts";
import { emitDropIfChanged } from "../history/history.service.ts";
import { dropBy } from "../listing/rent-history.ts";
import { queuePreviewIfChanged } from "../previews/previews.service.ts";

/**
 * Confirms a listing's type and rent: its percentage and a drop of its rent become public, it joins the next edition, and VIPs are alerted if
 * they were not before. Idempotent.
 * @throws AppError 404 `listing.not_found`, 409 `listing.closed` if rented or deleted, `listing.changed` if it changed
 * since the moderator read it
 */
export async function confirmListing(
  deps: Deps,
  asked: ListingRef,
  by: Moderator,
): Promise<Decision & { listing: Listing }> {
  const decisionId = deps.newId();
  const { listing, change } = await confirmAs(deps, asked, by, decisionId);
  if (change === "none") return { listing, decisionId: null };
  if (change === "public") await purge(deps, "listing.published", listing.id);
  relaySoon(deps);
  return { listing, decisionId };
}

/** {@link confirmListing} as part of a decision, without the purge. */
export async function confirmAs(
  deps: Deps,
  asked: ListingRef,
  by: Moderator,
  decisionId: string,
): Promise<{ listing: Listing; change: "none" | "internal" | "public" }> {
  const listing = await readOpenListing(deps, asked);
  if (hasChanged(listing, asked)) throw new AppError("listing.changed");
  if (listing.confirmedAt !== null) return { listing, change: "none" };
  const now = deps.now();
  const isPublic = isPublicNow(listing, now);
  // A listing that awaits no confirmation already shows its percentage.
  const isAwaited = listing.awaitsConfirmation === true && isPublic;
  const confirmed = { confirmedAt: now, belowMarketPercent: listing.comparedPercent };
  const isVisible = isAwaited || (isPublic && dropBy(listing, confirmed, now) !== null);
  const values = { ...confirmed, ...(isVisible && { updatedAt: now }) };
  const told = { decisionId, dueAt: undoDeadline(now) };
  const [[row]] = await deps.db.batch([
    ...decisionStatements(deps, listing, {
      id: decisionId,
      action: "confirm",
      values,
      before: { confirmedAt: null },
      after: { confirmedAt: now.toISOString() },
      by,
    }),
    ...(isAwaited
      ? [
          queuePreviewIfChanged(deps, listing),
          ...emitIfChanged(deps, "listing.confirmed", { listingId: listing.id, ...told }),
        ]
      : []),
    ...(isVisible ? emitDropIfChanged(deps, listing, values, told) : []),
  ]);
  if (!row) throw new AppError("listing.changed");
  return { listing: row, change: isVisible ? "public" : "internal" };
}
