import { env } from "cloudflare:workers";
import { type Bounds, parseBounds } from "../../../worker/contracts/places.ts";
import type { Bedrooms } from "../../../worker/contracts/bedrooms.ts";
import type { IndexedSort, ListingSearch } from "../../../worker/contracts/search.ts";
import { SEARCH_WINDOW } from "../../../worker/contracts/search.ts";
import { cellOf } from "../../../worker/platform/grid.ts";

/** A listing in the search model. */
export interface ModelRow {
  id: number;
  bedrooms: Bedrooms;
  pets: string | null;
  approved: number;
  bathrooms: string;
  kind: string | null;
  municipality: string;
  rent: number | null;
  percent: number | null;
  drop: number | null;
  neighbourhood: string | null;
  station: string | null;
  lines: string;
  metres: number | null;
  controlled: number | null;
  sure: string | null;
  moveIn: string;
  latitude: number | null;
  longitude: number | null;
  place: string | null;
}

/** Returns all listings that are public at a time. */
export async function publicRows(now: Date): Promise<ModelRow[]> {
  const { results } = await env.DB.prepare(
    `SELECT id, bedrooms, bathrooms, home_type AS kind, listings.municipality, pets, first_approved_at AS approved, rent_cents AS rent, below_market_percent AS percent, drop_percent AS "drop",
       neighbourhood, closest_subway_station AS station, subway_lines AS lines, distance_to_subway AS metres,
       is_rent_controlled AS controlled, rent_control_confidence AS sure, move_in_date AS moveIn, latitude, longitude,
       confidence AS place
     FROM listings LEFT JOIN listing_places ON listing_id = id WHERE status = 'approved' AND expires_at > ?`,
  )
    .bind(now.getTime())
    .all<ModelRow>();
  return results;
}

/** Compares in ascending order, with nulls last. */
const rising = (a: number | null, b: number | null) => (a ?? Infinity) - (b ?? Infinity) || 0;
const newest = (a: ModelRow, b: ModelRow) => b.approved - a.approved || b.id - a.id;
const negative = (value: number | null) => (value === null ? null : -value);
const ORDERS: Record<IndexedSort, (a: ModelRow, b: ModelRow) => number> = {
  newest,
  discount: (a, b) => rising(negative(a.percent), negative(b.percent)) || newest(a, b),
  price: (a, b) => rising(a.rent, b.rent) || newest(a, b),
  distance: (a, b) => rising(a.metres, b.metres) || newest(a, b),
  drop: (a, b) => rising(negative(a.drop), negative(b.drop)) || newest(a, b),
};

export interface ModelSearch {
  type: Bedrooms | "all";
  search: ListingSearch & { sort: IndexedSort };
}

/** Returns whether a listing meets each of the indexed conditions; undefined for conditions that are not set. */
function leaves(row: ModelRow, { search }: ModelSearch): (boolean | undefined)[] {
  const bounds = parseBounds(search.bbox);
  const { station, neighbourhood, minRent, maxRent, minDiscount, maxSubway } = search;
  return [
    station === null ? undefined : row.station === station,
    neighbourhood === null ? undefined : row.neighbourhood === neighbourhood,
    minRent === null && maxRent === null
      ? undefined
      : row.rent !== null && row.rent <= (maxRent ?? Infinity) * 100 && row.rent >= (minRent ?? 0) * 100,
    minDiscount === null ? undefined : row.percent !== null && row.percent >= minDiscount,
    maxSubway === null ? undefined : row.metres !== null && row.metres <= maxSubway,
    search.dropped ? row.drop !== null : undefined,
    bounds === null || bounds === undefined
      ? undefined
      : row.latitude !== null &&
        row.longitude !== null &&
        row.latitude >= bounds.south &&
        row.latitude <= bounds.north &&
        row.longitude >= bounds.west &&
        row.longitude <= bounds.east,
  ];
}

const IN_CITY = new Set(["Toronto", "North York", "East York", "Scarborough", "Etobicoke", "York"]);

/** Returns the complete expected results in order, without any index or window. */
export function found(rows: readonly ModelRow[], wanted: ModelSearch): ModelRow[] {
  const { type, search } = wanted;
  const isFound = (row: ModelRow) =>
    (type === "all" || row.bedrooms === type) &&
    leaves(row, wanted).every((isLeft) => isLeft !== false) &&
    (!search.attributes.includes("pets") || row.pets === "yes" || row.pets === "limited") &&
    (search.bathrooms === null || Number.parseFloat(row.bathrooms) >= Number.parseFloat(search.bathrooms)) &&
    (search.homeType === null || (row.kind ?? (row.bedrooms === "Private Room" ? "room" : "")) === search.homeType) &&
    (search.municipality === null ||
      row.municipality === search.municipality ||
      (search.municipality === "Toronto" && IN_CITY.has(row.municipality))) &&
    (search.line === null || (JSON.parse(row.lines) as string[]).includes(search.line)) &&
    (!search.controlled || (row.controlled === 1 && row.sure === "high")) &&
    (search.moveInBy === null || row.moveIn <= search.moveInBy);
  return rows.filter(isFound).toSorted(ORDERS[search.sort]);
}

function isInCells({ latitude, longitude }: ModelRow, { west, south, east, north }: Bounds): boolean {
  if (latitude === null || longitude === null) return false;
  const [cell, from, to] = [
    cellOf({ latitude, longitude }),
    cellOf({ latitude: south, longitude: west }),
    cellOf({ latitude: north, longitude: east }),
  ];
  return cell.row >= from.row && cell.row <= to.row && cell.column >= from.column && cell.column <= to.column;
}

/**
 * Returns the expected results of a search limited to {@link SEARCH_WINDOW} listings, or null if the search is not
 * truncated.
 */
export function windowedResults(rows: readonly ModelRow[], wanted: ModelSearch): ModelRow[] | null {
  const { type, search } = wanted;
  const ofType = rows.filter((row) => type === "all" || row.bedrooms === type);
  // The first two conditions are locations, whose indexes cover all types.
  const sizes = [0, 1, 2, 3, 4, 5].flatMap((index) => {
    const among = index < 2 ? rows : ofType;
    const flags = among.map((row) => leaves(row, wanted)[index]);
    return flags[0] === undefined ? [] : [flags.filter(Boolean).length];
  });
  const bounds = parseBounds(wanted.search.bbox);
  if (bounds) sizes.push(rows.filter((row) => isInCells(row, bounds)).length);
  if ([rows.length, ofType.length, ...sizes].some((size) => size <= SEARCH_WINDOW)) return null;
  const inOrder =
    search.station !== null
      ? rows.filter(({ station }) => station === search.station).toSorted(newest)
      : search.neighbourhood !== null
        ? rows.filter(({ neighbourhood }) => neighbourhood === search.neighbourhood).toSorted(newest)
        : ofType.toSorted(ORDERS[search.sort]);
  return inOrder.slice(0, SEARCH_WINDOW);
}
