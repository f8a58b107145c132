import type { GeocodeMethod, PlaceConfidence } from "../contracts/places.ts";
import type { Deps } from "../platform/deps.ts";
import { withOneNumber, hasTwoNumbers, type ParsedAddress, parseAddress } from "../contracts/parse-address.ts";
import {
  type AddressToLocate,
  chooseBuilding,
  isInPostalArea,
  isLocated,
  chooseHouse,
  interpolate,
  isTorontoAddress,
  plausibleHouses,
  sourcesOf,
} from "./geocode-houses.ts";
import { FSA_SOURCE, fsaCentroid, STATIONS_SOURCE } from "./place-data.ts";
import { resolveStreet } from "./one-street.service.ts";
import { stationAt, stationsOn } from "./station-corners.ts";
import { crossingOfStreets } from "./street-shape.ts";
import { areaOf } from "../contracts/address-check.ts";
import { askGeocoder, REMOTE_SOURCE } from "./geocode-remote.service.ts";
import {
  housesAround,
  housesBetween,
  registeredBuildings,
  type AddressPoint,
  housesOnAny,
  MAX_IN_RANGE,
  sampleHouses,
} from "./geocode.repo.ts";
import { type Coordinates, DOWNTOWN, metresBetween, pointsAround, SAME_PLACE_METRES } from "../platform/grid.ts";
import { keysOf, namesOfStreet, streetParts } from "../contracts/street-words.ts";

/**
 * Sizes of a block in house numbers, tried in order until a block has enough houses to hide one house among the others.
 */
const BLOCKS = [100, 200, 400] as const;
/** Required length of a block in metres. In a shorter block, the middle would reveal one of the houses. */
const BLOCK_METRES = { least: 60, most: 1_500 };

/** A part of a street: its middle, and locations on the part that determine its neighbourhood and municipality. */
interface StreetPart extends Coordinates {
  on: Coordinates[];
  source: string;
  /** Length of the part from one end to the other. */
  metres: number;
}

/** Returns the part of a street that the given houses span; null without houses. */
function streetPartOf(houses: readonly AddressPoint[]): StreetPart | null {
  if (houses.length === 0) return null;
  const [latitudes, longitudes] = [houses.map((house) => house.latitude), houses.map((house) => house.longitude)];
  const from = { latitude: Math.min(...latitudes), longitude: Math.min(...longitudes) };
  const to = { latitude: Math.max(...latitudes), longitude: Math.max(...longitudes) };
  const middle = { latitude: (from.latitude + to.latitude) / 2, longitude: (from.longitude + to.longitude) / 2 };
  return { ...middle, on: [...houses, middle], source: sourcesOf(houses), metres: metresBetween(from, to) };
}

/**
 * Finds the block that contains the house of an address. The middle of a block is the same for all its numbers, so it
 * does not reveal the house. Reads a part of the street, at most three times.
 * @returns null if too few houses are known
 */
async function findBlock(deps: Deps, address: AddressToLocate): Promise<StreetPart | null> {
  const { street, numbers } = address;
  if (street === null || numbers === null) return null;
  for (const size of BLOCKS) {
    const low = numbers.low - (numbers.low % size);
    const part = streetPartOf(
      plausibleHouses(await housesBetween(deps, street, low, low + size - 1, MAX_IN_RANGE), address),
    );
    // A longer part spans different streets with the same name.
    if (part && part.metres > BLOCK_METRES.most) return null;
    if (part && part.metres >= BLOCK_METRES.least) return part;
  }
  return null;
}

/**
 * Finds the house of an address whose street lacks its type or direction. Works only if a single street with that name
 * in the postal area has the number.
 */
async function findUntypedHouse(deps: Deps, address: AddressToLocate): Promise<AddressPoint | null> {
  const { street, numbers, fsa } = address;
  if (street === null || numbers === null || fsa === null || fsaCentroid(fsa) === null) return null;
  const keys = keysOf(streetParts(street)).filter((key) => key !== street);
  const houses = plausibleHouses(await housesOnAny(deps, keys, numbers.low, numbers.high), address);
  const [first] = houses;
  if (!first || houses.some((house) => house.street !== first.street)) return null;
  return chooseHouse(houses, address);
}

