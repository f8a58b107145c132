import { ATTRIBUTE_FILTERS } from "../../../../contracts/attributes.ts";
import { HOME_TYPE_NAMES } from "../../../../contracts/bedrooms.ts";
import type { ListingSearch, SearchMeaning } from "../../../../contracts/search.ts";
import { locationQuery, queriesOf, phraseQuery, UNPLACED } from "../listing-words.ts";
import type { Coordinates } from "../../../../platform/grid.ts";
import type { SearchRequest } from "../search.conditions.ts";
import { namesWithin, NEARNESS, type SearchedPlace } from "./searched-places.ts";
import type { Understood } from "./understand.ts";

/** Removes the parts of a search's meaning that explicit parameters override. */
function withoutDecided(meant: Understood, { type, search }: SearchRequest): Understood {
  const { municipality, neighbourhood, station, line } = search;
  const isPlaceDecided = [municipality, neighbourhood, station, line].some((name) => name !== null);
  const isParkingDecided = search.attributes.includes("parking");
  return {
    ...meant,
    bedrooms: type === "all" ? meant.bedrooms : [],
    homeType: search.homeType === null ? meant.homeType : null,
    minRent: search.minRent === null ? meant.minRent : null,
    maxRent: search.maxRent === null ? meant.maxRent : null,
    place: isPlaceDecided ? null : meant.place,
    isNearSubway: search.maxSubway === null && meant.isNearSubway,
    with: meant.with.filter((name) => !search.attributes.includes(name)),
    isPaidParkingFine: meant.isPaidParkingFine && !isParkingDecided,
  };
}

/** Combines the parameters of a search with the meaning of its words. */
function withConditions(search: ListingSearch, meant: Understood): ListingSearch {
  const wanted = new Set(meant.with.filter((name) => name !== "parking" || !meant.isPaidParkingFine));
  return {
    ...search,
    attributes: ATTRIBUTE_FILTERS.map(({ name }) => name).filter(
      (name) => search.attributes.includes(name) || wanted.has(name),
    ),
    homeType: search.homeType ?? meant.homeType,
    minRent: search.minRent ?? meant.minRent,
    maxRent: search.maxRent ?? meant.maxRent,
    maxSubway: search.maxSubway ?? (meant.isNearSubway ? NEARNESS.subway : null),
  };
}

/** Returns the FTS5 query for all homes in an area or on a street, and for homes that mention it. */
function placeQuery({ within, said }: SearchedPlace): string | null {
  if ("municipality" in within) return locationQuery(namesWithin(within));
  if ("names" in within) return `(${locationQuery(within.names)} OR ${phraseQuery(said)})`;
  return "street" in within ? phraseQuery([within.street, ...said]) : null;
}

/**
 * Returns the FTS5 query for homes without a known location that mention the point or subway line of a search. {@link
 * placeQuery} covers areas and streets.
 */
function mentionOf(place: SearchedPlace | null, words: string): Pick<SearchRequest, "mention"> {
  if (place === null || !("metres" in place.within)) return {};
  return { mention: [UNPLACED, phraseQuery(place.said), ...(words === "" ? [] : [words])].join(" AND ") };
}

/**
 * Returns a search with the conditions that its words express. Explicit parameters take precedence.
 * @returns null if the search has words and none of them can be searched for
 */
export function requestFor(asked: SearchRequest, understood: Understood): SearchRequest | null {
  const meant = withoutDecided(understood, asked);
  const [only, ...others] = meant.bedrooms;
  const { all, ...ranks } = queriesOf(meant.words);
  if (all === null) return null;
  const queries = [...(all === "" ? [] : [all]), ...(meant.place ? [placeQuery(meant.place)] : [])];
  const match = queries.filter((query) => query !== null).join(" AND ");
  return {
    type: asked.type === "all" && only !== undefined && others.length === 0 ? only : asked.type,
    search: withConditions(asked.search, meant),
    meant,
    ...(match !== "" && { match }),
    ...mentionOf(meant.place, all),
    ranks,
  };
}

