import type { Bedrooms, HomeType } from "./bedrooms.ts";
import { type StatedFields, textsToSearch } from "./listing-fields.ts";
import type { Evidence } from "./listings.ts";
import { parseAmountCents } from "./read-rent.ts";
import { KIND_RULES, LISTS, OTHER_RENT, WHOLE_HOME_WORDS } from "./kind-rules.ts";
import { type Found, findPhrases, phraseOf, readText, type ReadText } from "./phrase-matcher.ts";
import { readSize } from "./read-size.ts";
import { createLazily } from "./create-lazily.ts";
import { compileRules, findRule, quotesOf } from "./phrase-rules.ts";

const rulesOfKinds = createLazily(() => compileRules(KIND_RULES, LISTS));
const otherRents = createLazily(() => [...compileRules({ rent: OTHER_RENT }, LISTS).values()].flat());
const kindsSaid = createLazily(() =>
  WHOLE_HOME_WORDS.map(([type, phrases]) => [type, phrases.map((phrase) => phraseOf(phrase, LISTS))] as const),
);

export type KindCode = keyof typeof KIND_RULES | "other_rent_in_text" | "size_differs";

/** The stated fields of a listing, and the texts that may contradict them. */
export type ListedHome = { bedrooms: Bedrooms } & {
  [Key in Exclude<keyof StatedFields, "bedrooms">]?: StatedFields[Key] | null | undefined;
};

/** A contradiction between a listing's text and its stated type, with the words that show it. */
interface KindSignal {
  code: KindCode;
  quotes: string[];
}

/** Number of characters of a text that are examined, which is also the most that the form accepts. */
const EXAMINED_LENGTH = 12_000;

/** Lowest monthly rents of whole homes in the GTA, in cents, by type. A listing with a lower rent must be a room. */
const RENT_OF_ROOMS: Record<Bedrooms, number> = {
  Studio: 1_000_00,
  "1 Bedroom": 1_100_00,
  "2 Bedrooms": 1_450_00,
  "3 Bedrooms": 1_600_00,
  "4+ Bedrooms": 1_800_00,
  "Private Room": 0,
};

/**
 * Number of hints that count as much as a rule. If the rent is too low for any home of this size, {@link
 * HINTS_AT_LOW_RENT} are enough.
 */
const HINTS = 3;
const HINTS_AT_LOW_RENT = 1;

/**
 * A rent in the text contradicts the stated rent only if it is higher by more than this factor. A smaller difference
 * may be the price of parking or utilities.
 */
const HIGHER = 1.1;
/** Range of amounts that can be a monthly rent, in dollars. */
const RENTS = { min: 300, max: 15_000 } as const;

/** Finds rents in the text that are clearly higher than the stated one. */
function findOtherRents(text: ReadText, rentCents: number | null): Found[] {
  if (rentCents === null) return [];
  const least = Math.max(RENTS.min, (rentCents / 100) * HIGHER);
  return otherRents()
    .flatMap((rule) => findRule(text, rule))
    .filter(({ sentence, from, to }) =>
      (text.sentences[sentence]?.tokens ?? [])
        .slice(from, to)
        .some(({ text: word }) => /^\d/.test(word) && Number(word) >= least && Number(word) <= RENTS.max),
    );
}

function foundIn(text: ReadText, home: ListedHome): Map<KindCode, readonly Found[]> {
  const rentCents = parseAmountCents(home.rent ?? "");
  const isLow = rentCents !== null && rentCents < RENT_OF_ROOMS[home.bedrooms];
  const found = new Map<KindCode, readonly Found[]>();
  for (const [code, rules] of rulesOfKinds()) {
    const places = rules.map((rule) => ({ rule, found: findRule(text, rule) })).filter((each) => each.found.length > 0);
    const sure = places.filter(({ rule }) => !rule.isHint);
    const isEnough = sure.length > 0 || places.length >= (isLow ? HINTS_AT_LOW_RENT : HINTS);
    if (isEnough)
      found.set(
        code,
        (sure.length > 0 ? sure : places).flatMap((each) => each.found),
      );
  }
  const others = findOtherRents(text, rentCents);
  if (others.length > 0) found.set("other_rent_in_text", others);
  // Searches only the description, because addresses and rents do not state the size.
  const size = readSize(textOf(home), home.bedrooms);
  if (size && !size.agrees) found.set("size_differs", size.places);
  return found;
}

