import type { GeocodeMethod, PlaceConfidence } from "../contracts/places.ts";
import type { Deps } from "../platform/deps.ts";
import { endOf, hasTwoNumbers, type ParsedAddress, parseAddress } from "../contracts/parse-address.ts";
import { chooseBuilding, isLocated } from "./buildings.ts";
import { FSA_SOURCE, fsaCentroid } from "./fsa-centroids.ts";
import { askGeocoder, REMOTE_SOURCE } from "./geocode-remote.service.ts";
import { chooseHouse, interpolate, isTorontoAddress } from "./geocode-houses.ts";
import { housesAround, housesBetween, registeredBuildings } from "./geocode.repo.ts";
import { findBlock, cornerOf, findUntypedHouse, streetInPostalArea } from "./geocode-streets.ts";
import { type Coordinates, metresBetween, ringAround } from "../platform/grid.ts";

/** A geocoded address. */
export interface GeocodedPlace extends Coordinates {
  method: GeocodeMethod;
  confidence: PlaceConfidence;
  /** Attribution. */
  source: string;
  /** Radius that holds 95 % of such places (90 % for an FSA); null for a house found itself. */
  accuracyMetres: number | null;
  /** Places that must all lie in a neighbourhood for it to apply; without any, the place itself must. */
  on?: readonly Coordinates[];
}

/** Attribution of the City's register of rental buildings. */
const BUILDINGS_SOURCE = "City of Toronto (RentSafeTO)";

/** Both ends of a number range within this distance are one house. */
const ONE_HOUSE_METRES = 50;

/** A place from the site's own tables, with its attribution. */
type Known = Coordinates & { source: string };

/** A house in the site's own tables: by its number, otherwise as a registered building. */
async function houseOf(deps: Deps, address: ParsedAddress, street: string): Promise<Known | null> {
  const { low, high } = address.numbers ?? { low: 0, high: 0 };
  const house = chooseHouse(await housesBetween(deps, street, low, high), address);
  if (house) return house;
  const buildings = (await registeredBuildings(deps, street, low)).filter(isLocated);
  const building = chooseBuilding(buildings, address, null);
  return building && { ...building, source: BUILDINGS_SOURCE };
}

/**
 * {@link houseOf} with its confidence. With two numbers it is only high if both are one house, because "12-40" may also
 * be unit 12 of house 40.
 */
async function knownHouse(deps: Deps, address: ParsedAddress, street: string): Promise<GeocodedPlace | null> {
  const found = await houseOf(deps, address, street);
  if (!hasTwoNumbers(address)) return found && atHouse(found, 0);
  const first = await houseOf(deps, endOf(address, "low"), street);
  const last = await houseOf(deps, endOf(address, "high"), street);
  const place = found ?? first ?? last;
  return place && atHouse(place, first && last && metresBetween(first, last));
}

/** @param apart metres between the houses of both numbers; null if one of them is unknown */
function atHouse({ latitude, longitude, source }: Known, apart: number | null): GeocodedPlace {
  const isReliable = apart !== null && apart <= ONE_HOUSE_METRES;
  const confidence = isReliable ? "high" : "medium";
  return { latitude, longitude, method: "table", confidence, source, accuracyMetres: isReliable ? null : apart };
}

/** Radius around a corner, because the home may be on any side of it. */
const CORNER_METRES = 250;
/** 95 % of interpolated places are within this radius. */
const BETWEEN_METRES = 110;

/** The house from the site's own data: its tables, its neighbours, or another street of the name. */
async function localHouse(deps: Deps, address: ParsedAddress): Promise<GeocodedPlace | null> {
  const { numbers, street } = address;
  if (numbers === null || street === null) return null;
  const known = await knownHouse(deps, address, street);
  if (known) return known;
  const between = interpolate(await housesAround(deps, street, numbers.low), address);
  if (between)
    return { ...between, method: "interpolated", confidence: "medium", on: ringAround(between, BETWEEN_METRES) };
  const untyped = await findUntypedHouse(deps, address);
  return untyped && { ...placeOf(untyped), method: "table", confidence: "medium", accuracyMetres: null };
}

const placeOf = ({ latitude, longitude, source }: Known) => ({ latitude, longitude, source });

