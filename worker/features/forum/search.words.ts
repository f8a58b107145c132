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
  beginnings.map((word, index) => {
    const least = index === beginnings.length - 1 ? BEGINNING_MIN.last : BEGINNING_MIN.word;
    return `"${word}"${Array.from(word).length >= least ? "*" : ""}`;
  });

/** The FTS5 query that finds texts with all words of `q`, whatever signs stand in it; null when it has no word. */
export function allWords(q: string): string | null {
  const words = wordsOf(q).slice(0, WORDS_MAX);
  return words.length === 0 ? null : asTerms(words.map(beginningOf)).join(" AND ");
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
