import { priceText } from "../../contracts/listing-text.ts";
import { EVERYTHING, type FoundOnMap, isNarrowed, type SearchMap, type SearchPlaces } from "../../contracts/search.ts";
import type { PublicListing } from "../../contracts/listings.ts";
import { listingTitle } from "../../contracts/listing-names.ts";
import { readCounter } from "../../platform/counters.ts";
import type { Deps } from "../../platform/deps.ts";
import { MAX_OFFSET, type Paging } from "../../platform/paging.ts";
import { changeOf, pathOf, priceOf, toPublicListing } from "./listings.mappers.ts";
import { publicListingsBy } from "./listings.list.repo.ts";
import { listingsFound, planSearch, pointsFound, type Wanted } from "./listings.search.repo.ts";
import type { Listing } from "./listings.table.ts";
import { shownAddress, shownText } from "./shown-address.ts";
import { placesWithListings } from "./place-counts.repo.ts";

/** A page of public listings, how many there are, and the moment the first of those shown expires. */
export interface PublicPage {
  listings: PublicListing[];
  /** Null when the search was cut, or the page lies beyond any list. */
  total: number | null;
  /** How many a cut search found so far; null of any other. */
  atLeast: number | null;
  /** How many of the total, or of those found so far, are private rooms; null for one type. */
  rooms: number | null;
  validUntil: Date | null;
}

const NOTHING = { rows: [], total: null, atLeast: null, rooms: null };

async function plainList(deps: Deps, { type, search }: Omit<Wanted, "bounds">, paging: Paging) {
  const found = await publicListingsBy(deps, type, search.sort, paging);
  const isAll = type === "all" && paging.offset <= MAX_OFFSET;
  // Beyond the last page no row says how many there are.
  const [total, rooms] = await Promise.all([
    found.total ?? readCounter(deps, type === "all" ? "approved" : `approved:${type}`),
    isAll ? (found.rooms ?? (found.rows.length > 0 ? 0 : readCounter(deps, "approved:Private Room"))) : null,
  ]);
  return { rows: found.rows, total, atLeast: null, rooms };
}

async function foundList(deps: Deps, wanted: Wanted, paging: Paging) {
  if (paging.offset > MAX_OFFSET) return NOTHING;
  const plan = await planSearch(deps, wanted);
  const found = await listingsFound(deps, wanted, plan, paging);
  // Beyond the last page no row says how many there are.
  const { total, rooms } =
    found.total === null && paging.offset > 0
      ? await listingsFound(deps, wanted, plan, { limit: 1, offset: 0 })
      : found;
  return {
    rows: found.rows,
    total: plan.isCut ? null : (total ?? 0),
    atLeast: plan.isCut ? (total ?? 0) : null,
    rooms: wanted.type === "all" ? (rooms ?? 0) : null,
  };
}

/**
 * Public listings of a type that a search finds, in its order. Rows read: offset + limit + 2 when it asks for nothing
 * but an order; otherwise bounded, whatever the number of listings (docs/decisions/0014).
 */
export async function readPublicPage(
  deps: Deps,
  { type, search }: Omit<Wanted, "bounds">,
  paging: Paging,
): Promise<PublicPage> {
  const { rows, ...counts } = isNarrowed(search)
    ? await foundList(deps, { type, search, bounds: null }, paging)
    : await plainList(deps, { type, search }, paging);
  return { listings: rows.map(toPublicListing), ...counts, validUntil: firstExpiry(rows) };
}

/** The newest public listings of a type with the time of their last change, and the moment the first of them expires. */
export async function readNewestOfType(
  deps: Deps,
  type: Wanted["type"],
  limit: number,
): Promise<{ listings: (PublicListing & { changedAt: Date })[]; validUntil: Date | null }> {
  const { rows } = await publicListingsBy(deps, type, EVERYTHING.sort, { limit, offset: 0 });
  const listings = rows.map((row) => ({ ...toPublicListing(row), changedAt: changeOf(row) }));
  return { listings, validUntil: firstExpiry(rows) };
}

function firstExpiry(rows: readonly Pick<Listing, "expiresAt">[]): Date | null {
  const expiries = rows.flatMap(({ expiresAt }) => (expiresAt ? [expiresAt.getTime()] : []));
  return expiries.length > 0 ? new Date(Math.min(...expiries)) : null;
}

type Point = Awaited<ReturnType<typeof pointsFound>>[number];

function toPoint(row: Point): FoundOnMap[] {
  const { id, bedrooms, rent, rentCents, belowMarketPercent, ...place } = row;
  const { latitude, longitude, confidence } = place;
  // Nothing is drawn where no more than the neighbourhood is known.
  if (latitude === null || longitude === null || (confidence !== "high" && confidence !== "medium")) return [];
  return [
    {
      id,
      path: pathOf(row),
      bedrooms,
      title: listingTitle(bedrooms, shownAddress(row)),
      price: priceText({ price: priceOf(shownText(rent, row)), rentCents }),
      belowMarketPercent,
      latitude,
      longitude,
    },
  ];
}

/** Where the listings are that a search finds, and the moment the first of them expires. */
export async function readSearchMap(deps: Deps, wanted: Wanted): Promise<{ map: SearchMap; validUntil: Date | null }> {
  const plan = await planSearch(deps, wanted);
  const rows = await pointsFound(deps, wanted, plan);
  const rooms = rows.filter(({ bedrooms }) => bedrooms === "Private Room").length;
  return {
    map: { points: rows.flatMap(toPoint), total: rows.length, rooms, isCut: plan.isCut },
    validUntil: firstExpiry(rows),
  };
}

/** The places that lists can be narrowed to. */
export async function readSearchPlaces(deps: Deps): Promise<SearchPlaces> {
  const rows = await placesWithListings(deps);
  return {
    neighbourhoods: rows
      .filter(({ kind }) => kind === "neighbourhood")
      .map(({ name, listings }) => ({ name, count: listings })),
    stations: rows
      .filter(({ kind }) => kind === "station")
      .map(({ name, lines, listings }) => ({ name, lines, count: listings })),
  };
}
