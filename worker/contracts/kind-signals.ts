import type { Bedrooms, HomeType } from "./bedrooms.ts";
import { foldText, type FoldedText, sentencesOf } from "./folded-text.ts";
import { type StatedFields, wordsFor } from "./listing-fields.ts";
import { KIND_HINTS, KIND_RULES } from "./kind-rules.ts";
import { parseAmountCents } from "./read-rent.ts";
import { WHOLE_HOME } from "./room-rules.ts";
import { findMatches, quoteSpans, type SignalRule, type Span } from "./signal-rules.ts";

/** A possible monthly rent: three to five digits, also '2,450', not part of a longer number. */
const AMOUNT =
  /(?<![\d.,/-]|\d[ )]|\) )\$? ?(\d{1,2},\d{3}|\d{3,5})(?:\.\d{2})?(?!\d|[ ,.-]\d| ?(?:sq|sf|ft|feet|foot|%|k\b|km|m\b|am|pm|score|\+? credit|income))/g;
/** Words that mark an amount as the rent of the listed home. */
const OF_RENT =
  /\b(?:rent|rents|price|rate|charge|total|totals?|monthly|month|months|mo|full price|altogether|asking|for the (?:whole )?(?:apartment|unit|house|condo|place|home|floor))\b|=/;
/** Words that mark it as something else: a deposit, an income, a former rent, another unit's or a neighbour's rent. */
const OF_ELSE =
  /\b(?:deposits?|income|salary|earn\w{0,4}|score|budget|insurance|liability|tax(?:es)?|sq|worth|value|was|were|used to|reduced|reduction|before|previous(?:ly)?|originally|old price|market|average|similar|others?|elsewhere|comparable|compare|next door|down from|from|instead of|save|saved|saving|fees?|hold|bonus|starting|starts? at|units?(?: start)?|paid|been paying|(?:first|1st) (?:and|&|\+) last)\b/;
const TOTALS =
  /\b(?:total|totals|altogether|for the (?:whole )?(?:apartment|unit|house|condo|place|home)|by the month|monthly|regular|second month|2nd month|rent is|after that|remaining|= ?\$?)|=/;

/** Factor by which a rent in the text must exceed the stated one; less may be parking, utilities, or another unit. */
const HIGHER = 1.3;
/** Plausible monthly rents, in dollars. */
const RENTS = { min: 300, max: 15_000 } as const;

/**
 * Finds a rent in a folded text that is clearly higher than the stated one: 'rent is 3200' when the field says $500.
 * @param rentCents the stated rent; null finds nothing
 */
