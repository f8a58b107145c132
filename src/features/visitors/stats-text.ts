import { MINUTE_MS } from "../../../worker/contracts/days.ts";
import type { Compared, FunnelStepName } from "../../../worker/contracts/stats-periods.ts";
import { formatCount } from "../../lib/format.ts";

/** Names of the steps from a visit to a paying subscriber. */
export const STEP_NAMES: Readonly<Record<FunnelStepName, string>> = {
  visits: "Visits",
  listingsOpened: "Opened",
  callsClicked: "Called",
  signedUp: "Signed up",
  confirmed: "Confirmed",
  vip: "VIP",
};

/** Returns 'Just now', '1 min ago', 'N mins ago', then hours. @param moment ISO 8601 @param now ISO 8601 */
export function relativeTime(moment: string, now: string): string {
  const minutes = Math.floor((Date.parse(now) - Date.parse(moment)) / MINUTE_MS);
  if (minutes < 1) return "Just now";
  if (minutes < 60) return minutes === 1 ? "1 min ago" : `${minutes} mins ago`;
  const hours = Math.floor(minutes / 60);
  return hours === 1 ? "1 hour ago" : `${formatCount(hours)} hours ago`;
}

/**
 * Returns the percentage of each number in the sum of the two. The percentages add up to 100; both are 0 if both
 * numbers are 0.
 */
export function percentages(one: number, other: number): [number, number] {
  const total = one + other;
  if (total <= 0) return [0, 0];
  const first = Math.round((one / total) * 100);
  return [first, 100 - first];
}

/** Returns a part as a percentage of a whole; 0 if the whole is 0. */
export const percentOf = (part: number, whole: number): number => (whole > 0 ? Math.round((part / whole) * 100) : 0);

/** Returns a part as a whole-number percentage: `22%`, or `<1%` if it would round to zero. */
export function wholePercent(part: number, sum: number): string {
  const percent = percentOf(part, sum);
  return percent === 0 && part > 0 ? "<1%" : `${percent}%`;
}

/** Returns a percentage, with one decimal below 10: `0.4%`, `12%`. */
export function shareText(part: number, whole: number): string {
  const percent = whole > 0 ? (part / whole) * 100 : 0;
  if (percent > 0 && percent < 0.1) return "<0.1%";
  return `${percent < 10 ? Math.round(percent * 10) / 10 : Math.round(percent)}%`;
}

/** Returns `+12`, `−3` or `0`. */
export const signedCount = (change: number): string =>
  change > 0 ? `+${formatCount(change)}` : change < 0 ? `−${formatCount(-change)}` : "0";

/** Minimum that both counts must reach for a change in percent. */
const COMPARABLE_COUNT = 10;

/** Text that explains when arrows appear. */
export const ARROWS_EXPLANATION = "Arrows appear from ten visits";

/** Returns an arrow and the change: `↑ 12%`, `↓ 3%`; empty without a comparison, or if either count is below ten. */
export function arrowText({ whole, before }: Omit<Compared, "now">): string {
  if (whole === undefined || before === null || Math.min(whole, before) < COMPARABLE_COUNT) return "";
  const percent = Math.round(((whole - before) / before) * 100);
  return percent === 0 ? "no change" : `${percent > 0 ? "↑" : "↓"} ${formatCount(Math.abs(percent))}%`;
}
