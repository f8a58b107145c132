import { isInToronto } from "./areas.ts";
import { longDay, shortDay, shortMonth } from "./days.ts";
import {
  areaName,
  applicableAreas,
  CITY,
  AGED_BENCHMARK_MONTHS,
  isBelowMarket,
  type MarketKind,
  marketPosition,
} from "./market.ts";
import type { PriceDrop } from "./price-history.ts";
import { isComparableRent } from "./rents.ts";
import type { PublicListing } from "./listings.ts";

/** Formats 1850 as `1,850`. Does not use Intl, so that the worker and every browser produce the same markup. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3}){1,7}$)/g, ",");
}

/** Formats cents as Canadian dollars: 185000 → `$1,850`. Shows cents only if they are not zero. */
export function formatCents(cents: number): string {
  const dollars = formatCount(Math.floor(cents / 100));
  return cents % 100 === 0 ? `$${dollars}` : `$${dollars}.${String(cents % 100).padStart(2, "0")}`;
}

/** Returns the rent as displayed: `$1,850`. Ranges and texts without an amount stay as typed. */
export function priceText({ price, rentCents }: Pick<PublicListing, "price" | "rentCents">): string {
  const isOneAmount = (price.match(/\d[\d,. ]*/g) ?? []).length === 1;
  if (rentCents !== null && isOneAmount) return formatCents(rentCents);
  return /^\d/.test(price) ? `$${price}` : price;
}

/** Returns the neighbourhood, or 'Postal area M5R' without a neighbourhood; null when both are unknown. */
export function areaText({
  neighbourhood,
  postalArea,
}: Pick<PublicListing, "neighbourhood" | "postalArea">): string | null {
  if (neighbourhood !== null) return neighbourhood;
  return postalArea === null ? null : `Postal area ${postalArea}`;
}

/** Returns ' (−7%)', with a true minus sign, or ' (+4%)'; empty for less than half a percent. */
export const signedPercentText = (percent: number): string =>
  percent === 0 ? "" : ` (${percent < 0 ? "−" : "+"}${Math.abs(percent)}%)`;

/** Returns 'Reduced by $150 on November 3 (−7%)'. @param day the day of the drop in Toronto, in words */
export const dropText = (priceDrop: PriceDrop, day: string): string =>
  `Reduced by ${formatCents(priceDrop.fromCents - priceDrop.toCents)} on ${day}${signedPercentText(-priceDrop.percent)}`;

type Compared = Pick<PublicListing, "belowMarketPercent" | "marketIsEstimate">;
/** A listing with the benchmark that its rent was compared with. */
export type ComparedListing = Compared &
  Pick<
    PublicListing,
    | "marketRent"
    | "marketSource"
    | "marketAsOf"
    | "marketArea"
    | "marketKind"
    | "marketMethod"
    | "marketAgeMonths"
    | "marketCheckedOn"
  >;

/**
 * Returns '18% below market', with '(estimate)' for an estimated benchmark; null unless the rent is at least 10 %
 * below.
 */
export function belowMarketText({ belowMarketPercent, marketIsEstimate }: Compared): string | null {
  if (belowMarketPercent === null || !isBelowMarket(belowMarketPercent)) return null;
  return `${belowMarketPercent}% below market${marketIsEstimate ? " (estimate)" : ""}`;
}

/**
 * Returns how a rent compares with the market: {@link belowMarketText}, or a text for a rent that is near or above the
 * market. Null without a comparison.
 */
export function marketPositionText(listing: Compared): string | null {
  if (listing.belowMarketPercent === null) return null;
  const position = marketPosition(listing.belowMarketPercent);
  return position === "below" ? belowMarketText(listing) : `${position} the market rent`;
}

const MEASURES = {
  asking: "average asking rent",
  occupied: "average rent of occupied homes",
  own: "asking rents on this site",
} as const satisfies Record<MarketKind, string>;

