import { HOUR_MS, MONTHS } from "../../worker/contracts/days.ts";
import { formatCount } from "../../worker/contracts/listing-text.ts";

export { formatCents, formatCount } from "../../worker/contracts/listing-text.ts";

// Server and browser must render the same text, but Intl's texts differ between versions. Intl is therefore used only
// to convert to Toronto's calendar.

const torontoCalendar = new Intl.DateTimeFormat("en-CA", {
  timeZone: "America/Toronto",
  year: "numeric",
  month: "numeric",
  day: "numeric",
});

function inWords(year: number, month: number, day: number): string {
  return `${MONTHS[month - 1] ?? ""} ${day}, ${year}`;
}

/** Formatted days, cached by hour since 1970, because Intl is slow and a page has only a few different days. */
const days = new Map<number, string>();
const DAYS_KEPT = 1_000;

/** Returns the date of a moment in Toronto: `November 21, 2026`. */
export function formatDay(moment: Date | string): string {
  // Toronto's days start at a full UTC hour, in summer and in winter.
  const hour = Math.floor(new Date(moment).getTime() / HOUR_MS);
  const known = days.get(hour);
  if (known !== undefined) return known;
  const parts = torontoCalendar.formatToParts(hour * HOUR_MS);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((candidate) => candidate.type === type)?.value);
  const day = inWords(part("year"), part("month"), part("day"));
  if (days.size >= DAYS_KEPT) days.clear();
  days.set(hour, day);
  return day;
}

/** Returns an abbreviated {@link formatDay}: `Nov 21, 2026`. */
export function formatShortDay(moment: Date | string): string {
  return formatDay(moment).replace(/^(\w{3})\w*/, "$1");
}

/** Formats `2026-12-01` as `December 1, 2026`; other text is returned unchanged. */
export function formatDate(date: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? [];
  return year === undefined ? date : inWords(Number(year), Number(month), Number(day));
}

/** Formats `2025-10` as `October 2025`; other text is returned unchanged. */
export function formatMonth(month: string): string {
  const [, year, number] = /^(\d{4})-(\d\d)$/.exec(month) ?? [];
  const name = MONTHS[Number(number) - 1];
  return name === undefined ? month : `${name} ${year}`;
}

/** Formats a distance: 398 → `398 m`, 1108 → `1.1 km`. */
export function formatMetres(metres: number): string {
  return metres < 1000 ? `${Math.round(metres)} m` : `${(metres / 1000).toFixed(1)} km`;
}

/** Returns a count with its noun: `1 listing`, `2 listings`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Returns the suffix of a page title, `, Page 2`; empty for page 1. */
export const pageSuffix = (page: number): string => (page > 1 ? `, Page ${page}` : "");

/** Returns areas as text, such as `Toronto, York and 3 more`. */
export function areasText(areas: readonly string[]): string {
  if (areas.length === 0) return "All areas";
  if (areas.length <= 3) return areas.join(", ");
  return `${areas.slice(0, 2).join(", ")} and ${areas.length - 2} more`;
}
