import type { AdminListing } from "../../../contracts/listings.ts";
import { type QueueFilter, SEARCH_MIN_CHARACTERS } from "../../../contracts/moderation-queue.ts";
import { readCounter } from "../../../platform/database.ts";
import type { Deps } from "../../../platform/deps.ts";
import { AppError } from "../../../platform/errors.ts";
import { MAX_OFFSET, type PageWindow } from "../../../platform/paging.ts";
import { countUnplaced, listingsByIds, listingsForAdmin, listingsMatching, waitingListings } from "./queue.repo.ts";
import { toAdminListing } from "../views/listings.mappers.ts";
import { type EditableListing, editableByModerator } from "../listing/listings.policy.ts";
import { listingById } from "../listing/listings.repo.ts";
import { idsUnderReview } from "../listing/phone-review.service.ts";
import type { Listing } from "../listing/listings.table.ts";

/** A page of the queue; `total` is null for a search. */
interface QueuePage {
  listings: AdminListing[];
  total: number | null;
}

/**
 * Returns a page of the moderation queue, newest first. Without a filter, the queue contains all listings except
 * deleted ones: listings under review first, then pending listings. A filter selects the listings with one status, or
 * the listings without a known location, pending listings first.
 */
export async function readQueue(deps: Deps, filter: QueueFilter | undefined, paging: PageWindow): Promise<QueuePage> {
  const [rows, total] = await Promise.all([
    filter === undefined ? readWholeQueue(deps, paging) : listingsForAdmin(deps, filter, paging),
    filter === "unplaced"
      ? countUnplaced(deps)
      : readCounter(deps, filter === undefined ? "admin" : `status:${filter}`),
  ]);
  return { listings: await Promise.all(rows.map((row) => toAdminListing(deps, row))), total };
}

/**
 * Reads the listings that wait for a decision: first listings whose phone number is under review, then pending
 * listings. Both groups are longest-waiting first.
 */
export async function readWaiting(deps: Deps, paging: PageWindow): Promise<QueuePage> {
  const [urgent, pending, waiting] = await Promise.all([
    urgentIds(deps),
    readCounter(deps, "status:pending"),
    waitingListings(deps, paging),
  ]);
  const rows =
    urgent.length === 0 ? waiting : await urgentThen(deps, urgent, paging, (rest) => waitingListings(deps, rest));
  return { listings: await Promise.all(rows.map((row) => toAdminListing(deps, row))), total: urgent.length + pending };
}

/** Maximum number of listings under review at the top of the queue, because D1 binds at most 100 values. */
const MAX_URGENT = 90;

/** Returns a page of the unfiltered queue, with listings whose phone number is under review first. */
async function readWholeQueue(deps: Deps, paging: PageWindow): Promise<Listing[]> {
  // Usually no phone number is under review, so both lists are read in parallel.
  const [urgent, others] = await Promise.all([urgentIds(deps), listingsForAdmin(deps, undefined, paging)]);
  if (urgent.length === 0) return others;
  return urgentThen(deps, urgent, paging, (rest) => listingsForAdmin(deps, undefined, rest, urgent));
}

/** Returns public listings whose phone number is under review, in the order in which their numbers were hidden. */
const urgentIds = async (deps: Deps) => (await idsUnderReview(deps)).slice(0, MAX_URGENT);

/** Returns a page of a list in which the urgent listings come before the others. */
async function urgentThen(
  deps: Deps,
  urgent: readonly number[],
  { limit, offset }: PageWindow,
  readOthers: (rest: PageWindow) => Promise<Listing[]>,
): Promise<Listing[]> {
  const firstIds = urgent.slice(offset, offset + limit);
  const rows = new Map((await listingsByIds(deps, firstIds)).map((row) => [row.id, row]));
  const first = firstIds.flatMap((id) => rows.get(id) ?? []);
  if (firstIds.length === limit) return first;
  return [
    ...first,
    ...(await readOthers({ limit: limit - firstIds.length, offset: Math.max(0, offset - urgent.length) })),
  ];
}

/**
 * Returns listings whose address, unit, name, email or phone contain every word of a text, newest first. If the text is
 * an id ("12", "#12"), the listing with that id comes first.
 * @throws AppError 400 `listing.search_too_short`
 */
export async function searchQueue(
  deps: Deps,
  text: string,
  filter: QueueFilter | undefined,
  paging: PageWindow,
): Promise<QueuePage> {
  const id = /^#?([1-9]\d{0,8})$/.exec(text)?.[1];
  const all = text.split(/\s+/);
  const long = all.filter((word) => word.length >= SEARCH_MIN_CHARACTERS);
  if (long.length === 0 && id === undefined) {
    throw new AppError("listing.search_too_short", { fields: { q: new AppError("listing.search_too_short").message } });
  }
  if (paging.offset > MAX_OFFSET) return { listings: [], total: null };
  const byId = id === undefined ? [] : await listingsByIds(deps, [Number(id)]);
  const named = byId.filter((listing) => matchesFilter(listing, filter));
  const short = all.filter((word) => word.length < SEARCH_MIN_CHARACTERS);
  // A listing whose id equals the search text counts as the first match.
  const isFirstPage = paging.offset === 0;
  const others =
    long.length === 0
      ? []
      : await listingsMatching(
          deps,
          { long, short },
          { filter, exceptId: named[0]?.id ?? null },
          {
            limit: isFirstPage ? paging.limit - named.length : paging.limit,
            offset: Math.max(0, paging.offset - named.length),
          },
        );
  const rows = isFirstPage ? [...named, ...others] : others;
  return { listings: await Promise.all(rows.map((row) => toAdminListing(deps, row))), total: null };
}

function matchesFilter({ status, latitude }: Listing, filter: QueueFilter | undefined): boolean {
  if (filter === "unplaced") return latitude === null && status !== "deleted" && status !== "rented";
  return filter === undefined ? status !== "deleted" : status === filter;
}

/** Returns a listing that the moderator may edit. @throws AppError `listing.not_found` */
export async function listingForModerator(deps: Deps, id: number | null): Promise<EditableListing> {
  return editableByModerator(id === null ? null : await listingById(deps, id));
}
