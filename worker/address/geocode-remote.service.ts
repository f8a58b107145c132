import { isInToronto } from "../contracts/areas.ts";
import { DAY_MS } from "../contracts/days.ts";
import { parseAddress, type ParsedAddress } from "../contracts/parse-address.ts";
import { placeIfAllSame, isInPostalArea, isTorontoAddress } from "./geocode-houses.ts";
import type { Coordinates } from "../platform/grid.ts";
import { CITY_BOUNDS, GTA_BOUNDS, isWithin } from "../contracts/places.ts";
import type { Deps } from "../platform/deps.ts";
import { cachedAnswer, cacheAnswer, claimRequest, isPaused, recordAnswer, recordRefusal } from "./geocode.repo.ts";

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const textOf = (value: unknown) => (typeof value === "string" ? value : "");

/** Nominatim's address fields that may contain a municipality or a former municipality. */
const PLACE_NAMES = ["city", "town", "village", "municipality", "city_district", "borough", "suburb", "county"];

/** Returns whether a hit is the requested house: same number, street and municipality. */
function isThatHouse(details: Record<string, unknown>, asked: ParsedAddress): boolean {
  const found = parseAddress(`${textOf(details.house_number)} ${textOf(details.road)}`);
  if (!found.numbers || !asked.numbers || found.street !== asked.street) return false;
  if (found.numbers.low > asked.numbers.high || found.numbers.high < asked.numbers.low) return false;
  const names = new Set(PLACE_NAMES.map((label) => textOf(details[label]).toLowerCase()));
  const wanted = asked.municipality ?? (asked.fsa === null || asked.fsa.startsWith("M") ? "Toronto" : null);
  // Results in former municipalities always name the City, but not always the suburb.
  if (wanted !== null) return names.has(wanted.toLowerCase()) || (isInToronto(wanted) && names.has("toronto"));
  return textOf(details.postcode)
    .toUpperCase()
    .startsWith(asked.fsa ?? "-");
}

/**
 * Finds the requested house in a Nominatim response (format jsonv2 with address details: an array of `{ lat, lon,
 * category, address: { house_number, road, city, … } }`). Returns null if no result is that house: all results may be
 * streets, houses with other numbers, or outside the region or postal area. Also returns null if results on different
 * streets match.
 */
function houseIn(answer: readonly unknown[], asked: ParsedAddress): Coordinates | null {
  const region = isTorontoAddress(asked) ? CITY_BOUNDS : GTA_BOUNDS;
  const houses = answer.flatMap((hit) => {
    if (!isRecord(hit) || !isRecord(hit.address) || hit.category === "highway") return [];
    const place = { latitude: Number(textOf(hit.lat) || Number.NaN), longitude: Number(textOf(hit.lon) || Number.NaN) };
    const isNear = isWithin(place, region) && isInPostalArea(place, asked.fsa);
    return isNear && isThatHouse(hit.address, asked) ? [place] : [];
  });
  return placeIfAllSame(houses);
}

/** Attribution of the remote geocoder, required by its licence (ODbL). */
export const REMOTE_SOURCE = "© OpenStreetMap contributors";

/**
 * One request a second for the whole site, the limit of the public server
 * (operations.osmfoundation.org/policies/nominatim), which also requires an honest User-Agent and caching.
 */
const RATE = { count: 1, windowMs: 1_000 };
const TIMEOUT_MS = 5_000;
/** Maximum size of a response. Five results with all details take about 5 KB. */
const ANSWER_MAX_BYTES = 64 * 1024;
const HITS = 5;
/** How long an unknown house is cached. The house may be mapped later. */
const MISS_KEPT_MS = 30 * DAY_MS;

/** Statuses with which the server asks clients to stop. */
const REFUSALS: ReadonlySet<number> = new Set([403, 429]);

/** Thrown when the remote server fails, as opposed to this code. */
class GeocoderFailure extends Error {
  readonly isRefusal: boolean;
  constructor(message: string, isRefusal = false) {
    super(message);
    this.name = "GeocoderFailure";
    this.isRefusal = isRefusal;
  }
}

