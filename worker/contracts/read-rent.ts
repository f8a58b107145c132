import { type Token, tokensOf } from "./rent-tokens.ts";
import type { WordKind } from "./rent-words.ts";
import { COMPARABLE_RENT_CENTS } from "./rents.ts";

/** An amount of money in a text, with the meaning that the surrounding words give it. */
interface Amount {
  at: number;
  /** Index of the first token after the words that belong to the amount. */
  end: number;
  dollars: number;
  isRange: boolean;
  /** Number of payments per year. 0 if the text states no period, NaN for a period that cannot be converted. */
  yearly: number;
  isShare: boolean;
  isForeign: boolean;
  /** True if the text states that the amount is the whole monthly rent in Canadian dollars. */
  isLabelled: boolean;
  isExtra: boolean;
  isFormer: boolean;
  isNow: boolean;
}
type Facts = Pick<Amount, "yearly" | "isShare" | "isForeign" | "isLabelled">;

/** Range of the rents that are recognised, in dollars a month. */
const BOUNDS = { min: COMPARABLE_RENT_CENTS.min / 100, max: COMPARABLE_RENT_CENTS.max / 100 } as const;
/**
 * Highest price of an extra other than a deposit, in dollars. "$2,100 parking" exceeds this price, so it states a rent
 * with parking.
 */
const MAX_EXTRA = 1000;

const is = (token: Token | undefined, ...kinds: WordKind[]): boolean =>
  token !== undefined && kinds.some((kind) => token.kinds.has(kind));
const isNumber = (token: Token | undefined): token is Token => token?.role === "number";
/** Returns whether a phrase ends here: at the end of the text, a separator, or another amount. */
const isBreak = (token: Token | undefined): boolean =>
  token === undefined || ["comma", "bracket", "stop", "number"].includes(token.role);

/**
 * Maximum number of words between an amount and the words that belong to it. With this limit, every rule runs in linear
 * time.
 */
const MAX_SKIPPED = 8;

/** Returns the index of the first token from `index` on, in steps of 1 or -1, that has none of these kinds. */
function skip(tokens: readonly Token[], index: number, step: 1 | -1, ...kinds: WordKind[]): number {
  let at = index;
  while (is(tokens[at], ...kinds) && Math.abs(at - index) < MAX_SKIPPED) at += step;
  return at;
}

/**
 * Returns whether two numbers can be the ends of a range: two rents, or two smaller amounts of similar size, such as
 * weekly rents.
 */
function canBeRangeEnds(a: number, b: number): boolean {
  const [low, high] = [Math.min(a, b), Math.max(a, b)];
  return low >= BOUNDS.min || (low >= 20 && high <= 4 * low);
}

/** Returns the tokens with each range such as "1900-2100" merged into one number, the lower end. */
function withRanges(tokens: readonly Token[]): Token[] {
  const merged: Token[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const low = tokens[index] as Token;
    merged.push(low);
    if (!isNumber(low) || is(tokens[skip(tokens, index - 1, -1, "dollar")], "former")) continue;
    const sign = skip(tokens, index + 1, 1, "dollar");
    const isBetween = is(tokens[skip(tokens, index - 1, -1, "dollar")], "between") && is(tokens[sign], "and");
    const end = skip(tokens, sign + 1, 1, "dollar");
    const high = tokens[end];
    if (!(isBetween || is(tokens[sign], "range")) || !isNumber(high)) continue;
    const first = low.scale === 1 && low.value < 100 ? low.value * high.scale : low.value;
    if (!canBeRangeEnds(first, high.value) || isOther(tokens, index)) continue;
    const isMoney = low.isMoney || high.isMoney;
    merged[merged.length - 1] = { ...low, value: Math.min(first, high.value), isMoney, isRange: true };
    index = end;
  }
  return merged;
}