/** Returns the known part of a street within the postal area of an address. */
async function streetInPostalArea(deps: Deps, address: ParsedAddress): Promise<StreetPart | null> {
  const { street, fsa } = address;
  if (street === null || fsa === null || fsaCentroid(fsa) === null) return null;
  const along = plausibleHouses(await sampleHouses(deps, [street]), address);
  const houses =
    along.length > 0 ? along : plausibleHouses(await sampleHouses(deps, keysOf(streetParts(street))), address);
  return streetPartOf(houses);
}

/** Maximum distance between the nearest houses of two crossing streets: each house is within 120 m of the corner. */
const PAIR_METRES = 240;
/**
 * Maximum distance in metres between sampled houses on two streets, near which the corner of the streets is sought. The
 * sample may lack the houses at the corner itself.
 */
const SAMPLE_METRES = 900;
/**
 * Maximum number of corners tried for a pair of street names, and the minimum distance in metres between two of these
 * corners. Some streets cross twice, such as Church Street and King Street.
 */
const MAX_CORNERS = 3;
const OTHER_CORNER_METRES = 1_500;

interface Pair {
  a: AddressPoint;
  b: AddressPoint;
  metres: number;
}

const middle = ({ a, b }: Pair): Coordinates => ({
  latitude: (a.latitude + b.latitude) / 2,
  longitude: (a.longitude + b.longitude) / 2,
});

/** Returns pairs of houses on two streets, nearest first. @param upTo metres */
function pairs(first: readonly AddressPoint[], second: readonly AddressPoint[], upTo: number): Pair[] {
  return first
    .flatMap((a) => second.map((b) => ({ a, b, metres: metresBetween(a, b) })))
    .filter(({ metres }) => metres <= upTo)
    .toSorted((one, other) => one.metres - other.metres);
}

/** Returns the houses around one house, up to its neighbours in the sample and at most {@link SAMPLE_METRES} away. */
async function partAround(deps: Deps, house: AddressPoint, sample: readonly AddressPoint[]): Promise<AddressPoint[]> {
  const numbers = sample.filter(({ street }) => street === house.street).map(({ number }) => number);
  const below = Math.max(...numbers.filter((number) => number < house.number), Number.NEGATIVE_INFINITY);
  const above = Math.min(...numbers.filter((number) => number > house.number), Number.POSITIVE_INFINITY);
  const low = Number.isFinite(below) ? below : house.number;
  const high = Number.isFinite(above) ? above : house.number;
  const part = await housesBetween(deps, house.street, low, high, MAX_IN_RANGE);
  return part.filter((other) => metresBetween(other, house) <= SAMPLE_METRES);
}

/**
 * Returns the keys of the streets that one side of a crossing may mean. The City's files write "lakeshore" as "lake
 * shore".
 */
function keysOfSide(side: string): string[] {
  const key = side.startsWith("lakeshore") ? side.replace("lakeshore", "lake shore") : side;
  const longer = namesOfStreet(key).slice(1);
  return [...keysOf(streetParts(key)), ...longer.flatMap((name) => keysOf({ name, type: null, direction: null }))];
}

/**
 * Finds the corner of two streets: the midpoint between their nearest houses, else {@link cornerWithoutHouses}. Reads
 * two samples, and a part of both streets for each of at most {@link MAX_CORNERS} corners.
 * @returns null if no corner is found, or if the streets cross at two locations and the address fits both
 */
async function cornerOf(deps: Deps, address: ParsedAddress): Promise<Known | null> {
  const { crossing } = address;
  if (crossing === null) return null;
  const [first, second] = await Promise.all(
    crossing.map(async (side) => plausibleHouses(await sampleHouses(deps, keysOfSide(side)), address)),
  );
  if (!first || !second) return null;
  const corners: Pair[] = [];
  for (const pair of pairs(first, second, SAMPLE_METRES)) {
    if (corners.length === MAX_CORNERS) break;
    if (corners.every((corner) => metresBetween(middle(corner), middle(pair)) > OTHER_CORNER_METRES))
      corners.push(pair);
  }
  const found: Pair[] = [];
  for (const { a, b } of corners) {
    const [partOfA, partOfB] = await Promise.all([partAround(deps, a, first), partAround(deps, b, second)]);
    const [nearest] = pairs(plausibleHouses(partOfA, address), plausibleHouses(partOfB, address), PAIR_METRES);
    if (nearest) found.push(nearest);
  }
  const [best] = found.toSorted((one, other) => one.metres - other.metres);
  if (!best) return cornerWithoutHouses(address, crossing, [first, second]);
  if (found.some((other) => metresBetween(middle(other), middle(best)) > SAME_PLACE_METRES)) return null;
  return { ...middle(best), source: sourcesOf([best.a, best.b]) };
}

