import { priceText } from "../../../contracts/listing-text.ts";
import { publicText } from "../../../contracts/public-text.ts";
import { hasFilters, type FoundOnMap, type SearchMap, type SearchPlaces } from "../../../contracts/search.ts";
import type { PublicListing } from "../../../contracts/listings.ts";
import type { Client } from "../../../platform/client-address.ts";
import { readCounter } from "../../../platform/database.ts";
import type { Deps } from "../../../platform/deps.ts";
import { MAX_OFFSET, type PageWindow } from "../../../platform/paging.ts";
import { requireForNetworks } from "../../../platform/rate-limits.ts";
import { aliasesOf } from "../../../contracts/place-names.ts";
import { changeOf, pathOf, priceOf, publicationOf, publicTitle, toPublicListing } from "../core/listings.mappers.ts";
import { newestAnnounced, publicListingsBy, publicPointsBy, type MapPoints } from "./lists.repo.ts";
import { buildWordQuery } from "./listing-words.service.ts";
import type { SearchRequest } from "./search.conditions.ts";
import { searchListings, placesWithListings, planSearch, searchPoints } from "./search.repo.ts";
import type { Listing } from "../core/listings.table.ts";
import { publicTextsOf } from "../core/public-address.ts";

/** A page of public listings; `validUntil` is when the first of them expires. */
export interface PublicPage {
  listings: PublicListing[];
  /** Null if the search was cut, or beyond the largest offset. */
  total: number | null;
  /** Number of results that a cut search found; otherwise null. */
  atLeast: number | null;
  /** Private rooms in `total` or `atLeast`; null for a single type. */
  rooms: number | null;
  /** The corrected words, if the typed ones match nothing. */
  corrected: string | null;
  validUntil: Date | null;
}

const NOTHING = { rows: [], total: null, atLeast: null, rooms: null, corrected: null };

async function plainList(deps: Deps, { type, search }: SearchRequest, paging: PageWindow) {
  const found = await publicListingsBy(deps, type, search.sort, paging);
  const isAll = type === "all" && paging.offset <= MAX_OFFSET;
  // Beyond the last page no row contains the total.
  const [total, rooms] = await Promise.all([
    found.total ?? readCounter(deps, type === "all" ? "approved" : `approved:${type}`),
    isAll ? (found.rooms ?? (found.rows.length > 0 ? 0 : readCounter(deps, "approved:Private Room"))) : null,
  ]);
  return { rows: found.rows, total, atLeast: null, rooms, corrected: null };
}

/** The searcher's networks, for limiting searches by words, which are not cached. */
type Searcher = Pick<Client, "networks">;

const TOO_MANY = "Too many searches came from your network. Please try again in a minute.";

/**
 * A search with the query for its words; null if it contains no searchable word.
 * @throws AppError `request.rate_limited` for too many searches by words from the network
 */
async function withWords(
  deps: Deps,
  wanted: SearchRequest,
  searcher: Searcher,
): Promise<{ wanted: SearchRequest; corrected: string | null } | null> {
  if (wanted.search.q === null) return { wanted, corrected: null };
  await requireForNetworks(deps, "word_searches", searcher, { message: TOO_MANY });
  const { match, corrected } = await buildWordQuery(deps, wanted.search.q);
  return match === null ? null : { wanted: { ...wanted, match }, corrected };
}

async function searchList(deps: Deps, asked: SearchRequest, paging: PageWindow, searcher: Searcher) {
  if (paging.offset > MAX_OFFSET) return NOTHING;
  const words = await withWords(deps, asked, searcher);
  if (words === null) return { ...NOTHING, total: 0, rooms: asked.type === "all" ? 0 : null };
  const { corrected, wanted } = words;
  const plan = await planSearch(deps, wanted);
  const found = await searchListings(deps, wanted, plan, paging);
  // Beyond the last page no row contains the total.
  const { total, rooms } =
    found.total === null && paging.offset > 0
      ? await searchListings(deps, wanted, plan, { limit: 1, offset: 0 })
      : found;
  return {
    rows: found.rows,
    total: plan.isCut ? null : (total ?? 0),
    atLeast: plan.isCut ? (total ?? 0) : null,
    rooms: wanted.type === "all" ? (rooms ?? 0) : null,
    corrected,
  };
}

