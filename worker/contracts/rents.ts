import { cleanLine } from "./text.ts";

/** Rents outside this range are not compared with the market (docs/product.md, Market), in cents. */
export const COMPARABLE_RENT_CENTS = { min: 300_00, max: 15_000_00 } as const;

/** Whether a rent in cents is in {@link COMPARABLE_RENT_CENTS}; false for an unreadable one. */
export const isComparableRent = (rentCents: number | null): rentCents is number =>
  rentCents !== null && rentCents >= COMPARABLE_RENT_CENTS.min && rentCents <= COMPARABLE_RENT_CENTS.max;

/**
 * The percentage by which a rent is below the market: round((market − rent) / market · 100); negative above it
 * (docs/product.md, Market).
 */
export function percentBelowMarket(rentCents: number, marketCents: number): number {
  return Math.round(((marketCents - rentCents) / marketCents) * 100);
}

/** A number with an optional dollar sign before or after it, separators, and "k". */
const AMOUNT = /(\$\s*)?(\d(?:[\d.,]|[ \u00a0\u202f](?=\d{3}(?!\d)))*)(\s*k\b)?(\s*\$)?/gi;
const PLAIN = /^\d+(?:\.\d{1,2})?$/;
const GROUPED = /^\d{1,3}(?:[, \u00a0\u202f]\d{3})+(?:\.\d{1,2})?$/;
/** No monthly rent in Toronto is lower; smaller numbers are counts, extras or unit numbers. In dollars. */
const SMALLEST_RENT = 100;
const LARGEST_RENT = 1_000_000;
const RANGE_SIGN = /^\s*(?:\/\s*)?(?:(?:mo|month|monthly)\.?\s*|\.\s*)?(?:-|–|—|to)\s*$/i;

interface Amount {
  dollars: number;
  hasDollarSign: boolean;
  start: number;
  end: number;
}

function amountsIn(text: string): Amount[] {
  return [...text.matchAll(AMOUNT)].flatMap((match): Amount[] => {
    const digits = (match[2] ?? "").replace(/(?<![.,])[.,]+$/, "");
    if (!PLAIN.test(digits) && !GROUPED.test(digits)) return [];
    const dollars = Number(digits.replace(/[, \u00a0\u202f]/g, "")) * (match[3] ? 1000 : 1);
    const hasDollarSign = match[1] !== undefined || match[4] !== undefined;
    return [{ dollars, hasDollarSign, start: match.index, end: match.index + match[0].length }];
  });
}

/**
 * Parses a monthly rent into cents: "$1,850/month" → 185000, "2.1k" → 210000, a range gives its lower end. Amounts with
 * a dollar sign take precedence over bare numbers, and numbers under $100 are ignored. Null when no monthly amount is
 * found, including rents by the day or week.
 */
export function parseRentCents(text: string): number | null {
  const line = cleanLine(text);
  if (/\b(?:week|weekly|wk|day|daily|night|nightly)\b/i.test(line)) return null;
  const rents = amountsIn(line).filter(({ dollars }) => dollars >= SMALLEST_RENT && dollars < LARGEST_RENT);
  const candidates = rents.some(({ hasDollarSign }) => hasDollarSign)
    ? rents.filter(({ hasDollarSign }, index) => hasDollarSign || isRangeEnd(line, rents, index))
    : rents;
  const [first, second] = candidates;
  if (!first) return null;
  const isRange = second !== undefined && RANGE_SIGN.test(line.slice(first.end, second.start));
  return Math.round((isRange ? Math.min(first.dollars, second.dollars) : first.dollars) * 100);
}

/** In "$1,900 - 1,850", only the first end of the range has a sign. */
function isRangeEnd(line: string, rents: readonly Amount[], index: number): boolean {
  const [previous, current] = [rents[index - 1], rents[index]];
  return previous !== undefined && current !== undefined && RANGE_SIGN.test(line.slice(previous.end, current.start));
}

/** Parses whole dollars ("$1,800", "1800 "); null if empty, undefined if invalid or out of range. */
export function parseDollars(text: string, { min, max }: { min: number; max: number }): number | null | undefined {
  const digits = text.replace(/[$,\s]/g, "");
  if (digits === "") return null;
  const dollars = /^\d{1,5}$/.test(digits) ? Number(digits) : 0;
  return dollars >= min && dollars <= max ? dollars : undefined;
}