/**
 * Finds a corner that has no nearby houses on both streets. Uses a station at the corner if there is one. Otherwise
 * draws lines between the known points of each street and uses the point where they cross.
 */
function cornerWithoutHouses(
  address: ParsedAddress,
  [one, other]: readonly [string, string],
  [first, second]: readonly [readonly AddressPoint[], readonly AddressPoint[]],
): Known | null {
  const station = stationAt(one, other);
  if (station !== null)
    return isInPostalArea(station, address.fsa) ? placeOf({ ...station, source: STATIONS_SOURCE }) : null;
  const corner = crossingOfStreets([...first, ...stationsOn(one)], [...second, ...stationsOn(other)]);
  if (corner === null || !isInPostalArea(corner, address.fsa)) return null;
  return { ...corner, source: sourcesOf([...first, ...second]) || STATIONS_SOURCE };
}

/** Angle by which Toronto's street grid is rotated. */
const GRID_RADIANS = (16.7 * Math.PI) / 180;
const [SINE, COSINE] = [Math.sin(GRID_RADIANS), Math.cos(GRID_RADIANS)];
/** Degrees of latitude with the same length as one degree of longitude. */
const SHORTENED = Math.cos((DOWNTOWN.latitude * Math.PI) / 180);

/** Returns a location's position along both axes of the street grid, from downtown, in degrees of latitude. */
function onGrid({ latitude, longitude }: Coordinates) {
  const east = (longitude - DOWNTOWN.longitude) * SHORTENED;
  const north = latitude - DOWNTOWN.latitude;
  return { along: east * COSINE + north * SINE, across: north * COSINE - east * SINE };
}

/** Returns whether a street runs east–west rather than north–south. */
function runsEast(houses: readonly Coordinates[]): boolean {
  const spread = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
  const places = houses.map(onGrid);
  return spread(places.map(({ along }) => along)) > spread(places.map(({ across }) => across));
}

/** Maximum distance between known houses of two streets for estimating where the streets meet. */
const ABOUT_METRES = 1_500;

/**
 * Estimates where two streets cross, for a search around the crossing. If no houses of both streets are close together,
 * the corner is projected from the nearest houses along the street grid. Reads the same rows as {@link geocodeLocally}
 * for a corner, and the samples again.
 */
export async function estimateCorner(deps: Deps, address: ParsedAddress): Promise<Coordinates | null> {
  if (address.crossing === null) return null;
  const corner = await localCorner(deps, address);
  if (corner !== null) return corner;
  const [first = [], second = []] = await Promise.all(
    address.crossing.map(async (side) => plausibleHouses(await sampleHouses(deps, keysOfSide(side)), address)),
  );
  const [nearest] = pairs(first, second, ABOUT_METRES);
  if (!nearest || runsEast(first) === runsEast(second)) return null;
  const [east, north] = runsEast(first) ? [nearest.a, nearest.b] : [nearest.b, nearest.a];
  const [{ across }, { along }] = [onGrid(east), onGrid(north)];
  return {
    latitude: DOWNTOWN.latitude + along * SINE + across * COSINE,
    longitude: DOWNTOWN.longitude + (along * COSINE - across * SINE) / SHORTENED,
  };
}

/** A geocoded address. */
export interface GeocodedPlace extends Coordinates {
  method: GeocodeMethod;
  confidence: PlaceConfidence;
  /** Attribution of the location. */
  source: string;
  /** Radius that contains 95 % of such locations (90 % for an FSA); null if the house itself was found. */
  accuracyMetres: number | null;
  /**
   * Locations that must all lie in a neighbourhood for it to apply. If missing, only the place itself must lie in the
   * neighbourhood.
   */
  on?: readonly Coordinates[];
}

