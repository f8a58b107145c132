import type { SearchHit } from "../../contracts/forum.ts";

/** Words of a query that are looked for; more make it no better. */
const WORDS_MAX = 6;
/** Letters from which on a word is looked for by its beginning; fewer for the last one, which may be half typed. */
const BEGINNING_MIN = { word: 3, last: 2 } as const;
/** What must be left of a word whose ending is cut off. */
const STEM_MIN = 4;

/** The words of a text, as the search's tokenizer finds them: letters and digits. */
export const wordsOf = (text: string): string[] => text.normalize("NFC").match(/[\p{L}\p{N}]+/gu) ?? [];

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

/**
 * Words as FTS5 looks for them: by their beginnings, but the shortest, with which half of all words begin. In quotes,
 * nothing is an operator of its query language, and no quote is a letter.
 */
const asTerms = (beginnings: readonly string[]) =>
  beginnings.map((word, index) => `"${word}"${isLongEnough(word, index === beginnings.length - 1) ? "*" : ""}`);

/** Whether a word is looked for by its beginning. */
const isLongEnough = (word: string, isLast: boolean) =>
  Array.from(word).length >= (isLast ? BEGINNING_MIN.last : BEGINNING_MIN.word);

/** What the words of `q` begin with, each once, in their order; whatever signs stand between them. */
export const beginningsIn = (q: string): string[] => [
  ...new Set(
    wordsOf(q)
      .slice(0, WORDS_MAX)
      .map((word) => beginningOf(word)),
  ),
];

/** The FTS5 query that finds texts with all of the words. */
export const allOf = (beginnings: readonly string[]): string => asTerms(beginnings).join(" AND ");

/** A word of a text, as the search's tokenizer finds it, with its accents. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
const unaccented = (word: string) =>
  (/[^ -~]/.test(word) ? word.normalize("NFKD").replace(/\p{M}/gu, "") : word).toLowerCase();
/** Words that are shown of a text, and how many of them stand before the first one that was found. */
const SHOWN_WORDS = 24;
const SHOWN_BEFORE = 6;

/**
 * The first place of a text where a word begins as one that was looked for, in parts; null when there is none. In one pass:
 * FTS5's own snippets take the square of the number of hits in a text, 6 seconds for a page of texts made for it.
 */
export function placeIn(text: string, beginnings: readonly string[]): SearchHit["parts"] | null {
  const wanted = beginnings.map((word, index) => ({
    beginning: unaccented(word),
    isWhole: !isLongEnough(word, index === beginnings.length - 1),
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
  const parts: { text: string; isFound: boolean }[] = [];
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

/** Words that tell nothing of what a title is about. */
const COMMON = new Set(
  `a about all also am an and any anybody anyone are as at be been being but by can could did do does for from get got had
  has have he her here his how i if in is it its just like me my need no not of on one or our out really she should so
  some somebody someone than that the their them there they this to toronto up us was we were what when where which
  who why will with would you your`.split(/\s+/),
);

/** Beginnings of the words that tell what a title is about. */
export const tellingBeginnings = (title: string): string[] =>
  [
    ...new Set(
      wordsOf(title)
        .map((word) => word.toLowerCase())
        .filter((word) => Array.from(word).length > 1 && !COMMON.has(word))
        .map(beginningOf),
    ),
  ].slice(0, WORDS_MAX);

/** The FTS5 query for titles with all of the words, or any of them. */
export const inTitle = (beginnings: readonly string[], how: "AND" | "OR"): string =>
  `title : (${asTerms(beginnings).join(` ${how} `)})`;
