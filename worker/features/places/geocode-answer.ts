import { isInToronto } from "../../contracts/areas.ts";
import { type ParsedAddress, parseAddress } from "./address.ts";
import { agreed, isInPostalArea, isOfToronto } from "./geocode-houses.ts";
import type { Coordinates } from "./grid.ts";
import { CITY_BOUNDS, GTA_BOUNDS, isWithin } from "../../contracts/region.ts";

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const textOf = (value: unknown) => (typeof value === "string" ? value : "");

/** Labels of Nominatim's address details that name a municipality or a former one. */
const PLACE_NAMES = ["city", "town", "village", "municipality", "city_district", "borough", "suburb", "county"];

/** Whether a hit is the house that was asked for: its number, on its street, in its municipality. */
function isThatHouse(details: Record<string, unknown>, asked: ParsedAddress): boolean {
  const found = parseAddress(`${textOf(details.house_number)} ${textOf(details.road)}`);
  if (!found.numbers || !asked.numbers || found.street !== asked.street) return false;
  if (found.numbers.low > asked.numbers.high || found.numbers.high < asked.numbers.low) return false;
  const names = new Set(PLACE_NAMES.map((label) => textOf(details[label]).toLowerCase()));
  const wanted = asked.municipality ?? (asked.fsa === null || asked.fsa.startsWith("M") ? "Toronto" : null);
  // Hits name the City for its former municipalities, and not always the suburb.
  if (wanted !== null) return names.has(wanted.toLowerCase()) || (isInToronto(wanted) && names.has("toronto"));
  return textOf(details.postcode)
    .toUpperCase()
    .startsWith(asked.fsa ?? "-");
}

/**
 * The place of the house that was asked for in an answer of Nominatim (format jsonv2 with address details: an array of
 * `{ lat, lon, category, address: { house_number, road, city, … } }`). Null when none of the hits is that house: a
 * street, another number, another city, a place outside the region or far from the postal area; also when several such
 * houses are, on streets of one name.
 */
export function houseIn(answer: readonly unknown[], asked: ParsedAddress): Coordinates | null {
  const region = isOfToronto(asked) ? CITY_BOUNDS : GTA_BOUNDS;
  const houses = answer.flatMap((hit) => {
    if (!isRecord(hit) || !isRecord(hit.address) || hit.category === "highway") return [];
    const place = { latitude: Number(textOf(hit.lat) || Number.NaN), longitude: Number(textOf(hit.lon) || Number.NaN) };
    const isNear = isWithin(place, region) && isInPostalArea(place, asked.fsa);
    return isNear && isThatHouse(hit.address, asked) ? [place] : [];
  });
  return agreed(houses);
}