/** Attribution of the City's register of rental buildings. */
const BUILDINGS_SOURCE = "City of Toronto (RentSafeTO)";

/** Maximum distance between the houses at both ends of a number range that counts as one house. */
const ONE_HOUSE_METRES = 50;

/** A location from the site's own tables, with its attribution. */
type Known = Coordinates & { source: string };

/** Finds a house in the site's own tables: first by its number in the address table, then as a registered building. */
async function houseOf(deps: Deps, address: AddressToLocate, street: string): Promise<Known | null> {
  const { low, high } = address.numbers ?? { low: 0, high: 0 };
  const house = chooseHouse(await housesBetween(deps, street, low, high), address);
  if (house) return house;
  const buildings = (await registeredBuildings(deps, street, low)).filter(
    (building) => isLocated(building) && address.isOnStreet?.(building) !== false,
  );
  const building = chooseBuilding(buildings, address, null);
  return building && { ...building, source: BUILDINGS_SOURCE };
}

/**
 * Returns the result of {@link houseOf} with its confidence. For two numbers, the confidence is high only if both
 * numbers are of one house, because "12-40" may also be unit 12 of house 40.
 */
async function knownHouse(deps: Deps, address: AddressToLocate, street: string): Promise<GeocodedPlace | null> {
  const found = await houseOf(deps, address, street);
  if (!hasTwoNumbers(address)) return found && atHouse(found, 0);
  const first = await houseOf(deps, withOneNumber(address, "low"), street);
  const last = await houseOf(deps, withOneNumber(address, "high"), street);
  const place = found ?? first ?? last;
  return place && atHouse(place, first && last && metresBetween(first, last));
}

/** @param apart metres between the houses of both numbers; null if one of them is unknown */
function atHouse({ latitude, longitude, source }: Known, apart: number | null): GeocodedPlace {
  const isReliable = apart !== null && apart <= ONE_HOUSE_METRES;
  const confidence = isReliable ? "high" : "medium";
  return { latitude, longitude, method: "table", confidence, source, accuracyMetres: isReliable ? null : apart };
}

/** Radius around a corner, because the home may be on any side of the corner. */
const CORNER_METRES = 250;
/** 95 % of interpolated locations are within this radius. */
const BETWEEN_METRES = 110;

/**
 * Finds the house in the site's own data: in its tables, from its neighbours, or on another street with the same name.
 */
async function localHouse(deps: Deps, address: AddressToLocate): Promise<GeocodedPlace | null> {
  const { numbers, street } = address;
  if (numbers === null || street === null) return null;
  const known = await knownHouse(deps, address, street);
  if (known) return known;
  const between = interpolate(await housesAround(deps, street, numbers.low), address);
  if (between)
    return { ...between, method: "interpolated", confidence: "medium", on: pointsAround(between, BETWEEN_METRES) };
  const untyped = await findUntypedHouse(deps, address);
  return untyped && { ...placeOf(untyped), method: "table", confidence: "medium", accuracyMetres: null };
}

const placeOf = ({ latitude, longitude, source }: Known) => ({ latitude, longitude, source });

async function localCorner(deps: Deps, address: ParsedAddress): Promise<GeocodedPlace | null> {
  const corner = await cornerOf(deps, address);
  if (!corner) return null;
  const on = pointsAround(corner, CORNER_METRES);
  return { ...placeOf(corner), method: "corner", confidence: "medium", accuracyMetres: CORNER_METRES, on };
}

/**
 * Finds the block of an address with a hidden number. Uses only the block, because no public fact may reveal the house.
 */
async function localBlock(deps: Deps, address: AddressToLocate): Promise<GeocodedPlace | null> {
  const untyped = (await findBlock(deps, address)) ? null : await findUntypedHouse(deps, address);
  const block = await findBlock(deps, untyped ? { ...address, street: untyped.street } : address);
  if (!block) return null;
  const { on, metres } = block;
  return { ...placeOf(block), method: "block", confidence: "medium", accuracyMetres: Math.round(metres / 2), on };
}

/**
 * Returns a location of low confidence for houses on several streets with one name, if nothing decides between the
 * streets.
 */
