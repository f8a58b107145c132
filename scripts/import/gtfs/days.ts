import { COMMUTE_DAYS } from "../../../worker/contracts/commute.ts";
import type { Feed } from "./feed.ts";
import { type DayNumber, dayText, weekdayOf } from "./services.ts";

/** Maximum number of days of a validity period that are considered, because some feeds are valid for decades. */
const MAX_DAYS = 400;
/** Days before today that are considered within a long validity period. */
const DAYS_BEFORE = 31;
/**
 * Number of dates nearest to today that decide which services are usual: four weeks, or five weekends. A single holiday
 * therefore has no effect.
 */
const DATES_PER_KIND = { weekday: 20, saturday: 5, sunday: 5 } as const;
/** Maximum number of stored dates besides the three usual days. The region's feeds have about ten such dates. */
const MAX_DATES = 60;

const MIDNIGHT = 86_400;

/**
 * The services of a feed on one date: the day's own services, and the services of the day before, because their last
 * trips run past midnight.
 */
export interface FeedDay {
  today: ReadonlySet<number>;
  before: ReadonlySet<number>;
}

/** A day to store, with the services that each feed runs on it. */
export interface StoredDay {
  /** Name of the day: weekday, saturday, sunday or YYYY-MM-DD. */
  name: string;
  feeds: readonly FeedDay[];
}

/** Returns a 52-bit hash of some whole numbers. */
function hashNumbers(...numbers: readonly number[]): number {
  let [a, b] = [0x9e_37_79_b9, 0x85_eb_ca_6b];
  for (const number of numbers) {
    a = Math.imul(a ^ number, 0x27_d4_eb_2f);
    a ^= a >>> 15;
    b = Math.imul(b ^ (number + a), 0x16_56_67_b1);
    b ^= b >>> 13;
  }
  return (a >>> 0) * 2 ** 20 + (b >>> 12);
}

/** Adds hashes modulo 2^52, so that the sum represents a set of trips regardless of order. */
const addHashes = (a: number, b: number) => (a + b) % 2 ** 52;

/** Returns whether a trip is still under way at midnight. */
export const runsPastMidnight = ({ start, arrive, pattern, patternStops, seconds }: Feed["trips"], trip: number) => {
  const last = (patternStops[pattern[trip] ?? 0]?.length ?? 1) - 1;
  return (start[trip] ?? 0) + (seconds[(arrive[trip] ?? 0) + last] ?? 0) > MIDNIGHT;
};

/**
 * Creates a function that returns a date's signature. Dates with equal signatures have equal timetables, even if their
 * services have different names.
 */
function signatures({ trips, services }: Feed): (date: DayNumber) => string {
  const [whole, late] = [new Float64Array(services.count), new Float64Array(services.count)];
  for (let trip = 0; trip < trips.start.length; trip += 1) {
    const service = trips.service[trip] ?? 0;
    const hash = hashNumbers(
      trips.pattern[trip] ?? 0,
      trips.start[trip] ?? 0,
      trips.arrive[trip] ?? 0,
      trips.depart[trip] ?? 0,
    );
    whole[service] = addHashes(whole[service] ?? 0, hash);
    if (runsPastMidnight(trips, trip)) late[service] = addHashes(late[service] ?? 0, hash);
  }
  return (date) => {
    let [today, before] = [0, 0];
    for (let service = 0; service < services.count; service += 1) {
      if (services.runsOn(service, date)) today = addHashes(today, whole[service] ?? 0);
      if (services.runsOn(service, date - 1)) before = addHashes(before, late[service] ?? 0);
    }
    return `${today} ${before}`;
  };
}

const kindOf = (date: DayNumber): (typeof COMMUTE_DAYS)[number] =>
  weekdayOf(date) < 5 ? "weekday" : weekdayOf(date) === 5 ? "saturday" : "sunday";

