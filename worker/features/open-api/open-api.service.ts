import type { SearchMeaning } from "../../contracts/search.ts";
import { areaSlug, type MarketFigures } from "../../contracts/market-pages.ts";
import {
  type ApiHomeInFull,
  type ApiHomesPage,
  type HomesQuery,
  PAGE_DEFAULT,
  API_ATTRIBUTES,
  type ApiHome,
} from "../../contracts/open-api.schemas.ts";
import type { Client } from "../../platform/client-address.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { MAX_OFFSET } from "../../platform/paging.ts";
import { readPublicListing } from "../listings/reading/listings.read.service.ts";
import { searchOf } from "../listings/search/list-requests.ts";
import { withPlaceNames } from "../listings/search/place-words.ts";
import { readPublicPage, readSearchPlaces } from "../listings/search/search.service.ts";
import { marketFigures, neighbourhoodOfSlug } from "../market/market-months.service.ts";
import { listingPath, type PublicListing } from "../../contracts/listings.ts";
import { withoutPhoneNumbers } from "../listings/listing/phone-review.service.ts";

const dollars = (cents: number) => cents / 100;

/**
 * Returns the market comparison of a home. Returns null unless percentage, benchmark, month, area and source are all
 * known.
 */
function comparisonOf(listing: PublicListing): ApiHome["market"] {
  const { belowMarketPercent, marketRent, marketAsOf, marketArea, marketSource } = listing;
  if (
    belowMarketPercent === null ||
    marketRent === null ||
    marketAsOf === null ||
    marketArea === null ||
    marketSource === null
  )
    return null;
  return {
    percentBelow: belowMarketPercent,
    rent: marketRent,
    month: marketAsOf,
    area: marketArea,
    source: marketSource,
    kind: listing.marketKind,
    isEstimate: listing.marketIsEstimate,
    method: listing.marketMethod,
  };
}

/**
 * Converts a public listing into the form of the open API: without the landlord's name and texts, and without phone
 * numbers.
 */
function toApiHome(listing: PublicListing, siteUrl: string): ApiHome {
  const { closestSubwayStation: station, subwayLines: lines, distanceToSubway: metres, priceDrop } = listing;
  return {
    id: listing.id,
    url: siteUrl + listingPath(listing),
    title: listing.title,
    type: listing.bedrooms,
    homeType: listing.homeType,
    bathrooms: listing.bathrooms,
    rent: listing.rentCents === null ? null : dollars(listing.rentCents),
    rentText: withoutPhoneNumbers(listing.rent),
    moveIn: listing.moveInDate,
    address: listing.address,
    neighbourhood: listing.neighbourhood,
    municipality: listing.municipality,
    latitude: listing.latitude,
    longitude: listing.longitude,
    market: comparisonOf(listing),
    isRentControlled: listing.isRentControlled,
    rentControlConfidence: listing.rentControlConfidence,
    yearBuilt: listing.yearBuilt,
    subway: station === null ? null : { station, lines, metres },
    isUnderReview: listing.underReview,
    attributes: Object.fromEntries(API_ATTRIBUTES.map((key) => [key, listing[key]])) as ApiHome["attributes"],
    photos: listing.images.map((path) => siteUrl + path),
    approvedAt: listing.approvedAt,
    expiresAt: listing.expiresAt,
    reducedFrom: priceDrop === null ? null : dollars(priceDrop.fromCents),
  };
}

const toApiHomeInFull = (listing: PublicListing, siteUrl: string): ApiHomeInFull => ({
  ...toApiHome(listing, siteUrl),
  description: withoutPhoneNumbers(listing.additionalInfo),
});

const cursorOf = (offset: number) => `p${offset.toString(36)}`;
const offsetOf = (cursor: string | undefined) => (cursor === undefined ? 0 : Number.parseInt(cursor.slice(1), 36));

/**
 * Returns a page of public homes, and the meaning of the search's words.
 * @throws AppError `request.unknown_filter`, and `request.rate_limited` for too many searches by words
 */
export async function listHomes(
  deps: Deps,
  { type, limit = PAGE_DEFAULT, cursor, ...conditions }: HomesQuery,
  client: Client,
): Promise<{ answer: ApiHomesPage; meaning: SearchMeaning | null }> {
  const given = Object.entries(conditions).filter(([, value]) => value !== undefined);
  const search = withPlaceNames(searchOf(new URLSearchParams(given.map(([name, value]) => [name, String(value)]))));
  const offset = offsetOf(cursor);
  const page = await readPublicPage(deps, { type: type ?? "all", search }, { limit, offset }, client);
  const end = offset + page.listings.length;
  const hasMore = page.total === null ? page.listings.length === limit : end < page.total;
  const answer = {
    homes: page.listings.map((listing) => toApiHome(listing, deps.config.siteUrl)),
    total: page.total,
    next: hasMore && page.listings.length > 0 && end <= MAX_OFFSET ? cursorOf(end) : null,
    corrected: page.meaning?.corrected?.to ?? null,
  };
  return { answer, meaning: page.meaning };
}

/** @throws AppError `listing.not_found` */
export async function getHome(deps: Deps, id: number): Promise<ApiHomeInFull> {
  const found = await readPublicListing(deps, id);
  if (!found) throw new AppError("listing.not_found");
  return toApiHomeInFull(found.listing, deps.config.siteUrl);
}

/**
 * @param slug slug of a neighbourhood; undefined for the City
 * @throws AppError `market.area_not_found`
 */
export async function getMarket(deps: Deps, slug: string | undefined): Promise<MarketFigures> {
  if (slug === undefined) return marketFigures(deps);
  const neighbourhood = neighbourhoodOfSlug(slug);
  if (neighbourhood === null) throw new AppError("market.area_not_found");
  return marketFigures(deps, { neighbourhood });
}

/** Returns the neighbourhoods and stations with public homes. */
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

/** Returns the query string of the next page, for the Link header. */
export const nextQuery = (asked: URLSearchParams, cursor: string): string => {
  const next = new URLSearchParams(asked);
  next.set("cursor", cursor);
  return next.toString();
};