function severalStreets(houses: readonly AddressPoint[]): GeocodedPlace | null {
  const part = streetPartOf(houses);
  const accuracyMetres = Math.round((part?.metres ?? 0) / 2);
  return part && { ...placeOf(part), method: "street", confidence: "low", accuracyMetres, on: [] };
}

/**
 * Finds the location of an address in the site's own tables. The confidence is low if the address may mean several
 * streets with the same name.
 * @param text at most {@link ADDRESS_MAX} characters
 * @param isExact false to find only the block
 */
export async function geocodeLocally(deps: Deps, text: string, isExact: boolean): Promise<GeocodedPlace | null> {
  const parsed = parseAddress(text);
  if (!isTorontoAddress(parsed)) return null;
  if (parsed.crossing) return localCorner(deps, parsed);
  const { address, isUndecided, houses } = await resolveStreet(deps, text);
  if (isUndecided) return severalStreets(houses);
  return isExact ? localHouse(deps, address) : localBlock(deps, address);
}

/**
 * Finds the part of a street in its postal area, for an address without a number. The part of the street may determine
 * the neighbourhood.
 */
async function localStreet(deps: Deps, address: ParsedAddress): Promise<GeocodedPlace | null> {
  if (address.numbers !== null || address.postalCode === null || !isTorontoAddress(address)) return null;
  const part = await streetInPostalArea(deps, address);
  if (!part) return null;
  const accuracyMetres = Math.round(part.metres / 2);
  return { ...placeOf(part), method: "street", confidence: "low", accuracyMetres, on: part.on };
}

/** Returns the centre of an address's postal area; null if the address has none. */
export function postalArea(address: ParsedAddress): GeocodedPlace | null {
  const area = address.fsa !== null && isTorontoAddress(address) ? fsaCentroid(address.fsa) : null;
  if (!area) return null;
  const { latitude, longitude, spreadMetres: accuracyMetres } = area;
  // The centre lies in the right neighbourhood for only 61 % of addresses, so it determines no neighbourhood.
  return { latitude, longitude, method: "fsa", confidence: "low", source: FSA_SOURCE, accuracyMetres, on: [] };
}

/** Size of a grid cell in degrees (220 by 160 m). The middle of the cell is shown instead of the house. */
const COARSE_DEGREES = 0.002;

/** Returns a location near a house that does not reveal the house, for listings that show only their street. */
export function coarsen<Place extends Coordinates>(place: Place): Place {
  const middle = (degrees: number) =>
    Number(((Math.floor(degrees / COARSE_DEGREES) + 0.5) * COARSE_DEGREES).toFixed(6));
  return { ...place, latitude: middle(place.latitude), longitude: middle(place.longitude) };
}

/**
 * Geocodes an address with the first source that knows it: the table of houses, the neighbouring houses on the street,
 * the remote geocoder, the postal area. Finds a corner, or a street without a number, from the houses on its streets;
 * finds an area only by its postal code. Use it only for queued work.
 * @param isExact false to find only the block, for a hidden number
 * @param mayAsk false to use only cached responses of the remote geocoder
 * @returns null if nothing is found; "later" if the remote geocoder is rate-limited (one request a second for the whole
 * site) or down. The caller retries with an increasing delay, because the breaker pauses requests for ten minutes.
 */
export async function geocodeAddress(
  deps: Deps,
  address: string,
  { mayAsk = true, isExact = true }: { mayAsk?: boolean; isExact?: boolean } = {},
): Promise<GeocodedPlace | "later" | null> {
  const parsed = parseAddress(address);
  if (areaOf(address) !== null) return postalArea(parsed);
  const local = (await geocodeLocally(deps, address, isExact)) ?? (await localStreet(deps, parsed));
  if (local) return local;
  const remote = await askGeocoder(deps, parsed, { mayAsk });
  if (remote === "later") return "later";
  // For two numbers, the remote geocoder was asked for the lower one.
  const confidence = hasTwoNumbers(parsed) || !isExact ? "medium" : "high";
  const known = { method: "remote", confidence, source: REMOTE_SOURCE, accuracyMetres: null } as const;
  if (!remote) return postalArea(parsed);
  return isExact ? { ...remote, ...known } : { ...coarsen(remote), ...known, on: pointsAround(remote, BETWEEN_METRES) };
}
