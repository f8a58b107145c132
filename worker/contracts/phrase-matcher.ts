// Finds phrases in texts. A phrase is written as people would say it:
//
//   lower level     the two words, in any case, with or without accents, hyphens and slashes
//   share*          the beginning of a word
//   apt|apartment   one of several; each may be several characters of a script without spaces (床位)
//   the?            may be missing
//   ..3             up to three words, in the same sentence and not after a comma
//   ,,5             up to five words, also after commas
//   #               a number; #900+ one of at least 900; #1-9 one from 1 to 9
//   ^               the beginning of a sentence
//   @home           a list of words that a table names
//
// Matching takes time linear in the length of a text: a phrase has at most a few gaps, and each gap is bounded.

import { type FoldedText, foldText, sentencesOf } from "./folded-text.ts";

/** A word, number, comma or other sign of a folded text. */
export interface Token {
  text: string;
  start: number;
  end: number;
  /**
   * Keys of the token in {@link ReadText.places}: the token itself (for a number, the key of all numbers), and its
   * first letters.
   */
  keys: readonly [whole: string, beginning: string];
  /** True if phrases usually end at this token, such as a comma. */
  isPause: boolean;
}

/**
 * Words, numbers (with thousands), single characters of scripts without spaces, and the signs that separate parts of a
 * text.
 */
