import type { Commute, CommutePlace, CommuteTimetable } from "../../../../worker/contracts/commute.ts";
import { DAY_MS } from "../../../../worker/contracts/days.ts";
import { formatDate } from "../../../lib/format.ts";
import { type NamedPlace, SUGGESTED_PLACE_NAMES } from "./places.ts";

/** Returns a place's name within a sentence, such as `work`. Names that the visitor typed stay unchanged. */
function nameInText(name: string): string {
  return (SUGGESTED_PLACE_NAMES as readonly string[]).includes(name)
    ? name.charAt(0).toLowerCase() + name.slice(1)
    : name;
}

/** Returns a title such as `Getting to work`. */
export const commuteTitle = ({ name }: Pick<NamedPlace, "name">): string => `Getting to ${nameInText(name)}`;

/** Rounds to whole minutes, at least one. */
const wholeMinutes = (minutes: number): number => Math.max(1, Math.round(minutes));

/** Returns `31 min to work`, or `More than 2 hours to work`. */
export function minutesText({ minutes }: Pick<Commute, "minutes">, name: string): string {
  const to = nameInText(name);
  return minutes === null ? `More than 2 hours to ${to}` : `${wholeMinutes(minutes)} min to ${to}`;
}

/** Returns a text such as `up to 38 on a bad day`; null if bad days make no difference. */
export function badDayText({ minutes, badDayMinutes }: Pick<Commute, "minutes" | "badDayMinutes">): string | null {
  if (minutes === null) return null;
  if (badDayMinutes === null) return "over 2 hours on a bad day";
  const bad = wholeMinutes(badDayMinutes);
  return bad > wholeMinutes(minutes) ? `up to ${bad} on a bad day` : null;
}

/** Returns `9 min on foot` for a commute with vehicles; null for a commute entirely on foot. */
export function walkText({ lines, walkMinutes }: Pick<Commute, "lines" | "walkMinutes">): string | null {
  return lines.length === 0 || walkMinutes === null ? null : `${wholeMinutes(walkMinutes)} min on foot`;
}

/** Formats a time: `08:05` → `8:05`; after midnight `24:10` → `0:10`. */
export function clockText(time: string): string {
  const [hours = "", minutes = ""] = time.split(":");
  return `${Number(hours) % 24}:${minutes}`;
}

const DAY_TEXT: Record<string, string> = {
  weekday: "on a weekday",
  saturday: "on a Saturday",
  sunday: "on a Sunday",
};

/** Returns `Arrive 8:30–9:30 on a weekday`. */
export function whenText({ mode, day, from, until }: Omit<CommutePlace, "lat" | "lng">): string {
  const times = from === until ? clockText(from) : `${clockText(from)}–${clockText(until)}`;
  return `${mode === "arrive" ? "Arrive" : "Leave"} ${times} ${DAY_TEXT[day] ?? `on ${formatDate(day)}`}`;
}

/** Returns `≤ 35 min to work`. */
export const limitText = ({ limit, name }: Pick<NamedPlace, "limit" | "name">): string => `≤ ${limit} min to ${name}`;

/**
 * Returns whether black has more contrast (as defined by WCAG) on a colour than white. The colour has six hexadecimal
 * digits.
 */
export function needsBlackText(color: string): boolean {
  const luminance = [0, 2, 4].reduce((sum, at, nth) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    const linear = share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    return sum + linear * ([0.2126, 0.7152, 0.0722][nth] ?? 0);
  }, 0);
  // The luminance at which black and white have the same contrast.
  return luminance > Math.sqrt(1.05 * 0.05) - 0.05;
}

/** Returns a text such as `timetable valid to December 12, 2026` once the timetable has expired; null before that. */
export function timetableText({ validUntil }: Pick<CommuteTimetable, "validUntil">, now: Date): string | null {
  // Midnight in Toronto is at 4:00 or 5:00 UTC.
  const end = Date.parse(`${validUntil}T05:00:00Z`) + DAY_MS;
  return now.getTime() >= end ? `timetable valid to ${formatDate(validUntil)}` : null;
}
