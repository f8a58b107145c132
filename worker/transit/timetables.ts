/** The timetable of one agency, as its feed describes it. Days are YYYY-MM-DD. */
interface TimetableFeed {
  /** The publisher's name. */
  name: string;
  validFrom: string;
  validUntil: string;
  /** The sentence that its licence asks to be shown. */
  attribution: string;
}

/** What an import writes last, so that a timetable is whole or absent. */
export interface TimetableManifest {
  /** The date of the import and the first digits of the hash of its feeds. */
  version: string;
  /** Kept for questions that were asked before the import; deleted by the next one. */
  previous: { version: string; days: string[] } | null;
  /** What the timetable is if it is not a complete one; null for a complete one. */
  label: string | null;
  feeds: TimetableFeed[];
  /** Their different sentences. */
  attributions: string[];
  /** The days on which all feeds are valid. */
  validFrom: string;
  validUntil: string;
  /** The stored days: weekday, saturday, sunday, and dates whose services differ from those. */
  days: string[];
  /** The stored day with the services of each date from validFrom to validUntil. */
  dates: Record<string, string>;
}

/** R2 keys in the bucket of the photos. */
export const TIMETABLE_PREFIX = "transit/";
export const TIMETABLE_KEY = `${TIMETABLE_PREFIX}current.json`;
export const timetableDayKey = (version: string, day: string): string => `${TIMETABLE_PREFIX}${version}/${day}.bin`;
