/** Letters of other alphabets that look like Latin ones, in lower case. */
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
  if (/\s/u.test(character)) return " ";
  if (/\p{Pd}/u.test(character)) return "-";
  const lower = (MARKS[character] ?? character).normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return Array.from(lower, (letter) => LOOKALIKES[letter] ?? letter).join("");
}

/** A text in one spelling to look for words in, and what stood there. */
export interface FoldedText {
  /** Lower case, without accents, one kind of dash and of apostrophe, no two spaces in a row. */
  text: string;
  /** The words of the original between two positions of `text`. */
  original(start: number, end: number): string;
}

/** Folds a text: 'Wh\u00e4ts\u00a0 APP' → 'whats app'. Takes one pass. */
export function foldText(raw: string): FoldedText {
  let text = "";
  /** For each position of `text`, where its character begins and ends in `raw`. */
  const begins: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const character of raw) {
    const end = at + character.length;
    for (const letter of folded(character)) {
      if (letter === " " && (text === "" || text.endsWith(" ") || text.endsWith("\n"))) continue;
      text += letter;
      for (let unit = 0; unit < letter.length; unit += 1) {
        begins.push(at);
        ends.push(end);
      }
    }
    at = end;
  }
  return { text, original: (start, end) => (end <= start ? "" : raw.slice(begins[start], ends[end - 1])) };
}

/** Ends of sentences; a single letter before the dot is an abbreviation, or a word in disguise ("e . transfer"). */
const SENTENCE_END = /(?<=[a-z0-9)'"%]{2} ?)[.!?;]+(?=\s|$)|\n|[•|]/g;

/** Every rule looks for a word; signs and numbers between two marks are no sentence. */
const hasWords = (text: string) => /\p{L}/u.test(text);

/** Sentences that are told apart: each is looked through by every rule, which takes its time even for a short one. */
const MOST_SENTENCES = 400;

/** The sentences of a folded text with their positions; those that are more than {@link MOST_SENTENCES} are read as one. */
export function sentencesOf(text: string): { start: number; text: string }[] {
  const sentences: { start: number; text: string }[] = [];
  let start = 0;
  for (const { 0: mark, index } of text.matchAll(SENTENCE_END)) {
    if (sentences.length === MOST_SENTENCES - 1) break;
    const sentence = text.slice(start, index);
    if (hasWords(sentence)) sentences.push({ start, text: sentence });
    start = index + mark.length;
  }
  sentences.push({ start, text: text.slice(start) });
  return sentences.filter((sentence) => hasWords(sentence.text));
}
