import { tagsPurgedBy } from "../../../contracts/caching.ts";
import type { Decision } from "../../../contracts/decisions.ts";
import type { Deps } from "../../../platform/deps.ts";
import { AppError } from "../../../platform/errors.ts";
import { purge } from "../../../platform/purge.ts";
import { auditIfChanged, type Moderator } from "../../audit/audit.service.ts";
import { insertDecisionIfChanged } from "../../decisions/decisions.service.ts";
import { type EditableListing, editableByModerator } from "../core/listings.policy.ts";
import { listingById, storedValues, updateListing } from "../core/listings.repo.ts";
import { forgetPreview } from "../previews/previews.service.ts";
import type { Listing } from "../core/listings.table.ts";

/** How long a moderator's delete can be undone; then the photos go. */
export const TOMBSTONE_MS = 30 * 86_400_000;
/** How often a delete is tried again when another change came first. */
const DELETE_TRIES = 5;

/**
 * Deletes a listing. It is gone for everyone at once; its row and photos stay 30 days as a tombstone, for an undo.
 * A delete wins against a change made at the same time, an undo included.
 * @throws AppError `listing.not_found` when it is deleted already
 */
export async function deleteListing(deps: Deps, listing: EditableListing, by: Moderator): Promise<Decision> {
  const decisionId = deps.newId();
  let current = listing;
  for (let tries = 0; tries < DELETE_TRIES; tries += 1) {
    const values = {
      status: "deleted" as const,
      deletedAt: deps.now(),
      deletedBy: "admin" as const,
      deletedFrom: current.status,
    };
    const [[row]] = await deps.db.batch([
      updateListing(deps, current, { ...values, preview: null }),
      auditIfChanged(deps, {
        actor: "admin",
        action: "listing.delete",
        targetType: "listing",
        targetId: current.id,
        before: { status: current.status, address: current.address },
        after: { status: "deleted" },
        ipAddress: by.ipAddress,
      }),
      insertDecisionIfChanged(deps, {
        id: decisionId,
        action: "delete",
        targetType: "listing",
        targetId: current.id,
        // Without the preview image, which is drawn again: the stored one is removed below.
        before: storedValues(current, Object.keys(values)),
        revision: current.revision + 1,
      }),
    ]);
    if (row) {
      await purge(deps, tagsPurgedBy("listing.deleted", current.id));
      await forgetPreview(deps, current);
      return { decisionId };
    }
    current = editableByModerator(await listingById(deps, current.id));
  }
  throw new AppError("listing.changed");
}

/**
 * Undoes a moderator's delete: the listing is back in review, or rented if it was, with its photos and its landlord's
 * links. Restoring a listing that is not deleted changes nothing.
 * @throws AppError `listing.not_found`, `listing.gone_for_good` after 30 days or when its landlord deleted it,
 * `listing.changed` after a race
 */
export async function restoreListing(deps: Deps, id: number | null, by: Moderator): Promise<Listing> {
  const listing = id === null ? null : await listingById(deps, id);
  if (!listing) throw new AppError("listing.not_found");
  if (listing.status !== "deleted") return listing;
  const isTombstone = listing.deletedAt !== null && deps.now().getTime() - listing.deletedAt.getTime() < TOMBSTONE_MS;
  if (listing.deletedBy !== "admin" || !isTombstone) throw new AppError("listing.gone_for_good");
  const status = listing.deletedFrom === "rented" ? ("rented" as const) : ("pending" as const);
  const [[row]] = await deps.db.batch([
    updateListing(deps, listing, { status, deletedAt: null, deletedBy: null, deletedFrom: null }),
    auditIfChanged(deps, {
      actor: "admin",
      action: "listing.restore",
      targetType: "listing",
      targetId: listing.id,
      before: { status: "deleted" },
      after: { status },
      ipAddress: by.ipAddress,
    }),
  ]);
  if (!row) throw new AppError("listing.changed");
  return row;
}
