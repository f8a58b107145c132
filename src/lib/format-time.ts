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

const MINUTE_MS = 60_000;

/** How long something has waited: `12 min`, `5 h`, `3 d`. */
export function waitText(since: string, now = Date.now()): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / MINUTE_MS));
  if (minutes < 60) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / (24 * 60))} d`;
}
