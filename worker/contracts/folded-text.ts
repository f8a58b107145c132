/** Letters of other alphabets that look Latin, in lower case. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  а: "a",
  в: "b",
  е: "e",
  ё: "e",
  к: "k",
  м: "m",
  н: "h",
  о: "o",
  р: "p",
  с: "c",
  т: "t",
  у: "y",
  х: "x",
  і: "i",
  ј: "j",
  ѕ: "s",
  ԁ: "d",
  α: "a",
  ε: "e",
  ι: "i",
  ο: "o",
  ρ: "p",
  τ: "t",
  υ: "u",
  ı: "i",
  ø: "o",
  ß: "ss",
};
const MARKS: Readonly<Record<string, string>> = { "’": "'", "‘": "'", "`": "'", "´": "'", "＠": "@" };

function folded(character: string): string {
  if (character === "\n") return "\n";
  // Zero-width joiners change the look of a word, but not the word itself.
  if (character === "\u200C" || character === "\u200D") return "";
  if (/\s/u.test(character)) return " ";
  if (/\p{Pd}/u.test(character)) return "-";
  const lower = (MARKS[character] ?? character).normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return Array.from(lower, (letter) => LOOKALIKES[letter] ?? letter).join("");
}

/** A normalised text for pattern matching, with access to the original. */
export interface FoldedText {
  /** Lower-case text without accents, with one kind of dash and apostrophe and no consecutive spaces. */
  text: string;
  /** Returns the original words between two positions of `text`. */
  original(start: number, end: number): string;
}

/** Normalises a text in one pass: 'Wh\u00e4ts\u00a0 APP' → 'whats app'. */
export function foldText(raw: string): FoldedText {
  let text = "";
  let last = " ";
  /** For each position of `text`, the start and end of its character in `raw`. */
  const begins: number[] = [];
  const ends: number[] = [];
  /** A cache of folded characters, because a text has few different characters and folding one is slow. */
  const lettersOf = new Map<string, readonly string[]>();
  let at = 0;
  for (const character of raw) {
    const end = at + character.length;
    let letters = lettersOf.get(character);
    if (letters === undefined) lettersOf.set(character, (letters = Array.from(folded(character))));
    for (const letter of letters) {
      if (letter === " " && (last === " " || last === "\n")) continue;
      text += letter;
      last = letter;
      for (let unit = 0; unit < letter.length; unit += 1) {
        begins.push(at);
        ends.push(end);
      }
    }
    at = end;
  }
  return { text, original: (start, end) => (end <= start ? "" : raw.slice(begins[start], ends[end - 1])) };
}

/**
 * Ends of sentences. A dot after a single letter does not end a sentence: it marks an abbreviation or a disguised word
 * ("e . transfer").
 */
const SENTENCE_END = /(?<=[a-z0-9)'"%]{2} ?)[.!?;]+(?=\s|$)|\n|[•|]/g;

/** Parts without letters do not count as sentences, because every rule matches words. */
const hasWords = (text: string) => /\p{L}/u.test(text);

/** Maximum number of sentences. The limit exists because every rule runs on each sentence, however short. */
const MAX_SENTENCES = 400;

/**
 * Returns the sentences of a folded text with their positions. Sentences beyond {@link MAX_SENTENCES} are combined
 * into one.
 */
export function sentencesOf(text: string): { start: number; text: string }[] {
  const sentences: { start: number; text: string }[] = [];
  let start = 0;
  for (const { 0: mark, index } of text.matchAll(SENTENCE_END)) {
    if (sentences.length === MAX_SENTENCES - 1) break;
    const sentence = text.slice(start, index);
    if (hasWords(sentence)) sentences.push({ start, text: sentence });
    start = index + mark.length;
  }
  sentences.push({ start, text: text.slice(start) });
  return sentences.filter((sentence) => hasWords(sentence.text));
}
