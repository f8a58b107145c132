import { priceText } from "../../../contracts/listing-text.ts";
import { publicText } from "../../../contracts/public-text.ts";
import {
  COMMUTE_SORT,
  type FoundOnMap,
  hasFilters,
  type ListingSearch,
  MAP_POINTS,
  SEARCH_WINDOW,
  type SearchMap,
  type SearchMeaning,
  type SearchPlaces,
} from "../../../contracts/search.ts";
import type { PublicListing } from "../../../contracts/listings.ts";
import type { Client } from "../../../platform/client-address.ts";
import { readCounter, readSetting } from "../../../platform/database.ts";
import type { Deps } from "../../../platform/deps.ts";
import { MAX_OFFSET, type PageWindow } from "../../../platform/paging.ts";
import { requireForNetworks } from "../../../platform/rate-limits.ts";
import type { ReachabilityProfile } from "../../../transit/index.ts";
import { reachabilityProfiles } from "../../commute/commute.service.ts";
import { aliasesOf } from "../../../contracts/place-names.ts";
import {
  changeOf,
  pathOf,
  withoutDollarSign,
  publicationOf,
  publicTitle,
  toPublicListing,
} from "../views/listings.mappers.ts";
import { newestAnnounced, publicListingsBy, publicPointsBy, type MapPoints } from "./lists.repo.ts";
import { indexedSort, type SearchRequest } from "./search.conditions.ts";
import {
  type Candidate,
  listingsInOrder,
  placesWithListings,
  type Plan,
  planSearch,
  pointsInOrder,
  searchCandidates,
  searchListings,
  searchPoints,
} from "./search.repo.ts";
import { selectFirstView } from "../../../contracts/list-pages.ts";
import { requestFor } from "./understand/meaning.ts";
import { searchByMeaning, type Finder } from "./understood.service.ts";
import { cellsWithinReach, withinReach } from "./commute-limits.ts";
import type { Listing } from "../listing/listings.table.ts";
import { publicTextsOf } from "../../../address/index.ts";

/** A page of public listings. `validUntil` is when the first of them expires. */
export interface PublicPage {
  listings: PublicListing[];
  /** Number of results. Null if the search stopped at its limit, or for a page beyond the largest offset. */
  total: number | null;
  /** Minimum number of results if the search stopped at its limit; otherwise null. */
  atLeast: number | null;
  /** Number of private rooms among the results counted in `total` or `atLeast`. Null for a single type. */
  rooms: number | null;
  /** The meaning of the search's words. Null if the search has no words. */
  meaning: SearchMeaning | null;
  validUntil: Date | null;
  /** True if the conditions on the commute were ignored because there is no timetable. */
  isCommuteOff: boolean;
  /** Value of the requested setting. Null if it was never set, or if none was requested. */
  setting: string | null;
}

interface PageOptions {
  /** True for searches whose conditions are in a request body. */
  isPosted?: boolean;
  /** True for a first view. Its search stops as soon as the view is full, and does not count private rooms. */
  isFirstView?: boolean;
  /** Name of a setting to read. For a list without conditions, the same query reads it. */
  setting?: string;
}

const NOTHING = { rows: [], total: null, atLeast: null, rooms: null, meaning: null };

/** Reads a setting. Returns null for an empty name. */
const settingIn = (deps: Deps, name: string) => (name === "" ? null : readSetting(deps, name));

async function plainList(deps: Deps, { type, search }: SearchRequest, paging: PageWindow, setting: string) {
  const found = await publicListingsBy(deps, type, indexedSort(search.sort), paging, setting);
  const isAll = type === "all" && paging.offset <= MAX_OFFSET;
  // Beyond the last page, no row contains the total.
  const [total, rooms, value] = await Promise.all([
    found.total ?? readCounter(deps, type === "all" ? "approved" : `approved:${type}`),
    isAll ? (found.rooms ?? (found.rows.length > 0 ? 0 : readCounter(deps, "approved:Private Room"))) : null,
    found.setting === undefined ? settingIn(deps, setting) : found.setting,
  ]);
  return [{ rows: found.rows, total, atLeast: null, rooms, meaning: null }, value] as const;
}

/** The caller's networks, used to limit searches that are not cached. */
type Searcher = Pick<Client, "networks">;

const TOO_MANY = "Too many searches came from your network. Please try again in a minute.";

/** A search, with the plan for its query. */
interface Planned {
  wanted: SearchRequest;
  plan: Plan;
}

/**
 * Finds listings by the meaning of a search's words, and returns that meaning. For a saved search, uses the stored
 * meaning.
 * @throws AppError `request.rate_limited` for too many searches by words from the network
 */
