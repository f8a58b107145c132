import type { GeocodeMethod, PlaceConfidence } from "../../contracts/places.ts";
import type { Deps } from "../../platform/deps.ts";
import { endOf, hasTwoNumbers, type ParsedAddress, parseAddress } from "../../contracts/parse-address.ts";
import { buildingsAt } from "./buildings.repo.ts";
import { chooseBuilding } from "./buildings.ts";
import { FSA_SOURCE, fsaCentroid } from "./fsa-centroids.ts";
import { askGeocoder, REMOTE_SOURCE } from "./geocode-remote.service.ts";
import { chooseHouse, interpolate, isOfToronto } from "./geocode-houses.ts";
import { housesAround, housesBetween } from "./geocode.repo.ts";
import { cornerOf } from "./geocode-streets.ts";
import { blockOf, houseOfUntyped, partInPostalArea } from "./geocode-streets.ts";
import { type Coordinates, metresBetween, ringAround } from "../../platform/grid.ts";

/** Where an address is, and how that is known. */
export interface Located extends Coordinates {
  method: GeocodeMethod;
  confidence: PlaceConfidence;
  /** Whom the site names for it. */
  source: string;
  /** Within which 95 of 100 (of an FSA 90) such places are; null for a house that is known itself. */
  accuracyMetres: number | null;
  /** Places that all have to lie in a neighbourhood for it to be that of the address; the place itself without any. */
  on?: readonly Coordinates[];
}

/** Whom the site names for the City's register of rental buildings. */
const BUILDINGS_SOURCE = "City of Toronto (RentSafeTO)";

/** Numbers of an address whose places are this near to each other are one house's. */
const ONE_HOUSE_METRES = 50;

/** A place in the site's own tables, and whom the site names for it. */
type Known = Coordinates & { source: string };

/** The house in the site's own tables: by its number, else as one of a registered building's. */
async function houseOf(deps: Deps, address: ParsedAddress, street: string): Promise<Known | null> {
  const { low, high } = address.numbers ?? { low: 0, high: 0 };
  const house = chooseHouse(await housesBetween(deps, street, low, high), address);
  if (house) return house;
  const building = chooseBuilding(await buildingsAt(deps, street, low), address, null);
  return building && { ...building, source: BUILDINGS_SOURCE };
}

/**
 * The house in the site's own tables. An address with two numbers is known for sure only where both are one house's:
 * "12-40" may be unit 12 of house 40 as well.
 */
async function knownHouse(deps: Deps, address: ParsedAddress, street: string): Promise<Located | null> {
  const found = await houseOf(deps, address, street);
  if (!hasTwoNumbers(address)) return found && atHouse(found, 0);
  const first = await houseOf(deps, endOf(address, "low"), street);
  const last = await houseOf(deps, endOf(address, "high"), street);
  const place = found ?? first ?? last;
  return place && atHouse(place, first && last && metresBetween(first, last));
}

/** @param apart metres between the houses of both numbers; null when one of them is not known */
function atHouse({ latitude, longitude, source }: Known, apart: number | null): Located {
  const isSure = apart !== null && apart <= ONE_HOUSE_METRES;
  const confidence = isSure ? "high" : "medium";
  return { latitude, longitude, method: "table", confidence, source, accuracyMetres: isSure ? null : apart };
}

/** What stands around a corner: its home may be on any side. */
const CORNER_METRES = 250;
/** Of 100 places between neighbours 95 are as near. */
const BETWEEN_METRES = 110;

/** The house by what the site knows itself: its tables, its neighbours, or another street of the name. */
async function ownHouse(deps: Deps, address: ParsedAddress): Promise<Located | null> {
  const { numbers, street } = address;
  if (numbers === null || street === null) return null;
  const known = await knownHouse(deps, address, street);
  if (known) return known;
  const between = interpolate(await housesAround(deps, street, numbers.low), address);
  if (between)
    return { ...between, method: "interpolated", confidence: "medium", on: ringAround(between, BETWEEN_METRES) };
  const untyped = await houseOfUntyped(deps, address);
  return untyped && { ...placeOf(untyped), method: "table", confidence: "medium", accuracyMetres: null };
}

const placeOf = ({ latitude, longitude, source }: Known) => ({ latitude, longitude, source });

