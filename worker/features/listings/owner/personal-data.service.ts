import type { Deps } from "../../../platform/deps.ts";
import { redactAudit, listingsWithFormerEmail } from "../../audit/audit.service.ts";
import { deleteDecisionsOfListing } from "../../decisions/decisions.service.ts";
import { deleteComparisons } from "../duplicates/fingerprints.repo.ts";
import { deleteRequestedMails } from "../mail/listings.mail.jobs.ts";
import { deleteFormerRents, rememberErasedHome } from "../history/history.service.ts";
import { toRentHistory } from "../listing/rent-history.ts";
import { eraseApprovedValues, eraseListing, listingById, listingsOfEmail } from "../listing/listings.repo.ts";
import { editableByOwner } from "../listing/listings.policy.ts";
import { deleteAppealsOf } from "../decisions/appeals.repo.ts";
import { readAppealsOf } from "../decisions/appeals.service.ts";
import { deleteMessagesOf } from "../decisions/questions.repo.ts";
import { deleteWaitingPhotosOf } from "../photos/waiting-photos.repo.ts";
import { removeByOwner, toOwnerListing } from "./owner.service.ts";

/** Options for reading all listings of a landlord. No landlord reaches the limit. */
const ALL = { limit: 500, withDeleted: true };

/** Returns all listings of an email address, in any state, in the form in which their landlord sees them. */
export async function personalListings(deps: Deps, email: string): Promise<Record<string, unknown>[]> {
  const rows = await listingsOfEmail(deps, email, ALL);
  return Promise.all(
    rows.map(async (row) => ({
      ...(await toOwnerListing(deps, row)),
      ...toRentHistory(row),
      status: row.status,
      submittedFrom: row.ipAddress,
      appeals: await readAppealsOf(deps, row.id),
    })),
  );
}

/** Erases the data of a deleted listing everywhere it is stored. */
export async function eraseListingRow(deps: Deps, id: number): Promise<void> {
  const listing = await listingById(deps, id);
  await deleteComparisons(deps, id);
  const later = listing ? await deleteFormerRents(deps, listing) : [];
  await deps.db.batch([
    eraseListing(deps, id),
    redactAudit(deps, "listing", String(id)),
    deleteDecisionsOfListing(deps, id),
    deleteMessagesOf(deps, id),
    deleteAppealsOf(deps, id),
    ...(listing
      ? [deleteWaitingPhotosOf(deps, listing.photoPrefix), ...(await rememberErasedHome(deps, listing))]
      : []),
    ...later,
  ]);
}

/**
 * Deletes all listings of an email address and erases their data. If a listing now has another email address, erases
 * only its earlier values: in the audit log, in decisions, and in the version that a moderator approved.
 */
export async function eraseListings(deps: Deps, email: string): Promise<void> {
  for (const row of await listingsOfEmail(deps, email, ALL)) {
    if (row.status !== "deleted") await removeByOwner(deps, editableByOwner(row), { ipAddress: null });
    else if (row.photos.length > 0) {
      await deps.photos.remove(row.photos.map(({ hash }) => ({ prefix: row.photoPrefix, hash })));
    }
    await eraseListingRow(deps, row.id);
  }
  for (const id of await listingsWithFormerEmail(deps, email))
    await deps.db.batch([
      redactAudit(deps, "listing", id),
      deleteDecisionsOfListing(deps, Number(id)),
      eraseApprovedValues(deps, Number(id)),
    ]);
  await deps.db.batch(deleteRequestedMails(deps, email));
}