/** Returns the dates of a validity period, limited to {@link MAX_DAYS}. */
function datesToConsider(from: DayNumber, until: DayNumber, today: DayNumber): DayNumber[] {
  const first = until - from < MAX_DAYS ? from : Math.max(from, Math.min(today - DAYS_BEFORE, until - MAX_DAYS + 1));
  return Array.from({ length: Math.max(0, Math.min(until - first + 1, MAX_DAYS)) }, (_, nth) => first + nth);
}

/**
 * Returns the date near today that has the usual services of a kind of day; null if the feed is not valid on any such
 * day.
 */
function findTypicalDate(
  dates: readonly DayNumber[],
  kind: (typeof COMMUTE_DAYS)[number],
  today: DayNumber,
  signature: (date: DayNumber) => string,
): DayNumber | null {
  const nearest = dates
    .filter((date) => kindOf(date) === kind)
    .toSorted((a, b) => Math.abs(a - today) - Math.abs(b - today) || b - a)
    .slice(0, DATES_PER_KIND[kind]);
  const votes = Map.groupBy(nearest, signature);
  const [winner] = [...votes.values()].toSorted((a, b) => b.length - a.length);
  return winner?.[0] ?? null;
}

interface Days {
  days: StoredDay[];
  /** Maps each date on which all feeds are valid to its stored day. */
  dates: Record<string, string>;
  validFrom: DayNumber;
  validUntil: DayNumber;
  /** Number of dates left out because there were too many. */
  leftOut: number;
}

/** Chooses the days to store for some feeds, and the stored day that serves each date. */
export function chooseDays(feeds: readonly Feed[], today: DayNumber): Days {
  const all = feeds.map((feed) => {
    const dates = datesToConsider(feed.validFrom, feed.validUntil, today);
    const known = new Map<DayNumber, string>();
    const find = signatures(feed);
    const signature = (date: DayNumber) => {
      const text = known.get(date) ?? find(date);
      known.set(date, text);
      return text;
    };
    return { feed, dates, signature };
  });
  const running = ({ services }: Feed, date: DayNumber | null) =>
    new Set(
      Array.from({ length: services.count }, (_, index) => index).filter(
        (index) => date !== null && services.runsOn(index, date),
      ),
    );
  const dayOf = (feed: Feed, date: DayNumber | null): FeedDay => ({
    today: running(feed, date),
    before: running(feed, date === null ? null : date - 1),
  });
  const days: StoredDay[] = [];
  const names = new Map<string, string>();
  const usual = new Map<string, string>();
  for (const kind of COMMUTE_DAYS) {
    const chosen = all.map((one) => ({ ...one, date: findTypicalDate(one.dates, kind, today, one.signature) }));
    days.push({ name: kind, feeds: chosen.map(({ feed, date }) => dayOf(feed, date)) });
    const key = chosen.map(({ date, signature }) => (date === null ? "" : signature(date))).join("|");
    usual.set(kind, key);
    if (!names.has(key)) names.set(key, kind);
  }
  const validFrom = Math.max(...all.map(({ dates }) => dates[0] ?? 0));
  const validUntil = Math.min(...all.map(({ dates }) => dates.at(-1) ?? 0));
  const dates: [string, string][] = [];
  let leftOut = 0;
  // Dates from today on come first: when there are too many, past dates are left out.
  const wanted = datesToConsider(validFrom, validUntil, today).toSorted(
    (a, b) => Number(a < today) - Number(b < today) || a - b,
  );
  for (const date of wanted) {
    const key = all.map(({ signature }) => signature(date)).join("|");
    let name = usual.get(kindOf(date)) === key ? kindOf(date) : names.get(key);
    if (name === undefined && days.length < COMMUTE_DAYS.length + MAX_DATES) {
      name = dayText(date);
      names.set(key, name);
      days.push({ name, feeds: all.map(({ feed }) => dayOf(feed, date)) });
    }
    if (name === undefined) leftOut += 1;
    else dates.push([dayText(date), name]);
  }
  return {
    days,
    dates: Object.fromEntries(dates.toSorted(([a], [b]) => (a < b ? -1 : 1))),
    validFrom,
    validUntil,
    leftOut,
  };
}