/** The crossing that an address names. */
async function ownCorner(deps: Deps, address: ParsedAddress): Promise<Located | null> {
  const corner = await cornerOf(deps, address);
  if (!corner) return null;
  const on = ringAround(corner, CORNER_METRES);
  return { ...placeOf(corner), method: "corner", confidence: "medium", accuracyMetres: CORNER_METRES, on };
}

/** The block of an address whose number is not shown: nothing that the public reads may rest on the house. */
async function ownBlock(deps: Deps, address: ParsedAddress): Promise<Located | null> {
  const untyped = (await blockOf(deps, address)) ? null : await houseOfUntyped(deps, address);
  const block = await blockOf(deps, untyped ? { ...address, street: untyped.street } : address);
  if (!block) return null;
  const { on, metres } = block;
  return { ...placeOf(block), method: "block", confidence: "medium", accuracyMetres: Math.round(metres / 2), on };
}

/** What the site's own tables know of an address. */
async function ownPlace(deps: Deps, address: ParsedAddress, isExact: boolean): Promise<Located | null> {
  if (!isOfToronto(address)) return null;
  if (address.crossing) return ownCorner(deps, address);
  return isExact ? ownHouse(deps, address) : ownBlock(deps, address);
}

/** The part of a street in the postal area of an address without a number: it tells the neighbourhood, or no more than the area. */
async function ownStreet(deps: Deps, address: ParsedAddress): Promise<Located | null> {
  if (address.numbers !== null || address.postalCode === null || !isOfToronto(address)) return null;
  const part = await partInPostalArea(deps, address);
  if (!part) return null;
  return {
    ...placeOf(part),
    method: "street",
    confidence: "low",
    accuracyMetres: Math.round(part.metres / 2),
    on: part.on,
  };
}

/** The middle of an address's postal area, which is all that it tells. Null when the address names none. */
export function postalArea(address: ParsedAddress): Located | null {
  const area = address.fsa !== null && isOfToronto(address) ? fsaCentroid(address.fsa) : null;
  if (!area) return null;
  const { latitude, longitude, spreadMetres: accuracyMetres } = area;
  // Its middle lies in the right neighbourhood for 61 of 100.
  return { latitude, longitude, method: "fsa", confidence: "low", source: FSA_SOURCE, accuracyMetres, on: [] };
}

/** Degrees of a cell in whose middle a house is hidden: 220 by 160 m. */
const HIDING_DEGREES = 0.002;

/** A place near a house that does not tell it: for a listing that shows its street alone. */
export function hidden<Place extends Coordinates>(place: Place): Place {
  const middle = (degrees: number) =>
    Number(((Math.floor(degrees / HIDING_DEGREES) + 0.5) * HIDING_DEGREES).toFixed(6));
  return { ...place, latitude: middle(place.latitude), longitude: middle(place.longitude) };
}

/**
 * Where an address is; the first that knows it counts: the own table of houses, their neighbours on the street, the
 * remote geocoder, the postal area; a corner or a street by the houses of its streets. For work in the queue only.
 * @param isExact false to find no more than the block: the number is not public
 * @param mayAsk false to do without the remote geocoder, when the work has been put off often enough: what it said
 * before still counts
 * @returns null when nothing tells. "later" when the remote geocoder would have to be asked and may not be now (one
 * request a second for the whole site) or does not answer: put the work off, by seconds first and longer each time,
 * because ten minutes pass between tries while it is down.
 */
export async function locate(
  deps: Deps,
  address: string,
  { mayAsk = true, isExact = true }: { mayAsk?: boolean; isExact?: boolean } = {},
): Promise<Located | "later" | null> {
  const parsed = parseAddress(address);
  const own = (await ownPlace(deps, parsed, isExact)) ?? (await ownStreet(deps, parsed));
  if (own) return own;
  const remote = await askGeocoder(deps, parsed, { mayAsk });
  if (remote === "later") return "later";
  // It was asked for the lower of two numbers.
  const confidence = hasTwoNumbers(parsed) || !isExact ? "medium" : "high";
  const found = { method: "remote", confidence, source: REMOTE_SOURCE, accuracyMetres: null } as const;
  if (remote)
    return isExact ? { ...remote, ...found } : { ...hidden(remote), ...found, on: ringAround(remote, BETWEEN_METRES) };
  return postalArea(parsed);
}
