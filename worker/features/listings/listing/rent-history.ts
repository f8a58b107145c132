import { DAY_MS } from "../../../contracts/days.ts";
import { formatCents } from "../../../contracts/listing-text.ts";
import type { ReviewNote } from "../../../contracts/listings.ts";
import {
  LARGE_CHANGE_PERCENT,
  DROP_WINDOW_DAYS,
  HISTORY_MAX,
  LISTED_AGAIN_DAYS,
  type PriceDrop,
  type RentHistory,
} from "../../../contracts/price-history.ts";
import type { Listing } from "./listings.table.ts";
import type { PreviousListing, StoredRent } from "./history.table.ts";

type Rents = Pick<Listing, "rentCents" | "rentHistory" | "previousListing" | "addressPrecision" | "droppedAt">;
type Dated = Pick<Listing, "status" | "updatedAt" | "approvedAt" | "submittedAt">;

/**
 * Returns the lowest rent that applied between two times. Each rent applies until the next rent, and the last rent
 * until `end`.
 */
function lowestBetween(rents: readonly StoredRent[], end: number, [from, until]: readonly [number, number]) {
  const held = rents.filter((rent, index) => rent.from <= until && (rents[index + 1]?.from ?? end) > from);
  return held.reduce<number | null>((low, { rentCents }) => Math.min(low ?? rentCents, rentCents), null);
}

/**
 * Returns the reduction to the latest rent. Returns null unless the latest rent is lower than every rent in the {@link
 * DROP_WINDOW_DAYS} days before it, or since the first approval. A listing's first rent is never a reduction by itself,
 * but the rents of the home's previous listing count.
 */
export function latestRentDrop({
  rentCents,
  rentHistory,
  previousListing,
}: Pick<Listing, "rentCents" | "rentHistory" | "previousListing">): (Omit<PriceDrop, "at"> & { at: number }) | null {
  const last = rentHistory.at(-1);
  if (last === undefined || rentHistory.length < 2 || last.rentCents !== rentCents) return null;
  const before = [last.from - DROP_WINDOW_DAYS * DAY_MS, last.from] as const;
  const own = lowestBetween(rentHistory.slice(0, -1), last.from, before);
  const former = previousListing && lowestBetween(previousListing.rents, previousListing.until, before);
  const fromCents = Math.min(own ?? Infinity, former ?? Infinity);
  if (!Number.isFinite(fromCents) || rentCents >= fromCents) return null;
  const percent = Math.round(((fromCents - rentCents) / fromCents) * 100);
  return { fromCents, toCents: rentCents, percent, at: last.from };
}

const CHANGED_MUCH = "rent_changed_much";

/**
 * Returns a note for moderators if a rent differs from the last public rent by more than {@link LARGE_CHANGE_PERCENT}
 * percent.
 */
export function changeNotes(rentHistory: readonly StoredRent[], rentCents: number | null): ReviewNote[] {
  const earlier = rentHistory.at(-1)?.rentCents === rentCents ? rentHistory.at(-2) : rentHistory.at(-1);
  if (rentCents === null || earlier === undefined) return [];
  const before = earlier.rentCents;
  if (Math.abs(rentCents - before) * 100 <= LARGE_CHANGE_PERCENT * before) return [];
  const percent = Math.round((Math.abs(rentCents - before) / before) * 100);
  const change = `${rentCents < before ? "fell" : "rose"} by ${percent}%, from ${formatCents(before)} to ${formatCents(rentCents)}`;
  return [{ code: CHANGED_MUCH, text: `The rent ${change}. A reduction is shown once you have confirmed it.` }];
}

/** Returns whether a rent reduction waits for a moderator's confirmation of the rent. */
const isWithheld = ({ reviewNotes, confirmedAt }: Pick<Listing, "reviewNotes" | "confirmedAt">): boolean =>
  confirmedAt === null && reviewNotes.some(({ code }) => code === CHANGED_MUCH);

/**
 * Returns the rent history of a listing. For a listing from before rents were recorded, the current rent counts from
 * the last change.
 */
function rentsOf(listing: Pick<Rents, "rentCents" | "rentHistory"> & Dated): readonly StoredRent[] {
  const { status, rentCents, rentHistory, updatedAt, approvedAt, submittedAt } = listing;
  if (rentHistory.length > 0 || rentCents === null || status !== "approved") return rentHistory;
  return [{ rentCents, from: (updatedAt ?? approvedAt ?? submittedAt).getTime() }];
}

/**
 * Returns the time until which a listing was public. Returns null if the listing is still public or was never public,
 * or if the time is unknown.
 */
