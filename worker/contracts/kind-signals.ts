import type { Bedrooms } from "./bedrooms.ts";
import { foldText, type FoldedText, sentencesOf } from "./folded-text.ts";
import type { HomeType } from "./home-types.ts";
import { KIND_HINTS, KIND_RULES } from "./kind-rules.ts";
import { otherRentsIn } from "./other-rents.ts";
import { parseRentCents } from "./rents.ts";
import { WHOLE_HOME } from "./room-rules.ts";
import { matchesOf, quotesOf, type SignalRule, type Span } from "./signal-rules.ts";

export type KindCode = keyof typeof KIND_RULES | "other_rent_in_text";

/** What a listing is said to be, and the words that may say something else. */
export interface ListedHome {
  bedrooms: Bedrooms;
  homeType?: HomeType | null | undefined;
  rent?: string | null | undefined;
  address?: string | null | undefined;
  unit?: string | null | undefined;
  landlordName?: string | null | undefined;
  additionalInfo?: string | null | undefined;
}

/** That a listing reads like something else than what it is listed as, and the words that say so. */
export interface KindSignal {
  code: KindCode;
  quotes: string[];
}

/** Characters of a text that are looked at; the form takes no more. */
const LOOKED_AT = 12_000;

const NO =
  "no|not|never|without|isn't|isnt|aren't|arent|don't|dont|doesn't|won't|wont|nor|neither|zero|nobody|stop asking|rather than|instead of";
const BETWEEN =
  "an?|any|the|other|more|to|be|being|in|with|for|your|my|you|want|have|need|accept|accepting|allow|rent|renting|rented|suited|looking|student|real|typical|dark|per|just|only|so|it's|its|strictly|or|of|doing|kind";
/** A 'no' that reaches what follows it. */
const TAKES_BACK = new RegExp(`\\b(?:${NO})(?: (?:${BETWEEN})){0,4}[ "'(/-]{1,2}$`);
/** 'Basement? No, second floor' */
const DENIED = /^[^a-z0-9.]{0,3}\?{1,3}[ "'*-]{0,4}(?:no|nope|nah|never)\b/;
const REACH = 60;

const isTakenBack = (sentence: string, start: number): boolean =>
  TAKES_BACK.test(sentence.slice(Math.max(0, start - REACH), start));

const global = (rules: readonly SignalRule[]) => rules.map((rule) => ({ ...rule, find: new RegExp(rule.find, "g") }));
const byCode = <Code extends string>(rules: Record<Code, readonly SignalRule[]>) =>
  new Map(Object.entries<readonly SignalRule[]>(rules).map(([code, some]) => [code as Code, global(some)]));
const RULES = byCode(KIND_RULES);
const HINTS = byCode(KIND_HINTS);

/** The places of each rule that a text fulfils. */
function spansOfRules({ text }: FoldedText, rules: readonly SignalRule[] = []): Span[][] {
  const sentences = sentencesOf(text);
  return rules
    .map((rule) =>
      sentences.flatMap((sentence) =>
        matchesOf(rule, sentence.text, isTakenBack)
          .map(({ start, end }) => ({ start: sentence.start + start, end: sentence.start + end }))
          .filter(({ end }) => !DENIED.test(text.slice(end, end + REACH))),
      ),
    )
    .filter((spans) => spans.length > 0);
}

/** Below this much a month, in cents, nobody lets a whole home of the type in the GTA, but a room. */
const RENT_OF_ROOMS: Record<Bedrooms, number> = {
  Studio: 1_000_00,
  "1 Bedroom": 1_100_00,
  "2 Bedrooms": 1_450_00,
  "3 Bedrooms": 1_600_00,
  "4+ Bedrooms": 1_800_00,
  "Private Room": 0,
};

/** Below this much a month, in cents, nobody lets a home at all. */
const RENT_OF_THINGS = 700_00;

/** Softer signs of a room that count at an ordinary rent, and at one of a room. */
const HINTS_ALONE = 3;
const HINTS_AT_LOW_RENT = 1;
/** Softer signs of a basement that count. */
const BASEMENT_HINTS = 3;
const BASEMENT_HINTS_AT_LOW_RENT = 2;

function foundIn(folded: FoldedText, home: ListedHome): Map<KindCode, Span[]> {
  const found = new Map<KindCode, Span[]>();
  for (const [code, rules] of RULES) {
    const spans = spansOfRules(folded, rules).flat();
    if (spans.length > 0) found.set(code, spans);
  }
  const rentCents = parseRentCents(home.rent ?? "");
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
  const others = otherRentsIn(folded, rentCents);
  if (others.length > 0) found.set("other_rent_in_text", others);
  return found;
}

/** Whether a listing already says what it reads like, or reads like more than this. */
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
 * What the words of a listing say of what is let, where that is not what it is listed as: a room, a bed, a basement, a
 * search for a home, something that is no home, or a higher rent; each with the words that say so. Takes time that grows
 * with the length of the text and no faster.
 */
export function kindSignals(home: ListedHome): KindSignal[] {
  const texts = [home.rent, home.address, home.unit, home.landlordName, home.additionalInfo];
  const folded = foldText(texts.filter(Boolean).join("\n").slice(0, LOOKED_AT));
  const found = foundIn(folded, home);
  return [...found]
    .filter(([code]) => !isSaid(code, home, found))
    .map(([code, spans]) => ({ code, quotes: quotesOf(folded, spans) }));
}

const SAID_IN_WORDS: readonly [HomeType, RegExp][] = [
  ["condo", /\bcondos?\b|\bcondominium\b/],
  [
    "house",
    /\b(?:entire|whole|full|detached|semi|semi-detached|town)[ -]?(?:\d ?(?:bed ?room|bdrm|br) )?(?:house|home)\b|\btown ?(?:house|home)\b|\bbungalow\b|\b(?:house|home) for (?:rent|lease)\b/,
  ],
  ["apartment", /\b(?:apartments?|apt|suites?|low[- ]rise|high[- ]rise|triplex|duplex)\b/],
];

/** What kind of home a listing seems to be, for a moderator; null where its words do not say. */
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