/** Names the measure of a benchmark: 'average asking rent', 'estimated average asking rent'. */
export const benchmarkMeasureText = ({
  marketKind,
  marketIsEstimate,
}: Pick<ComparedListing, "marketKind" | "marketIsEstimate">) =>
  `${marketIsEstimate ? "estimated " : ""}${MEASURES[marketKind ?? "asking"]}`;

/**
 * Describes a benchmark with its area, month and method: 'average asking rent, City of Toronto, Oct 2025'. Leaves out
 * its age, so that the text stays true.
 */
export function benchmarkDescription(listing: ComparedListing): string | null {
  const { belowMarketPercent, marketKind, marketArea, marketAsOf, marketIsEstimate, marketMethod } = listing;
  if (belowMarketPercent === null || marketAsOf === null) return null;
  const area = marketArea === null ? [] : [areaName(marketArea)];
  if (marketKind === "own") return [marketMethod, ...area].join(", ");
  const derived = marketIsEstimate && marketMethod !== null ? [`derived: ${marketMethod}`] : [];
  return [benchmarkMeasureText(listing), ...area, shortMonth(marketAsOf), ...derived].join(", ");
}

/** Returns '12 months old'; null for a benchmark that is not old. */
export const benchmarkAgeText = ({ marketAgeMonths }: Pick<ComparedListing, "marketAgeMonths">): string | null =>
  marketAgeMonths !== null && marketAgeMonths >= AGED_BENCHMARK_MONTHS ? `${marketAgeMonths} months old` : null;

/**
 * Returns the details beside a percentage: {@link benchmarkDescription}, the age of an old benchmark, and the date of
 * the last check. Null without a comparison.
 */
export function comparisonDetailsText(listing: ComparedListing): string | null {
  const { marketCheckedOn } = listing;
  const measured = benchmarkDescription(listing);
  if (measured === null) return null;
  const parts = [
    measured,
    benchmarkAgeText(listing),
    marketCheckedOn !== null && `checked on ${shortDay(marketCheckedOn)}`,
  ];
  return parts.filter(Boolean).join(", ");
}

/** Returns the short name of a source: 'Rentals.ca' for 'Rentals.ca & Urbanation National Rent Report'. */
const shortSource = (source: string) => source.split(" & ")[0] ?? source;

/** The market ruler shows a rent beside the benchmark that it was compared with. */
export interface Ruler {
  /** The rent: `$1,850`. */
  rent: string;
  /** The benchmark with its measure: `average asking rent $2,210`. */
  figure: string;
  /** Month and source of the benchmark: `Oct 2025, Rentals.ca`; empty if both are unknown. */
  origin: string;
  /** The benchmark with its origin: `average asking rent $2,210 (Oct 2025, Rentals.ca)`. */
  market: string;
  /** The benchmark alone: `$2,210`. */
  marketRent: string;
  /** Difference from the benchmark: `$360 a month less`, `$40 a month more`, or `the same`. */
  difference: string;
  /** Rent and benchmark as shares of the larger of the two, 0 to 1. */
  shares: { rent: number; market: number };
}

/**
 * Returns the market ruler; null without a comparison. Never shows a yearly total, and never presents the benchmark as
 * a former price of this home.
 */
export function rulerOf(listing: ComparedListing & Pick<PublicListing, "rentCents">): Ruler | null {
  const { belowMarketPercent, marketRent, marketKind, marketAsOf, marketSource, rentCents } = listing;
  if (belowMarketPercent === null || marketRent === null || rentCents === null) return null;
  const marketCents = Math.round(marketRent * 100);
  const differenceCents = Math.abs(marketCents - rentCents);
  const origin = [
    marketAsOf !== null && shortMonth(marketAsOf),
    marketKind !== "own" && marketSource !== null && shortSource(marketSource),
  ]
    .filter(Boolean)
    .join(", ");
  const largest = Math.max(marketCents, rentCents);
  const figure = `${benchmarkMeasureText(listing)} ${formatCents(marketCents)}`;
  return {
    rent: formatCents(rentCents),
    figure,
    origin,
    market: origin === "" ? figure : `${figure} (${origin})`,
    marketRent: formatCents(marketCents),
    difference:
      differenceCents === 0
        ? "the same"
        : `${formatCents(differenceCents)} a month ${rentCents < marketCents ? "less" : "more"}`,
    shares: { rent: rentCents / largest, market: marketCents / largest },
  };
}

