// The searches of discussions and listings and the highlighting of matches share this module.

/** A part of a text, and whether it is a match. */
export interface ExcerptPart {
  text: string;
  isFound: boolean;
}

/**
 * Minimum number of letters for a prefix search. The last word needs fewer letters, because the visitor may still be
 * typing it.
 */
const BEGINNING_MIN = { word: 3, last: 2 } as const;
/** Minimum number of letters that remain of a word after its suffix is removed. */
const STEM_MIN = 4;

const TOKEN = /[\p{L}\p{N}]+/gu;
const MARK = /\p{M}/gu;
const NOT_PLAIN = /[^ -~]/;

/** Splits a text into words as the search tokenizer does: letters and digits. */
export const wordsOf = (text: string): string[] => text.normalize("NFC").match(TOKEN) ?? [];

/**
 * Returns the search prefix of a word: "apartment" for "apartments" and "apartment", "rent" for "renting". Prefixes
 * also match words that are only partly typed.
 */
export function searchPrefix(word: string): string {
  const lower = word.toLowerCase();
  for (const [ending, rest] of [
    ["ies", ""],
    ["y", ""],
    ["ing", ""],
    ["ed", ""],
    ["ss", "ss"],
    ["s", ""],
  ] as const) {
    const beginning = lower.slice(0, -ending.length);
    if (lower.endsWith(ending) && beginning.length >= STEM_MIN) return `${beginning}${rest}`;
  }
  return lower;
}

/** Returns whether a word is searched by prefix. */
export const isPrefixSearched = (word: string, isLast: boolean) =>
  Array.from(word).length >= (isLast ? BEGINNING_MIN.last : BEGINNING_MIN.word);

/** A word as the search tokenizer splits it, with its accents. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
/** Returns a word in lower case without accents, as the search tokenizer compares it. */
export const unaccented = (word: string): string =>
  (NOT_PLAIN.test(word) ? word.normalize("NFKD").replace(MARK, "") : word).toLowerCase();
/** Number of words in an excerpt, and how many of them come before the first match. */
const SHOWN_WORDS = 24;
const SHOWN_BEFORE = 6;

/**
 * Returns an excerpt around the first match in a text, split into parts; null without a match. Works in a single pass.
 * FTS5's own snippets take quadratic time in the number of hits: 6 seconds for a page of crafted texts.
 */
export function excerptAround(text: string, beginnings: readonly string[]): ExcerptPart[] | null {
  const wanted = beginnings.map((word, index) => ({
    beginning: unaccented(word),
    isWhole: !isPrefixSearched(word, index === beginnings.length - 1),
  }));
  const words: { start: number; end: number; isFound: boolean }[] = [];
  let first = -1;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const plain = unaccented(word);
    const isFound = wanted.some(({ beginning, isWhole }) =>
      isWhole ? plain === beginning : plain.startsWith(beginning),
    );
    if (isFound && first === -1) first = words.length;
    words.push({ start: index, end: index + word.length, isFound });
    if (first !== -1 && words.length > first + SHOWN_WORDS) break;
  }
  if (first === -1) return null;
  const from = Math.max(0, first - SHOWN_BEFORE);
  const shown = words.slice(from, from + SHOWN_WORDS);
  const isWhole = from + shown.length === words.length;
  const parts: ExcerptPart[] = [];
  let at = from === 0 ? 0 : (shown[0]?.start ?? 0);
  if (from > 0) parts.push({ text: "…", isFound: false });
  for (const { start, end, isFound } of shown) {
    if (!isFound) continue;
    parts.push({ text: text.slice(at, start), isFound: false }, { text: text.slice(start, end), isFound: true });
    at = end;
  }
  parts.push({ text: isWhole ? text.slice(at) : `${text.slice(at, shown.at(-1)?.end)}…`, isFound: false });
  return parts.filter((part) => part.text !== "");
}

/** Maximum length of a search text for listings, in characters. */
export const SEARCH_TEXT_MAX = 80;
/** Maximum number of words that a search uses. */
export const SEARCH_WORDS_MAX = 8;
/** Stop words, which people write around the words that they search for. */
const COMMON = new Set(
  `a about all am an and any anything are as at be but by can could do find for from get give good has have hello help hi i
  id if im in into is it its ive just like live living looking ll m me move moving my near need of on or our place please re
  rent rental rentals renting s search searching seek seeking show so some someone something somewhere that the there they
  this to us ve wanna want wanted wanting we were will with would you your`.split(/\s+/),
);

/** Returns whether a word, in lower case without accents, is not a stop word. */
export const isSignificant = (word: string): boolean => !COMMON.has(word);

/** Returns the words to search for. Removes stop words unless there are no other words. */
function significantWords(words: readonly string[]): string[] {
  const telling = words.filter(isSignificant);
  return [...new Set(telling.length > 0 ? telling : words)].slice(0, SEARCH_WORDS_MAX);
}

/** Returns the excerpt of a text around the match of a listing search; null without a match. */
export const matchExcerpt = (q: string, text: string): ExcerptPart[] | null =>
  excerptAround(text, significantWords(wordsOf(unaccented(q))).map(searchPrefix));