/** Returns whether a number is a year, judged by the words beside it. */
function isYear(tokens: readonly Token[], at: number): boolean {
  const { value = 0 } = tokens[at] ?? {};
  if (!Number.isInteger(value) || value < 1800 || value > 2039) return false;
  if (is(tokens[skip(tokens, at - 1, -1, "plain", "said")], "built") || is(tokens[at + 1], "built")) return true;
  if (value < 2020) return false;
  const comma = tokens[at - 1]?.role === "comma" ? at - 2 : at - 1;
  const day = tokens[comma];
  const month = skip(tokens, isNumber(day) && day.value <= 31 ? comma - 1 : at - 1, -1, "plain");
  return is(tokens[month], "calendar") || is(tokens[at + 1], "calendar");
}

/** Returns whether a number is a house number: "1450 Elm Street", "1450 rue Elm". */
function isHouse(tokens: readonly Token[], at: number): boolean {
  if (is(tokens[at + 1], "street_first")) return true;
  for (let next = at + 1; next <= at + 4; next += 1) {
    const token = tokens[next];
    if (is(token, "street") && (next > at + 1 || tokens[next + 1]?.role === "unknown")) return true;
    if (token?.role !== "unknown" && !is(token, "extra", "calendar", "street")) return false;
  }
  return false;
}

/** Returns whether a number is something other than money. */
function isOther(tokens: readonly Token[], at: number): boolean {
  const { isMoney = false, isRange = false, value = 0 } = tokens[at] ?? {};
  const [before, next] = [tokens[at - 1], tokens[at + 1]];
  // The number is an amount in "$2,000 steps to the subway" and "2000 min. one year".
  const isWalk = is(next, "distance") && !(isMoney || (is(next, "term") && value >= BOUNDS.min));
  if (isWalk || is(next, "measure") || (is(before, "phone") && isRange)) return true;
  const hasSignBehind = is(next, "dollar", "foreign") && !isNumber(tokens[at + 2]);
  const isPerTime = is(next, "per") && is(tokens[at + 2], "time");
  if (isMoney || hasSignBehind || isPerTime || is(before, "foreign", "dollar")) return false;
  if (is(next, "letter")) return value < 1000;
  const isNamed = is(before, "home") && (isBreak(tokens[at - 2]) || is(tokens[at - 2], "plain"));
  const isUnit = next?.text === "-" && isHouse(tokens, at + 2);
  // 2300 is a rent in "3rd floor 2300", "main floor 2300" and "504 streetcar 2300".
  const isLabel =
    is(before, "numbered") &&
    !["number", "code"].includes(tokens[at - 2]?.role ?? "") &&
    !(before?.text === "floor" && value >= BOUNDS.min);
  return isLabel || isNamed || isUnit || isHouse(tokens, at) || isYear(tokens, at);
}

/**
 * Returns whether a phrase ends before a token. If so, the phrase's last word belongs to the amount. False for "each
 * bedroom has a closet".
 */
const endsBefore = (token: Token | undefined): boolean => isBreak(token) || token?.role === "word";

/**
 * Recognises a period that cannot be converted: "per semester", or "per" with an unknown word. A slash counts as "per".
 */
const isOtherPeriod = (tokens: readonly Token[], at: number, unit: number): boolean =>
  is(tokens[unit], "unconverted") || (tokens[at]?.text.startsWith("p") === true && tokens[unit]?.role === "unknown");

/**
 * Parses "a week", "per person", "every two weeks" or "for 10 nights", starting at the word that joins the period to
 * the amount.
 */
function joinedAt(tokens: readonly Token[], at: number): (Partial<Facts> & { end: number }) | null {
  const isFor = tokens[at]?.text === "for" || tokens[at]?.text === "for a";
  const isPer = is(tokens[at], "per");
  let unit = skip(tokens, at + 1, 1, "article", "plain");
  const count = isFor || isPer ? (tokens[unit]?.value ?? Number.NaN) : Number.NaN;
  const times = count > 0 && is(tokens[unit + 1], "time") ? count : 1;
  if (times === count) unit += 1;
  const { yearly = 0 } = tokens[unit] ?? {};
  // "for 12 months" and "for a year" are terms of a lease.
  const isPeriod = !isFor || yearly > 12 || (yearly === 12 && times === 1);
  // Accepts "$1,400/biweekly", but not "$1,900 / weekly $500".
  if (isPer && is(tokens[unit], "every") && !isNumber(tokens[skip(tokens, unit + 1, 1, "dollar")]))
    return { end: unit + 1, yearly };
  if (!isFor && isOtherPeriod(tokens, at, unit)) return { end: unit + 1, yearly: Number.NaN };
  if (is(tokens[unit], "time") || (isPer && is(tokens[unit], "letter")))
    return isPeriod && !is(tokens[unit + 1], "term") ? { end: unit + 1, yearly: yearly / times } : null;
  const isShare = !isFor && is(tokens[unit], "share") && endsBefore(tokens[unit + 1]);
  return isShare ? { end: unit + 1, isShare } : null;
}

