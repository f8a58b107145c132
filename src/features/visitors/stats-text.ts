import { formatCount } from "../../lib/format.ts";

const MINUTE_MS = 60_000;

/** How long ago a moment was: 'Just now', '1 min ago', 'N mins ago', then hours. Both are ISO 8601. */
export function relativeTime(moment: string, now: string): string {
  const minutes = Math.floor((Date.parse(now) - Date.parse(moment)) / MINUTE_MS);
  if (minutes < 1) return "Just now";
  if (minutes < 60) return minutes === 1 ? "1 min ago" : `${minutes} mins ago`;
  const hours = Math.floor(minutes / 60);
  return hours === 1 ? "1 hour ago" : `${formatCount(hours)} hours ago`;
}

/** Two parts of a whole as percentages that add up to 100; both 0 where there is nothing. */
export function percentages(one: number, other: number): [number, number] {
  const total = one + other;
  if (total <= 0) return [0, 0];
  const first = Math.round((one / total) * 100);
  return [first, 100 - first];
}

/** A part of a whole as a percentage; 0 of nothing. */
export const percentOf = (part: number, whole: number): number => (whole > 0 ? Math.round((part / whole) * 100) : 0);

/** {@link percentOf} in words, with one decimal below ten percent, where it matters: `0.4%`, `12%`. */
export function shareText(part: number, whole: number): string {
  const percent = whole > 0 ? (part / whole) * 100 : 0;
  if (percent > 0 && percent < 0.1) return "<0.1%";
  return `${percent < 10 ? Math.round(percent * 10) / 10 : Math.round(percent)}%`;
}

/** By how many percent a number differs from an earlier one, which must not be 0. */
export const changeInPercent = (now: number, before: number): number => Math.round(((now - before) / before) * 100);

/** A change with its sign: `+12`, `−3`, `0`. */
export const signed = (change: number): string =>
  change > 0 ? `+${formatCount(change)}` : change < 0 ? `−${formatCount(-change)}` : "0";

/** A change in percent in words. */
export function changeText(percent: number): string {
  return percent === 0 ? "no change" : `${signed(percent)}%`;
}
