import {
  ADDRESS_SUGGESTIONS,
  type AddressSuggestion,
  parseTypedHouse,
  type TypedHouse,
} from "../contracts/address-suggestions.ts";
import { PLACE_DECIMALS } from "../contracts/commute.ts";
import { keysOf, streetName, streetParts, completeStreetType } from "../contracts/street-words.ts";
import { type ParsedAddress, parseAddress } from "../contracts/parse-address.ts";
import { placeByName, placeNameKeys } from "../contracts/place-names.ts";
import { type FoundPlace, PLACES_FOUND } from "../contracts/places.ts";
import type { Deps } from "../platform/deps.ts";
import type { Coordinates } from "../platform/grid.ts";
import { outlinesOf } from "./named-areas.service.ts";
import { fsaCentroid, STATIONS } from "./place-data.ts";
import { isTorontoAddress, plausibleHouses } from "./geocode-houses.ts";
import { housesOnAny, type AddressPoint, housesOnStreetsFrom, sampleHouses, streetKeysAmong } from "./geocode.repo.ts";
import { geocodeLocally } from "./geocode.service.ts";

/** A location that a typed text may refer to. */
type PlaceCandidate = Coordinates & { label: string };

function addressName({ numbers, street, crossing }: ParsedAddress): string {
  if (crossing) return crossing.map(streetName).join(" & ");
  const { low = 0, high = 0, suffix = "" } = numbers ?? {};
  return `${low}${suffix === "1/2" ? " 1/2" : suffix}${high > low ? `-${high}` : ""} ${streetName(street ?? "")}`;
}

/**
 * Returns houses with an address's number on all streets with the address's street name, for addresses that may mean
 * several streets.
 */
async function housesOfName(deps: Deps, address: ParsedAddress): Promise<PlaceCandidate[]> {
  const { street, numbers } = address;
  if (street === null || numbers === null || !isTorontoAddress(address)) return [];
  const keys = [...new Set([street, ...keysOf(streetParts(street))])];
  const houses = plausibleHouses(await housesOnAny(deps, keys, numbers.low, numbers.low), address);
  return houses
    .filter(({ suffix }) => suffix === numbers.suffix)
    .map(({ number, suffix, street: key, municipality, latitude, longitude }) => {
      const label = `${number}${suffix} ${streetName(key)}${municipality === "" ? "" : `, ${municipality}`}`;
      return { label, latitude, longitude };
    });
}

/** Returns the house or corner of an address, or all houses that the address may mean. */
async function findAddresses(deps: Deps, text: string): Promise<PlaceCandidate[]> {
  const address = parseAddress(text);
  if (!address.crossing && (address.numbers === null || address.street === null)) return [];
  const place = await geocodeLocally(deps, text, true);
  if (place === null || place.confidence === "low") return housesOfName(deps, address);
  return [{ label: addressName(address), latitude: place.latitude, longitude: place.longitude }];
}

/**
 * Returns the streets of the City's address table that match the given names. If a given name has no type or direction,
 * the result also contains the name itself.
 */
export async function streetsAmongNames(deps: Deps, names: readonly string[]): Promise<ReadonlySet<string>> {
  const isBare = (name: string) => streetParts(name).name === name;
  const keys = names.flatMap((name) => (isBare(name) ? [name] : keysOf(streetParts(name))));
  const found = await streetKeysAmong(deps, keys, names.filter(isBare));
  const known = new Set(found.map((key) => streetParts(key).name));
  return new Set([...found, ...names.filter((name) => isBare(name) && known.has(name))]);
}

/** Matches words that people add to a station's name. While they type, the last word may be incomplete. */
const OF_STATIONS = /\b(?:subway|ttc|lrt|station|stn)\b|\bs(?:t(?:a(?:t(?:io?)?)?)?)?$/gi;
/** Minimum letters needed to match the beginning of a station's name. */
const MIN_BEGINNING = 3;

const STATION_KEYS = STATIONS.map((station) => ({ station, keys: placeNameKeys(station.name) }));

/** Returns stations whose name equals the text, and stations whose name begins with it. */
export function findStations(text: string): { called: PlaceCandidate[]; beginning: PlaceCandidate[] } {
  const [wanted = ""] = placeNameKeys(text.replaceAll(OF_STATIONS, " "));
  const stationsWhere = (fits: (key: string) => boolean) =>
    STATION_KEYS.filter(({ keys }) => keys.some(fits)).map(({ station: { name, latitude, longitude } }) => ({
      label: `${name} station`,
      latitude,
      longitude,
    }));
  if (wanted === "") return { called: [], beginning: [] };
  return {
    called: stationsWhere((key) => key === wanted),
    beginning: wanted.length < MIN_BEGINNING ? [] : stationsWhere((key) => key !== wanted && key.startsWith(wanted)),
  };
}

