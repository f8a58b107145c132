import { type Amount, amountsIn, BOUNDS, is, isBreak, isNumber, skip, withRanges } from "./rent-amounts.ts";
import { type Token, tokensOf } from "./rent-tokens.ts";

/** Why a typed rent is no plain monthly amount. */
export type RentNote = "rent_unparsed" | "rent_range" | "rent_period" | "rent_per_person" | "rent_currency";

/** What was understood of a typed rent. */
export interface RentReading {
  /** A month, from $300 to $15,000; null if it was not understood. */
  rentCents: number | null;
  note: RentNote | null;
  /** With `rent_period`: the amount converted to a month. */
  monthlyCents: number | null;
}

const MONTHS = 12;
/** A share of a rent, or a rent in another currency, may be lower than a rent; in dollars. */
const LEAST_SHARE = 100;
/** Smaller numbers beside an amount are counts: "2300 + 2 parking". */
const LEAST_SUMMAND = 20;

const monthlyOf = ({ dollars, yearly }: Amount): number => (dollars * yearly) / MONTHS;

/** The note of an amount that is no rent of a month in Canadian dollars. */
function problemOf({ yearly, isShare, isForeign }: Amount): RentNote | null {
  if (yearly !== 0 && yearly !== MONTHS) return "rent_period";
  if (isShare) return "rent_per_person";
  return isForeign ? "rent_currency" : null;
}

interface Bounds {
  min: number;
  max: number;
}

/** Whether an amount can be a rent, converted to a month if it is of another period. */
function isPlausible(amount: Amount, { min, max }: Bounds): boolean {
  const problem = problemOf(amount);
  const dollars = problem === "rent_period" ? monthlyOf(amount) : amount.dollars;
  const least = problem === null || problem === "rent_period" ? min : LEAST_SHARE;
  return !amount.isExtra && !amount.isFormer && dollars >= least && dollars <= max;
}

/** Whether the text calculates: "30% off 2600", "$2300 less $100", "2000 + 200", "950 x 2", "half of 2400". */
function calculates(tokens: readonly Token[], amounts: readonly Amount[]): boolean {
  const byIndex = new Map(amounts.map((amount) => [amount.at, amount]));
  const ends = new Set(amounts.flatMap(({ end, isExtra }) => (isExtra ? [] : [end - 1])));
  const isBehind = (index: number) => isNumber(tokens[index]) || is(tokens[index], "measure") || ends.has(index);
  return tokens.some((token, index) => {
    const after = skip(tokens, index + 1, 1, "dollar");
    const next = tokens[after];
    const summand = byIndex.get(after);
    const isSummand = summand !== undefined && !summand.isExtra && summand.dollars >= LEAST_SUMMAND;
    if (is(token, "off") && (isBehind(index - 1) || isNumber(tokens[skip(tokens, index + 1, 1, "dollar", "plain")])))
      return next?.role !== "unknown";
    if ((is(token, "times") || token.text === "%") && next?.text === "of")
      return isNumber(tokens[skip(tokens, after + 1, 1, "dollar", "plain")]);
    if (!isBehind(index - 1) || !isNumber(next)) return false;
    const largest = Math.max(next.value, tokens[index - 1]?.value ?? 0);
    if (is(token, "times")) return largest >= LEAST_SHARE;
    if (token.text === "/" || token.text === "*")
      return largest >= BOUNDS.min && next.value < LEAST_SUMMAND && isBreak(tokens[after + 1]);
    if (tokens[after + 1]?.text === "%" && is(token, "plus", "minus", "range")) return !is(tokens[after + 2], "extra");
    if (token.text === "-")
      return (
        isSummand &&
        (next.isMoney || isBreak(tokens[after + 1])) &&
        summand.dollars < (tokens[index - 1]?.value ?? 0) / 2
      );
    // "locker 50 + 2300"
    if (byIndex.get(index - 1)?.isExtra) return false;
    return is(token, "minus") || (is(token, "plus") && isSummand);
  });
}

/** "$1,800 for the first month", "$1,800 first 3 months"; not "$1,800, first and last". */
function isOfTheStart(tokens: readonly Token[], { end }: Amount): boolean {
  if (!is(tokens[end], "first")) return false;
  const unit = Number.isFinite(tokens[end + 1]?.value) ? end + 2 : end + 1;
  return is(tokens[unit], "time") && !is(tokens[unit + 1], "and_last");
}

