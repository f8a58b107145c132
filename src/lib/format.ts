import { MONTHS } from "../../worker/contracts/days.ts";
import { formatCount } from "../../worker/contracts/listing-text.ts";

export { formatCents, formatCount } from "../../worker/contracts/listing-text.ts";

// Written out instead of left to Intl: its texts differ between versions, and markup made at the edge must be
// the same in every browser. Only the conversion to Toronto's calendar comes from Intl, as digits.

const torontoCalendar = new Intl.DateTimeFormat("en-CA", {
  timeZone: "America/Toronto",
  year: "numeric",
  month: "numeric",
  day: "numeric",
});

function inWords(year: number, month: number, day: number): string {
  return `${MONTHS[month - 1] ?? ""} ${day}, ${year}`;
}

const HOUR_MS = 3_600_000;
/** Days of the hours that were asked for: a page names the same few many times, and Intl is slow. */
const days = new Map<number, string>();
const DAYS_KEPT = 1_000;

/** A moment as a day in Toronto: `November 21, 2026`. */
export function formatDay(moment: Date | string): string {
  // Toronto's day begins with an hour of UTC, in summer and in winter.
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

/** {@link formatDay} where there is little room: `Nov 21, 2026`. */
export function formatShortDay(moment: Date | string): string {
  return formatDay(moment).replace(/^(\w{3})\w*/, "$1");
}

/** A calendar date `2026-12-01` in words; other text is given back. */
export function formatDate(date: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? [];
  return year === undefined ? date : inWords(Number(year), Number(month), Number(day));
}

/** A month `2025-10` in words: `October 2025`; other text is given back. */
export function formatMonth(month: string): string {
  const [, year, number] = /^(\d{4})-(\d\d)$/.exec(month) ?? [];
  const name = MONTHS[Number(number) - 1];
  return name === undefined ? month : `${name} ${year}`;
}

/** Walking distances: 398 → `398 m`, 1108 → `1.1 km`. */
export function formatMetres(metres: number): string {
  return metres < 1000 ? `${Math.round(metres)} m` : formatKilometres(metres);
}

/** Metres in kilometres with one decimal: 467 → `0.5 km`. */
export function formatKilometres(metres: number): string {
  return `${(metres / 1000).toFixed(1)} km`;
}

/** `1 listing`, `2 listings`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Text cut at a word, with an ellipsis, to at most `max` characters. */
export function excerpt(text: string, max: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= max) return line;
  // What is cut in the middle of a character is no text.
  const cut = line.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, "");
  const lastSpace = cut.lastIndexOf(" ");
  return `${(lastSpace > max / 2 ? cut.slice(0, lastSpace) : cut).replace(/(?<![\s,;:.–—-])[\s,;:.–—-]+$/, "")}…`;
}

/** What a title says of a page of a list, from the second on. */
export const pageText = (page: number): string => (page > 1 ? `, Page ${page}` : "");

/** The chosen areas in one line: `Toronto, York and 3 more`. */
export function areasText(areas: readonly string[]): string {
  if (areas.length === 0) return "All areas";
  if (areas.length <= 3) return areas.join(", ");
  return `${areas.slice(0, 2).join(", ")} and ${areas.length - 2} more`;
}