async function localCorner(deps: Deps, address: ParsedAddress): Promise<GeocodedPlace | null> {
  const corner = await cornerOf(deps, address);
  if (!corner) return null;
  const on = ringAround(corner, CORNER_METRES);
  return { ...placeOf(corner), method: "corner", confidence: "medium", accuracyMetres: CORNER_METRES, on };
}

/** The block of an address with a hidden number: no public fact may depend on the house. */
async function localBlock(deps: Deps, address: ParsedAddress): Promise<GeocodedPlace | null> {
  const untyped = (await findBlock(deps, address)) ? null : await findUntypedHouse(deps, address);
  const block = await findBlock(deps, untyped ? { ...address, street: untyped.street } : address);
  if (!block) return null;
  const { on, metres } = block;
  return { ...placeOf(block), method: "block", confidence: "medium", accuracyMetres: Math.round(metres / 2), on };
}

/** The place of an address from the site's own tables. @param isExact false to find no more than the block */
export async function localPlace(deps: Deps, address: ParsedAddress, isExact: boolean): Promise<GeocodedPlace | null> {
  if (!isTorontoAddress(address)) return null;
  if (address.crossing) return localCorner(deps, address);
  return isExact ? localHouse(deps, address) : localBlock(deps, address);
}

/** The part of a street in its postal area, for an address without a number; it may determine the neighbourhood. */
async function localStreet(deps: Deps, address: ParsedAddress): Promise<GeocodedPlace | null> {
  if (address.numbers !== null || address.postalCode === null || !isTorontoAddress(address)) return null;
  const part = await streetInPostalArea(deps, address);
  if (!part) return null;
  const accuracyMetres = Math.round(part.metres / 2);
  return { ...placeOf(part), method: "street", confidence: "low", accuracyMetres, on: part.on };
}

/** The centre of an address's postal area; null if the address has none. */
export function postalArea(address: ParsedAddress): GeocodedPlace | null {
  const area = address.fsa !== null && isTorontoAddress(address) ? fsaCentroid(address.fsa) : null;
  if (!area) return null;
  const { latitude, longitude, spreadMetres: accuracyMetres } = area;
  // The centre lies in the right neighbourhood for only 61 % of addresses, so no neighbourhood is derived from it.
  return { latitude, longitude, method: "fsa", confidence: "low", source: FSA_SOURCE, accuracyMetres, on: [] };
}

/** Degrees of a grid cell in whose middle a house is hidden, 220 by 160 m. */
const COARSE_DEGREES = 0.002;

/** A place near a house that does not reveal it, for listings that only show their street. */
export function coarsen<Place extends Coordinates>(place: Place): Place {
  const middle = (degrees: number) =>
    Number(((Math.floor(degrees / COARSE_DEGREES) + 0.5) * COARSE_DEGREES).toFixed(6));
  return { ...place, latitude: middle(place.latitude), longitude: middle(place.longitude) };
}

/**
 * Geocodes an address with the first source that knows it: the table of houses, their neighbours on the street, the
 * remote geocoder, the postal area; a corner or street without a number by the houses on its streets. Only for queued
 * work.
 * @param isExact false to find no more than the block, for a hidden number
 * @param mayAsk false to use the remote geocoder's cached answers only
 * @returns null if nothing is found; "later" if the remote geocoder is rate-limited (one request a second for the whole
 * site) or down. The caller retries with an increasing delay, because the breaker pauses requests for ten minutes.
 */
export async function locate(
  deps: Deps,
  address: string,
  { mayAsk = true, isExact = true }: { mayAsk?: boolean; isExact?: boolean } = {},
): Promise<GeocodedPlace | "later" | null> {
  const parsed = parseAddress(address);
  const local = (await localPlace(deps, parsed, isExact)) ?? (await localStreet(deps, parsed));
  if (local) return local;
  const remote = await askGeocoder(deps, parsed, { mayAsk });
  if (remote === "later") return "later";
  // The remote geocoder was asked for the lower of two numbers.
  const confidence = hasTwoNumbers(parsed) || !isExact ? "medium" : "high";
  const known = { method: "remote", confidence, source: REMOTE_SOURCE, accuracyMetres: null } as const;
  if (!remote) return postalArea(parsed);
  return isExact ? { ...remote, ...known } : { ...coarsen(remote), ...known, on: ringAround(remote, BETWEEN_METRES) };
}
