import { isInToronto } from "../../contracts/areas.ts";
import { parseAddress, type ParsedAddress } from "../../contracts/parse-address.ts";
import { agreed, isInPostalArea, isOfToronto } from "./geocode-houses.ts";
import type { Coordinates } from "../../platform/grid.ts";
import { CITY_BOUNDS, GTA_BOUNDS, isWithin } from "../../contracts/places.ts";
import type { Deps } from "../../platform/deps.ts";
import { answerTo, keepAnswer } from "./geocode.repo.ts";
import { claimRequest, isPaused, noteAnswer, noteRefusal } from "./geocoder-breaker.repo.ts";

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
function houseIn(answer: readonly unknown[], asked: ParsedAddress): Coordinates | null {
  const region = isOfToronto(asked) ? CITY_BOUNDS : GTA_BOUNDS;
  const houses = answer.flatMap((hit) => {
    if (!isRecord(hit) || !isRecord(hit.address) || hit.category === "highway") return [];
    const place = { latitude: Number(textOf(hit.lat) || Number.NaN), longitude: Number(textOf(hit.lon) || Number.NaN) };
    const isNear = isWithin(place, region) && isInPostalArea(place, asked.fsa);
    return isNear && isThatHouse(hit.address, asked) ? [place] : [];
  });
  return agreed(houses);
}

/** Whom the site names for what the remote geocoder finds: the licence (ODbL) asks for it. */
export const REMOTE_SOURCE = "© OpenStreetMap contributors";

/**
 * One request a second for the whole site, however many people use it: the most that the public server allows
 * (operations.osmfoundation.org/policies/nominatim), which also asks for an honest User-Agent and for caching.
 */
const RATE = { count: 1, windowMs: 1_000 };
const TIMEOUT_MS = 5_000;
/** Five hits with all their details are about 5 KB. */
const ANSWER_MAX_BYTES = 64 * 1024;
const HITS = 5;
/** A house that it did not know may be mapped by now. */
const MISS_KEPT_MS = 30 * 86_400_000;

/** Statuses by which the server says that it does not want to be asked: nothing more is, for a while. */
const UNWANTED: ReadonlySet<number> = new Set([403, 429]);

/** A request that brought no answer: its own class, so that errors of ours stay errors. */
class GeocoderFailure extends Error {
  constructor(
    message: string,
    readonly isUnwanted = false,
  ) {
    super(message);
    this.name = "GeocoderFailure";
  }
}

/** A house in words that OpenStreetMap's names match, and the key that its answer is kept under. */
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
    // Headers are Latin letters only.
    "user-agent": `${siteName} (${siteUrl}; ${contactEmail})`.replace(/[^\x20-\x7E]+/g, " "),
  };
  return [url, { headers, redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) }];
}

/** The body of an answer, read no further than {@link ANSWER_MAX_BYTES}. */
async function readSome(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > ANSWER_MAX_BYTES) throw new GeocoderFailure("The answer is too large.");
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}

/** @throws GeocoderFailure when no list of hits comes */
async function request(deps: Deps, geocoderUrl: string, words: string): Promise<readonly unknown[]> {
  try {
    const response = await deps.fetch(...requestFor(deps, geocoderUrl, words));
    if (!response.ok) {
      await response.body?.cancel();
      throw new GeocoderFailure(`It answered ${response.status}.`, UNWANTED.has(response.status));
    }
    const answer: unknown = JSON.parse(await readSome(response));
    if (!Array.isArray(answer)) throw new GeocoderFailure("The answer is no list.");
    return answer;
  } catch (error) {
    // Timeouts, lost connections, pages in place of JSON: all of them are the other side's.
    throw error instanceof GeocoderFailure ? error : new GeocoderFailure(String(error));
  }
}

/** Whether an address names Toronto with a postal code of elsewhere: which of them is wrong cannot be told. */
function contradictsItself({ municipality, fsa }: ParsedAddress): boolean {
  return municipality !== null && isInToronto(municipality) && fsa !== null && !fsa.startsWith("M");
}

/**
 * Where the remote geocoder (GEOCODER_URL) knows a house to be. Only for work in the queue.
 * @param mayAsk false for what is known from before only
 * @returns null when it knows no such house, or there is no geocoder; "later" when it may not be asked now, or failed
 */
export async function askGeocoder(
  deps: Deps,
  address: ParsedAddress,
  { mayAsk }: { mayAsk: boolean },
): Promise<Coordinates | "later" | null> {
  const { geocoderUrl } = deps.config;
  if (geocoderUrl === null || address.numbers === null || address.street === null) return null;
  if (contradictsItself(address)) return null;
  const { words, key } = queryFor(address);
  const known = await answerTo(deps, key);
  if (known?.latitude != null && known.longitude != null) {
    return { latitude: known.latitude, longitude: known.longitude };
  }
  const now = deps.now().getTime();
  if (known && now - known.askedAt.getTime() < MISS_KEPT_MS) return null;
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
    if (error.isUnwanted) await noteRefusal(deps);
    deps.log.warn("geocoder.failed", { reason: error.message, isUnwanted: error.isUnwanted });
    return "later";
  }
  await noteAnswer(deps, asked);
  await keepAnswer(deps, key, place);
  return place;
}