/** "$1,800 for 3 months", beside another amount. */
const isForAWhile = (tokens: readonly Token[], { end }: Amount): boolean =>
  tokens[end - 1]?.text === "for" && (tokens[end]?.value ?? MONTHS) < MONTHS && is(tokens[end + 1], "time");

/** "$1,900+", "$1,900 and up". */
const goesUp = (tokens: readonly Token[], { end }: Amount): boolean =>
  is(tokens[end], "upward") || (tokens[end]?.text === "+" && isBreak(tokens[end + 1]) && !isNumber(tokens[end + 1]));

/** Whether it depends on something which of two amounts holds: "2100 for one, 2400 for two". */
function depends(tokens: readonly Token[], from: Amount, to: Amount | undefined): boolean {
  if (to === undefined || to.dollars === from.dollars) return false;
  return tokens
    .slice(from.at, to.end + 2)
    .some(
      (token, nth, all) =>
        is(token, "change", "share") || (all[nth - 1]?.text === "for" && token.value < LEAST_SUMMAND),
    );
}

/** "$2,300/mo to $2,500/mo": the second amount. */
const rangeEnd = (tokens: readonly Token[], { end }: Amount, usable: readonly Amount[]): Amount | undefined =>
  is(tokens[end], "range") ? usable.find(({ at }) => at === skip(tokens, end + 1, 1, "dollar")) : undefined;

const UNPARSED: RentReading = { rentCents: null, note: "rent_unparsed", monthlyCents: null };

/**
 * Reads the monthly rent from what a landlord typed: "$1,850/month", "2,1k", "was $2,600 now $2,400", "1.5-1.8k". The
 * first amount from $300 to $15,000 counts that is no price of an extra; a range counts with its lower end. Runs in linear
 * time and never throws.
 */
export const readRent = (typed: string): RentReading => readWithin(typed, BOUNDS);

function readWithin(typed: string, bounds: Bounds): RentReading {
  const tokens = withRanges(tokensOf(typed));
  const amounts = amountsIn(tokens);
  if (calculates(tokens, amounts)) return UNPARSED;
  const plausible = amounts.filter((amount) => isPlausible(amount, bounds));
  const now = plausible.filter(({ isNow }) => isNow);
  const usable = now.length > 0 ? now : plausible;
  const [first] = usable;
  if (first === undefined) return UNPARSED;
  const isMonthly = (amount: Amount) => problemOf(amount) === null;
  const rent = isMonthly(first)
    ? first
    : (usable.find((other) => isMonthly(other) && (other.isLabelled || other.yearly === MONTHS)) ?? first);
  const note = problemOf(rent);
  if (note !== null)
    return { rentCents: null, note, monthlyCents: note === "rent_period" ? Math.round(monthlyOf(rent) * 100) : null };
  const end = rangeEnd(tokens, rent, usable);
  const other = plausible.find((other) => other.at > rent.at && isMonthly(other));
  const isRange =
    rent.isRange ||
    end !== undefined ||
    isOfTheStart(tokens, rent) ||
    (isForAWhile(tokens, rent) && amounts.some(({ dollars, isExtra }) => !isExtra && dollars !== rent.dollars)) ||
    goesUp(tokens, rent) ||
    depends(tokens, rent, other) ||
    tokens.some((token) => is(token, "net"));
  const dollars = Math.min(rent.dollars, end?.dollars ?? Infinity);
  return { rentCents: Math.round(dollars * 100), note: isRange ? "rent_range" : null, monthlyCents: null };
}

/** The monthly rent in cents that {@link readRent} understands; null if none. */
export const parseRentCents = (typed: string): number | null => readRent(typed).rentCents;

/** Amounts that can be the price of something that is no home, in dollars. */
const ANY_PRICE: Bounds = { min: 100, max: 999_999 };

/** The monthly amount in cents, also where it is too low or too high for a rent; null if none. */
export const parseAmountCents = (typed: string): number | null => readWithin(typed, ANY_PRICE).rentCents;