const TOKENS =
  /[\p{Script=Han}\p{Script=Hangul}]|\d{1,3}(?:[, ]\d{3})+(?!\d)|\d+(?:\.\d+)?|(?:(?![\p{Script=Han}\p{Script=Hangul}])[\p{L}\p{M}'])+|[,():+&$%–]/gu;

/** Returns a word without the quotation marks around it: "'quiet'". */
function withoutQuotes(word: string): string {
  const from = word.startsWith("'") ? 1 : 0;
  return word.slice(from, word.length > from && word.endsWith("'") ? -1 : undefined);
}

/**
 * Keys of {@link ReadText.places}: a word itself, NUMBERS for any number, the first letters of words, and START for the
 * beginning of a sentence.
 */
const NUMBERS = "#";
const START = "^";
const BEGINNING = 2;
const PAUSES = new Set([",", "(", ")", "–", ":"]);

/** Creates a token with the properties that matching needs for every phrase. */
function tokenOf(found: string, start: number): Token {
  const isNumber = /^\d/.test(found);
  const text = isNumber ? found.replace(/[, ]/g, "") : withoutQuotes(found);
  return {
    text,
    start,
    end: start + found.length,
    keys: [isNumber ? NUMBERS : text, `${text.slice(0, BEGINNING)}*`],
    isPause: PAUSES.has(text),
  };
}

const tokensOf = (text: string, from = 0): Token[] =>
  Array.from(text.matchAll(TOKENS), ({ 0: found, index }) => tokenOf(found, from + index));

/** A text that is searched for phrases. */
export interface ReadText {
  folded: FoldedText;
  /** Sentences in order; the first is the title or begins the text. */
  sentences: readonly Sentence[];
  /** Positions of each word in the text. */
  places: ReadonlyMap<string, readonly Place[]>;
}
interface Place {
  sentence: number;
  at: number;
}
interface Sentence {
  tokens: readonly Token[];
  /** True if the sentence ends with a question mark. */
  isQuestion: boolean;
}

/** Letters with spaces between them, as in "B A S E M E N T". */
const SPACED = /(?<![^\s])(?:\p{L} ){3,}\p{L}(?![^\s])/gu;

/** Splits a text into tokens once for all phrases. @param raw at most as long as the form's description */
export function readText(raw: string): ReadText {
  const joined = raw.replace(SPACED, (letters) => letters.replaceAll(" ", "").padEnd(letters.length, " "));
  const folded = foldText(joined);
  const sentences = sentencesOf(folded.text).map(({ start, text }) => ({
    tokens: tokensOf(text, start),
    isQuestion: /^ ?\?/.test(folded.text.slice(start + text.length, start + text.length + 2)),
  }));
  return { folded, ...indexed(sentences.filter(({ tokens }) => tokens.length > 0)) };
}

const BETWEEN_SENTENCES = ",";

/** Joins each sentence and the next one with a comma, to find phrases that continue in the next sentence. */
export function joinSentencePairs({ folded, sentences }: ReadText): ReadText {
  const pairs = sentences.map(({ tokens, isQuestion }, nth) => {
    const next = sentences[nth + 1];
    const end = tokens.at(-1)?.end ?? 0;
    const comma = { ...tokenOf(BETWEEN_SENTENCES, end), end };
    return next ? { tokens: [...tokens, comma, ...next.tokens], isQuestion: false } : { tokens, isQuestion };
  });
  return { folded, ...indexed(pairs) };
}

function indexed(sentences: readonly Sentence[]): Pick<ReadText, "sentences" | "places"> {
  const places = new Map<string, Place[]>();
  const add = (key: string, place: Place) => {
    const known = places.get(key);
    if (known) known.push(place);
    else places.set(key, [place]);
  };
  sentences.forEach(({ tokens }, sentence) => {
    const first = tokens.findIndex(({ text }) => /[\p{L}\d]/u.test(text));
    if (first >= 0) add(START, { sentence, at: first });
    tokens.forEach(({ keys }, at) => {
      for (const key of keys) add(key, { sentence, at });
    });
  });
  return { sentences, places };
}

/** A token to look for; `key` is its key in {@link ReadText.places}. */
interface Pattern {
  key: string;
  fits(token: Token): boolean;
}
/** Words of an element, grouped by the keys of their first tokens, because lists are long. */
type WordsByKey = ReadonlyMap<string, readonly (readonly Pattern[])[]>;
type Element =
  | { kind: "words"; any: WordsByKey; isOptional: boolean }
  | { kind: "gap"; most: number; crosses: boolean }
  | { kind: "start" };
export interface Phrase {
  elements: readonly Element[];
  /** Keys of the tokens that the element may begin with. */
  keys: readonly string[];
}

/** Word lists, which phrases reference with `@`. */
export type WordLists = Readonly<Record<string, string>>;

function elementOf(source: string, lists: WordLists): Element {
  if (source === "^") return { kind: "start" };
  const gap = /^(\.\.|,,)(\d+)$/.exec(source);
  if (gap) return { kind: "gap", most: Number(gap[2]), crosses: gap[1] === ",," };
  const isOptional = source.endsWith("?");
  const words = (isOptional ? source.slice(0, -1) : source)
    .split("|")
    .flatMap((word) => (word.startsWith("@") ? listOf(word.slice(1), lists) : [word]));
  const any = new Map<string, (readonly Pattern[])[]>();
  for (const patterns of words.map(patternsOf)) {
    if (!patterns[0]) throw new Error(`Nothing to find: ${source}`);
    const { key } = patterns[0];
    any.set(key, [...(any.get(key) ?? []), patterns]);
  }
  return { kind: "words", any, isOptional };
}

function listOf(name: string, lists: WordLists): string[] {
  const list = lists[name];
  if (list === undefined) throw new Error(`Phrases name no list @${name}.`);
  return list.split(/[|\s]+/).filter(Boolean);
}

/** Cached patterns by word, because lists are used in many phrases. */
const known = new Map<string, readonly Pattern[]>();

/** Returns the patterns of a word, which may be several tokens. */
function patternsOf(word: string): readonly Pattern[] {
  const patterns = known.get(word) ?? readPatterns(word);
  known.set(word, patterns);
  return patterns;
}

function readPatterns(word: string): Pattern[] {
  const number = /^#(?:(\d+)(?:-(\d+)|(\+))?)?$/.exec(word);
  if (number) {
    const least = Number(number[1] ?? 0);
    const most = number[2] ? Number(number[2]) : number[1] && !number[3] ? least : Number.POSITIVE_INFINITY;
    const fits = ({ keys, text }: Token) => keys[0] === NUMBERS && Number(text) >= least && Number(text) <= most;
    return [{ key: NUMBERS, fits }];
  }
  const isBeginning = word.endsWith("*");
  const tokens = tokensOf(foldText(word.replace("*", "").replaceAll("_", " ")).text);
  return tokens.map(({ text, keys: [whole, beginning] }, at) => {
    if (isBeginning && at === tokens.length - 1)
      return { key: beginning, fits: (token) => token.text.startsWith(text) };
    return { key: whole, fits: (token) => token.text === text };
  });
}

/** Compiles a phrase. @throws Error if it names an unknown list, or begins with a gap */
export function phraseOf(source: string, lists: WordLists = {}): Phrase {
  const elements = source
    .trim()
    .split(/\s+/)
    .map((part) => elementOf(part, lists));
  const keys = new Set<string>();
  for (const element of elements) {
    if (element.kind === "gap") throw new Error(`Begins with a gap: ${source}`);
    if (element.kind === "start") return { elements, keys: [START] };
    for (const key of element.any.keys()) keys.add(key);
    if (!element.isOptional) return { elements, keys: [...keys] };
  }
  throw new Error(`Nothing has to be there: ${source}`);
}

const NO_PATTERNS: readonly (readonly Pattern[])[] = [];

function fitsAt(tokens: readonly Token[], at: number, patterns: readonly Pattern[]): boolean {
  for (let nth = 0; nth < patterns.length; nth += 1) {
    const token = tokens[at + nth];
    if (!token || patterns[nth]?.fits(token) !== true) return false;
  }
  return true;
}

/**
 * Returns the index after the phrase if it begins at `at`; else -1. Allocates almost nothing, because this runs for
 * every phrase at every possible position.
 */
function endOf(tokens: readonly Token[], at: number, phrase: Pick<Phrase, "elements">, from = 0): number {
  const element = phrase.elements[from];
  if (element === undefined) return at;
  // A phrase that requires the start of a sentence is tried only where a sentence begins.
  if (element.kind === "start") return endOf(tokens, at, phrase, from + 1);
  if (element.kind === "gap") {
    for (let skipped = 0; skipped <= element.most && at + skipped <= tokens.length; skipped += 1) {
      const end = endOf(tokens, at + skipped, phrase, from + 1);
      if (end >= 0) return end;
      if (!element.crosses && tokens[at + skipped]?.isPause) return -1;
    }
    return -1;
  }
  for (const key of tokens[at]?.keys ?? [])
    for (const patterns of element.any.get(key) ?? NO_PATTERNS) {
      const end = fitsAt(tokens, at, patterns) ? endOf(tokens, at + patterns.length, phrase, from + 1) : -1;
      if (end >= 0) return end;
    }
  return element.isOptional ? endOf(tokens, at, phrase, from + 1) : -1;
}

/** A match: the sentence, and its tokens from `from` to `to` (exclusive). */
export interface Found {
  sentence: number;
  from: number;
  to: number;
}

/**
 * Returns whether a text has a word for each element of a phrase. This check quickly excludes most phrases, because a
 * text has few different words.
 */
const mayBeIn = (places: ReadText["places"], { elements }: Phrase): boolean =>
  elements.every((element) => element.kind !== "words" || element.isOptional || hasOneOf(places, element.any));

function hasOneOf(places: ReadText["places"], any: WordsByKey): boolean {
  for (const key of any.keys()) if (places.has(key)) return true;
  return false;
}

/** Returns all matches in order of position. If several phrases begin at one position, returns the longest. */
export function findPhrases({ sentences, places }: ReadText, phrases: readonly Phrase[]): Found[] {
  const found = new Map<string, Found>();
  for (const phrase of phrases) {
    const beginnings = phrase.keys.flatMap((key) => places.get(key) ?? []);
    if (beginnings.length === 0 || !mayBeIn(places, phrase)) continue;
    for (const { sentence, at } of beginnings) {
      const to = endOf(sentences[sentence]?.tokens ?? [], at, phrase);
      const key = `${sentence} ${at}`;
      if (to > at && to > (found.get(key)?.to ?? -1)) found.set(key, { sentence, from: at, to });
    }
  }
  return [...found.values()].toSorted((a, b) => a.sentence - b.sentence || a.from - b.from);
}

/** Returns whether one of the phrases begins at a token. */
export const beginsAt = (tokens: readonly Token[], at: number, phrases: readonly Phrase[]): boolean =>
  phrases.some((phrase) => endOf(tokens, at, phrase) > at);