async function findByWords<Found>(
  deps: Deps,
  asked: SearchRequest,
  searcher: Searcher,
  finder: Finder<Planned, Found>,
): Promise<{ found: Found | null; meaning: SearchMeaning | null }> {
  const { q } = asked.search;
  const found = async (wanted: SearchRequest) => finder.find(await finder.plan(wanted, null));
  if (q === null) return { found: await found(asked), meaning: null };
  await requireForNetworks(deps, "word_searches", searcher, { message: TOO_MANY });
  if (asked.meant === undefined) return searchByMeaning(deps, asked, q, finder);
  const wanted = requestFor(asked, asked.meant);
  return { found: wanted && (await found(wanted)), meaning: null };
}

/** Commute profiles of the destinations. Null if commutes affect neither the results nor their order. */
type Profiles = readonly ReachabilityProfile[] | null;

/**
 * Adds the data that a search's conditions on commutes need. Drops the conditions on commutes if there is no timetable.
 * @throws AppError `request.rate_limited` for too many searches with commutes from the network
 */
async function withCommute(
  deps: Deps,
  search: ListingSearch,
  searcher: Searcher,
  isPosted: boolean,
): Promise<{ search: ListingSearch; profiles: Profiles; isCommuteOff: boolean }> {
  const { commute, maxCommute, sort } = search;
  if (isPosted || commute.length > 0)
    await requireForNetworks(deps, "commute_searches", searcher, { message: TOO_MANY });
  if (commute.length === 0) return { search, profiles: null, isCommuteOff: false };
  const profiles = await reachabilityProfiles(deps, commute);
  if (profiles === null)
    return {
      search: { ...search, commute: [], maxCommute: [], sort: indexedSort(sort) },
      profiles,
      isCommuteOff: true,
    };
  const isAsked = maxCommute.length > 0 || sort === COMMUTE_SORT;
  return { search, profiles: isAsked ? profiles : null, isCommuteOff: false };
}

/**
 * Returns the plan for a search's query. If there are few listings, reuses the previous plan, which fits every search.
 */
async function planFor(
  deps: Deps,
  wanted: SearchRequest,
  profiles: Profiles,
  before: Planned | null,
): Promise<Planned> {
  if (before?.plan.isWhole === true) return { wanted, plan: before.plan };
  if (profiles === null) return { wanted, plan: await planSearch(deps, wanted) };
  // Skips the grid cells if there are few listings, because cells only affect the choice of an index.
  if ((await readCounter(deps, "approved")) <= SEARCH_WINDOW)
    return { wanted, plan: { scan: null, isCut: false, isWhole: true } };
  const inReach = { ...wanted, cells: cellsWithinReach(profiles, wanted.search.maxCommute) };
  return { wanted: inReach, plan: await planSearch(deps, inReach) };
}

/**
 * Returns all results of a search by commute, in the search's order. The database checks the other conditions; commutes
 * are computed here (docs/decisions/0047).
 */
async function findByCommute(
  deps: Deps,
  { wanted, plan }: Planned,
  profiles: readonly ReachabilityProfile[],
): Promise<{ found: Candidate[]; rooms: number; isCut: boolean }> {
  const found = withinReach(profiles, await searchCandidates(deps, wanted, plan), wanted.search);
  return { found, rooms: found.filter(({ isRoom }) => isRoom).length, isCut: plan.isCut };
}

const NO_ROWS = { rows: [], total: 0, rooms: 0, isCut: false };

async function foundRows(deps: Deps, planned: Planned, profiles: Profiles, { limit, offset }: PageWindow) {
  if (profiles) {
    const { found, rooms, isCut } = await findByCommute(deps, planned, profiles);
    const page = found.slice(offset, offset + limit).map(({ id }) => id);
    return { rows: await listingsInOrder(deps, page), total: found.length, rooms, isCut };
  }
  const { wanted, plan } = planned;
  if (plan.isEmpty === true) return NO_ROWS;
  const found = await searchListings(deps, wanted, plan, { limit, offset });
  // Beyond the last page, no row contains the total.
  const { total, rooms } =
    found.total === null && offset > 0 ? await searchListings(deps, wanted, plan, { limit: 1, offset: 0 }) : found;
  return { rows: found.rows, total: total ?? 0, rooms: rooms ?? 0, isCut: plan.isCut };
}

