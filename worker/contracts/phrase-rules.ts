import {
  beginsAt,
  findPhrases,
  type Found,
  type Phrase,
  phraseOf,
  type ReadText,
  type WordLists,
} from "./phrase-matcher.ts";
import { createLazily } from "./create-lazily.ts";

/** A rule of a table: phrases that reveal something about a listing. */
export interface TextRule {
  find: readonly string[];
  /** The sentence must also contain one of these phrases. */
  needs?: readonly string[];
  /** The sentence must contain none of these phrases. */
  without?: readonly string[];
  /** Some sentence of the text must contain one of these phrases. */
  inText?: readonly string[];
  /** No sentence of the text may contain one of these phrases. */
  notInText?: readonly string[];
  /** True if only the title (the first sentence) is searched. */
  isTitle?: true;
  /** True if a negation before the phrase has no effect, because the phrase is itself a negation. */
  isPlain?: true;
  /** True for a hint. As many hints as `HINTS` count as much as one rule that is not a hint. */
  isHint?: true;
}

type Condition = "needs" | "without" | "inText" | "notInText";
export type CompiledRule = Omit<TextRule, "find" | Condition> & { find: readonly Phrase[] } & {
  [Each in Condition]?: readonly Phrase[];
};

/** Compiles the rules of a table. */
export function compileRules<Code extends string>(
  table: Readonly<Record<Code, readonly TextRule[]>>,
  lists: WordLists,
): ReadonlyMap<Code, readonly CompiledRule[]> {
  const phrases = (sources: readonly string[]) => sources.map((source) => phraseOf(source, lists));
  return new Map(
    Object.entries<readonly TextRule[]>(table).map(([code, rules]) => [
      code as Code,
      rules.map(({ find, needs, without, inText, notInText, ...rule }) => ({
        ...rule,
        find: phrases(find),
        ...(needs && { needs: phrases(needs) }),
        ...(without && { without: phrases(without) }),
        ...(inText && { inText: phrases(inText) }),
        ...(notInText && { notInText: phrases(notInText) }),
      })),
    ]),
  );
}

/** Words that negate the next three words. The next constant has words that negate the words before them. */
const DENIALS = new Set(
  "no not never without isn't isnt aren't arent don't dont doesn't won't nor neither aucun aucune ningun nenhum non nao não pas sem sin nunca ni instead 不 没 無 无 非".split(
    " ",
  ),
);
const denialsBehind = createLazily(() =>
  ["아닙*", "아니*", "아님", "없*", "않*", "இல்லை", "அல்ல", "않습*"].map((word) => phraseOf(word)),
);
const REACH = 3;
/**
 * Number of tokens after a phrase in which a negation counts. The number is high because a token may be only a part of
 * a Korean syllable.
 */
const REACH_BEHIND = 12;

function isDenied({ sentences }: ReadText, { sentence, from, to }: Found): boolean {
  const tokens = sentences[sentence]?.tokens ?? [];
  for (let at = from - 1; at >= Math.max(0, from - REACH); at -= 1) {
    const { text = "", isPause = false } = tokens[at] ?? {};
    if (isPause) break;
    if (DENIALS.has(text)) return true;
  }
  for (let at = to; at < Math.min(tokens.length, to + REACH_BEHIND); at += 1)
    if (beginsAt(tokens, at, denialsBehind())) return true;
  return false;
}

/** Returns the matches of a rule in a text; empty if the rule does not apply. */
export function findRule(text: ReadText, { find, needs, without, inText, notInText, ...rule }: CompiledRule): Found[] {
  const found = findPhrases(text, find);
  const has = (phrases: readonly Phrase[]) => findPhrases(text, phrases).length > 0;
  if (found.length === 0 || (notInText && has(notInText)) || (inText && !has(inText))) return [];
  const sentencesWith = (phrases: readonly Phrase[] = []) =>
    new Set(findPhrases(text, phrases).map(({ sentence }) => sentence));
  const excluded = sentencesWith(without);
  const suited = needs && sentencesWith(needs);
  return found.filter((place) => {
    const { sentence } = place;
    if (text.sentences[sentence]?.isQuestion || (rule.isTitle && sentence > 0)) return false;
    if (excluded.has(sentence) || suited?.has(sentence) === false) return false;
    return rule.isPlain === true || !isDenied(text, place);
  });
}

/** Maximum number of quotes in a note, and maximum length of a quote in characters. */
const QUOTES = 3;
const QUOTE_LENGTH = 80;

/** Returns the matches in order, with overlapping ones merged. */
function merged(found: readonly Found[]): Found[] {
  const all: Found[] = [];
  for (const place of found.toSorted((a, b) => a.sentence - b.sentence || a.from - b.from)) {
    const last = all.at(-1);
    if (last?.sentence === place.sentence && place.from < last.to) last.to = Math.max(last.to, place.to);
    else all.push({ ...place });
  }
  return all;
}

/** Returns the matched words in order, without duplicates. */
export function quotesOf({ folded, sentences }: ReadText, found: readonly Found[]): string[] {
  const quotes = new Map<string, string>();
  for (const { sentence, from, to } of merged(found)) {
    const tokens = sentences[sentence]?.tokens ?? [];
    const words = folded.original(tokens[from]?.start ?? 0, tokens[to - 1]?.end ?? 0);
    const quote = words.replace(/\s+/g, " ").trim().slice(0, QUOTE_LENGTH);
    if (quote !== "" && !quotes.has(quote.toLowerCase())) quotes.set(quote.toLowerCase(), quote);
    if (quotes.size === QUOTES) break;
  }
  return [...quotes.values()];
}
