import {
  type ExcerptPart,
  excerptAround,
  isPrefixSearched,
  searchPrefix,
  wordsOf,
} from "../../contracts/search-words.ts";

/** Most words of a query, and of its pieces that are no words for the index. */
const WORDS_MAX = 6;
const PIECES_MAX = 6;
/** Places in a word where "ss" may be "ß"; each doubles its spellings. */
const SHARP_MAX = 3;
/** Characters of an excerpt around a piece. */
const SHOWN = { before: 40, after: 120 } as const;

/** Scripts that are written without spaces between words, so that the index takes a whole sentence for one. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u;
/** A flag, or a pictograph without its variants, which are no words. */
const PICTURE = /\p{RI}{2}|\p{Extended_Pictographic}/gu;

/** Terms of a search: the beginnings of words, and pieces that stand anywhere in a text. */
export interface SearchTerms {
  beginnings: readonly string[];
  pieces: readonly string[];
}

/** The distinct terms of `q` in order, without punctuation. */
export function termsOf(q: string): SearchTerms {
  const text = q.normalize("NFC");
  const words = wordsOf(text);
  const spaced = words.filter((word) => !UNSPACED.test(word)).slice(0, WORDS_MAX);
  const pieces = [...words.filter((word) => UNSPACED.test(word)), ...(text.match(PICTURE) ?? [])];
  return {
    beginnings: [...new Set(spaced.map((word) => searchPrefix(word)))],
    pieces: [...new Set(pieces)].slice(0, PIECES_MAX),
  };
}

/** The spellings of a word with "ß" or "ss": case folding makes one of both, and the index does not fold it. */
function spellingsOf(word: string): string[] {
  const [first = "", ...rest] = word.split(/ss|ß/);
  return rest.reduce<string[]>(
    (spellings, part, nth) =>
      spellings.flatMap((one) => (nth < SHARP_MAX ? [`${one}ss${part}`, `${one}ß${part}`] : [`${one}ss${part}`])),
    [first],
  );
}

/**
 * FTS5 terms: quoted, so that nothing is an operator, and as prefixes except for the shortest, which match too many
 * words.
 */
const asTerms = (beginnings: readonly string[]) =>
  beginnings.map((word, index) => {
    const mark = isPrefixSearched(word, index === beginnings.length - 1) ? "*" : "";
    const terms = spellingsOf(word).map((spelling) => `"${spelling}"${mark}`);
    return terms.length === 1 ? (terms[0] ?? "") : `(${terms.join(" OR ")})`;
  });

/** The FTS5 query for texts with all of the words. */
export const matchAll = (beginnings: readonly string[]): string => asTerms(beginnings).join(" AND ");

/** The FTS5 query for titles with all of the words, or any of them. */
export const matchTitle = (beginnings: readonly string[], how: "AND" | "OR"): string =>
  `title : (${asTerms(beginnings).join(` ${how} `)})`;

/** Stop words of titles. */
const COMMON = new Set(
  `a about all also am an and any anybody anyone are as at be been being but by can could did do does for from get got had
  has have he her here his how i if in is it its just like me my need no not of on one or our out really she should so
  some somebody someone than that the their them there they this to toronto up us was we were what when where which
  who why will with would you your`.split(/\s+/),
);

/** The prefixes of a title's significant words. */
export const significantPrefixes = (title: string): string[] =>
  [
    ...new Set(
      wordsOf(title)
        .map((word) => word.toLowerCase())
        .filter((word) => Array.from(word).length > 1 && !COMMON.has(word))
        .map(searchPrefix),
    ),
  ].slice(0, WORDS_MAX);

/** An excerpt around the first match in a text, in parts; null without a match. */
export const excerptOfTerms = (text: string, { beginnings, pieces }: SearchTerms): ExcerptPart[] | null =>
  excerptAround(text, beginnings.flatMap(spellingsOf)) ?? excerptAroundPiece(text, pieces);

function excerptAroundPiece(text: string, pieces: readonly string[]): ExcerptPart[] | null {
  const places = pieces.map((piece) => ({ piece, at: text.indexOf(piece) })).filter(({ at }) => at !== -1);
  const [first] = places.toSorted((a, b) => a.at - b.at);
  if (!first) return null;
  const end = first.at + first.piece.length;
  const from = Math.max(0, first.at - SHOWN.before);
  const until = Math.min(text.length, end + SHOWN.after);
  // A cut within a surrogate pair would leave half of it.
  const before = text.slice(from, first.at).replace(/^[\uDC00-\uDFFF]/, "");
  const after = text.slice(end, until).replace(/[\uD800-\uDBFF]$/, "");
  return [
    { text: `${from > 0 ? "…" : ""}${before}`, isFound: false },
    { text: first.piece, isFound: true },
    { text: `${after}${until < text.length ? "…" : ""}`, isFound: false },
  ].filter((part) => part.text !== "");
}
