import { DAY_MS } from "../../../contracts/days.ts";
import type { Deps } from "../../../platform/deps.ts";
import { AppError } from "../../../platform/errors.ts";
import { runAllOrNone } from "../../../platform/run-all-or-none.ts";
import { auditEntry, type Moderator } from "../../audit/audit.service.ts";
import { type EditableListing, editableByModerator } from "../listing/listings.policy.ts";
import { listingById, updateListing } from "../listing/listings.repo.ts";
import { decisionStatements } from "./record-decision.service.ts";
import { openAppealOf } from "./appeals.repo.ts";
import type { DecisionInProgress, Outcome } from "./moderation.service.ts";
import { deletePreview } from "../previews/previews.service.ts";
import type { Listing } from "../listing/listings.table.ts";

/** Time within which a moderator's deletion can be undone. After this time, the photos are deleted. */
export const TOMBSTONE_MS = 30 * DAY_MS;
/** Maximum number of attempts to delete a listing that other requests keep changing. */
const DELETE_TRIES = 5;

/**
 * Hides a listing from all visitors immediately. Its row and photos stay for 30 days, so that the deletion can be
 * undone. A deletion overrides concurrent changes, including an undo.
 * @returns the listing before the deletion
 * @throws AppError 404 `listing.not_found` if it is already deleted, 409 `appeal.open` while an appeal waits for an
 * answer, even if the landlord changed the listing since the rejection
 */
export async function deleteAsModerator(
  deps: Deps,
  listing: EditableListing,
  { id, by }: DecisionInProgress,
): Promise<Outcome> {
  let current = listing;
  for (let tries = 0; tries < DELETE_TRIES; tries += 1) {
    const appeal = await openAppealOf(deps, current);
    if (appeal) throw new AppError("appeal.open");
    const values = {
      status: "deleted" as const,
      deletedAt: deps.now(),
      deletedBy: "admin" as const,
      deletedFrom: current.status,
    };
    const [[row]] = await runAllOrNone(deps, [
      ...decisionStatements(deps, current, {
        id,
        action: "delete",
        values,
        // The stored preview image is deleted below; an undo draws it again.
        kept: { preview: null },
        before: { status: current.status, address: current.address },
        after: { status: "deleted" },
        by,
      }),
    ]);
    if (row) {
      await deletePreview(deps, current);
      return { listing: current, change: "public" };
    }
    current = editableByModerator(await listingById(deps, current.id));
  }
  throw new AppError("listing.changed");
}

/**
 * Undoes a moderator's deletion. The listing becomes pending or rented again, with its photos and its landlord's links.
 * Restoring a listing that is not deleted changes nothing.
 * @throws AppError `listing.not_found`, `listing.gone_for_good` after 30 days or if its landlord deleted it,
 * `listing.changed` after a race
 */
export async function restoreListing(deps: Deps, id: number | null, by: Moderator): Promise<Listing> {
  const listing = id === null ? null : await listingById(deps, id);
  if (!listing) throw new AppError("listing.not_found");
  if (listing.status !== "deleted") return listing;
  const isRestorable = listing.deletedAt !== null && deps.now().getTime() - listing.deletedAt.getTime() < TOMBSTONE_MS;
  if (listing.deletedBy !== "admin" || !isRestorable) throw new AppError("listing.gone_for_good");
  const status = listing.deletedFrom === "rented" ? ("rented" as const) : ("pending" as const);
  const [[row]] = await runAllOrNone(deps, [
    updateListing(deps, listing, { status, deletedAt: null, deletedBy: null, deletedFrom: null }),
    auditEntry(deps, {
      ...by,
      action: "listing.restore",
      targetType: "listing",
      targetId: listing.id,
      before: { status: "deleted" },
      after: { status },
      revision: listing.revision + 1,
    }),
  ]);
  if (!row) throw new AppError("listing.changed");
  return row;
}