/** Returns the benchmark with its source: 'Market: $2,210 (average asking rent, City of Toronto, Oct 2025; …)'. */
export function benchmarkText(listing: ComparedListing): string | null {
  const compared = comparisonDetailsText(listing);
  if (listing.marketRent === null || compared === null) return null;
  const source = listing.marketKind === "own" ? null : listing.marketSource;
  const origin = source !== null && (listing.marketIsEstimate ? `from figures of ${source}` : source);
  const details = [compared, origin].filter(Boolean).join("; ");
  return `Market: ${formatCents(Math.round(listing.marketRent * 100))} (${details})`;
}

/** Returns "Understood as $1,850 a month.", shown beside a rent as typed; null if the rent was not understood. */
export const understoodText = ({ rentCents }: Pick<PublicListing, "rentCents">): string | null =>
  rentCents === null ? null : `Understood as ${formatCents(rentCents)} a month.`;

const UNLIKE = { basement: "basements", shared_bed: "beds in shared rooms" } as const;

/** Returns the reason why a listing shows no percentage; null if it shows one. */
export function noPercentText(
  listing: Pick<PublicListing, "belowMarketPercent" | "awaitsConfirmation" | "rentCents" | "homeType" | "municipality">,
): string | null {
  const { belowMarketPercent, awaitsConfirmation, rentCents, homeType, municipality } = listing;
  if (belowMarketPercent !== null) return null;
  if (rentCents === null) return "Not compared with the market: the rent is not one amount.";
  if (!isComparableRent(rentCents)) {
    return "Not compared with the market: only rents from $300 to $15,000 are.";
  }
  if (awaitsConfirmation) return "Not compared with the market until we have confirmed the kind of home and the rent.";
  if (homeType === "basement" || homeType === "shared_bed") {
    return `No published average for ${UNLIKE[homeType]}: not compared with the market.`;
  }
  if (municipality === null || applicableAreas(municipality).length === 0) {
    return "No published average for this place: not compared with the market.";
  }
  const area = isInToronto(municipality) ? `the ${areaName(CITY)}` : municipality;
  return `No recent published average for ${area}: not compared with the market.`;
}

/** Returns whether rent control is certain enough to be shown. */
export function isSurelyRentControlled({
  isRentControlled,
  rentControlConfidence,
}: Pick<PublicListing, "isRentControlled" | "rentControlConfidence">): boolean {
  return isRentControlled === true && rentControlConfidence === "high";
}

/** Replaces phone numbers in the texts of a listing whose number is under review. */
export const HIDDEN_NUMBER = "[number under review]";
/** Replaces the phone number of a listing whose number is under review. */
export const UNDER_REVIEW_TEXT = "The phone number is under review.";

/** Returns the API's text for a description that the landlord left out. @param day such as 2027-01-01 */
export const standInDescription = (day: string): string => `Available ${day}. Contact for details.`;

/** Returns the description as people read it: {@link standInDescription} with the day in words, "January 1, 2027". */
export const descriptionText = ({ description, moveInDate: day }: Pick<PublicListing, "description" | "moveInDate">) =>
  description === standInDescription(day) ? standInDescription(`${longDay(day)}, ${day.slice(0, 4)}`) : description;

const AVERAGES: Readonly<Record<MarketKind, string>> = { asking: "average", occupied: "average", own: "the median" };

/** Returns '$360 less than average' for a rent below the market; null without a discount. */
export function savingText(listing: ComparedListing & Pick<PublicListing, "rentCents">): string | null {
  const { belowMarketPercent, marketRent, marketKind, rentCents } = listing;
  if (!isBelowMarket(belowMarketPercent) || marketRent === null || rentCents === null) return null;
  return `${formatCents(Math.round(marketRent * 100) - rentCents)} less than ${AVERAGES[marketKind ?? "asking"]}`;
}
