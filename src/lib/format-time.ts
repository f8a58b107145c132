import { formatDate, formatShortDay } from "./format.ts";

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

/** `2026-11-23` → `Monday, November 23, 2026`; other text is returned unchanged. */
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

/** Time of day in Toronto: `14:05`. */
export function formatClock(moment: string): string {
  return torontoClock.format(new Date(moment));
}

/** Date and time in Toronto: `Nov 21, 2026, 14:05`. */
export function formatMoment(moment: string): string {
  return `${formatShortDay(moment)}, ${formatClock(moment)}`;
}
