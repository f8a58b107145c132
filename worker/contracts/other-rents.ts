import { type FoldedText, sentencesOf } from "./folded-text.ts";
import type { Span } from "./signal-rules.ts";

/** An amount that may be a month's rent: three to five digits, also '2,450'; not a part of a longer number. */
const AMOUNT =
  /(?<![\d.,/-]|\d[ )]|\) )\$? ?(\d{1,2},\d{3}|\d{3,5})(?:\.\d{2})?(?!\d|[ ,.-]\d| ?(?:sq|sf|ft|feet|foot|%|k\b|km|m\b|am|pm|score|\+? credit|income))/g;
/** Words with which an amount is the rent of what is let. */
const OF_RENT =
  /\b(?:rent|rents|price|rate|charge|total|totals?|monthly|month|months|mo|full price|altogether|asking|for the (?:whole )?(?:apartment|unit|house|condo|place|home|floor))\b|=/;
/** Words with which it is something else: a deposit, an income, a former or another unit's rent, what a neighbour pays. */
const OF_ELSE =
  /\b(?:deposits?|income|salary|earn\w{0,4}|score|budget|insurance|liability|tax(?:es)?|sq|worth|value|was|were|used to|reduced|reduction|before|previous(?:ly)?|originally|old price|market|average|similar|others?|elsewhere|comparable|compare|next door|down from|from|instead of|save|saved|saving|fees?|hold|bonus|starting|starts? at|units?(?: start)?|paid|been paying|(?:first|1st) (?:and|&|\+) last)\b/;
const TOTALS =
  /\b(?:total|totals|altogether|for the (?:whole )?(?:apartment|unit|house|condo|place|home)|by the month|monthly|regular|second month|2nd month|rent is|after that|remaining|= ?\$?)|=/;

/** By how much the rent in the text must be higher: less may be parking, utilities, or another unit of the house. */
const HIGHER = 1.3;
/** Amounts of a month's rent, in dollars; others are no rents, or of something else. */
const RENTS = { min: 300, max: 15_000 } as const;

/**
 * Where a folded text names a rent that is clearly higher than the one that is asked for: 'rent is 3200' where the field
 * says $500. @param rentCents as the field says; where it cannot be read nothing is found
 */
export function otherRentsIn({ text }: FoldedText, rentCents: number | null): Span[] {
  if (rentCents === null) return [];
  const least = (rentCents / 100) * HIGHER;
  const spans: Span[] = [];
  for (const sentence of sentencesOf(text)) {
    if (!OF_RENT.test(sentence.text)) continue;
    if (OF_ELSE.test(sentence.text) && !TOTALS.test(sentence.text)) continue;
    for (const { 0: amount, 1: digits = "", index } of sentence.text.matchAll(AMOUNT)) {
      const dollars = Number(digits.replace(",", ""));
      if (dollars < least || dollars < RENTS.min || dollars > RENTS.max || isYear(dollars, amount)) continue;
      const from = Math.max(0, index - 30);
      const near = sentence.text.slice(from, index + amount.length + 30);
      if (!OF_RENT.test(near) || isOfElse(sentence.text, index)) continue;
      const start = index + amount.length - amount.trimStart().length;
      spans.push({ start: sentence.start + start, end: sentence.start + index + amount.length });
    }
  }
  return spans;
}

const isYear = (dollars: number, amount: string) => dollars >= 1_900 && dollars <= 2_100 && !/[$,]/.test(amount);

/** Words for what is let itself, though {@link OF_ELSE} would have its last one: "total for the unit 2200". */
const OF_THE_UNIT = /\bfor (?:the|this) (?:whole |entire )?unit\b/;

/** Whether the words right before an amount make it something else than the rent. */
const isOfElse = (sentence: string, at: number): boolean =>
  OF_ELSE.test(
    sentence
      .slice(Math.max(0, at - 40), at)
      .replace(OF_THE_UNIT, "")
      .slice(-18),
  );
