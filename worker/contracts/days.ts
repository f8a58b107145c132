export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Returns whether a text is an existing day of this century, as YYYY-MM-DD. */
export function isDay(text: string): boolean {
  const date = /^20\d\d-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  return date !== undefined && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/**
 * Adds days to a calendar day; a negative number subtracts. Both days are YYYY-MM-DD. Calculates from noon, so that
 * daylight saving has no effect.
 */
export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

export const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

const shortName = (month: string) => MONTHS[Number(month) - 1]?.slice(0, 3) ?? "";

/** Formats a month such as `2025-10` as `Oct 2025`. */
export const shortMonth = (month: string): string => `${shortName(month.slice(5, 7))} ${month.slice(0, 4)}`;

/** Formats a day such as `2026-11-03` as `November 3`, without the year. */
export const longDay = (day: string): string => `${MONTHS[Number(day.slice(5, 7)) - 1] ?? ""} ${Number(day.slice(8))}`;

/** Formats a day such as `2026-11-03` as `Nov 3, 2026`. */
export const shortDay = (day: string): string =>
  `${shortName(day.slice(5, 7))} ${Number(day.slice(8))}, ${day.slice(0, 4)}`;

/**
 * Returns the number of months from year 0 to the month of a text (`YYYY-MM` or a day). The difference of two results
 * is the number of months between them.
 */
export const monthsSince = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));

/**
 * Returns the number of full months from the end of a month to a day: for `2025-10`, 0 on `2025-11-01` and 12 on
 * `2026-11-20`.
 */
export const monthsAfterEnd = (month: string, day: string): number => monthsSince(day) - monthsSince(month) - 1;

/** Returns the month that lies a number of months before a day: 2 months before `2026-01-15` is `2025-11`. */
export function monthBefore(day: string, months: number): string {
  const count = monthsSince(day) - 1 - months;
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, "0")}`;
}
