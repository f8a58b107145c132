import { listingTitle } from "../../../contracts/listing-names.ts";
import type { ListingContext, RelatedListing } from "../../../contracts/moderation-queue.ts";
import type { ReviewNote } from "../../../contracts/listings.ts";
import type { Deps } from "../../../platform/deps.ts";
import { latestOwnerAddress, readAuditOfTarget } from "../../audit/audit.service.ts";
import { readAppealsOf } from "../decisions/appeals.service.ts";
import { pathOf } from "../views/listings.mappers.ts";
import type { Listing } from "../listing/listings.table.ts";
import { signedPhotoUrls } from "../photos/photos.service.ts";
import { listingsOfEmail } from "../listing/listings.repo.ts";
import { listingsByIds, listingsOfPhone } from "../decisions/queue.repo.ts";

/** Maximum number of listings in each list of the context, and maximum number of changes. */
const LISTED = 10;

/** Matches listing numbers in notes: "Possible duplicate of #12: same photo." */
const NUMBERS = /#(\d{1,9})/g;

/** Returns the numbers of the listings that notes name, each with the texts of the notes that name it. */
function listingsInNotes(notes: readonly ReviewNote[]): Map<number, string[]> {
  const named = new Map<number, string[]>();
  for (const { text } of notes)
    for (const [, id] of text.matchAll(NUMBERS)) named.set(Number(id), [...(named.get(Number(id)) ?? []), text]);
  return named;
}

async function toRelated(deps: Deps, row: Listing, why: string[]): Promise<RelatedListing> {
  return {
    id: row.id,
    title: listingTitle(row.bedrooms, row.address),
    unit: row.unit,
    rent: row.rent,
    status: row.status,
    submittedAt: row.submittedAt.toISOString(),
    images: await signedPhotoUrls(deps, row),
    path: row.status === "approved" ? pathOf(row) : null,
    why,
  };
}

/** Returns other listings with the same email address or phone number, in any state, newest first. */
async function othersOfLandlord(deps: Deps, { id, email, phoneKey }: Listing): Promise<Listing[]> {
  const limit = LISTED + 1;
  const found = await Promise.all([
    listingsOfEmail(deps, email, { limit, withDeleted: true }),
    phoneKey === null ? [] : listingsOfPhone(deps, phoneKey, limit),
  ]);
  const others = new Map(found.flat().map((row) => [row.id, row]));
  others.delete(id);
  return [...others.values()].toSorted((a, b) => b.id - a.id).slice(0, LISTED);
}

/**
 * Returns the IP address from which a landlord last changed or submitted a listing, masked after 90 days. Returns null
 * if the address is unknown.
 */
export const landlordAddress = async (deps: Deps, { id, ipAddress }: Listing): Promise<string | null> =>
  (await latestOwnerAddress(deps, id)) ?? ipAddress;

/**
 * Reads the context that a moderator needs to decide on a listing: the listings that its notes name, other listings
 * with the landlord's email address or phone number, the listing's history, and the landlord's appeals. Returns at most
 * ten of each, newest first. Listings from the notes are in the order of the notes.
 */
export async function readContext(deps: Deps, listing: Listing): Promise<ListingContext> {
  const named = listingsInNotes(listing.reviewNotes);
  named.delete(listing.id);
  const [related, others, history, ownerAddress, appeals] = await Promise.all([
    listingsByIds(deps, [...named.keys()].slice(0, LISTED)),
    othersOfLandlord(deps, listing),
    readAuditOfTarget(deps, "listing", listing.id, LISTED),
    landlordAddress(deps, listing),
    readAppealsOf(deps, listing.id),
  ]);
  // These listings are in the order of the notes, which have the strongest evidence first.
  const order = [...named.keys()];
  related.sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
  return {
    related: await Promise.all(related.map((row) => toRelated(deps, row, named.get(row.id) ?? []))),
    landlord: await Promise.all(others.map((row) => toRelated(deps, row, []))),
    history,
    ownerAddress,
    appeals,
  };
}
