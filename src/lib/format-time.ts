import { formatDate, formatShortDay, plural } from "./format.ts";

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

/** Formats `2026-11-23` as `Monday, November 23, 2026`; other text is returned unchanged. */
export function formatDateWithWeekday(date: string): string {
  const weekday = WEEKDAYS[new Date(`${date}T12:00:00Z`).getUTCDay()];
  return weekday === undefined ? date : `${weekday}, ${formatDate(date)}`;
}

const torontoClock = new Intl.DateTimeFormat("en-CA", {
  timeZone: "America/Toronto",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** Returns the time of day in Toronto: `14:05`. */
export function formatClock(moment: string): string {
  return torontoClock.format(new Date(moment));
}

/** Returns the date and time in Toronto: `Nov 21, 2026, 14:05`. */
export function formatMoment(moment: string): string {
  return `${formatShortDay(moment)}, ${formatClock(moment)}`;
}

const MINUTE_MS = 60_000;

/** Returns how long something has waited, as a count in the largest suitable unit. */
function waitOf(since: string, now: number): [count: number, unit: "minute" | "hour" | "day"] {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / MINUTE_MS));
  if (minutes < 60) return [minutes, "minute"];
  return minutes < 48 * 60 ? [Math.floor(minutes / 60), "hour"] : [Math.floor(minutes / (24 * 60)), "day"];
}

/** Returns how long something has waited, as text: `12 minutes`, `5 hours`, `3 days`. */
export const waitWords = (since: string, now: number): string => plural(...waitOf(since, now));
