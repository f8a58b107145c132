import { areaSlug, type MarketFigures } from "../../contracts/market-pages.ts";
import {
  type ApiHomeInFull,
  type ApiHomesPage,
  type HomesQuery,
  PAGE_DEFAULT,
} from "../../contracts/open-api.schemas.ts";
import type { Client } from "../../platform/client-address.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { MAX_OFFSET } from "../../platform/paging.ts";
import { readPublicListing } from "../listings/reading/listings.read.service.ts";
import { searchOf } from "../listings/search/list-requests.ts";
import { withPlaceNames } from "../listings/search/place-words.ts";
import { readPublicPage, readSearchPlaces } from "../listings/search/search.service.ts";
import { marketFigures, neighbourhoodOfSlug } from "../market/market-pages.service.ts";
import { toApiHome, toApiHomeInFull } from "./api-homes.ts";

const cursorOf = (offset: number) => `p${offset.toString(36)}`;
const offsetOf = (cursor: string | undefined) => (cursor === undefined ? 0 : Number.parseInt(cursor.slice(1), 36));

/**
 * A page of public homes.
 * @throws AppError `request.unknown_filter`, and `request.rate_limited` for too many searches by words
 */
export async function listHomes(
  deps: Deps,
  { type, limit = PAGE_DEFAULT, cursor, ...conditions }: HomesQuery,
  client: Client,
): Promise<ApiHomesPage> {
  const given = Object.entries(conditions).filter(([, value]) => value !== undefined);
  const search = withPlaceNames(searchOf(new URLSearchParams(given.map(([name, value]) => [name, String(value)]))));
  const offset = offsetOf(cursor);
  const page = await readPublicPage(deps, { type: type ?? "all", search }, { limit, offset }, client);
  const end = offset + page.listings.length;
  const hasMore = page.total === null ? page.listings.length === limit : end < page.total;
  return {
    homes: page.listings.map((listing) => toApiHome(listing, deps.config.siteUrl)),
    total: page.total,
    next: hasMore && page.listings.length > 0 && end <= MAX_OFFSET ? cursorOf(end) : null,
    corrected: page.corrected,
  };
}

/** @throws AppError `listing.not_found` */
export async function getHome(deps: Deps, id: number): Promise<ApiHomeInFull> {
  const found = await readPublicListing(deps, id);
  if (!found) throw new AppError("listing.not_found");
  return toApiHomeInFull(found.listing, deps.config.siteUrl);
}

/** @param slug of a neighbourhood; the City without it @throws AppError `market.area_not_found` */
export async function getMarket(deps: Deps, slug: string | undefined): Promise<MarketFigures> {
  if (slug === undefined) return marketFigures(deps);
  const neighbourhood = neighbourhoodOfSlug(slug);
  if (neighbourhood === null) throw new AppError("market.area_not_found");
  return marketFigures(deps, { neighbourhood });
}

/** Neighbourhoods and stations with public homes. */
export async function listPlaces(deps: Deps) {
  const { neighbourhoods, stations } = await readSearchPlaces(deps);
  return {
    neighbourhoods: neighbourhoods.map(({ count: homes, ...place }) => ({
      ...place,
      slug: areaSlug(place.name),
      homes,
    })),
    stations: stations.map(({ count: homes, ...station }) => ({ ...station, homes })),
  };
}

/** The query of the next page, for the header Link. */
export const nextQuery = (asked: URLSearchParams, cursor: string): string => {
  const next = new URLSearchParams(asked);
  next.set("cursor", cursor);
  return next.toString();
};
