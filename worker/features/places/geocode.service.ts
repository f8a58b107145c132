import type { GeocodeMethod, PlaceConfidence } from "../../contracts/places.ts";
import type { Deps } from "../../platform/deps.ts";
import { endOf, hasTwoNumbers, type ParsedAddress, parseAddress } from "./address.ts";
import { buildingsAt } from "./buildings.repo.ts";
import { chooseBuilding } from "./buildings.ts";
import { FSA_SOURCE, fsaCentroid } from "./fsa-centroids.ts";
import { askGeocoder, REMOTE_SOURCE } from "./geocode-remote.service.ts";
import { chooseHouse, interpolate, isOfToronto } from "./geocode-houses.ts";
import { housesAround, housesBetween } from "./geocode.repo.ts";
import { type Coordinates, metresBetween } from "./grid.ts";

/** Where an address is, and how that is known. */
export interface Located extends Coordinates {
  method: GeocodeMethod;
  confidence: PlaceConfidence;
  /** Whom the site names for it. */
  source: string;
  /** Within which 95 of 100 (of an FSA 90) such places are; null for a house that is known itself. */
  accuracyMetres: number | null;
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

/** The house by what the site knows itself: its tables, else its neighbours. */
async function ownPlace(deps: Deps, address: ParsedAddress): Promise<Located | null> {
  const { numbers, street } = address;
  if (numbers === null || street === null || !isOfToronto(address)) return null;
  const known = await knownHouse(deps, address, street);
  if (known) return known;
  const between = interpolate(await housesAround(deps, street, numbers.low), address);
  return between && { ...between, method: "interpolated", confidence: "medium" };
}

/** The middle of an address's postal area: it tells the neighbourhood and no more. Null when the address names none. */
export function postalArea(address: ParsedAddress): Located | null {
  const area = address.fsa !== null && isOfToronto(address) ? fsaCentroid(address.fsa) : null;
  if (!area) return null;
  const { latitude, longitude, spreadMetres: accuracyMetres } = area;
  return { latitude, longitude, method: "fsa", confidence: "low", source: FSA_SOURCE, accuracyMetres };
}

/**
 * Where an address is; the first that knows it counts: the own table of houses, their neighbours on the street, the
 * remote geocoder, the postal area. For work in the queue only.
 * @param mayAsk false to do without the remote geocoder, when the work has been put off often enough: what it said
 * before still counts
 * @returns null when nothing tells. "later" when the remote geocoder would have to be asked and may not be now (one
 * request a second for the whole site) or does not answer: put the work off, by seconds first and longer each time,
 * because ten minutes pass between tries while it is down.
 */
export async function locate(
  deps: Deps,
  address: string,
  { mayAsk = true }: { mayAsk?: boolean } = {},
): Promise<Located | "later" | null> {
  const parsed = parseAddress(address);
  const own = await ownPlace(deps, parsed);
  if (own) return own;
  const remote = await askGeocoder(deps, parsed, { mayAsk });
  if (remote === "later") return "later";
  // It was asked for the lower of two numbers.
  const confidence = hasTwoNumbers(parsed) ? "medium" : "high";
  if (remote) return { ...remote, method: "remote", confidence, source: REMOTE_SOURCE, accuracyMetres: null };
  return postalArea(parsed);
}
