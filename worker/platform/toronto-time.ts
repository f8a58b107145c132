import { daysAfter, HOUR_MS } from "../contracts/days.ts";
import { DIGEST_HOUR, editionTime, newYorkClock } from "../contracts/digest.ts";

const DAY = new Intl.DateTimeFormat("en-CA", {
  timeZone: "America/Toronto",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/**
 * The most recently formatted hour with its day, because formatting takes 4 µs and most requests need the same hour.
 */
const latest = { hour: Number.NaN, day: "" };

/**
 * Returns the day in Toronto, YYYY-MM-DD. "Today" and months on this site are in Toronto time (docs/contract.md,
 * Conventions).
 */
export function torontoDay(time: Date): string {
  // Toronto's offset from UTC is whole hours.
  const hour = Math.floor(time.getTime() / HOUR_MS);
  if (hour !== latest.hour) Object.assign(latest, { hour, day: DAY.format(time) });
  return latest.day;
}

/** Returns the start of a day in Toronto, even if daylight saving ends or begins on that day. @param day YYYY-MM-DD */
export function torontoDayStart(day: string): Date {
  // Toronto is UTC-4 or UTC-5.
  const early = new Date(`${day}T04:00:00Z`);
  return torontoDay(early) === day ? early : new Date(`${day}T05:00:00Z`);
}

/** Returns the start of the current month in Toronto. */
export const torontoMonthStart = (time: Date): Date => torontoDayStart(`${torontoDay(time).slice(0, 7)}-01`);

/** Quiet hours in Toronto, during which instant alerts and push messages wait. */
const QUIET_HOURS = { from: 21, until: 8 } as const;

/**
 * Returns the time of a full hour on a day in Toronto. The clock never changes between 3:00 and 10:00. New York has the
 * same time.
 */
export const torontoHour = (date: string, hour: number) =>
  new Date(editionTime(date).getTime() + (hour - DIGEST_HOUR) * HOUR_MS);

/** Returns the end of quiet hours if a time is within quiet hours; else null. */
export function endOfQuietHours(time: Date): Date | null {
  const { date, seconds } = newYorkClock(time);
  if (seconds >= QUIET_HOURS.from * 3_600) return torontoHour(daysAfter(date, 1), QUIET_HOURS.until);
  return seconds < QUIET_HOURS.until * 3_600 ? torontoHour(date, QUIET_HOURS.until) : null;
}