/** Parses the phrase after an amount. Returns its properties and its end; null if it does not concern the amount. */
function phraseAt(tokens: readonly Token[], at: number): (Partial<Facts> & { end: number }) | null {
  const [token, next] = [tokens[at], tokens[at + 1]];
  const end = at + 1;
  const joined = is(token, "per", "article", "each") || token?.text === "for" ? joinedAt(tokens, at) : null;
  if (joined !== null) return joined;
  if (is(token, "each")) return endsBefore(next) && !is(next, "share") ? { end, isShare: true } : null;
  if (is(token, "apiece")) return { end, isShare: true };
  if (is(token, "every", "time"))
    return is(next, "term") || (is(token, "time") && !endsBefore(next)) ? null : { end, yearly: token?.yearly ?? 0 };
  if (is(token, "foreign"))
    return endsBefore(next) || /[^\p{L}]/u.test(token?.text ?? "") ? { end, isForeign: true } : null;
  if (is(token, "whole")) return { end, isLabelled: true };
  if (is(token, "dollar")) return { end, isLabelled: token?.text !== "$" };
  return is(token, "rent", "plain", "article") && !is(token, "range", "now") ? { end } : null;
}

const add = (amount: Amount, said: Partial<Facts>): void => {
  amount.yearly ||= said.yearly ?? 0;
  amount.isShare ||= said.isShare ?? false;
  amount.isForeign ||= said.isForeign ?? false;
  amount.isLabelled ||= said.isLabelled ?? false;
};

/** Parses the phrases after an amount that belong to it. */
function readBehind(tokens: readonly Token[], amount: Amount): void {
  let index = amount.end;
  let isApart = false;
  for (;;) {
    const role = tokens[index]?.role;
    const separates = role === "bracket" || role === "comma" || tokens[index]?.text === "-";
    const said = separates ? null : phraseAt(tokens, index);
    // After a comma, bracket or dash, a word belongs to the amount only if its phrase ends there.
    const belongs = !isApart || isBreak(tokens[said?.end ?? index]) || is(tokens[said?.end ?? index], "per", "plain");
    if (separates ? isApart : said === null || !belongs) break;
    if (said) add(amount, said);
    index = said?.end ?? index + 1;
    isApart ||= separates;
    if (!isApart) amount.end = index;
  }
  // The period may follow other words of the same clause: "$450 for a nice room per week".
  for (let far = amount.end; amount.yearly === 0 && !isBreak(tokens[far]); far += 1)
    if (is(tokens[far], "per")) add(amount, joinedAt(tokens, far) ?? {});
}

/** Recognises "per week: $450" and "week: 450", but not "6 months $1,900" or "last month $1,900". */
const isPeriodBefore = (tokens: readonly Token[], at: number): boolean =>
  at === 0 || is(tokens[at - 1], "per", "article", "rent");

