import { DAY_MS } from "../../../contracts/days.ts";
import type { PublicListing, ReviewNote } from "../../../contracts/listings.ts";
import { LISTED_AGAIN_DAYS } from "../../../contracts/price-history.ts";
import type { Deps } from "../../../platform/deps.ts";
import { emit } from "../../../platform/events.ts";
import { everyTick, type ScheduledJob } from "../../../platform/schedule.ts";
import { isSameLandlord, unitKey } from "../listing/comparison-keys.ts";
import { changeOf, publicationOf, toPublicListing } from "../views/listings.mappers.ts";
import { updateIfUnchanged } from "../listing/listings.repo.ts";
import type { Listing } from "../listing/listings.table.ts";
import type { PreviousListing } from "../listing/history.table.ts";
import { deleteErasedHomes, droppedListings, insertErasedHome, isErasedHome, listingsEverAt } from "./history.repo.ts";
import { rentDropFromChange, previousListingFrom, publicUntilOf } from "../listing/rent-history.ts";

type Home = Pick<Listing, "address" | "addressKey" | "unit">;
type Relisted = Home &
  Pick<Listing, "id" | "email" | "phoneKey" | "bedrooms" | "bathrooms" | "addressPrecision" | "firstApprovedAt">;

/** Number of listings at an address from which listings without a unit can no longer be distinguished. */
const LISTINGS_OF_A_TOWER = 6;

/**
 * Returns the history that a listing inherits from the latest earlier listing of the same home. That earlier listing
 * has the same address, unit and landlord, and ended at most a year before this one was first public. If neither
 * listing names a unit, the size must also be the same. If the address has many listings, a listing without a unit
 * inherits nothing. Returns null if either listing hides its house number, because the inherited rents would reveal the
 * number.
 */
export async function previousListingOf(deps: Deps, listing: Relisted): Promise<PreviousListing | null> {
  if (listing.addressPrecision !== "exact") return null;
  const since = listing.firstApprovedAt ?? deps.now();
  const others = await listingsEverAt(deps, listing);
  const key = unitKey(listing);
  const isSameHome = (other: Listing) =>
    unitKey(other) === key &&
    (key !== null ||
      (others.length < LISTINGS_OF_A_TOWER &&
        other.bedrooms === listing.bedrooms &&
        other.bathrooms === listing.bathrooms));
  const former = others
    .filter((other) => other.addressPrecision === "exact" && isSameHome(other) && isSameLandlord(other, listing))
    .flatMap((other) => previousListingFrom(other, since) ?? []);
  return former.toSorted((a, b) => b.until - a.until)[0] ?? null;
}

/** Fields of a listing that {@link previousListingOf} compares. */
export const HOME_FIELDS = ["address", "unit", "email", "phone", "bedrooms", "bathrooms", "addressPrecision"] as const;

/** Returns the statements that delete a listing's rents from later listings of the same home. */
export async function deleteFormerRents(deps: Deps, listing: Listing) {
  const later = await listingsEverAt(deps, listing);
  return later
    .filter(({ previousListing }) => previousListing?.ids.includes(listing.id))
    .map((other) => updateIfUnchanged(deps, other, { previousListing: null }));
}

/**
 * Returns the statements that emit an event if a change makes a rent reduction public. They must follow the change in
 * the same batch.
 * @param told the decision that caused the reduction, and the time from which listeners may email people about the
 * reduction, because the decision can be undone before that time
 */
export function emitDrop(
  deps: Deps,
  listing: Listing,
  values: Partial<Listing>,
  told: { decisionId: string | null; dueAt: Date },
) {
  const drop = rentDropFromChange(listing, values, deps.now());
  if (drop === null) return [];
  const { fromCents, toCents } = drop;
  return emit(deps, "listing.rent_dropped", { listingId: listing.id, fromCents, toCents, ...told });
}

/**
 * Returns public listings whose rent was reduced in a period, latest reduction first, with the times of their last
 * changes.
 */
export async function readDrops(
  deps: Deps,
  window: { from: Date; until: Date; limit: number },
): Promise<{ listings: (PublicListing & { changedAt: Date })[]; validUntil: Date | null }> {
  const rows = await droppedListings(deps, window);
  const publication = publicationOf(deps);
  const expiries = rows.flatMap(({ expiresAt }) => expiresAt?.getTime() ?? []);
  return {
    listings: rows.map((row) => ({ ...toPublicListing(row, publication), changedAt: changeOf(row) })),
    validUntil: expiries.length > 0 ? new Date(Math.min(...expiries)) : null,
  };
}

const homeHashOf = (deps: Deps, home: Home) =>
  deps.tokens.keyedHash("home", `${home.addressKey}\n${unitKey(home) ?? ""}`);

/** Returns the statements that store a hash of an erased listing's home, for a year after the listing was public. */
export async function rememberErasedHome(deps: Deps, listing: Listing) {
  const until = publicUntilOf(listing, deps.now());
  if (listing.firstApprovedAt === null || until === null || listing.addressKey.startsWith("erased:")) return [];
  const forgetAt = new Date(until + LISTED_AGAIN_DAYS * DAY_MS);
  return forgetAt <= deps.now()
    ? []
    : [insertErasedHome(deps, { homeHash: await homeHashOf(deps, listing), forgetAt })];
}

/** Returns notes for moderators on the earlier listings of a home, including listings that are not public. */
export async function formerListingNotes(deps: Deps, home: Home, id: number | null): Promise<ReviewNote[]> {
  const now = deps.now();
  const [others, isErased] = await Promise.all([
    listingsEverAt(deps, { id: id ?? 0, addressKey: home.addressKey }),
    homeHashOf(deps, home).then((hash) => isErasedHome(deps, hash)),
  ]);
  const key = unitKey(home);
  const former = others
    .filter((other) => key !== null && unitKey(other) === key)
    .flatMap((other) => previousListingFrom(other, now) ?? [])
    .toSorted((a, b) => b.until - a.until)[0];
  const code = "listed_before" as const;
  return [
    ...(former === undefined ? [] : [{ code, text: `The same unit was listed before, as #${former.ids[0]}.` }]),
    ...(isErased
      ? [
          {
            code,
            text: "The same address and unit was listed within a year. Its landlord had that listing's data erased.",
          },
        ]
      : []),
  ];
}

export const historyJobs: readonly ScheduledJob[] = [
  { name: "homes.forget", due: everyTick, run: (deps, time) => deleteErasedHomes(deps, time) },
];
