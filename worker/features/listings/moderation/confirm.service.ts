import { tagsPurgedBy } from "../../../contracts/caching.ts";
import type { Decision } from "../../../contracts/decisions.ts";
import type { Deps } from "../../../platform/deps.ts";
import { AppError } from "../../../platform/errors.ts";
import { emitIfChanged } from "../../../platform/events.ts";
import { relaySoon } from "../../../platform/outbox.ts";
import { purge } from "../../../platform/purge.ts";
import { auditIfChanged, type Moderator } from "../../audit/audit.service.ts";
import { insertDecisionIfChanged } from "../../decisions/decisions.service.ts";
import { type Asked, readOpen, undoneUntil } from "./moderation.service.ts";
import { isPublicNow } from "../core/listings.policy.ts";
import { storedValues, updateListing } from "../core/listings.repo.ts";
import type { Listing } from "../core/listings.table.ts";
import { previewIfChanged } from "../previews/previews.service.ts";

/**
 * Says that type and rent of a listing are what they say: it shows its percentage, joins the next edition, and VIPs are
 * told of it if they were not yet. Repeating it changes nothing.
 * @throws AppError 404 `listing.not_found`, 409 `listing.closed` when rented or deleted, `listing.changed` when it was
 * changed since the moderator read it
 */
export async function confirmListing(
  deps: Deps,
  asked: Asked,
  by: Moderator,
): Promise<Decision & { listing: Listing }> {
  const listing = await readOpen(deps, asked);
  if (asked.revision !== undefined && asked.revision !== listing.revision) throw new AppError("listing.changed");
  if (listing.confirmedAt !== null) return { listing, decisionId: null };
  const now = deps.now();
  const decisionId = deps.newId();
  // What awaits nothing shows all it has already.
  const isSeen = listing.awaitsConfirmation === true && isPublicNow(listing, now);
  const values = {
    confirmedAt: now,
    belowMarketPercent: listing.comparedPercent,
    ...(isSeen && { updatedAt: now }),
  };
  const [[row]] = await deps.db.batch([
    updateListing(deps, listing, values),
    auditIfChanged(deps, {
      actor: by.actor,
      action: "listing.confirm",
      targetType: "listing",
      targetId: listing.id,
      before: { confirmedAt: null },
      after: { confirmedAt: now.toISOString() },
      ipAddress: by.ipAddress,
    }),
    insertDecisionIfChanged(deps, {
      id: decisionId,
      action: "confirm",
      targetType: "listing",
      targetId: listing.id,
      before: storedValues(listing, Object.keys(values)),
      revision: listing.revision + 1,
    }),
    ...(isSeen
      ? [
          previewIfChanged(deps, listing),
          ...emitIfChanged(deps, "listing.confirmed", { listingId: listing.id, decisionId, dueAt: undoneUntil(now) }),
        ]
      : []),
  ]);
  if (!row) throw new AppError("listing.changed");
  if (isSeen) await purge(deps, tagsPurgedBy("listing.published", listing.id));
  relaySoon(deps);
  return { listing: row, decisionId };
}