function findOtherRents({ text }: FoldedText, rentCents: number | null): Span[] {
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

/** Refers to the listed home, although {@link OF_ELSE} would match its last word: "total for the unit 2200". */
const OF_THE_UNIT = /\bfor (?:the|this) (?:whole |entire )?unit\b/;

/** Whether the words right before an amount make it something other than the rent. */
const isOfElse = (sentence: string, at: number): boolean =>
  OF_ELSE.test(
    sentence
      .slice(Math.max(0, at - 40), at)
      .replace(OF_THE_UNIT, "")
      .slice(-18),
  );

export type KindCode = keyof typeof KIND_RULES | "other_rent_in_text";

/** The stated facts of a listing, and the texts that may contradict them. */
export type ListedHome = { bedrooms: Bedrooms } & {
  [Key in Exclude<keyof StatedFields, "bedrooms">]?: StatedFields[Key] | null | undefined;
};

/** A contradiction between a listing's text and its stated type, with the words. */
interface KindSignal {
  code: KindCode;
  quotes: string[];
}

/** Characters of a text that are examined; the form accepts no more. */
const LOOKED_AT = 12_000;

const NO =
  "no|not|never|without|isn't|isnt|aren't|arent|don't|dont|doesn't|won't|wont|nor|neither|zero|nobody|stop asking|rather than|instead of";
const BETWEEN =
  "an?|any|the|other|more|to|be|being|in|with|for|your|my|you|want|have|need|accept|accepting|allow|rent|renting|rented|suited|looking|student|real|typical|dark|per|just|only|so|it's|its|strictly|or|of|doing|kind";
/** A negation that applies to the words after it. */
const NEGATION = new RegExp(`\\b(?:${NO})(?: (?:${BETWEEN})){0,4}[ "'(/-]{1,2}$`);
/** 'Basement? No, second floor' */
const DENIED = /^[^a-z0-9.]{0,3}\?{1,3}[ "'*-]{0,4}(?:no|nope|nah|never)\b/;
const REACH = 60;

const isNegated = (sentence: string, start: number): boolean =>
  NEGATION.test(sentence.slice(Math.max(0, start - REACH), start));

const global = (rules: readonly SignalRule[]) => rules.map((rule) => ({ ...rule, find: new RegExp(rule.find, "g") }));
const byCode = <Code extends string>(rules: Record<Code, readonly SignalRule[]>) =>
  new Map(Object.entries<readonly SignalRule[]>(rules).map(([code, some]) => [code as Code, global(some)]));
const RULES = byCode(KIND_RULES);
const HINTS = byCode(KIND_HINTS);

/** The matches of each rule that applies to a text. */
function spansOfRules({ text }: FoldedText, rules: readonly SignalRule[] = []): Span[][] {
  const sentences = sentencesOf(text);
  return rules
    .map((rule) =>
      sentences.flatMap((sentence) =>
        findMatches(rule, sentence.text, isNegated)
          .map(({ start, end }) => ({ start: sentence.start + start, end: sentence.start + end }))
          .filter(({ end }) => !DENIED.test(text.slice(end, end + REACH))),
      ),
    )
    .filter((spans) => spans.length > 0);
}

/** Monthly rents in cents below which a listing of the type must be a room, in the GTA. */
const RENT_OF_ROOMS: Record<Bedrooms, number> = {
  Studio: 1_000_00,
  "1 Bedroom": 1_100_00,
  "2 Bedrooms": 1_450_00,
  "3 Bedrooms": 1_600_00,
  "4+ Bedrooms": 1_800_00,
  "Private Room": 0,
};

/** Monthly rent in cents below which nothing is a home. */
const RENT_OF_THINGS = 700_00;

/** Weaker signs needed for a room at an ordinary rent, and at a room's rent. */
const HINTS_ALONE = 3;
const HINTS_AT_LOW_RENT = 1;
/** Weaker signs needed for a basement. */
const BASEMENT_HINTS = 3;
const BASEMENT_HINTS_AT_LOW_RENT = 2;

function foundIn(folded: FoldedText, home: ListedHome): Map<KindCode, Span[]> {
  const found = new Map<KindCode, Span[]>();
  for (const [code, rules] of RULES) {
    const spans = spansOfRules(folded, rules).flat();
    if (spans.length > 0) found.set(code, spans);
  }
  const rentCents = parseAmountCents(home.rent ?? "");
  const isLow = rentCents !== null && rentCents < RENT_OF_ROOMS[home.bedrooms];
  const things = rentCents !== null && rentCents < RENT_OF_THINGS && spansOfRules(folded, HINTS.get("not_a_home"));
  if (things && things.length > 0) found.set("not_a_home", [...(found.get("not_a_home") ?? []), ...things.flat()]);
  const basement = spansOfRules(folded, HINTS.get("reads_like_basement"));
  if (!found.has("reads_like_basement") && basement.length >= (isLow ? BASEMENT_HINTS_AT_LOW_RENT : BASEMENT_HINTS))
    found.set("reads_like_basement", basement.flat());
  const isOther = found.has("not_a_home") || found.has("reads_like_wanted_ad") || found.has("reads_like_basement");
  if (!found.has("reads_like_room") && !isOther && !WHOLE_HOME.test(folded.text)) {
    const room = spansOfRules(folded, HINTS.get("reads_like_room"));
    if (room.length >= (isLow ? HINTS_AT_LOW_RENT : HINTS_ALONE)) found.set("reads_like_room", room.flat());
  }
  const others = findOtherRents(folded, rentCents);
  if (others.length > 0) found.set("other_rent_in_text", others);
  return found;
}

/** Whether a listing already states what its text implies, or its text implies something stronger. */
function isSaid(code: KindCode, { bedrooms, homeType }: ListedHome, found: ReadonlyMap<KindCode, Span[]>): boolean {
  const isRoom = bedrooms === "Private Room";
  if (code === "reads_like_room")
    return (
      isRoom ||
      ["reads_like_shared_bed", "reads_like_wanted_ad", "not_a_home"].some((other) => found.has(other as KindCode))
    );
  if (code === "reads_like_shared_bed") return homeType === "shared_bed" || found.has("reads_like_wanted_ad");
  if (code === "reads_like_basement")
    return isRoom || homeType === "basement" || found.has("reads_like_wanted_ad") || found.has("not_a_home");
  return false;
}

/**
 * Contradictions between a listing's text and its stated type: a room, a bed, a basement, a wanted ad, something that
 * is not a home, or a higher rent; each with the words. Runs in linear time.
 */
export function kindSignals(home: ListedHome): KindSignal[] {
  const folded = foldText(wordsFor("kind", home).filter(Boolean).join("\n").slice(0, LOOKED_AT));
  const found = foundIn(folded, home);
  return [...found]
    .filter(([code]) => !isSaid(code, home, found))
    .map(([code, spans]) => ({ code, quotes: quoteSpans(folded, spans) }));
}

const SAID_IN_WORDS: readonly [HomeType, RegExp][] = [
  ["condo", /\bcondos?\b|\bcondominium\b/],
  [
    "house",
    /\b(?:entire|whole|full|detached|semi|semi-detached|town)[ -]?(?:\d ?(?:bed ?room|bdrm|br) )?(?:house|home)\b|\btown ?(?:house|home)\b|\bbungalow\b|\b(?:house|home) for (?:rent|lease)\b/,
  ],
  ["apartment", /\b(?:apartments?|apt|suites?|low[- ]rise|high[- ]rise|triplex|duplex)\b/],
];

/** The likely home type of a listing, for moderators; null when its text does not say. */
export function guessHomeType(home: ListedHome): HomeType | null {
  const codes = new Set(kindSignals({ ...home, homeType: null }).map(({ code }) => code));
  if (codes.has("reads_like_shared_bed")) return "shared_bed";
  if (codes.has("reads_like_wanted_ad") || codes.has("not_a_home")) return null;
  if (codes.has("reads_like_room") || home.bedrooms === "Private Room") return "room";
  if (codes.has("reads_like_basement")) return "basement";
  if (home.homeType) return home.homeType;
  const { text } = foldText((home.additionalInfo ?? "").slice(0, LOOKED_AT));
  return SAID_IN_WORDS.find(([, words]) => words.test(text))?.[0] ?? null;
}
