/** The timetable of one agency, as its feed describes it. Days are YYYY-MM-DD. */
interface TimetableFeed {
  /** The publisher's name. */
  name: string;
  validFrom: string;
  validUntil: string;
  /** The sentence that its licence requires to be shown. */
  attribution: string;
}

/** The manifest. An import writes it last, so that a timetable is either complete or absent. */
export interface TimetableManifest {
  /** The date of the import, and the first digits of a hash of its feeds. */
  version: string;
  /** The previous version, kept for queries that began before the import. The next import deletes it. */
  previous: { version: string; days: string[] } | null;
  /** Label of an incomplete timetable; null for a complete one. */
  label: string | null;
  feeds: TimetableFeed[];
  /** The distinct attributions of all feeds. */
  attributions: string[];
  /** First day on which all feeds are valid. `validUntil` is the last. */
  validFrom: string;
  validUntil: string;
  /** The stored days: weekday, saturday, sunday, and dates with other services. */
  days: string[];
  /** The stored day that applies to each date from validFrom to validUntil. */
  dates: Record<string, string>;
}

/** Prefix of the R2 keys, in the bucket of the photos. */
export const TIMETABLE_PREFIX = "transit/";
export const TIMETABLE_KEY = `${TIMETABLE_PREFIX}current.json`;
export const timetableDayKey = (version: string, day: string): string => `${TIMETABLE_PREFIX}${version}/${day}.bin`;

/** Kinds of vehicles on a line, from the feed's route_type. */
export type LineMode = "subway" | "tram" | "rail" | "bus" | "ferry" | "other";

/** A line as riders know it. */
export interface Line {
  name: string;
  /** Six hexadecimal digits; null if the feed names no colour. */
  color: string | null;
  mode: LineMode;
}

/** Bits of {@link Timetable.patternAccess}: riders may get on, riders may get off. */
export const PICKUP = 1;
export const DROP_OFF = 2;

/** Value in {@link Timetable.transferSeconds} for changes that are not possible. */
export const FORBIDDEN_TRANSFER = 65_535;

/**
 * The services of one day, arranged so that they can be read without copying. Times are seconds after the day's
 * midnight. Vehicles of the previous evening that run past midnight are included, with times below 0; times past the
 * next midnight are above 86,400.
 *
 * A pattern is a line's route along its stops. A trip `t` arrives at the `k`-th stop of its pattern at `tripStart[t] +
 * seconds[tripArrive[t] + k]` and departs at `tripStart[t] + seconds[tripDepart[t] + k]`. Trips with the same running
 * times share them. Where a vehicle does not wait, both times are equal.
 */
export interface Timetable {
  /** weekday, saturday, sunday or a date (YYYY-MM-DD). */
  day: string;
  lines: readonly Line[];
  /** The name of each stop. A platform has the name of its station. */
  stopNames: readonly string[];
  /** Latitude of each stop, in microdegrees. */
  latitude: Int32Array;
  longitude: Int32Array;
  /** Index of each pattern's line. */
  patternLine: Uint16Array;
  /** Index in `patternStop` where each pattern's stops begin, and where the last pattern's stops end. */
  patternStops: Uint32Array;
  /** Indexes of stops. A pattern may pass a stop twice. */
  patternStop: Uint16Array;
  /**
   * The access at each entry of `patternStop`: {@link PICKUP} where riders may get on, {@link DROP_OFF} where they may
   * get off.
   */
  patternAccess: Uint8Array;
  /**
   * Index where each pattern's trips begin, and where the last pattern's trips end. Trips are sorted by time, in the
   * same order at each stop, because no trip overtakes another of its pattern.
   */
  patternTrips: Uint32Array;
  tripStart: Int32Array;
  /** Index in `seconds` where a trip's times begin. */
  tripArrive: Uint32Array;
  tripDepart: Uint32Array;
  /** Running times after `tripStart`. */
  seconds: Uint16Array;
  /**
   * The feed's own rules for changes, by origin and then destination, which may be the same stop. A change takes
   * `transferSeconds` in total, including walking, or is a {@link FORBIDDEN_TRANSFER}.
   */
  transferFrom: Uint16Array;
  transferTo: Uint16Array;
  transferSeconds: Uint16Array;
}