export function publicUntilOf(
  { status, expiresAt, publicUntil }: Pick<Listing, "status" | "expiresAt" | "publicUntil">,
  now: Date,
): number | null {
  const expiredAt = expiresAt !== null && expiresAt <= now ? expiresAt.getTime() : null;
  return status === "approved" || publicUntil === null ? expiredAt : publicUntil.getTime();
}

/** The columns that depend on a listing's rent and status. */
export const RENT_COLUMNS = ["rentHistory", "previousListing", "dropPercent", "droppedAt", "publicUntil"] as const;
type RentColumns = Pick<Listing, (typeof RENT_COLUMNS)[number]>;

/**
 * Returns the {@link RENT_COLUMNS} after a change. A rent enters the history when it becomes public. updateListing()
 * stores these columns with every change of a listing, so the history misses no change of rent.
 */
export function rentColumnsAfterChange(listing: Listing, values: Partial<Listing>, now: Date): RentColumns {
  const next = { ...listing, ...values };
  const { status, rentCents, addressPrecision } = next;
  const isPublic = status === "approved";
  // An undo restores the rent history from before the decision.
  const known = values.rentHistory ?? rentsOf(listing);
  const isNew = isPublic && rentCents !== null && known.at(-1)?.rentCents !== rentCents;
  const rentHistory = isNew ? [...known, { rentCents, from: now.getTime() }].slice(-HISTORY_MAX) : [...known];
  // If a listing hides its house number, the rents of a previous listing must not reveal that number.
  const previousListing = addressPrecision !== "exact" ? null : next.previousListing;
  const drop = isWithheld(next) ? null : latestRentDrop({ rentCents, rentHistory, previousListing });
  const ends = listing.status === "approved" && !isPublic;
  const endedAt = Math.min(now.getTime(), listing.expiresAt?.getTime() ?? Infinity);
  return {
    rentHistory,
    previousListing,
    dropPercent: drop?.percent ?? null,
    droppedAt: drop && new Date(drop.at),
    publicUntil: isPublic ? null : ends && values.publicUntil === undefined ? new Date(endedAt) : next.publicUntil,
  };
}

/**
 * Returns the rent reduction that a change makes public: a new reduction, or one that waited for confirmation. Returns
 * null if there is none.
 */
export function rentDropFromChange(listing: Listing, values: Partial<Listing>, now: Date) {
  const after = rentColumnsAfterChange(listing, values, now);
  const drop = after.droppedAt === null ? null : latestRentDrop({ rentCents: listing.rentCents, ...values, ...after });
  const isNew = rentsOf(listing).at(-1)?.rentCents !== after.rentHistory.at(-1)?.rentCents;
  const isReleased = isWithheld(listing) && after.publicUntil === null;
  return drop !== null && (isReleased || (isNew && drop.at === now.getTime())) ? drop : null;
}

const iso = (time: number) => new Date(time).toISOString();

/** Converts a listing's rents to their form in responses. */
export function toRentHistory(row: Rents & Dated): RentHistory {
  const previous = row.addressPrecision !== "exact" ? null : row.previousListing;
  const rents = [...(previous?.rents ?? []), ...rentsOf(row)].slice(-HISTORY_MAX);
  const drop = row.droppedAt === null ? null : latestRentDrop({ ...row, previousListing: previous });
  return {
    priceHistory: rents.map(({ rentCents, from }) => ({ rentCents, from: iso(from) })),
    priceDrop: drop && { ...drop, at: iso(drop.at) },
    previousListing: previous && { rentCents: previous.rentCents, until: iso(previous.until) },
  };
}

type Former = Pick<
  Listing,
  "id" | "rentCents" | "rentHistory" | "previousListing" | "firstApprovedAt" | "status" | "expiresAt" | "publicUntil"
>;

/**
 * Returns the history that a listing inherits from a previous listing of the same home.
 * @param since time when the new listing was first public
 * @returns null unless the previous listing was public and ended in the year before `since`
 */
export function previousListingFrom(row: Former, since: Date): PreviousListing | null {
  const until = publicUntilOf(row, since);
  const earliest = since.getTime() - LISTED_AGAIN_DAYS * DAY_MS;
  if (row.firstApprovedAt === null || until === null || until > since.getTime() || until < earliest) return null;
  const own =
    row.rentHistory.length > 0 || row.rentCents === null
      ? row.rentHistory
      : [{ rentCents: row.rentCents, from: row.firstApprovedAt.getTime() }];
  const last = own.at(-1);
  if (last === undefined) return null;
  const earlier = row.previousListing;
  return {
    ids: [row.id, ...(earlier?.ids ?? [])],
    rentCents: last.rentCents,
    until,
    rents: [...(earlier?.rents ?? []), ...own].slice(-HISTORY_MAX),
  };
}