async function searchList(
  deps: Deps,
  asked: SearchRequest,
  profiles: Profiles,
  paging: PageWindow,
  searcher: Searcher,
) {
  if (paging.offset > MAX_OFFSET) return NOTHING;
  const { found, meaning } = await findByWords(deps, asked, searcher, {
    plan: (wanted, before) => planFor(deps, wanted, profiles, before),
    find: (planned) => foundRows(deps, planned, profiles, paging),
    isEmpty: ({ total }) => total === 0,
  });
  const { rows, total, rooms, isCut } = found ?? NO_ROWS;
  return {
    rows,
    total: isCut ? null : total,
    atLeast: isCut ? total : null,
    rooms: asked.type === "all" ? rooms : null,
    meaning,
  };
}

/**
 * Returns a page of a search's results in order. If the search has no conditions, and an index has its sort order,
 * reads offset + limit + 2 rows. Otherwise reads a bounded number of rows (docs/decisions/0014).
 * @throws AppError `request.rate_limited` for too many searches by words or with commutes
 */
export async function readPublicPage(
  deps: Deps,
  asked: SearchRequest,
  paging: PageWindow,
  searcher: Searcher,
  { isPosted = false, isFirstView = false, setting = "" }: PageOptions = {},
): Promise<PublicPage> {
  const { search, profiles, isCommuteOff } = await withCommute(deps, asked.search, searcher, isPosted);
  const wanted = { ...asked, search };
  const [{ rows: read, ...others }, value] = await (profiles || hasFilters(search)
    ? Promise.all([searchList(deps, wanted, profiles, paging, searcher), settingIn(deps, setting)])
    : plainList(deps, wanted, paging, setting));
  const rows = isFirstView ? selectFirstView(read) : read;
  const publication = publicationOf(deps);
  const listings = rows.map((row) => toPublicListing(row, publication));
  return { listings, ...others, validUntil: firstExpiry(rows), isCommuteOff, setting: value };
}

/**
 * Returns the newest listings of a type that may be announced in feeds, with their last changes. `validUntil` is when
 * the first of them expires.
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
  // The map does not show less precise locations.
  if (latitude === null || longitude === null || (confidence !== "high" && confidence !== "medium")) return [];
  const shown = publicTextsOf(row);
  return [
    {
      id,
      path: pathOf(row),
      bedrooms,
      title: publicTitle(bedrooms, shown.address, isDemo),
      price: priceText({ price: withoutDollarSign(publicText(shown.rent(rent, rentCents))), rentCents }),
      belowMarketPercent,
      latitude,
      longitude,
    },
  ];
}

async function foundOnMap(
  deps: Deps,
  asked: SearchRequest,
  profiles: Profiles,
  searcher: Searcher,
): Promise<{ found: MapPoints; isCut: boolean }> {
  const { type, search } = asked;
  // Without conditions, the index of the sort order suffices.
  if (!profiles && !hasFilters(search))
    return { found: await publicPointsBy(deps, type, indexedSort(search.sort)), isCut: false };
  const { found } = await findByWords(deps, asked, searcher, {
    plan: (wanted, before) => planFor(deps, wanted, profiles, before),
    find: (planned) => (profiles ? mapByCommute(deps, planned, profiles) : mapOf(deps, planned)),
    isEmpty: (map) => map.found.total === 0,
  });
  return found ?? { found: { points: [], total: 0, rooms: 0 }, isCut: false };
}

async function mapByCommute(deps: Deps, planned: Planned, profiles: readonly ReachabilityProfile[]) {
  const { found, rooms, isCut } = await findByCommute(deps, planned, profiles);
  const first = found.slice(0, MAP_POINTS).map(({ id }) => id);
  return { found: { points: await pointsInOrder(deps, first), total: found.length, rooms }, isCut };
}

async function mapOf(deps: Deps, { wanted, plan }: Planned) {
  return { found: await searchPoints(deps, wanted, plan), isCut: plan.isCut };
}

/**
 * Returns the map of a search's results. `validUntil` is when the first of them expires.
 * @throws AppError `request.rate_limited` for too many searches by words or with commutes
 */
export async function readSearchMap(
  deps: Deps,
  asked: SearchRequest,
  searcher: Searcher,
  { isPosted = false }: { isPosted?: boolean } = {},
): Promise<{ map: SearchMap; validUntil: Date | null; isCommuteOff: boolean }> {
  const { search, profiles, isCommuteOff } = await withCommute(deps, asked.search, searcher, isPosted);
  const { found, isCut } = await foundOnMap(deps, { ...asked, search }, profiles, searcher);
  const { points, total, rooms } = found;
  return {
    map: { points: points.flatMap((point) => toPoint(point, deps.config.isDemo)), total, rooms, isCut },
    validUntil: firstExpiry(points),
    isCommuteOff,
  };
}

/** Returns the neighbourhoods and stations that lists can be filtered by. */
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