/** Parses the words before an amount that belong to it, back to `taken`, the end of the previous amount. */
function readBefore(tokens: readonly Token[], amount: Amount, taken: number): void {
  for (let index = amount.at - 1; index >= taken; index -= 1) {
    const token = tokens[index];
    const isKnown = is(token, "dollar", "plain", "rent", "article", "per", "from") && token?.text !== "/";
    if (is(token, "former")) amount.isFormer = true;
    else if (is(token, "now")) amount.isNow = true;
    else if (is(token, "from")) amount.isRange = true;
    else if (is(token, "every")) amount.yearly ||= token?.yearly ?? 0;
    else if (is(token, "time") && isPeriodBefore(tokens, index)) amount.yearly ||= token?.yearly ?? 0;
    else if (is(token, "apiece", "each")) amount.isShare = true;
    else if (is(token, "share") && is(tokens[index - 1], "per", "each")) amount.isShare = true;
    else if (is(token, "foreign") && (token?.text !== "us" || index === 0)) amount.isForeign = true;
    else if (!isKnown && !is(token, "whole") && token?.text !== "-") return;
    amount.isLabelled ||= is(token, "rent", "whole") || (is(token, "dollar") && token?.text !== "$");
  }
}

/** Returns whether the words before some extras state that the rent includes the extras: "including hydro, parking". */
function isSaidBefore(tokens: readonly Token[], at: number): boolean {
  let index = at;
  while (is(tokens[index], "extra", "deposit", "and", "plus") || tokens[index]?.role === "comma") index -= 1;
  return is(tokens[index], "said");
}

