import type { Deps } from "../../../platform/deps.ts";
import { redactAudit, listingsWithFormerEmail } from "../../audit/audit.service.ts";
import { deleteDecisionsOfListing } from "../../decisions/decisions.service.ts";
import { forgetFingerprints } from "../photos/fingerprints.repo.ts";
import { forgetLinksMails } from "../mail/listings.mail.jobs.ts";
import { blankListing, everyListingOfEmail } from "./personal-data.repo.ts";
import { editableByOwner } from "./listings.policy.ts";
import { removeByOwner, toOwnerListing } from "../owner/owner.service.ts";

/** Listings of one address looked at; more than a landlord here has. */
const MOST = 500;

/** Every listing posted with a mail address, in every state, as its landlord gave it. */
export async function personalListings(deps: Deps, email: string): Promise<Record<string, unknown>[]> {
  const rows = await everyListingOfEmail(deps, email, MOST);
  return Promise.all(rows.map(async (row) => ({ ...(await toOwnerListing(deps, row)), status: row.status })));
}

/**
 * Removes every listing posted with a mail address, and blanks what remains of it. Of listings that have another address
 * by now, the log forgets what they were before.
 */
export async function eraseListings(deps: Deps, email: string): Promise<void> {
  for (const row of await everyListingOfEmail(deps, email, MOST)) {
    if (row.status !== "deleted") await removeByOwner(deps, editableByOwner(row), { ipAddress: null });
    else if (row.photos.length > 0) {
      await deps.photos.remove(row.photos.map(({ hash }) => ({ prefix: row.photoPrefix, hash })));
    }
    await forgetFingerprints(deps, row.id);
    await deps.db.batch([
      blankListing(deps, row.id),
      redactAudit(deps, "listing", String(row.id)),
      deleteDecisionsOfListing(deps, row.id),
    ]);
  }
  for (const id of await listingsWithFormerEmail(deps, email))
    await deps.db.batch([redactAudit(deps, "listing", id), deleteDecisionsOfListing(deps, Number(id))]);
  await deps.db.batch(forgetLinksMails(deps, email));
}