/** The first bytes of a file: TTBL. */
const MAGIC = 0x4c_42_54_54;
/** Version of the layout; increases with each change. */
const FORMAT = 1;
/** Bytes for magic, format, length of the JSON header, and a spare word. */
const PREFIX_BYTES = 16;
/** Every array begins at a multiple of this number of bytes. */
const ALIGNMENT = 8;

/** Arrays in the order of the file. */
const ARRAYS = {
  latitude: Int32Array,
  longitude: Int32Array,
  patternLine: Uint16Array,
  patternStops: Uint32Array,
  patternStop: Uint16Array,
  patternAccess: Uint8Array,
  patternTrips: Uint32Array,
  tripStart: Int32Array,
  tripArrive: Uint32Array,
  tripDepart: Uint32Array,
  seconds: Uint16Array,
  transferFrom: Uint16Array,
  transferTo: Uint16Array,
  transferSeconds: Uint16Array,
} as const;
type ArrayName = keyof typeof ARRAYS;
const ARRAY_NAMES = Object.keys(ARRAYS) as ArrayName[];

type Header = Pick<Timetable, "day" | "lines" | "stopNames"> & { lengths: Record<ArrayName, number> };

const aligned = (bytes: number) => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

/** Encodes the file of a day: a JSON header, and the arrays as they are in memory (little-endian). */
export function encodeTimetable(timetable: Timetable): Uint8Array<ArrayBuffer> {
  const { day, lines, stopNames } = timetable;
  const lengths = Object.fromEntries(ARRAY_NAMES.map((name) => [name, timetable[name].length]));
  const json = new TextEncoder().encode(JSON.stringify({ day, lines, stopNames, lengths }));
  let at = PREFIX_BYTES + aligned(json.length);
  const size = ARRAY_NAMES.reduce((sum, name) => sum + aligned(timetable[name].byteLength), at);
  const file = new Uint8Array(size);
  new Uint32Array(file.buffer, 0, 3).set([MAGIC, FORMAT, json.length]);
  file.set(json, PREFIX_BYTES);
  for (const name of ARRAY_NAMES) {
    const { buffer, byteOffset, byteLength } = timetable[name];
    file.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += aligned(byteLength);
  }
  return file;
}

/**
 * Decodes the file of a day. The arrays are views of the buffer, which must not be changed.
 * @throws Error with an explanation when the file is of another kind or format, or truncated
 */
export function decodeTimetable(buffer: ArrayBuffer): Timetable {
  const prefix = buffer.byteLength < PREFIX_BYTES ? new Uint32Array(3) : new Uint32Array(buffer, 0, 3);
  const [magic, format, jsonBytes = 0] = prefix;
  if (magic !== MAGIC) throw new Error("This is no timetable.");
  if (format !== FORMAT) throw new Error(`This timetable has format ${format}; ${FORMAT} is read. Import it again.`);
  let at = PREFIX_BYTES + aligned(jsonBytes);
  if (at > buffer.byteLength) throw new Error("This timetable is cut off.");
  const json = new TextDecoder().decode(new Uint8Array(buffer, PREFIX_BYTES, jsonBytes));
  const { lengths, ...header } = JSON.parse(json) as Header;
  const views: Partial<Record<ArrayName, unknown>> = {};
  for (const name of ARRAY_NAMES) {
    const { BYTES_PER_ELEMENT: width } = ARRAYS[name];
    if (at + lengths[name] * width > buffer.byteLength) throw new Error("This timetable is cut off.");
    views[name] = new ARRAYS[name](buffer, at, lengths[name]);
    at += aligned(lengths[name] * width);
  }
  return { ...header, ...(views as Pick<Timetable, ArrayName>) };
}
