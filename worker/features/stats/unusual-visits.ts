import { daysAfter, HOUR_MS } from "../../contracts/days.ts";
import { torontoHour, torontoDay } from "../../platform/toronto-time.ts";
import type { Period } from "../visitors/shard-reading.ts";

/** Days whose same hour says what is usual. */
const DAYS = 28;
/** Visits of an hour are many when they are so many times the usual, and at least so many. */
const MANY = { times: 4, visits: 20 } as const;
/** An hour without a visit is unusual when so many are usual: by chance it happens once in 3,000 such hours. */
const SILENT_FROM = 8;

/** Visits of an hour. */
export interface HourOfDays {
  visits: number;
  /** Of the same hour in Toronto on each of the 28 days before, the newest first. */
  before: number[];
  /** Whether visits were counted four weeks ago. */
  isKnown: boolean;
}

/** The last complete hour and the same hour of each of the 28 days before; `oldestDay` is the last of these days. */
export function sameHours(now: number): { hours: Period[]; oldestDay: Period } {
  const last = Math.floor(now / HOUR_MS) - 1;
  const day = torontoDay(new Date(last * HOUR_MS));
  const noonOf = (date: string) => torontoHour(date, 12).getTime() / HOUR_MS;
  // From noon, as days on which the clocks change have 23 or 25 hours.
  const hourOn = (date: string) => noonOf(date) + last - noonOf(day);
  return {
    hours: [
      `hour:${last}`,
      ...Array.from({ length: DAYS }, (_, ago): Period => `hour:${hourOn(daysAfter(day, -ago - 1))}`),
    ],
    oldestDay: `day:${daysAfter(day, -DAYS)}`,
  };
}

/** The median of the same hour. */
function usualVisits(before: readonly number[]): number {
  const sorted = before.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.floor(half)] ?? 0) + (sorted[Math.ceil(half) - 1] ?? 0)) / 2;
}

/** What is unusual about an hour, with the usual number of visits; null before four weeks are known. */
export function unusual({ visits, before, isKnown }: HourOfDays): { kind: "many" | "none"; usual: number } | null {
  const usual = usualVisits(before);
  if (!isKnown) return null;
  if (visits >= MANY.visits && visits >= MANY.times * usual) return { kind: "many", usual };
  return visits === 0 && usual >= SILENT_FROM ? { kind: "none", usual } : null;
}
