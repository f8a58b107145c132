import { TORONTO_DISTRICTS } from "./areas.ts";
import { BEDROOMS, type Bedrooms } from "./bedrooms.ts";
import { REJECTION_CODES, REJECTIONS, type RejectionCode } from "./decisions.ts";
import { operation, types } from "./operation.ts";

/** Minimum count that is published in a breakdown. */
export const PUBLISHED_COUNT_MIN = 5;
/** Minimum number of decisions for publishing a median. */
export const MEDIAN_DECISIONS_MIN = 5;
/** Maximum number of months in a response, which contains the newest. */
export const MONTHS_SHOWN = 60;

/** Events of listings that are counted for each month in Toronto. */
export const COUNTED_MEASURES = ["received", "approved", "rejected", "removed"] as const;
export type CountedMeasure = (typeof COUNTED_MEASURES)[number];
/**
 * Counts by measure. In a breakdown, a count is null if it is too small to be published, or if it would reveal another
 * count that is too small.
 */
type Counts = Record<CountedMeasure, number | null>;

/** The former municipalities of Toronto, and two rows for all other areas. */
export const COUNTED_AREAS = [...TORONTO_DISTRICTS, "Elsewhere in the GTA", "Not known"] as const;
export const COUNTED_TYPES: readonly Bedrooms[] = BEDROOMS;

/** Reasons given to landlords, and the value for no reason. */
export const COUNTED_REASONS = [...REJECTION_CODES, "own_words", "none"] as const;
export type CountedReason = (typeof COUNTED_REASONS)[number];

const isCode = (reason: CountedReason): reason is RejectionCode => reason in REJECTIONS;
/** Returns a reason in words. */
export const reasonLabel = (reason: CountedReason): string =>
  isCode(reason) ? REJECTIONS[reason].label : reason === "own_words" ? "In a moderator's words" : "No reason given";

/** The numbers of a month, which never change after publication. */
export interface MonthFigures extends Record<CountedMeasure, number> {
  /** A past month in Toronto, such as `2026-10`. */
  month: string;
  /** Minutes from submission to the first decision; null with fewer than {@link MEDIAN_DECISIONS_MIN}. */
  medianMinutes: number | null;
  appeals: { received: number; upheld: number; denied: number };
  /** Reasons for rejections and removals. */
  reasons: { reason: CountedReason; count: number | null }[];
  areas: ({ area: string } & Counts)[];
  types: ({ type: Bedrooms } & Counts)[];
}

/** The numbers of past months, newest first. */
export interface Transparency {
  months: MonthFigures[];
}

export const getTransparency = operation("GET", "/api/transparency", types<{ answer: Transparency }>);
