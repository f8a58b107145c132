import { searchPrefix, isPrefixSearched, wordsOf } from "../../contracts/search-words.ts";

/** Words of a query that are looked for; more make it no better. */
const WORDS_MAX = 6;
/**
 * Words as FTS5 looks for them: by their beginnings, but the shortest, with which half of all words begin. In quotes,
 * nothing is an operator of its query language, and no quote is a letter.
 */
const asTerms = (beginnings: readonly string[]) =>
  beginnings.map((word, index) => `"${word}"${isPrefixSearched(word, index === beginnings.length - 1) ? "*" : ""}`);

/** What the words of `q` begin with, each once, in their order; whatever signs stand between them. */
export const beginningsIn = (q: string): string[] => [
  ...new Set(
    wordsOf(q)
      .slice(0, WORDS_MAX)
      .map((word) => searchPrefix(word)),
  ),
];

/** The FTS5 query that finds texts with all of the words. */
export const allOf = (beginnings: readonly string[]): string => asTerms(beginnings).join(" AND ");

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
        .map(searchPrefix),
    ),
  ].slice(0, WORDS_MAX);

/** The FTS5 query for titles with all of the words, or any of them. */
export const inTitle = (beginnings: readonly string[], how: "AND" | "OR"): string =>
  `title : (${asTerms(beginnings).join(` ${how} `)})`;
