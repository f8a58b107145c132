import { type AttributeFilter, SHORT_LEASE_MONTHS } from "../../../worker/contracts/attributes.ts";
import type { ListingSearch } from "../../../worker/contracts/search.ts";
import { formatCents, formatDate, formatMetres } from "../../lib/format.ts";

/** What a unit must have. */
export const FILTER_TEXT: Record<AttributeFilter, string> = {
  pets: "Pets allowed",
  parking: "Parking included",
  laundry: "In-unit laundry",
  utilities: "Utilities included",
  furnished: "Furnished",
  "short-lease": `Short lease (${SHORT_LEASE_MONTHS} months or less)`,
};

/** A filter that is set, in words, and the search without it. */
export interface ActiveFilter {
  text: string;
  without: ListingSearch;
}

const rentText = (dollars: number) => `Up to ${formatCents(dollars * 100)}`;
export const discountText = (percent: number) => `${percent}% or more below market`;
const subwayText = (metres: number) => `Within ${formatMetres(metres)} of the subway`;

/** The filters of a search that are set, in the order of the panel. */
export function activeFilters(search: ListingSearch): ActiveFilter[] {
  const { attributes, maxRent, minDiscount, neighbourhood, station, line, maxSubway, controlled, moveInBy } = search;
  const filters: (ActiveFilter | false)[] = [
    maxRent !== null && { text: rentText(maxRent), without: { ...search, maxRent: null } },
    minDiscount !== null && { text: discountText(minDiscount), without: { ...search, minDiscount: null } },
    moveInBy !== null && { text: `Move in by ${formatDate(moveInBy)}`, without: { ...search, moveInBy: null } },
    controlled && { text: "Rent Controlled", without: { ...search, controlled: false } },
    neighbourhood !== null && { text: neighbourhood, without: { ...search, neighbourhood: null } },
    station !== null && { text: `${station} station`, without: { ...search, station: null } },
    line !== null && { text: `Line ${line}`, without: { ...search, line: null } },
    maxSubway !== null && { text: subwayText(maxSubway), without: { ...search, maxSubway: null } },
    ...attributes.map((name) => ({
      text: FILTER_TEXT[name],
      without: { ...search, attributes: attributes.filter((other) => other !== name) },
    })),
  ];
  return filters.filter((filter) => filter !== false);
}
