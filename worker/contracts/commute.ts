import { operation, types } from "./operation.ts";

/** Kinds of commute times: arrival by a time, or departure at a time. */
export const COMMUTE_MODES = ["arrive", "leave"] as const;
export type CommuteMode = (typeof COMMUTE_MODES)[number];

/** Kinds of days without a date. Any date of the timetable is also accepted, as YYYY-MM-DD. */
export const COMMUTE_DAYS = ["weekday", "saturday", "sunday"] as const;

/** A commute's destination and time. Coordinates are rounded to {@link PLACE_DECIMALS}. */
export interface CommutePlace {
  lat: number;
  lng: number;
  mode: CommuteMode;
  /** One of {@link COMMUTE_DAYS}, or a date as YYYY-MM-DD. */
  day: string;
  /** HH:MM. If `from` equals `until`, the window is a single time. */
  from: string;
  until: string;
}

/** The default commute, on a weekday morning. */
export const DEFAULT_COMMUTE = { mode: "arrive", day: "weekday", from: "08:30", until: "09:30" } as const;

/** Maximum number of destinations in one request or search. */
export const MAX_COMMUTE_PLACES = 3;
/** Decimals of coordinates: 0.001 degrees are about 100 m, precise enough for a commute but not for a house. */
export const PLACE_DECIMALS = 3;
/** Maximum number of listings in one commute request. */
export const MAX_COMMUTE_IDS = 100;
/** Maximum travel time that visitors can search for, in minutes. No computed commute is longer than two hours. */
export const MAX_COMMUTE_MINUTES = 120;

/**
 * Number of arrival times that are computed for a window. In a window of one hour, they are 277 s apart. Steps of five
 * minutes would coincide with the intervals between vehicles.
 */
export const COMMUTE_TIMES = 13;
/** Indexes of the median and of a bad day (the 90th percentile) in the sorted travel times. */
export const MEDIAN_INDEX = 6;
export const BAD_DAY_INDEX = 11;

/** A ride on one vehicle. Times are HH:MM of the day, or later than 24:00 after midnight. */
export interface CommuteLeg {
  /** The line's name as riders know it: 1, 504, GO Lakeshore West. */
  line: string;
  /** The line's colour as six hexadecimal digits; null if the feed does not state it. */
  color: string | null;
  from: string;
  to: string;
  departs: string;
  arrives: string;
}

/** The commute from a home to a destination. Minutes have one decimal. */
export interface Commute {
  /** The median over the window; null if no itinerary takes two hours or less. */
  minutes: number | null;
  /** The 90th percentile; null if no itinerary takes two hours or less. */
  badDayMinutes: number | null;
  /** Minutes of walking on the median itinerary, including changes between vehicles. */
  walkMinutes: number | null;
  transfers: number | null;
  /** Lines of the median itinerary in order of travel; empty if it is entirely on foot. */
  lines: string[];
  legs: CommuteLeg[];
}

/** The timetable used for computing the commutes. */
export interface CommuteTimetable {
  version: string;
  /** First and last day of the timetable, YYYY-MM-DD. */
  validFrom: string;
  validUntil: string;
  /** Attribution texts that the data's licences require. */
  attributions: string[];
  /**
   * A label for an incomplete timetable, such as "Subway only (sample timetable)"; null if the timetable is complete.
   */
  label: string | null;
}

/** The commutes from listings to destinations. */
export interface CommuteAnswer {
  available: boolean;
  /** The timetable; null if there is none. */
  timetable: CommuteTimetable | null;
  /**
   * Results in the order of the requested ids, without listings that are not public. Empty while there is no timetable.
   */
  results: {
    id: number;
    /** Commutes in the order of the destinations; null for a listing whose location is not known precisely enough. */
    places: Commute[] | null;
  }[];
}

/**
 * Minutes to a destination from the middle of each cell of a grid. Rows run from north to south, cells from west to
 * east.
 */
export interface CommuteArea {
  /** North-west corner of the grid, and size of a cell (150 m), in degrees. */
  west: number;
  north: number;
  stepLng: number;
  stepLat: number;
  width: number;
  height: number;
  /** One byte per cell, in Base64. 255 means that the destination cannot be reached within the limit. */
  minutes: string;
}

/** Response header with the value `unavailable`, sent when commutes are missing because there is no timetable. */
export const COMMUTE_HEADER = "X-Commute";

/** Computes the commutes from listings to destinations. Nothing in the request is stored or logged. */
export const findCommutes = operation(
  "POST",
  "/api/commute",
  types<{ body: { places: CommutePlace[]; ids: number[] }; answer: CommuteAnswer }>,
);
/** Returns the commute area. Without a timetable, the area is empty and {@link COMMUTE_HEADER} is set. */
export const getCommuteArea = operation(
  "GET",
  "/api/commute/area",
  types<{ query: Pick<CommutePlace, keyof CommutePlace> & { minutes: number }; answer: CommuteArea }>,
);
