import { type CommutePlace, DEFAULT_COMMUTE, MAX_COMMUTE_PLACES } from "../../../../worker/contracts/commute.ts";
import { type CommuteSearch, readCommute } from "../../../../worker/contracts/commute-search.ts";
import { readStorage, writeStorage } from "../../../lib/storage.ts";

/** A place stored in this browser, with the visitor's name for it and the maximum commute to it. */
export interface NamedPlace extends CommutePlace {
  name: string;
  /** Maximum commute in minutes. */
  limit: number;
}

/** Usual destinations; visitors can also type their own names. */
export const SUGGESTED_PLACE_NAMES = ["Work", "School", "Partner's work"] as const;
export const NAME_MAX = 30;
export const DEFAULT_LIMIT = 35;

/** Local storage key, which index.html also passes to the boot script. */
const KEY = "commute_places";

/** Returns a stored place with rounded coordinates; null if any field of it is invalid. */
function placeOf(value: unknown): NamedPlace | null {
  if (typeof value !== "object" || value === null) return null;
  const { name, limit, lat, lng, mode, day, from, until } = value as Record<string, unknown>;
  const { found, malformed } = readCommute(
    new URLSearchParams({
      commute: `${String(lat)},${String(lng)}`,
      maxCommute: String(limit),
      commuteMode: String(mode),
      commuteDay: String(day),
      commuteFrom: String(from),
      commuteUntil: String(until),
    }),
  );
  const [place] = found.commute;
  const [minutes] = found.maxCommute;
  if (malformed.length > 0 || !place || minutes === undefined) return null;
  if (typeof name !== "string" || name.trim() === "") return null;
  return { ...place, name: name.trim().slice(0, NAME_MAX), limit: minutes };
}

/** Returns the valid places of a stored text, at most {@link MAX_COMMUTE_PLACES}. */
export function parsePlaces(text: string | null): NamedPlace[] {
  try {
    const values: unknown = JSON.parse(text ?? "[]");
    const places = Array.isArray(values) ? values.map(placeOf) : [];
    return places.filter((place) => place !== null).slice(0, MAX_COMMUTE_PLACES);
  } catch {
    return [];
  }
}

/** Returns a new place at a point, with the default times. */
export const placeAt = (name: string, lat: number, lng: number): NamedPlace | null =>
  placeOf({ ...DEFAULT_COMMUTE, name, lat, lng, limit: DEFAULT_LIMIT });

let listener: ((places: readonly NamedPlace[]) => void) | undefined;

/**
 * Passes the number of places to the style sheet, which reserves room for the commutes. On the next page the boot
 * script passes the number.
 */
function setPlaceCount(count: number): void {
  if (count === 0) delete document.documentElement.dataset["places"];
  else document.documentElement.dataset["places"] = String(count);
}

function publishPlaces(places: readonly NamedPlace[]): void {
  setPlaceCount(places.length);
  listener?.(places);
}

/** Stores the places, in this browser only. If storage is disabled, they last as long as the page. */
export function storePlaces(places: readonly NamedPlace[]): void {
  const kept = places.slice(0, MAX_COMMUTE_PLACES);
  writeStorage("local", KEY, kept.length === 0 ? null : JSON.stringify(kept));
  publishPlaces(kept);
}

/** Calls `onChange` with this browser's places, now and after each change here or in another tab. */
export function watchPlaces(onChange: (places: readonly NamedPlace[]) => void): void {
  listener = onChange;
  publishPlaces(parsePlaces(readStorage("local", KEY)));
  window.addEventListener("storage", ({ key }) => {
    if (key === KEY || key === null) publishPlaces(parsePlaces(readStorage("local", KEY)));
  });
}

const isSame = (a: CommutePlace, b: CommutePlace) =>
  a.lat === b.lat &&
  a.lng === b.lng &&
  a.mode === b.mode &&
  a.day === b.day &&
  a.from === b.from &&
  a.until === b.until;

/**
 * Returns the places in an address. A place that is also stored in this browser gets its stored name; any other place
 * gets a number.
 */
export function placesOfSearch({ commute, maxCommute }: CommuteSearch, known: readonly NamedPlace[]): NamedPlace[] {
  return commute.map((place, nth) => {
    const own = known.find((one) => isSame(one, place));
    return {
      ...place,
      name: own?.name ?? `Place ${nth + 1}`,
      limit: maxCommute[nth] ?? own?.limit ?? DEFAULT_LIMIT,
    };
  });
}

/** Returns a place as it is sent to the server, without name and limit. */
export const withoutName = ({ lat, lng, mode, day, from, until }: CommutePlace): CommutePlace => ({
  lat,
  lng,
  mode,
  day,
  from,
  until,
});