/** Returns the search text, spelled as in OpenStreetMap, and the key under which its response is cached. */
function queryFor({ numbers, street, municipality, fsa }: ParsedAddress): { words: string; key: string } {
  const number = `${numbers?.low ?? ""}${numbers?.suffix.includes("/") ? ` ${numbers.suffix}` : (numbers?.suffix ?? "")}`;
  const city = municipality ?? (fsa === null || fsa.startsWith("M") ? "Toronto" : null);
  // Former municipalities are districts of the City.
  const cities = city !== null && city !== "Toronto" && isInToronto(city) ? [city, "Toronto"] : [city];
  const words = [`${number} ${street ?? ""}`, ...cities, "Ontario"].filter((part) => part !== null).join(", ");
  return { words, key: `${words}, ${fsa ?? ""}`.toLowerCase() };
}

function requestFor(deps: Deps, geocoderUrl: string, words: string): [URL, RequestInit] {
  const { west, south, east, north } = GTA_BOUNDS;
  const url = new URL(geocoderUrl);
  if (url.pathname === "/") url.pathname = "/search";
  const parameters = {
    q: words,
    format: "jsonv2",
    addressdetails: "1",
    countrycodes: "ca",
    viewbox: [west, north, east, south].join(","),
    bounded: "1",
    limit: String(HITS),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const { siteName, siteUrl, contactEmail } = deps.config;
  const headers = {
    accept: "application/json",
    "accept-language": "en",
    // Header values must be ASCII.
    "user-agent": `${siteName} (${siteUrl}; ${contactEmail})`.replace(/[^\x20-\x7E]+/g, " "),
  };
  return [url, { headers, redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) }];
}

/** Reads a response of at most {@link ANSWER_MAX_BYTES}. */
async function readLimited(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > ANSWER_MAX_BYTES) throw new GeocoderFailure("The response is too large.");
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}

/** @throws GeocoderFailure if the response is not a list of hits */
async function request(deps: Deps, geocoderUrl: string, words: string): Promise<readonly unknown[]> {
  try {
    const response = await deps.fetch(...requestFor(deps, geocoderUrl, words));
    if (!response.ok) {
      await response.body?.cancel();
      throw new GeocoderFailure(`It answered ${response.status}.`, REFUSALS.has(response.status));
    }
    const answer: unknown = JSON.parse(await readLimited(response));
    if (!Array.isArray(answer)) throw new GeocoderFailure("The response is not a list.");
    return answer;
  } catch (error) {
    // Timeouts, lost connections and HTML instead of JSON are all failures of the server.
    throw error instanceof GeocoderFailure ? error : new GeocoderFailure(String(error));
  }
}

/** Returns whether an address names Toronto together with a postal code from elsewhere, one of which must be wrong. */
function isContradictory({ municipality, fsa }: ParsedAddress): boolean {
  return municipality !== null && isInToronto(municipality) && fsa !== null && !fsa.startsWith("M");
}

/**
 * Asks the remote geocoder (GEOCODER_URL) for a house. Use it only for queued work.
 * @param mayAsk false to use only cached responses
 * @returns null if the house is unknown or there is no geocoder; "later" if the geocoder is rate-limited, paused or
 * failed
 */
export async function askGeocoder(
  deps: Deps,
  address: ParsedAddress,
  { mayAsk }: { mayAsk: boolean },
): Promise<Coordinates | "later" | null> {
  const { geocoderUrl } = deps.config;
  if (geocoderUrl === null || address.numbers === null || address.street === null) return null;
  if (isContradictory(address)) return null;
  const { words, key } = queryFor(address);
  const known = await cachedAnswer(deps, key);
  if (known?.latitude != null && known.longitude != null) {
    return { latitude: known.latitude, longitude: known.longitude };
  }
  const now = deps.now().getTime();
  if (known && now - known.requestedAt.getTime() < MISS_KEPT_MS) return null;
  if (!mayAsk) return null;
  if (await isPaused(deps)) return "later";
  if (!(await deps.attempts.take("geocoder", RATE)).allowed) return "later";
  const asked = await claimRequest(deps);
  if (asked === null) return "later";
  let place: Coordinates | null;
  try {
    place = houseIn(await request(deps, geocoderUrl, words), address);
  } catch (error) {
    if (!(error instanceof GeocoderFailure)) throw error;
    if (error.isRefusal) await recordRefusal(deps);
    deps.log.warn("geocoder.failed", { reason: error.message, isUnwanted: error.isRefusal });
    return "later";
  }
  await recordAnswer(deps, asked);
  await cacheAnswer(deps, key, place);
  return place;
}
