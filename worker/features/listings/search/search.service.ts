import { listingTitle } from "../../../contracts/listing-names.ts";
import { priceText } from "../../../contracts/listing-text.ts";
import { publicText } from "../../../contracts/public-text.ts";
import { hasFilters, type FoundOnMap, type SearchMap, type SearchPlaces } from "../../../contracts/search.ts";
import type { PublicListing } from "../../../contracts/listings.ts";
import type { Client } from "../../../platform/client-address.ts";
import { readCounter } from "../../../platform/database.ts";
import type { Deps } from "../../../platform/deps.ts";
import { MAX_OFFSET, type PageWindow } from "../../../platform/paging.ts";
import { requireForNetworks } from "../../../platform/rate-limits.ts";
import { torontoDay } from "../../../platform/toronto-time.ts";
import { aliasesOf } from "../../../contracts/place-names.ts";
import { changeOf, pathOf, priceOf, toPublicListing } from "../core/listings.mappers.ts";
import { newestAnnounced, publicListingsBy, publicPointsBy, type PointsFound } from "./lists.repo.ts";
import { wordsSought } from "./listing-words.service.ts";
import type { Wanted } from "./search.conditions.ts";
import { listingsFound, placesWithListings, planSearch, pointsFound } from "./search.repo.ts";
import type { Listing } from "../core/listings.table.ts";
import { publicTextsOf } from "../core/public-address.ts";

/** A page of public listings, how many there are, and the moment the first of those shown expires. */
export interface PublicPage {
  listings: PublicListing[];
  /** Null when the search was cut, or the page lies beyond any list. */
  total: number | null;
  /** How many a cut search found so far; null of any other. */
  atLeast: number | null;
  /** How many of the total, or of those found so far, are private rooms; null for one type. */
  rooms: number | null;
  /** The words that were looked for instead, where nothing was found of those typed. */
  corrected: string | null;
  validUntil: Date | null;
}

const NOTHING = { rows: [], total: null, atLeast: null, rooms: null, corrected: null };

async function plainList(deps: Deps, { type, search }: Omit<Wanted, "bounds">, paging: PageWindow) {
  const found = await publicListingsBy(deps, type, search.sort, paging);
  const isAll = type === "all" && paging.offset <= MAX_OFFSET;
  // Beyond the last page no row says how many there are.
  const [total, rooms] = await Promise.all([
    found.total ?? readCounter(deps, type === "all" ? "approved" : `approved:${type}`),
    isAll ? (found.rooms ?? (found.rows.length > 0 ? 0 : readCounter(deps, "approved:Private Room"))) : null,
  ]);
  return { rows: found.rows, total, atLeast: null, rooms, corrected: null };
}

/** Where a search comes from: those by words are counted, as their answers are not kept. */
type Asking = Pick<Client, "networks">;

const TOO_MANY = "Too many searches came from your network. Please try again in a minute.";

/**
 * A search with the query for its words; null when it holds no word that could be found.
 * @throws AppError `request.rate_limited` when the network searched too often this minute
 */
async function withWords(
  deps: Deps,
  wanted: Wanted,
  asking: Asking,
): Promise<{ wanted: Wanted; corrected: string | null } | null> {
  if (wanted.search.q === null) return { wanted, corrected: null };
  await requireForNetworks(deps, "word_searches", asking, { message: TOO_MANY });
  const { match, corrected } = await wordsSought(deps, wanted.search.q);
  return match === null ? null : { wanted: { ...wanted, match }, corrected };
}

async function foundList(deps: Deps, asked: Wanted, paging: PageWindow, asking: Asking) {
  if (paging.offset > MAX_OFFSET) return NOTHING;
  const words = await withWords(deps, asked, asking);
  if (words === null) return { ...NOTHING, total: 0, rooms: asked.type === "all" ? 0 : null };
  const { corrected, wanted } = words;
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
    corrected,
  };
}

/**
 * Public listings of a type that a search finds, in its order. Rows read: offset + limit + 2 when it asks for nothing
 * but an order; otherwise bounded, whatever the number of listings (docs/decisions/0014).
 * @throws AppError `request.rate_limited` for too many searches by words
 */
export async function readPublicPage(
  deps: Deps,
  { type, search }: Omit<Wanted, "bounds">,
  paging: PageWindow,
  asking: Asking,
): Promise<PublicPage> {
  const { rows, ...counts } = hasFilters(search)
    ? await foundList(deps, { type, search, bounds: null }, paging, asking)
    : await plainList(deps, { type, search }, paging);
  const today = torontoDay(deps.now());
  return { listings: rows.map((row) => toPublicListing(row, today)), ...counts, validUntil: firstExpiry(rows) };
}

/** The newest public listings of a type that are announced in feeds, with the time of their last change, and the moment the first of them expires. */
export async function readNewestOfType(
  deps: Deps,
  type: Wanted["type"],
  limit: number,
): Promise<{ listings: (PublicListing & { changedAt: Date })[]; validUntil: Date | null }> {
  const rows = await newestAnnounced(deps, type, limit);
  const today = torontoDay(deps.now());
  const listings = rows.map((row) => ({ ...toPublicListing(row, today), changedAt: changeOf(row) }));
  return { listings, validUntil: firstExpiry(rows) };
}

function firstExpiry(rows: readonly Pick<Listing, "expiresAt">[]): Date | null {
  const expiries = rows.flatMap(({ expiresAt }) => (expiresAt ? [expiresAt.getTime()] : []));
  return expiries.length > 0 ? new Date(Math.min(...expiries)) : null;
}

type Point = PointsFound["points"][number];

function toPoint(row: Point): FoundOnMap[] {
  const { id, bedrooms, rent, rentCents, belowMarketPercent, ...place } = row;
  const { latitude, longitude, confidence } = place;
  // Nothing is drawn where no more than the neighbourhood is known.
  if (latitude === null || longitude === null || (confidence !== "high" && confidence !== "medium")) return [];
  const shown = publicTextsOf(row);
  return [
    {
      id,
      path: pathOf(row),
      bedrooms,
      title: listingTitle(bedrooms, shown.address),
      price: priceText({ price: priceOf(publicText(shown.rent(rent, rentCents))), rentCents }),
      belowMarketPercent,
      latitude,
      longitude,
    },
  ];
}

async function foundOnMap(deps: Deps, asked: Wanted, asking: Asking): Promise<{ found: PointsFound; isCut: boolean }> {
  const { type, search, bounds } = asked;
  // All of a type is nothing to look for.
  if (!hasFilters(search) && bounds === null)
    return { found: await publicPointsBy(deps, type, search.sort), isCut: false };
  const words = await withWords(deps, asked, asking);
  if (words === null) return { found: { points: [], total: 0, rooms: 0 }, isCut: false };
  const plan = await planSearch(deps, words.wanted);
  return { found: await pointsFound(deps, words.wanted, plan), isCut: plan.isCut };
}

/**
 * Where the listings are that a search finds, and the moment the first of them expires.
 * @throws AppError `request.rate_limited` for too many searches by words
 */
export async function readSearchMap(
  deps: Deps,
  wanted: Wanted,
  asking: Asking,
): Promise<{ map: SearchMap; validUntil: Date | null }> {
  const { found, isCut } = await foundOnMap(deps, wanted, asking);
  const { points, total, rooms } = found;
  return { map: { points: points.flatMap(toPoint), total, rooms, isCut }, validUntil: firstExpiry(points) };
}

/** The places that lists can be narrowed to. */
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