/** Returns whether an amount is the price of an extra, such as "parking $120" and "+ $450 for a locker". */
function isExtra(tokens: readonly Token[], { at, end, dollars, yearly }: Amount, taken: number): boolean {
  const isLow = dollars <= MAX_EXTRA;
  const costsApart = (index: number) => is(tokens[index], "deposit") || (isLow && is(tokens[index], "extra"));
  let before = at - 1;
  while (
    before >= taken &&
    (is(tokens[before], "dollar", "plain", "plus", "added", "article") || /^[-(]$/.test(tokens[before]?.text ?? ""))
  )
    before -= 1;
  if (before >= taken && (costsApart(before) || is(tokens[before], "beforehand")) && !isSaidBefore(tokens, before - 1))
    return true;

  const sign = skip(tokens, at - 1, -1, "dollar");
  const isAfterSign = is(tokens[sign], "plus", "and", "said");
  const isJoined = is(tokens[end], "per") || tokens[end]?.text === "in" || (isAfterSign && tokens[end]?.text === "(");
  const thing = isJoined ? end + 1 : end;
  const isAdded = isAfterSign || is(tokens[thing - 1], "per", "article", "plain");
  if (is(tokens[end], "added")) return isLow;
  if (!costsApart(thing)) return false;
  const behind = skip(tokens, thing, 1, "extra", "deposit", "dollar", "plain");
  const next = tokens[behind];
  // The amount is the rent in "rent $1,900 deposit $2,500" and "$1,900/month deposit $2,500".
  const isRent = yearly === MONTHS || is(tokens[skip(tokens, at - 1, -1, "dollar", "plain")], "rent");
  const isLower = next !== undefined && next.value <= dollars;
  const hasOwnPrice = isNumber(next) && (isLower || (isRent && is(tokens[thing], "deposit")));
  // The first amount is the rent in "$900 utilities included", "$900 utilities $100" and "$1,950 / deposit $1,950".
  if (hasOwnPrice && tokens[thing - 1]?.text === "/") return false;
  return isAdded || !(is(next, "said", "added") || hasOwnPrice);
}

/** Returns the amounts of money in a text, each with the meaning that the surrounding words give it. */
function amountsIn(tokens: readonly Token[]): Amount[] {
  const amounts: Amount[] = [];
  for (const [at, { role, value, isRange }] of tokens.entries()) {
    if (role !== "number" || isOther(tokens, at)) continue;
    const facts = { yearly: 0, isShare: false, isForeign: false, isLabelled: false };
    const marks = { isRange, isExtra: false, isFormer: false, isNow: false };
    const amount: Amount = { at, end: at + 1, dollars: value, ...facts, ...marks };
    const taken = amounts.at(-1)?.end ?? 0;
    readBefore(tokens, amount, taken);
    readBehind(tokens, amount);
    const behind = tokens[amount.end + 1];
    if (is(tokens[amount.end], "now") && isBreak(behind) && !isNumber(behind)) amount.isNow = true;
    amount.isExtra = isExtra(tokens, amount, taken);
    if (amount.isExtra) amount.end = skip(tokens, amount.end, 1, "extra", "deposit", "added");
    amounts.push(amount);
  }
  return amounts;
}

/** Reason why a typed rent is not a plain monthly amount. */
export type RentNote = "rent_unparsed" | "rent_range" | "rent_period" | "rent_per_person" | "rent_currency";

/** The result of parsing a typed rent. */
export interface RentReading {
  /** Monthly rent from $300 to $15,000; null if the rent was not understood. */
  rentCents: number | null;
  note: RentNote | null;
  /** The amount converted to a month, if the note is `rent_period`. */
  monthlyCents: number | null;
}

const MONTHS = 12;
/**
 * Minimum amount, in dollars, for a share of a rent or for a rent in another currency, because such amounts may be
 * lower than other rents.
 */
const MIN_SHARE = 100;
/** Minimum amount, in dollars, of a summand. Smaller numbers beside an amount are counts: "2300 + 2 parking". */
const MIN_SUMMAND = 20;

const monthlyOf = ({ dollars, yearly }: Amount): number => (dollars * yearly) / MONTHS;

/** Returns the note for an amount that is not a monthly rent in Canadian dollars; null if it is. */
function problemOf({ yearly, isShare, isForeign }: Amount): RentNote | null {
  if (yearly !== 0 && yearly !== MONTHS) return "rent_period";
  if (isShare) return "rent_per_person";
  return isForeign ? "rent_currency" : null;
}

interface Bounds {
  min: number;
  max: number;
}

/** Returns whether an amount can be a rent. Amounts for another period are first converted to a month. */
function isPlausible(amount: Amount, { min, max }: Bounds): boolean {
  const problem = problemOf(amount);
  const dollars = problem === "rent_period" ? monthlyOf(amount) : amount.dollars;
  const least = problem === null || problem === "rent_period" ? min : MIN_SHARE;
  return !amount.isExtra && !amount.isFormer && dollars >= least && dollars <= max;
}

/**
 * Returns whether the text contains a calculation: "30% off 2600", "$2300 less $100", "2000 + 200", "950 x 2", "half of
 * 2400".
 */
function containsCalculation(tokens: readonly Token[], amounts: readonly Amount[]): boolean {
  const byIndex = new Map(amounts.map((amount) => [amount.at, amount]));
  const ends = new Set(amounts.flatMap(({ end, isExtra }) => (isExtra ? [] : [end - 1])));
  const isBehind = (index: number) => isNumber(tokens[index]) || is(tokens[index], "measure") || ends.has(index);
  return tokens.some((token, index) => {
    const after = skip(tokens, index + 1, 1, "dollar");
    const next = tokens[after];
    const summand = byIndex.get(after);
    const isSummand = summand !== undefined && !summand.isExtra && summand.dollars >= MIN_SUMMAND;
    if (is(token, "off") && (isBehind(index - 1) || isNumber(tokens[skip(tokens, index + 1, 1, "dollar", "plain")])))
      return next?.role !== "unknown";
    if ((is(token, "times") || token.text === "%") && next?.text === "of")
      return isNumber(tokens[skip(tokens, after + 1, 1, "dollar", "plain")]);
    if (!isBehind(index - 1) || !isNumber(next)) return false;
    const largest = Math.max(next.value, tokens[index - 1]?.value ?? 0);
    if (is(token, "times")) return largest >= MIN_SHARE;
    const isEnd = isBreak(tokens[after + 1]) || tokens[after + 1]?.text === "=";
    if (token.text === "/" || token.text === "*") {
      const factor = token.text === "/" ? next.value : Math.min(next.value, tokens[index - 1]?.value ?? 0);
      return largest >= BOUNDS.min && factor < MIN_SUMMAND && isEnd;
    }
    if (tokens[after + 1]?.text === "%" && is(token, "plus", "minus", "range"))
      return !is(tokens[skip(tokens, after + 2, 1, "plain", "article")], "extra");
    if (token.text === "-")
      return isSummand && (next.isMoney || isEnd) && summand.dollars < (tokens[index - 1]?.value ?? 0) / 2;
    // An extra plus the rent is not a calculation: "locker 50 + 2300".
    if (byIndex.get(index - 1)?.isExtra) return false;
    return is(token, "minus") || (is(token, "plus") && isSummand);
  });
}

/** Recognises "$1,800 for the first month" and "$1,800 first 3 months", but not "$1,800, first and last". */
function isForFirstMonths(tokens: readonly Token[], { end }: Amount): boolean {
  if (!is(tokens[end], "first")) return false;
  const unit = Number.isFinite(tokens[end + 1]?.value) ? end + 2 : end + 1;
  return is(tokens[unit], "time") && !is(tokens[unit + 1], "and_last");
}

/** Recognises a temporary rent, such as "$1,800 for 3 months" beside another amount. */
const isTemporaryRent = (tokens: readonly Token[], { end }: Amount): boolean =>
  tokens[end - 1]?.text === "for" && (tokens[end]?.value ?? MONTHS) < MONTHS && is(tokens[end + 1], "time");

/** Recognises "$1,900+" and "$1,900 and up". */
const isMinimumAmount = (tokens: readonly Token[], { end }: Amount): boolean =>
  is(tokens[end], "upward") || (tokens[end]?.text === "+" && isBreak(tokens[end + 1]) && !isNumber(tokens[end + 1]));

/** Returns whether the rent depends on a condition: "2100 for one, 2400 for two". */
function depends(tokens: readonly Token[], from: Amount, to: Amount | undefined): boolean {
  if (to === undefined || to.dollars === from.dollars) return false;
  return tokens
    .slice(from.at, to.end + 2)
    .some(
      (token, nth, all) => is(token, "change", "share") || (all[nth - 1]?.text === "for" && token.value < MIN_SUMMAND),
    );
}

/** Returns the second amount of a range such as "$2,300/mo to $2,500/mo". */
const rangeEnd = (tokens: readonly Token[], { end }: Amount, usable: readonly Amount[]): Amount | undefined =>
  is(tokens[end], "range") ? usable.find(({ at }) => at === skip(tokens, end + 1, 1, "dollar")) : undefined;

const UNPARSED: RentReading = { rentCents: null, note: "rent_unparsed", monthlyCents: null };

/**
 * Parses the monthly rent from a landlord's text: "$1,850/month", "2,1k", "was $2,600 now $2,400", "1.5-1.8k". Returns
 * the first amount from $300 to $15,000 that is not the price of an extra. For a range, returns the lower end. Runs in
 * linear time and never throws.
 */
export const readRent = (typed: string): RentReading => readWithin(typed, BOUNDS);

function readWithin(typed: string, bounds: Bounds): RentReading {
  const tokens = withRanges(tokensOf(typed));
  const amounts = amountsIn(tokens);
  if (containsCalculation(tokens, amounts)) return UNPARSED;
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
    isForFirstMonths(tokens, rent) ||
    (isTemporaryRent(tokens, rent) &&
      amounts.some(({ dollars, isExtra }) => !isExtra && dollars >= bounds.min && dollars !== rent.dollars)) ||
    isMinimumAmount(tokens, rent) ||
    depends(tokens, rent, other) ||
    tokens.some((token) => is(token, "net"));
  const dollars = Math.min(rent.dollars, end?.dollars ?? Infinity);
  return { rentCents: Math.round(dollars * 100), note: isRange ? "rent_range" : null, monthlyCents: null };
}

/** Returns the monthly rent in cents, as {@link readRent} understands it; null if the rent is not understood. */
export const parseRentCents = (typed: string): number | null => readRent(typed).rentCents;

/** Range of amounts, in dollars, that can be the price of something other than a home. */
const ANY_PRICE: Bounds = { min: 100, max: 999_999 };

/** Returns the monthly amount in cents, even if it is too low or too high for a rent; null if there is none. */
export const parseAmountCents = (typed: string): number | null => readWithin(typed, ANY_PRICE).rentCents;
