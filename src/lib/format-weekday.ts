import { formatDate } from "./format.ts";

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

/** A calendar date `2026-11-23` with its day of the week: `Monday, November 23, 2026`; other text is given back. */
export function formatDateWithWeekday(date: string): string {
  const weekday = WEEKDAYS[new Date(`${date}T12:00:00Z`).getUTCDay()];
  return weekday === undefined ? date : `${weekday}, ${formatDate(date)}`;
}
