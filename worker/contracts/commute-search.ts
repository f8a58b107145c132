import {
  COMMUTE_DAYS,
  type CommutePlace,
  DEFAULT_COMMUTE,
  MAX_COMMUTE_MINUTES,
  MAX_COMMUTE_PLACES,
  PLACE_DECIMALS,
} from "./commute.ts";
import { dayText, numberUpTo, oneOf } from "./parameter-values.ts";
import { GTA_BOUNDS, isWithin } from "./places.ts";

/** Parameters of a search by the way to work, in their canonical order. */
export const COMMUTE_PARAMETERS = [
  "commute",
  "maxCommute",
  "commuteMode",
  "commuteDay",
  "commuteFrom",
  "commuteUntil",
] as const;
export type CommuteParameter = (typeof COMMUTE_PARAMETERS)[number];

/** The part of a search that is about the way to work. */
export interface CommuteSearch {
  /** Places that people travel to, with their times; empty for none. */
  commute: readonly CommutePlace[];
  /** Most minutes to each of the places, in their order; empty for no limit. */
  maxCommute: readonly number[];
}

const NO_COMMUTE: CommuteSearch = { commute: [], maxCommute: [] };

const DEGREES = /^-?\d{1,3}(?:\.\d{1,15})?$/;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

const rounded = (degrees: string) => Number(Number(degrees).toFixed(PLACE_DECIMALS));

/** A place as `latitude,longitude`, rounded to {@link PLACE_DECIMALS}; undefined outside of the GTA and its surroundings. */
function pointOf(text: string): Pick<CommutePlace, "lat" | "lng"> | undefined {
  const [latitude = "", longitude = "", ...others] = text.split(",").map((part) => part.trim());
  if (others.length > 0 || !DEGREES.test(latitude) || !DEGREES.test(longitude)) return undefined;
  const [lat, lng] = [rounded(latitude), rounded(longitude)];
  return isWithin({ latitude: lat, longitude: lng }, GTA_BOUNDS) ? { lat, lng } : undefined;
}

const minutesOf = numberUpTo(MAX_COMMUTE_MINUTES);
/** To leave at a time is another search, and not offered (docs/decisions/0046-way-to-work.md). */
const modeOf = oneOf([DEFAULT_COMMUTE.mode]);
const usualDayOf = oneOf<string>(COMMUTE_DAYS);
const dayOf = (text: string) => usualDayOf(text) ?? dayText(text);
const timeOf = (text: string) => (TIME.test(text) ? text : undefined);

/** The non-empty parts of a parameter, given once with separators or several times. */
const partsOf = (parameters: URLSearchParams, key: CommuteParameter, separator: string): string[] =>
  parameters
    .getAll(key)
    .flatMap((text) => text.split(separator, 2 * MAX_COMMUTE_PLACES + 2))
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** One value for each place; undefined if any is malformed, or if there are neither one nor as many as places. */
function eachOf<Value>(parts: readonly string[], count: number, read: (text: string) => Value | undefined) {
  const values = parts.map(read).filter((value) => value !== undefined);
  const isOnePerPlace = values.length === 1 || values.length === count;
  if (values.length !== parts.length || !isOnePerPlace) return undefined;
  return Array.from({ length: count }, (_, nth) => (values.length === 1 ? values[0] : values[nth]) as Value);
}

/**
 * Reads the commute of URL parameters. Several places are separated by semicolons, or `commute` is repeated.
 * @returns the search without the parameters that are malformed or stand without a place, and those
 */
export function readCommute(parameters: URLSearchParams): { found: CommuteSearch; malformed: CommuteParameter[] } {
  if (!COMMUTE_PARAMETERS.some((key) => parameters.has(key))) return { found: NO_COMMUTE, malformed: [] };
  const texts = partsOf(parameters, "commute", ";");
  const points = texts.map(pointOf).filter((point) => point !== undefined);
  if (texts.length === 0) {
    const alone = COMMUTE_PARAMETERS.filter((key) => partsOf(parameters, key, ",").length > 0);
    return { found: NO_COMMUTE, malformed: alone };
  }
  if (points.length !== texts.length || points.length > MAX_COMMUTE_PLACES)
    return { found: NO_COMMUTE, malformed: ["commute"] };
  const malformed: CommuteParameter[] = [];
  const each = <Value>(key: CommuteParameter, read: (text: string) => Value | undefined): Value[] => {
    const parts = partsOf(parameters, key, ",");
    const values = parts.length === 0 ? [] : eachOf(parts, points.length, read);
    if (!values) malformed.push(key);
    return values ?? [];
  };
  const maxCommute = each("maxCommute", minutesOf);
  const modes = each("commuteMode", modeOf);
  const days = each("commuteDay", dayOf);
  const from = each("commuteFrom", timeOf);
  const until = each("commuteUntil", timeOf);
  const asked = points.map((point, nth) => ({
    ...point,
    mode: modes[nth] ?? DEFAULT_COMMUTE.mode,
    day: days[nth] ?? DEFAULT_COMMUTE.day,
    from: from[nth] ?? DEFAULT_COMMUTE.from,
    until: until[nth] ?? DEFAULT_COMMUTE.until,
  }));
  const isForwards = asked.every((place) => place.from <= place.until);
  if (!isForwards && !malformed.includes("commuteUntil")) malformed.push("commuteUntil");
  const usual = { from: DEFAULT_COMMUTE.from, until: DEFAULT_COMMUTE.until };
  const commute = isForwards ? asked : asked.map((place) => ({ ...place, ...usual }));
  return { found: { commute, maxCommute }, malformed };
}

/** The shortest text for a value of each place: nothing if all are usual, one if they are equal. */
function textOf(values: readonly (string | number)[], usual?: string): string | null {
  const [first] = values;
  if (first === undefined || values.every((value) => value === usual)) return null;
  return values.every((value) => value === first) ? String(first) : values.join(",");
}

/** The canonical text of each commute parameter; null for those that are not needed. */
export function commuteTexts({ commute, maxCommute }: CommuteSearch): Record<CommuteParameter, string | null> {
  return {
    commute: commute.length === 0 ? null : commute.map(({ lat, lng }) => `${lat},${lng}`).join(";"),
    maxCommute: textOf(maxCommute),
    commuteMode: textOf(
      commute.map(({ mode }) => mode),
      DEFAULT_COMMUTE.mode,
    ),
    commuteDay: textOf(
      commute.map(({ day }) => day),
      DEFAULT_COMMUTE.day,
    ),
    commuteFrom: textOf(
      commute.map(({ from }) => from),
      DEFAULT_COMMUTE.from,
    ),
    commuteUntil: textOf(
      commute.map(({ until }) => until),
      DEFAULT_COMMUTE.until,
    ),
  };
}
