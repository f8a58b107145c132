import { LISTS } from "../../../../contracts/kind-rules.ts";
import { SEARCH_RENT_MAX } from "../../../../contracts/search.ts";
import { MONEY_WORDS, NUMBERS } from "./number-words.ts";
import { createWordings, wordingLengthAt } from "./query-tokens.ts";
import { streetAt } from "./read-places.ts";
import type { Reading } from "./readings.ts";

const most = createWordings(MONEY_WORDS.most, "<");
const mostBehind = createWordings(MONEY_WORDS.mostBehind);
const least = createWordings(MONEY_WORDS.least, ">");
const leastBehind = createWordings(MONEY_WORDS.leastBehind, "+");
const between = createWordings(MONEY_WORDS.between);
const to = createWordings(...MONEY_WORDS.to.split("|"));
const moneyUnits = createWordings(MONEY_WORDS.unit);
const thousands = createWordings(MONEY_WORDS.thousand);

interface Amount {
  dollars: number;
  hasSign: boolean;
  length: number;
}

/** Parses an amount such as "$1,800", "1.8k", "two thousand" or "1800 a month". */
function amountAt(tokens: readonly string[], at: number): Amount | null {
  let end = at;
  let hasSign = tokens[end] === "$" || tokens[end] === "cad";
  if (hasSign) end += 1;
  const typed = tokens[end] ?? "";
  end += 1;
  const inThousands = wordingLengthAt(thousands, tokens, end);
  const isNumber = /^\d+(?:\.\d+)?$/.test(typed);
  if (!isNumber && (inThousands === 0 || !NUMBERS.has(typed))) return null;
  let dollars = NUMBERS.get(typed) ?? Number(typed);
  if (inThousands > 0) {
    dollars *= 1_000;
    hasSign = true;
    end += inThousands;
  }
  for (let unit = wordingLengthAt(moneyUnits, tokens, end); unit > 0; unit = wordingLengthAt(moneyUnits, tokens, end)) {
    hasSign = true;
    end += unit;
  }
  return { dollars, hasSign, length: end - at };
}

/** Minimum amount that counts as a rent if it follows a word such as "under" or has a dollar sign. */
const MIN_RENT = 200;
/** Range of numbers that count as a rent even without a word such as "under" or a dollar sign. */
const BARE_RENTS = { from: 600, to: 9_999 };
const isRent = ({ dollars }: Amount) => dollars >= MIN_RENT && dollars <= SEARCH_RENT_MAX;
const MONTHS: ReadonlySet<string> = new Set(LISTS.month.split("|"));

/** Parses a rent such as "under $1,800", "1500-1900", "between 1600 and 2000" or "1800". */
export function rentAt(tokens: readonly string[], at: number): Reading | null {
  const start = at + wordingLengthAt(between, tokens, at);
  const low = amountAt(tokens, start);
  const joint = low ? wordingLengthAt(to, tokens, start + low.length) : 0;
  const high = low && joint > 0 ? amountAt(tokens, start + low.length + joint) : null;
  if (low && high && isRent(high)) {
    // In "1.5-2k", the "k" applies to both numbers.
    const least = low.dollars < 20 && high.dollars >= 1_000 ? low.dollars * 1_000 : low.dollars;
    if (least >= MIN_RENT && least <= high.dollars)
      return {
        kind: "rent",
        minRent: Math.round(least),
        maxRent: Math.round(high.dollars),
        length: start + low.length + joint + high.length - at,
      };
  }
  for (const [words, isMost] of [
    [most, true],
    [least, false],
  ] as const) {
    const word = wordingLengthAt(words, tokens, at);
    const amount = word > 0 ? amountAt(tokens, at + word) : null;
    if (amount && isRent(amount))
      return rentOf(amount, isMost, word + amount.length + behindAmount(tokens, at + word + amount.length));
  }
  const amount = amountAt(tokens, at);
  if (!amount || !isRent(amount)) return null;
  const end = at + amount.length;
  for (const [words, isMost] of [
    [leastBehind, false],
    [mostBehind, true],
  ] as const) {
    const word = wordingLengthAt(words, tokens, end);
    if (word > 0) return rentOf(amount, isMost, amount.length + word + wordingLengthAt(moneyUnits, tokens, end + word));
  }
  const isBare = amount.dollars >= BARE_RENTS.from && amount.dollars <= BARE_RENTS.to && streetAt(tokens, end) === null;
  if (!amount.hasSign && (!isBare || MONTHS.has(tokens[at - 1] ?? ""))) return null;
  return rentOf(amount, true, amount.length);
}
/** Returns the length of the words after an amount, such as "or less" in "under 1800 or less". */
const behindAmount = (tokens: readonly string[], at: number) => wordingLengthAt(mostBehind, tokens, at);
const rentOf = ({ dollars }: Amount, isMost: boolean, length: number): Reading => ({
  kind: "rent",
  minRent: isMost ? null : Math.round(dollars),
  maxRent: isMost ? Math.round(dollars) : null,
  length,
});