const some = <Key extends string, Value>(key: Key, value: Value | null, isThere = value !== null) =>
  (isThere ? { [key]: value } : {}) as Partial<Record<Key, Value & {}>>;

/** Converts a search's meaning to its form in responses, without dropped and corrected parts. */
export function toSearchMeaning({ bedrooms, homeType, minRent, maxRent, place, ...meant }: Understood): SearchMeaning {
  return {
    ...some("bedrooms", bedrooms, bedrooms.length > 0),
    ...some("homeType", homeType),
    ...some("minRent", minRent),
    ...some("maxRent", maxRent),
    ...some(
      "place",
      place && { kind: place.kind, name: place.name },
      place !== null && place.isOnlyForSorting !== true,
    ),
    ...some("near", meant.isNearSubway ? { metres: NEARNESS.subway } : null),
    ...some("with", meant.with, meant.with.length > 0),
    ...some("without", meant.without, meant.without.length > 0),
    words: meant.words,
    dropped: [],
  };
}

const dollars = (amount: number) => `$${amount.toLocaleString("en-CA")}`;

function rentText({ minRent, maxRent }: Understood): string {
  if (minRent === null) return `under ${dollars(maxRent ?? 0)}`;
  return maxRent === null ? `over ${dollars(minRent)}` : `${dollars(minRent)}–${dollars(maxRent)}`;
}

/** Factor by which the radius around a searched place grows if the search finds no home within it. */
const WIDER = 2;

/** A part of a search's meaning that the search can leave out, with its text and a function that removes the part. */
export interface OptionalPart {
  text: string;
  drop(meant: Understood): Understood;
}

/**
 * Returns the place in a form that sorts homes by distance but does not filter them. Returns null if the coordinates
 * are unknown.
 */
const asDistanceSort = (place: SearchedPlace, middle: Coordinates | null): SearchedPlace | null =>
  middle && { ...place, within: { ...middle, metres: NEARNESS.anywhere }, isOnlyForSorting: true };

/**
 * Returns the parts of a search's meaning, weakest first: words (the last word first), then attributes, kind, rent,
 * size and place.
 * @param middle coordinates of the searched place, if known
 */
export function partsByWeakness(meant: Understood, middle: Coordinates | null = null): OptionalPart[] {
  const without = <Value>(values: readonly Value[], one: Value) => values.filter((value) => value !== one);
  const parts: OptionalPart[] = [
    ...meant.words
      .toReversed()
      .map((word): OptionalPart => ({ text: word, drop: (from) => ({ ...from, words: without(from.words, word) }) })),
    ...meant.with.toReversed().map((name): OptionalPart => ({
      text: name,
      drop: (from) => ({
        ...from,
        with: without(from.with, name),
        isPaidParkingFine: from.isPaidParkingFine && name !== "parking",
      }),
    })),
    ...meant.without.map((kind): OptionalPart => ({
      text: `not ${HOME_TYPE_NAMES[kind].toLowerCase()}`,
      drop: (from) => ({ ...from, without: without(from.without, kind) }),
    })),
  ];
  const { homeType, minRent, maxRent, bedrooms, place } = meant;
  if (meant.isNearSubway) parts.push({ text: "near subway", drop: (from) => ({ ...from, isNearSubway: false }) });
  if (homeType !== null)
    parts.push({ text: HOME_TYPE_NAMES[homeType].toLowerCase(), drop: (from) => ({ ...from, homeType: null }) });
  if (minRent !== null || maxRent !== null)
    parts.push({ text: rentText(meant), drop: (from) => ({ ...from, minRent: null, maxRent: null }) });
  if (bedrooms.length > 0) parts.push({ text: bedrooms.join(" or "), drop: (from) => ({ ...from, bedrooms: [] }) });
  if (place !== null && "latitude" in place.within) {
    const { within } = place;
    const wider = { ...place, within: { ...within, metres: within.metres * WIDER } };
    parts.push({ text: `within ${within.metres / 1_000} km`, drop: (from) => ({ ...from, place: wider }) });
  }
  if (place !== null)
    parts.push({ text: place.name, drop: (from) => ({ ...from, place: asDistanceSort(place, middle) }) });
  return parts;
}
