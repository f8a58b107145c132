// What is common to looking for words in discussions and in listings, and to showing where they were found.

/** A part of a text, and whether it is one of the words that were looked for. */
export interface FoundPart {
  text: string;
  isFound: boolean;
}

/** Letters from which on a word is looked for by its beginning; fewer for the last one, which may be half typed. */
const BEGINNING_MIN = { word: 3, last: 2 } as const;
/** What must be left of a word whose ending is cut off. */
const STEM_MIN = 4;

const TOKEN = /[\p{L}\p{N}]+/gu;
const MARK = /\p{M}/gu;
const NOT_PLAIN = /[^ -~]/;

/** The words of a text, as the search's tokenizer finds them: letters and digits. */
export const wordsOf = (text: string): string[] => text.normalize("NFC").match(TOKEN) ?? [];

/**
 * What a word begins with in all its forms: "apartments" and "apartment" with "apartment", "renting" with "rent". As
 * words are looked for by their beginnings, a half-typed one finds what the whole one will.
 */
export function beginningOf(word: string): string {
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

/** Whether a word is looked for by its beginning. */
export const isSoughtByBeginning = (word: string, isLast: boolean) =>
  Array.from(word).length >= (isLast ? BEGINNING_MIN.last : BEGINNING_MIN.word);

/** A word of a text, as the search's tokenizer finds it, with its accents. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
/** A word in lower case without accents, as the tokenizer of the search compares it. */
export const unaccented = (word: string): string =>
  (NOT_PLAIN.test(word) ? word.normalize("NFKD").replace(MARK, "") : word).toLowerCase();
/** Words that are shown of a text, and how many of them stand before the first one that was found. */
const SHOWN_WORDS = 24;
const SHOWN_BEFORE = 6;

/**
 * The first place of a text where a word begins as one that was looked for, in parts; null when there is none. In one pass:
 * FTS5's own snippets take the square of the number of hits in a text, 6 seconds for a page of texts made for it.
 */
export function placeIn(text: string, beginnings: readonly string[]): FoundPart[] | null {
  const wanted = beginnings.map((word, index) => ({
    beginning: unaccented(word),
    isWhole: !isSoughtByBeginning(word, index === beginnings.length - 1),
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
  const parts: FoundPart[] = [];
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

/** Longest text that is searched for among listings, in characters. */
export const Q_MAX = 80;
/** Words of it that are looked for. */
export const Q_WORDS = 8;
/** Words without which a search means the same: what people say around what they look for. */
const COMMON = new Set(
  `a about all am an and any anything are as at be but by can could do find for from get give good has have hello help hi i
  id if im in into is it its ive just like live living looking ll m me move moving my near need of on or our place please re
  rent rental rentals renting s search searching seek seeking show so some someone something somewhere that the there they
  this to us ve wanna want wanted wanting we were will with would you your`.split(/\s+/),
);

/** Whether a word, in lower case without accents, tells something of what is looked for. */
export const isTelling = (word: string): boolean => !COMMON.has(word);

/** The words that are looked for among those of a search: without those that tell nothing, unless it holds no others. */
export function tellingWords(words: readonly string[]): string[] {
  const telling = words.filter(isTelling);
  return [...new Set(telling.length > 0 ? telling : words)].slice(0, Q_WORDS);
}

/** Where a search among listings was found in a text; null where it was not. */
export const placeOf = (q: string, text: string): FoundPart[] | null =>
  placeIn(text, tellingWords(wordsOf(unaccented(q))).map(beginningOf));
