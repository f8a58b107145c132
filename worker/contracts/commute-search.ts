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

// Keep this module short, because every page with a list loads it.

/** Conditions of a search that concern commutes. */
export interface CommuteSearch {
  /** Destinations with their times; empty without a commute condition. */
  commute: readonly CommutePlace[];
  /** Maximum minutes to each destination, in the order of the destinations; empty for no limit. */
  maxCommute: readonly number[];
}

const NO_COMMUTE: CommuteSearch = { commute: [], maxCommute: [] };

/** URL parameters for the properties of a destination other than its coordinates. */
export const PLACE_PARAMETERS = {
  commuteMode: "mode",
  commuteDay: "day",
  commuteFrom: "from",
  commuteUntil: "until",
} as const satisfies Record<string, keyof CommutePlace>;
type PlaceParameter = keyof typeof PLACE_PARAMETERS;
const PLACE_KEYS = Object.keys(PLACE_PARAMETERS) as PlaceParameter[];

export type CommuteParameter = "commute" | "maxCommute" | PlaceParameter;
/** Parameters of a search by commute, in their canonical order. */
export const COMMUTE_PARAMETERS: readonly CommuteParameter[] = ["commute", "maxCommute", ...PLACE_KEYS];

const COMMUTES = /^(?:\d|sort\d?)(?:,(?:\d|sort\d?)){0,3}$/;
/**
 * Parses the `?commutes=` parameter of a page. The browser stores the destinations and their time limits, and the
 * parameter contains only the destinations' numbers. Each number applies the time limit of its destination to the list.
 * `sort` sorts by the commutes to all destinations, `sort2` by the commute to the second destination. Returns "" when
 * the parameter is malformed.
 */
export const commutesFromUrl = (text: string | null): string => COMMUTES.exec(text ?? "")?.[0] ?? "";

const DEGREES = /^-?\d{1,3}(?:\.\d{1,20})?$/;
const timeText = (text: string) => (/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text) ? text : undefined);

/**
 * Parses a destination given as `latitude,longitude`, rounded to {@link PLACE_DECIMALS}; undefined outside the GTA and
 * its surroundings.
 */
function pointOf(text: string): Pick<CommutePlace, "lat" | "lng"> | undefined {
  const parts = text.split(",").map((part) => part.trim());
  const [lat = 0, lng = 0] = parts.map((part) => Number(Number(part).toFixed(PLACE_DECIMALS)));
  const isPoint = parts.length === 2 && parts.every((part) => DEGREES.test(part));
  return isPoint && isWithin({ latitude: lat, longitude: lng }, GTA_BOUNDS) ? { lat, lng } : undefined;
}

const READERS: Record<Exclude<CommuteParameter, "commute">, (text: string) => string | number | undefined> = {
  maxCommute: numberUpTo(MAX_COMMUTE_MINUTES),
  // Only arrival times are supported: departure times would need a different search (docs/decisions/0046-commute.md).
  commuteMode: oneOf([DEFAULT_COMMUTE.mode]),
  commuteDay: (text) => oneOf<string>(COMMUTE_DAYS)(text) ?? dayText(text),
  commuteFrom: timeText,
  commuteUntil: timeText,
};

/** Returns the non-empty values of a parameter, which may contain separators or be repeated. */
const partsOf = (parameters: URLSearchParams, key: CommuteParameter) =>
  parameters
    .getAll(key)
    .flatMap((text) => text.split(key === "commute" ? ";" : ",", 2 * MAX_COMMUTE_PLACES))
    .map((part) => part.trim())
    .filter((part) => part !== "");

/**
 * Parses the commute conditions in URL parameters. Semicolons separate several destinations, or `commute` is repeated.
 * Each other parameter has one value for all destinations, or one value for each.
 * @returns the valid conditions, and the names of the parameters that are malformed or lack a destination
 */
export function readCommute(parameters: URLSearchParams): { found: CommuteSearch; malformed: CommuteParameter[] } {
  const given = COMMUTE_PARAMETERS.filter((key) => partsOf(parameters, key).length > 0);
  if (!given.includes("commute")) return { found: NO_COMMUTE, malformed: given };
  const points = partsOf(parameters, "commute").map(pointOf);
  const places = points.flatMap((point) => (point ? { ...point, ...DEFAULT_COMMUTE } : []));
  if (places.length < points.length || places.length > MAX_COMMUTE_PLACES)
    return { found: NO_COMMUTE, malformed: ["commute"] };
  const malformed: CommuteParameter[] = [];
  const each = (key: Exclude<CommuteParameter, "commute">): (string | number)[] => {
    const values = partsOf(parameters, key).map(READERS[key]);
    const isFull = values.length <= 1 || values.length === places.length;
    if (isFull && !values.includes(undefined))
      return values.length === 0 ? [] : places.map((_, nth) => values[nth] ?? values[0] ?? "");
    malformed.push(key);
    return [];
  };
  const maxCommute = each("maxCommute") as number[];
  const told = PLACE_KEYS.map((key) => [PLACE_PARAMETERS[key], each(key)] as const);
  const commute = places.map((place, nth): CommutePlace => {
    const own = told.flatMap(([field, values]) => (values.length > 0 ? [[field, values[nth]] as const] : []));
    return { ...place, ...Object.fromEntries(own) };
  });
  if (commute.every(({ from, until }) => from <= until)) return { found: { commute, maxCommute }, malformed };
  const { from, until } = DEFAULT_COMMUTE;
  return {
    found: { commute: commute.map((place) => ({ ...place, from, until })), maxCommute },
    malformed: [...malformed, "commuteUntil"],
  };
}

/** Returns the canonical texts of the commute parameters. Parameters with default values are left out. */
export function commuteTexts({ commute, maxCommute }: CommuteSearch): Partial<Record<CommuteParameter, string>> {
  const texts: Partial<Record<CommuteParameter, string>> = {};
  const tell = (key: CommuteParameter, values: readonly (string | number)[], usual?: string) => {
    const isOne = values.every((value) => value === values[0]);
    if (values.length > 0 && !(isOne && values[0] === usual)) texts[key] = isOne ? String(values[0]) : values.join(",");
  };
  if (commute.length > 0) texts.commute = commute.map(({ lat, lng }) => `${lat},${lng}`).join(";");
  tell("maxCommute", maxCommute);
  for (const key of PLACE_KEYS) {
    const field = PLACE_PARAMETERS[key];
    tell(
      key,
      commute.map((place) => place[field]),
      DEFAULT_COMMUTE[field],
    );
  }
  return texts;
}