/**
 * Kinds of homes that make a note about another kind unnecessary. For example, a text that offers a bed also mentions
 * its room, and a wanted ad for a basement offers no basement.
 */
const EXPLAINED_BY: Readonly<Partial<Record<KindCode, readonly KindCode[]>>> = {
  reads_like_room: ["reads_like_shared_bed", "reads_like_wanted_ad", "not_a_home"],
  reads_like_shared_bed: ["reads_like_wanted_ad", "not_a_home"],
  reads_like_basement: ["reads_like_room", "reads_like_shared_bed", "reads_like_wanted_ad", "not_a_home"],
  reads_like_short_term: ["reads_like_wanted_ad", "not_a_home", "for_sale"],
  for_sale: ["reads_like_wanted_ad"],
  size_differs: ["reads_like_room", "reads_like_shared_bed", "reads_like_wanted_ad", "not_a_home"],
};
/** Home types that make a note unnecessary because they already state its content, by the note's code. */
const STATED_BY: Readonly<Partial<Record<KindCode, readonly HomeType[]>>> = {
  reads_like_room: ["room", "shared_bed"],
  reads_like_shared_bed: ["shared_bed"],
  reads_like_basement: ["basement", "room", "shared_bed"],
};

function isSaid(code: KindCode, { bedrooms, homeType }: ListedHome, found: ReadonlyMap<KindCode, unknown>): boolean {
  const type = homeType ?? (bedrooms === "Private Room" ? "room" : null);
  return (
    (type !== null && STATED_BY[code]?.includes(type) === true) ||
    EXPLAINED_BY[code]?.some((other) => found.has(other)) === true
  );
}

/**
 * Finds contradictions between a listing's text and its stated type and size: a room, a bed, a basement, a wanted ad, a
 * short stay, a sale, something that is not a home, another size, or a higher rent. Each contradiction has the words
 * that show it. Runs in linear time.
 */
export function kindSignals(home: ListedHome): KindSignal[] {
  const text = allOf(home);
  const found = foundIn(text, home);
  return [...found]
    .filter(([code]) => !isSaid(code, home, found))
    .map(([code, places]) => ({ code, quotes: quotesOf(text, places) }));
}

const textOf = ({ additionalInfo }: ListedHome) => readText((additionalInfo ?? "").slice(0, EXAMINED_LENGTH));

/**
 * Returns the description, with the title as its first sentence, followed by the texts of other fields, such as
 * "Basement apt" as the unit.
 */
function allOf(home: ListedHome): ReadText {
  const others = textsToSearch("kind", { ...home, additionalInfo: null });
  return readText([home.additionalInfo, ...others].filter(Boolean).join("\n").slice(0, EXAMINED_LENGTH));
}

/** Returns whether a text offers a room, or a bed in a room. */
export const mentionsRoom = (text: ReadText): boolean =>
  (["reads_like_room", "reads_like_shared_bed"] as const).some((code) =>
    rulesOfKinds()
      .get(code)
      ?.some((rule) => !rule.isHint && findRule(text, rule).length > 0),
  );

const isKindIn = (text: ReadText) => kindsSaid().some(([, phrases]) => findPhrases(text, phrases).length > 0);
/** Returns whether a listing's text states the kind of home. */
export const saysKind = (home: ListedHome): boolean => isKindIn(textOf(home));

/** The evidence for a listing's kind and size. */
export function readEvidence(home: ListedHome): Evidence {
  const text = textOf(home);
  const isStated = home.bedrooms === "Private Room" || (home.homeType ?? null) !== null;
  const size = readSize(text, home.bedrooms);
  return {
    kind: isStated ? "stated" : isKindIn(text) ? "text" : null,
    size: size === null ? null : size.agrees ? "agrees" : "differs",
  };
}

/** The likely home type of a listing, for moderators; null if its text does not state one. */
export function guessHomeType(home: ListedHome): HomeType | null {
  const codes = new Set(kindSignals({ ...home, homeType: null }).map(({ code }) => code));
  if (codes.has("reads_like_shared_bed")) return "shared_bed";
  if (codes.has("reads_like_wanted_ad") || codes.has("not_a_home")) return null;
  if (codes.has("reads_like_room") || home.bedrooms === "Private Room") return "room";
  if (codes.has("reads_like_basement")) return "basement";
  if (home.homeType) return home.homeType;
  const text = textOf(home);
  return kindsSaid().find(([, phrases]) => findPhrases(text, phrases).length > 0)?.[0] ?? null;
}