/**
 * A page of a search's results in its order. Reads offset + limit + 2 rows if it only sorts, otherwise a bounded number
 * of rows (docs/decisions/0014).
 * @throws AppError `request.rate_limited` for too many searches by words
 */
export async function readPublicPage(
  deps: Deps,
  { type, search }: SearchRequest,
  paging: PageWindow,
  searcher: Searcher,
): Promise<PublicPage> {
  const { rows, ...counts } = hasFilters(search)
    ? await searchList(deps, { type, search }, paging, searcher)
    : await plainList(deps, { type, search }, paging);
  const publication = publicationOf(deps);
  return { listings: rows.map((row) => toPublicListing(row, publication)), ...counts, validUntil: firstExpiry(rows) };
}

/**
 * The newest announced listings of a type for feeds, with their last changes; `validUntil` is when the first expires.
 */
export async function readNewestOfType(
  deps: Deps,
  type: SearchRequest["type"],
  limit: number,
): Promise<{ listings: (PublicListing & { changedAt: Date })[]; validUntil: Date | null }> {
  const rows = await newestAnnounced(deps, type, limit);
  const publication = publicationOf(deps);
  const listings = rows.map((row) => ({ ...toPublicListing(row, publication), changedAt: changeOf(row) }));
  return { listings, validUntil: firstExpiry(rows) };
}

function firstExpiry(rows: readonly Pick<Listing, "expiresAt">[]): Date | null {
  const expiries = rows.flatMap(({ expiresAt }) => (expiresAt ? [expiresAt.getTime()] : []));
  return expiries.length > 0 ? new Date(Math.min(...expiries)) : null;
}

type Point = MapPoints["points"][number];

function toPoint(row: Point, isDemo: boolean): FoundOnMap[] {
  const { id, bedrooms, rent, rentCents, belowMarketPercent, ...place } = row;
  const { latitude, longitude, confidence } = place;
  // Less precise places are not drawn.
  if (latitude === null || longitude === null || (confidence !== "high" && confidence !== "medium")) return [];
  const shown = publicTextsOf(row);
  return [
    {
      id,
      path: pathOf(row),
      bedrooms,
      title: publicTitle(bedrooms, shown.address, isDemo),
      price: priceText({ price: priceOf(publicText(shown.rent(rent, rentCents))), rentCents }),
      belowMarketPercent,
      latitude,
      longitude,
    },
  ];
}

async function foundOnMap(
  deps: Deps,
  asked: SearchRequest,
  searcher: Searcher,
): Promise<{ found: MapPoints; isCut: boolean }> {
  const { type, search } = asked;
  // Without filters, the order's index suffices.
  if (!hasFilters(search)) return { found: await publicPointsBy(deps, type, search.sort), isCut: false };
  const words = await withWords(deps, asked, searcher);
  if (words === null) return { found: { points: [], total: 0, rooms: 0 }, isCut: false };
  const plan = await planSearch(deps, words.wanted);
  return { found: await searchPoints(deps, words.wanted, plan), isCut: plan.isCut };
}

/**
 * The map of a search's results; `validUntil` is when the first of them expires.
 * @throws AppError `request.rate_limited` for too many searches by words
 */
export async function readSearchMap(
  deps: Deps,
  wanted: SearchRequest,
  searcher: Searcher,
): Promise<{ map: SearchMap; validUntil: Date | null }> {
  const { found, isCut } = await foundOnMap(deps, wanted, searcher);
  const { points, total, rooms } = found;
  return {
    map: { points: points.flatMap((point) => toPoint(point, deps.config.isDemo)), total, rooms, isCut },
    validUntil: firstExpiry(points),
  };
}

/** Places by which lists can be filtered. */
export async function readSearchPlaces(deps: Deps): Promise<SearchPlaces> {
  const rows = await placesWithListings(deps);
  return {
    neighbourhoods: rows
      .filter(({ kind }) => kind === "neighbourhood")
      .map(({ name, listings }) => ({ name, aliases: aliasesOf(name), count: listings })),
    stations: rows
      .filter(({ kind }) => kind === "station")
      .map(({ name, lines, listings }) => ({ name, lines, count: listings })),
  };
}
