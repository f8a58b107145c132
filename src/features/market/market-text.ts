import {
  type BandCounts,
  type BenchmarkEffect,
  type BenchmarkKind,
  type BenchmarkValues,
  COUNTED_LISTINGS,
  LARGE_MOVE_PERCENT,
  type OwnRents,
} from "../../../worker/contracts/market.ts";
import { dollars } from "../../lib/dollars.ts";
import { formatCount, formatMonth, plural } from "../../lib/format.ts";

export const BENCHMARK_KIND_NAMES: Record<BenchmarkKind, string> = {
  asking: "Asking rents",
  occupied: "Rents of occupied homes",
};

/** Names of the groups of homes that the site's own rents are computed for. */
export const OWN_RENT_NAMES: Record<OwnRents["kind"], string> = {
  usual: "whole homes and rooms",
  basement: "basements",
  shared_bed: "shared beds",
};

/** Returns a benchmark such as '$2,210 (October 2025)'. */
export const benchmarkText = ({ rent, asOf }: BenchmarkValues): string => `${dollars(rent)} (${formatMonth(asOf)})`;

/** Bands of rents, from above market to suspiciously low. */
export const RENT_BANDS: readonly [keyof Omit<BandCounts, "total" | "isPartial">, string][] = [
  ["reject", "At market or above"],
  ["review", "1 to 14% below"],
  ["normal", "15 to 39% below"],
  ["scam", "40% below or more"],
  ["notCompared", "Not compared"],
];

/** Returns '120 public listings' or 'the newest 5,000 public listings'. */
export function countedText(count: number, isPartial: boolean): string {
  return isPartial ? `the newest ${formatCount(COUNTED_LISTINGS)} public listings` : plural(count, "public listing");
}

/** Returns a sentence about the effect of a change on the current benchmark. */
export function moveText({ before, after, movesPercent }: BenchmarkEffect): string {
  if (!before || !after) return after ? `${benchmarkText(after)} becomes the current figure.` : "No figure is left.";
  if (before.asOf === after.asOf && movesPercent === 0) return `${benchmarkText(before)} stays the current figure.`;
  const move =
    movesPercent === 0 || movesPercent === null
      ? "the same rent"
      : `${Math.abs(movesPercent)}% ${movesPercent > 0 ? "higher" : "lower"}`;
  return `The current figure changes from ${benchmarkText(before)} to ${benchmarkText(after)}: ${move}.`;
}

/** Returns a sentence about the effect of a change on public listings. */
export function listingsText({ stop, start, counted, isPartial }: BenchmarkEffect): string {
  if (counted === 0) return "No listing of this type is public now.";
  return `Of ${countedText(counted, isPartial)}, ${formatCount(stop)} would stop and ${formatCount(start)} would start being below market.`;
}

/** Returns warnings about a change. */
export function warningsOf({ before, after, movesPercent }: BenchmarkEffect): string[] {
  const isLarge = movesPercent !== null && Math.abs(movesPercent) > LARGE_MOVE_PERCENT;
  return [
    ...(isLarge
      ? [`The figure changes by more than ${LARGE_MOVE_PERCENT}%. It decides which homes count as below market.`]
      : []),
    ...(before && after && before.kind !== after.kind
      ? [
          `The figure measures something different: ${BENCHMARK_KIND_NAMES[after.kind].toLowerCase()} instead of ${BENCHMARK_KIND_NAMES[before.kind].toLowerCase()}.`,
        ]
      : []),
  ];
}
