import { ATTRIBUTE_FILTERS } from "../../../../worker/contracts/attributes.ts";
import { type Bathrooms, HOME_TYPE_NAMES } from "../../../../worker/contracts/bedrooms.ts";
import { COMMUTE_SORT, type ListingSearch, type SearchMeaning } from "../../../../worker/contracts/search.ts";
import { formatDate } from "../../../lib/format.ts";
import type { Commutes } from "../commute/commutes-store.ts";
import { minRentText, meaningParts, maxRentText, nearSubwayText, stationText, wordsWithout } from "./meaning-parts.ts";
import { type ListState, placeNumbers } from "../commute/list-state.ts";

/** Label of an active filter, and the change that removes it. */
export interface ActiveFilter {
  text: string;
  /** True if the text is known only in the browser; the chip then has a fixed width. */
  isCommute?: true;
  /** Typed words or the name of a station or area, which browsers must not translate. */
  isName?: boolean;
  without: Partial<Pick<ListState, "search" | "commutes">>;
}

/** Returns '1.5 bathrooms or more' or '3+ bathrooms'. */
const bathroomsText = (minimum: Bathrooms) =>
  minimum === "3+" ? "3+ bathrooms" : `${minimum} ${minimum === "1" ? "bathroom" : "bathrooms"} or more`;
const discountText = (percent: number) => `${percent}% or more below market`;

/** Returns the filters for commute limits. The filters number this browser's places until the names are loaded. */
function commuteFilters(
  { search, commutes }: Pick<ListState, "search" | "commutes">,
  known: Commutes | null,
): ActiveFilter[] {
  const { commute, maxCommute } = search;
  const own = placeNumbers(commutes).map((number) => ({
    text: known?.parts.limitTextOrNull(known.places[number - 1]) ?? `Commute to place ${number}`,
    isCommute: true as const,
    without: {
      commutes: commutes
        .split(",")
        .filter((part) => part !== String(number))
        .join(),
    },
  }));
  const shared = maxCommute.map((minutes, nth) => ({
    text: `≤ ${minutes} min to ${known?.parts.placesOfSearch(search, known.places)[nth]?.name ?? `Place ${nth + 1}`}`,
    isCommute: true as const,
    without: {
      search: {
        ...search,
        commute: commute.filter((_, other) => other !== nth),
        maxCommute: maxCommute.filter((_, other) => other !== nth),
        ...(commute.length === 1 && search.sort === COMMUTE_SORT && { sort: "newest" as const }),
      },
    },
  }));
  return [...own, ...shared];
}

/** Returns the filters that the search words were understood as; the words themselves until that is known. */
function wordFilters(search: ListingSearch, meaning: SearchMeaning | null): SearchFilter[] {
  if (search.q === null) return [];
  const parts = meaning === null ? [] : meaningParts(meaning);
  if (parts.length === 0) return [{ text: `“${search.q}”`, isName: true, without: { ...search, q: null } }];
  return parts.map((part) => ({
    text: part.text,
    ...(part.isName && { isName: true as const }),
    without: { ...search, q: wordsWithout(parts, part) },
  }));
}

interface SearchFilter {
  text: string;
  isName?: true;
  without: ListingSearch;
}

/**
 * Returns the active filters in the order of the panel.
 * @param meaning the meaning of the search words, once it is known
 */
export function activeFilters(
  list: Pick<ListState, "search" | "commutes">,
  known: Commutes | null,
  meaning: SearchMeaning | null = null,
): ActiveFilter[] {
  const { search } = list;
  const { attributes, minRent, maxRent, minDiscount, bathrooms, homeType, municipality, neighbourhood } = search;
  const { station, line, maxSubway, controlled, dropped, moveInBy, bbox } = search;
  const filters: (false | SearchFilter)[] = [
    ...wordFilters(search, meaning),
    minRent !== null && { text: minRentText(minRent), without: { ...search, minRent: null } },
    maxRent !== null && { text: maxRentText(maxRent), without: { ...search, maxRent: null } },
    minDiscount !== null && { text: discountText(minDiscount), without: { ...search, minDiscount: null } },
    moveInBy !== null && { text: `Move in by ${formatDate(moveInBy)}`, without: { ...search, moveInBy: null } },
    controlled && { text: "Rent Controlled", without: { ...search, controlled: false } },
    dropped && { text: "Rent reduced", without: { ...search, dropped: false } },
    municipality !== null && { text: municipality, isName: true, without: { ...search, municipality: null } },
    neighbourhood !== null && { text: neighbourhood, isName: true, without: { ...search, neighbourhood: null } },
    station !== null && { text: stationText(station), isName: true, without: { ...search, station: null } },
    line !== null && { text: `Line ${line}`, without: { ...search, line: null } },
    bbox !== null && { text: "Map area", without: { ...search, bbox: null } },
    maxSubway !== null && { text: nearSubwayText(maxSubway), without: { ...search, maxSubway: null } },
    homeType !== null && { text: HOME_TYPE_NAMES[homeType], without: { ...search, homeType: null } },
    bathrooms !== null && { text: bathroomsText(bathrooms), without: { ...search, bathrooms: null } },
    ...ATTRIBUTE_FILTERS.filter(({ name }) => attributes.includes(name)).map(({ name, text }) => ({
      text,
      without: { ...search, attributes: attributes.filter((other) => other !== name) },
    })),
  ];
  return [
    ...filters.flatMap((filter) => (filter === false ? [] : { ...filter, without: { search: filter.without } })),
    ...commuteFilters(list, known),
  ];
}
