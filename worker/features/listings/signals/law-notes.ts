import { type Found, findPhrases, phraseOf, type ReadText } from "../../../contracts/phrase-matcher.ts";
import { compileRules, findRule } from "../../../contracts/phrase-rules.ts";
import { createLazily } from "../../../contracts/create-lazily.ts";
import { DISCRIMINATION_LISTS, DISCRIMINATION_TABLE, FIRM_WORDS, SUITABILITY_WORDS } from "./discrimination-table.ts";
import { LAW_LISTS, LAW_TABLE } from "./law-table.ts";
import { OWNER_LISTS, OWNER_TABLE } from "./owner-table.ts";

const rules = createLazily(
  () =>
    new Map([
      ...compileRules(LAW_TABLE, LAW_LISTS),
      ...compileRules(DISCRIMINATION_TABLE, DISCRIMINATION_LISTS),
      ...compileRules(OWNER_TABLE, OWNER_LISTS),
    ]),
);
const phrasesOf = (sources: readonly string[]) => sources.map((source) => phraseOf(source));
const suitedPhrases = createLazily(() => phrasesOf(SUITABILITY_WORDS));
const firmPhrases = createLazily(() => phrasesOf(FIRM_WORDS));

/** Codes of notes on legal problems in a text. */
export type LawCode = keyof typeof LAW_TABLE | keyof typeof DISCRIMINATION_TABLE | keyof typeof OWNER_TABLE;

const overlap = (a: Found, b: Found) => a.sentence === b.sentence && a.from < b.to && b.from < a.to;

/** Finds refusals of groups of people, and hints that add something to these refusals. */
function findDiscrimination(text: ReadText): Record<"refusals" | "hints", Found[]> {
  const sentencesOf = (found: readonly Found[]) => new Set(found.map(({ sentence }) => sentence));
  const suited = sentencesOf(findPhrases(text, suitedPhrases()));
  const firm = sentencesOf(findPhrases(text, firmPhrases()));
  const isMild = ({ sentence }: Found) => suited.has(sentence) && !firm.has(sentence);
  const found =
    rules()
      .get("discrimination")
      ?.flatMap((rule) => findRule(text, rule)) ?? [];
  const refusals = found.filter((place) => !isMild(place));
  const isPart = (hint: Found) => refusals.some((place) => overlap(place, hint));
  const hints = (rules().get("discrimination_hint") ?? [])
    .filter(({ isHint }) => isHint !== true || refusals.length === 0)
    .flatMap((rule) => findRule(text, rule));
  return { refusals, hints: [...found.filter(isMild), ...hints].filter((hint) => !isPart(hint)) };
}

/**
 * Finds terms that Ontario's law does not allow, or may not allow. Takes time linear in the length of the text.
 * @param isRoom true if the text offers a room, whose kitchen or bathroom the owner may share
 */
export function findLaw(text: ReadText, isRoom: boolean): ReadonlyMap<LawCode, readonly Found[]> {
  const of = (code: LawCode) =>
    rules()
      .get(code)
      ?.flatMap((rule) => findRule(text, rule)) ?? [];
  const required = of("cheques_required");
  const shared = isRoom ? of("shares_with_owner") : [];
  // Section 21 of the Human Rights Code permits owners to choose their tenant if they share a kitchen or bathroom.
  // Moderators still see the quotes.
  const isPermitted = shared.length > 0;
  const { refusals, hints } = findDiscrimination(text);
  return new Map<LawCode, readonly Found[]>([
    ["deposit_not_allowed", of("deposit_not_allowed")],
    ["fee_not_allowed", of("fee_not_allowed")],
    ["cheques_required", required],
    ["cheques_hint", required.length > 0 ? [] : of("cheques_hint")],
    ["no_pets", of("no_pets")],
    ["discrimination", isPermitted ? [] : refusals],
    ["discrimination_hint", hints],
    ["shares_with_owner", isPermitted ? [...shared, ...refusals] : []],
  ]);
}
