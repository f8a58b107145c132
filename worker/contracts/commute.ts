import { operation, types } from "./operation.ts";

/** Kinds of commute times: to arrive by a time, or to leave at a time. */
export const COMMUTE_MODES = ["arrive", "leave"] as const;
export type CommuteMode = (typeof COMMUTE_MODES)[number];

/** Ordinary days; any date of the timetable is also accepted, as YYYY-MM-DD. */
export const COMMUTE_DAYS = ["weekday", "saturday", "sunday"] as const;

/** A commute's destination and time. Coordinates are rounded to {@link PLACE_DECIMALS}. */
export interface CommutePlace {
  lat: number;
  lng: number;
  mode: CommuteMode;
  /** One of {@link COMMUTE_DAYS}, or a date. */
  day: string;
  /** HH:MM; `from` equal to `until` is a single time. */
  from: string;
  until: string;
}

/** The commute on a weekday morning. */
export const DEFAULT_COMMUTE = { mode: "arrive", day: "weekday", from: "08:30", until: "09:30" } as const;

/** Maximum number of destinations in one request or search. */
export const MAX_COMMUTE_PLACES = 3;
/** Decimals of coordinates: 0.001 degrees are about 100 m, precise enough for a commute but not for a house. */
export const PLACE_DECIMALS = 3;
/** Maximum number of listings in one request. */
export const MAX_COMMUTE_IDS = 100;
/** Highest limit of a search, in minutes; no commute is longer than two hours. */
export const MAX_COMMUTE_MINUTES = 120;

/** Number of times tried in a window: 277 s apart in an hour, because steps of five minutes coincide with headways. */
export const COMMUTE_TIMES = 13;
/** Positions among the sorted results: the median, and a bad day (the 90th percentile). */
export const MEDIAN_AT = 6;
export const BAD_DAY_AT = 11;

/** A ride on one vehicle. Times are HH:MM of the day, or later than 24:00 after midnight. */
export interface CommuteLeg {
  /** The name of its line as riders know it: 1, 504, GO Lakeshore West. */
  line: string;
  /** The line's colour as six hexadecimal digits; null if the feed names none. */
  color: string | null;
  from: string;
  to: string;
  departs: string;
  arrives: string;
}

/** The commute from a home to a place. Minutes have one decimal. */
export interface Commute {
  /** The median over the window; null if no itinerary takes two hours or less. */
  minutes: number | null;
  /** The 90th percentile; null if no itinerary takes two hours or less. */
  badDayMinutes: number | null;
  /** Minutes of walking on the median itinerary, including changes. */
  walkMinutes: number | null;
  transfers: number | null;
  /** Lines of the median itinerary in their order; empty for walking alone. */
  lines: string[];
  legs: CommuteLeg[];
}

/** The timetable that the commutes were computed with. */
export interface CommuteTimetable {
  version: string;
  /** YYYY-MM-DD. */
  validFrom: string;
  validUntil: string;
  /** Attribution texts that the data's licences require. */
  attributions: string[];
  /** A label for an incomplete timetable, such as "Subway only (sample timetable)"; null for a complete one. */
  label: string | null;
}

/** The commutes from listings to places. */
export interface CommuteAnswer {
  available: boolean;
  /** Null while there is no timetable. */
  timetable: CommuteTimetable | null;
  /** In the order of the requested ids, without those that are not public; empty while there is no timetable. */
  results: {
    id: number;
    /** In the order of the destinations; null for a listing whose place is not known precisely enough. */
    places: Commute[] | null;
  }[];
}

/** Minutes from the middle of each cell of a grid to a place, in rows from the north, each from the west. */
export interface CommuteArea {
  /** North-west corner of the grid, and size of a cell (150 m), in degrees. */
  west: number;
  north: number;
  stepLng: number;
  stepLat: number;
  width: number;
  height: number;
  /** Base64 of one byte per cell; 255 where the place cannot be reached within the limit. */
  minutes: string;
}

/** Header of responses that leave out commutes because there is no timetable: `unavailable`. */
export const COMMUTE_HEADER = "X-Commute";

/** Computes the commutes from listings to destinations. Nothing in the request is stored or logged. */
export const findCommutes = operation(
  "POST",
  "/api/commute",
  types<{ body: { places: CommutePlace[]; ids: number[] }; answer: CommuteAnswer }>,
);
/** Reads the commute area; it is empty, with {@link COMMUTE_HEADER}, while there is no timetable. */
export const getCommuteArea = operation(
  "GET",
  "/api/commute/area",
  types<{ query: Pick<CommutePlace, keyof CommutePlace> & { minutes: number }; answer: CommuteArea }>,
);