/** Returns the combined centre of gravity of several outlines. Ignores holes. */
function middleOf(outlines: readonly { polygons: [number, number][][][] }[]): Coordinates | null {
  let [area, east, north] = [0, 0, 0];
  for (const [ring = []] of outlines.flatMap(({ polygons }) => polygons)) {
    for (const [nth, [x, y]] of ring.entries()) {
      const [nextX, nextY] = ring[(nth + 1) % ring.length] ?? [x, y];
      const cross = x * nextY - nextX * y;
      area += cross;
      east += (x + nextX) * cross;
      north += (y + nextY) * cross;
    }
  }
  return area === 0 ? null : { latitude: north / (3 * area), longitude: east / (3 * area) };
}

/**
 * Returns the centre of a neighbourhood (official or colloquial) or a former municipality. Null for other areas,
 * because other areas have no outline.
 */
export async function middleOfArea(deps: Deps, name: string): Promise<Coordinates | null> {
  const [area] = await areaCandidates(deps, name);
  return area ? { latitude: area.latitude, longitude: area.longitude } : null;
}

/**
 * Returns the house with the middle number on a street. If several streets match the key, their houses are sorted by
 * number together. Null if no house is known.
 */
export async function middleOfStreet(deps: Deps, key: string): Promise<Coordinates | null> {
  const houses = (await sampleHouses(deps, keysOf(streetParts(key)))).toSorted((a, b) => a.number - b.number);
  const house = houses[Math.floor(houses.length / 2)];
  return house ? { latitude: house.latitude, longitude: house.longitude } : null;
}

async function areaCandidates(deps: Deps, text: string): Promise<PlaceCandidate[]> {
  const named = placeByName(text);
  const middle = named && middleOf(await outlinesOf(deps, named));
  return middle ? [{ label: named.name, ...middle }] : [];
}

function postalAreaCandidates({ fsa }: ParsedAddress): PlaceCandidate[] {
  const area = fsa === null ? null : fsaCentroid(fsa);
  return fsa === null || area === null ? [] : [{ label: `Postal area ${fsa}`, ...area }];
}

const rounded = (degrees: number) => Number(degrees.toFixed(PLACE_DECIMALS));

/**
 * Returns places in and around Toronto that a text may mean, likeliest first: an address or corner, a station, a
 * neighbourhood, a postal area. Calls no other service and reads at most a few hundred rows. Does not store the text.
 * @param text at most {@link PLACE_TEXT_MAX} characters
 */
export async function findPlaces(deps: Deps, text: string): Promise<FoundPlace[]> {
  const address = parseAddress(text);
  const stations = findStations(text);
  const found = [
    ...(await findAddresses(deps, text)),
    ...stations.called,
    ...(await areaCandidates(deps, text)),
    ...stations.beginning,
  ];
  const all = found.length > 0 ? found : postalAreaCandidates(address);
  const byLabel = new Map(all.toReversed().map((place) => [place.label, place]));
  return [...byLabel.values()]
    .toReversed()
    .slice(0, PLACES_FOUND)
    .map(({ label, latitude, longitude }) => ({ label, lat: rounded(latitude), lng: rounded(longitude) }));
}

/**
 * Returns houses in the City's address table that match the number and the beginning of the street typed so far. The
 * table contains neither units nor texts by landlords. Reads at most 500 rows.
 */
export async function suggestAddresses(deps: Deps, text: string): Promise<AddressSuggestion[]> {
  const typed = parseTypedHouse(text);
  if (typed === null) return [];
  const { numbers, street } = typed;
  const found = plausibleHouses(await housesFor(deps, street, numbers.low), typed);
  const ofSuffix = found.filter(({ suffix }) => numbers.suffix === "" || suffix === numbers.suffix);
  const addresses = new Set(ofSuffix.map((house) => addressOf(house, typed)));
  return [...addresses].slice(0, ADDRESS_SUGGESTIONS).map((address) => ({ address }));
}

/**
 * Finds houses by the typed text, then with the text's last word completed to a street type ("danforth avenu"), then
 * without a type ("king w").
 */
async function housesFor(deps: Deps, street: string, number: number): Promise<AddressPoint[]> {
  for (const beginning of new Set([street, completeStreetType(street)])) {
    const houses = await housesOnStreetsFrom(deps, beginning, number);
    if (houses.length > 0) return houses;
  }
  const parts = streetParts(street);
  return parts.direction === null || parts.type !== null ? [] : housesOnAny(deps, keysOf(parts), number, number);
}

/**
 * Formats a house as people write it: `12A King St W, North York`. Uses the municipality in the table, or else the
 * typed municipality.
 */
function addressOf({ number, suffix, street, municipality }: AddressPoint, typed: TypedHouse): string {
  const house = `${number}${suffix.includes("/") ? " " : ""}${suffix}`;
  return `${house} ${street.split(" ").map(capitalized).join(" ")}, ${municipality || (typed.municipality ?? "Toronto")}`;
}

const capitalOf = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
/** Capitalises a word of a street's key: `danforth` → `Danforth`, `mcnicoll` → `McNicoll`. */
function capitalized(word: string): string {
  const [first, rest] = /^mc(?=\p{L}{3})/u.test(word) ? ["Mc", word.slice(2)] : ["", word];
  return `${first}${capitalOf(rest)}`;
}
