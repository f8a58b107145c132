import { ATTRIBUTE_FILTERS } from "../../../../worker/contracts/attributes.ts";
import type { Bathrooms } from "../../../../worker/contracts/bedrooms.ts";
import { HOME_TYPE_NAMES } from "../../../../worker/contracts/home-types.ts";
import type { ListingSearch } from "../../../../worker/contracts/search.ts";
import { formatCents, formatDate, formatMetres } from "../../../lib/format.ts";
import { neighbourhoodText } from "../card/listing-text.ts";

/** Label of an active filter, and the search without it. */
export interface ActiveFilter {
  text: string;
  without: ListingSearch;
}

const dollarsText = (dollars: number) => formatCents(dollars * 100);
/** '1.5 bathrooms or more', '3+ bathrooms'. */
export const bathroomsText = (least: Bathrooms) =>
  least === "3+" ? "3+ bathrooms" : `${least} ${least === "1" ? "bathroom" : "bathrooms"} or more`;
export const discountText = (percent: number) => `${percent}% or more below market`;
const subwayText = (metres: number) => `Within ${formatMetres(metres)} of the subway`;

/** Active filters in the order of the panel. */
export function activeFilters(search: ListingSearch): ActiveFilter[] {
  const { attributes, minRent, maxRent, minDiscount, bathrooms, homeType, municipality, neighbourhood } = search;
  const { station, line, maxSubway, controlled, moveInBy, bbox } = search;
  const filters: (ActiveFilter | false)[] = [
    search.q !== null && { text: `“${search.q}”`, without: { ...search, q: null } },
    minRent !== null && { text: `From ${dollarsText(minRent)}`, without: { ...search, minRent: null } },
    maxRent !== null && { text: `Up to ${dollarsText(maxRent)}`, without: { ...search, maxRent: null } },
    minDiscount !== null && { text: discountText(minDiscount), without: { ...search, minDiscount: null } },
    moveInBy !== null && { text: `Move in by ${formatDate(moveInBy)}`, without: { ...search, moveInBy: null } },
    controlled && { text: "Rent Controlled", without: { ...search, controlled: false } },
    municipality !== null && { text: municipality, without: { ...search, municipality: null } },
    neighbourhood !== null && { text: neighbourhoodText(neighbourhood), without: { ...search, neighbourhood: null } },
    station !== null && { text: `${station} station`, without: { ...search, station: null } },
    line !== null && { text: `Line ${line}`, without: { ...search, line: null } },
    bbox !== null && { text: "Area of the map", without: { ...search, bbox: null } },
    maxSubway !== null && { text: subwayText(maxSubway), without: { ...search, maxSubway: null } },
    homeType !== null && { text: HOME_TYPE_NAMES[homeType], without: { ...search, homeType: null } },
    bathrooms !== null && { text: bathroomsText(bathrooms), without: { ...search, bathrooms: null } },
    ...ATTRIBUTE_FILTERS.filter(({ name }) => attributes.includes(name)).map(({ name, text }) => ({
      text,
      without: { ...search, attributes: attributes.filter((other) => other !== name) },
    })),
  ];
  return filters.filter((filter) => filter !== false);
}
