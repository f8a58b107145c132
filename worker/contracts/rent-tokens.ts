import { COUNTS, LEXICON, LONGEST_WORD_LENGTHS, SCALES, type WordKind } from "./rent-words.ts";
import { cleanLine, withPlainDigits } from "./text.ts";

/** A number, a known word, an unknown word, or a separator. */
export interface Token {
  text: string;
  kinds: ReadonlySet<WordKind>;
  /** Number of times a year that the unit of time occurs; 0 if the token is not a unit of time. */
  yearly: number;
  /**
   * The value of a number, in dollars if the number is money. NaN for codes, dates, phone numbers and all other tokens.
   */
  value: number;
  role: "number" | "word" | "unknown" | "code" | "comma" | "bracket" | "stop";
  /** True for a number that a currency sign or "k" marks as money. */
  isMoney: boolean;
  /** The factor by which "k" or "thousand" multiplies the number. */
  scale: number;
  /** True for the lower end of a range. */
  isRange: boolean;
}

const NO_KINDS: ReadonlySet<WordKind> = new Set();
const token = (text: string, role: Token["role"], more: Partial<Token> = {}): Token => ({
  text,
  kinds: NO_KINDS,
  yearly: 0,
  value: Number.NaN,
  role,
  isMoney: false,
  scale: 1,
  isRange: false,
  ...more,
});

const ABBREVIATED = /(?<![a-z])(apt|ste|ext|ph|tel|approx|incl|inc|hwy|rte|sq|util|utils|dep)\. ?/g;

/** Maximum number of characters read, which is more than any form accepts, including invisible characters. */
const EXAMINED_LENGTH = 2_000;

/**
 * Normalises a text for comparing it with the known words: lower case, plain digits, no accents, one kind of dash and
 * apostrophe.
 */
function folded(typed: string): string {
  const plain = withPlainDigits(cleanLine(typed.slice(0, EXAMINED_LENGTH))).toLowerCase();
  return (
    plain
      .normalize("NFD")
      .replace(/[\u0300-\u036f\ufe0f]/gu, "")
      .normalize("NFC")
      .replace(/\p{Pd}/gu, "-")
      .replace(/[‘’ʼ`´]/gu, "'")
      .replace(/(?<=[\p{L}\d])-(?=\p{L})/gu, " ")
      .replace(/(?<![a-z])no\. ?(?=\d)/g, "#")
      .replace(ABBREVIATED, "$1 ")
      // Removes the space in "$1, 950".
      .replace(/(?<=\$ ?\d) ?, ?(?=\d{3}(?!\d))/g, ",")
      // Removes the dots in "p.w." and "U.S.".
      .replace(/(?<![a-z.])([a-z])\.([a-z])(?:\.|(?![a-z]))/g, "$1$2")
      .replace(/\s+/g, " ")
  );
}

const DATE = /\d{4}([-/.])\d{1,2}\1\d{1,2}(?!\d)|\d{1,2}([-/.])\d{1,2}\2(?:\d{4}|\d\d)(?![\d.,])/y;
/** Ten digits, or eleven with the country's 1, with their usual separators. */
const PHONE = /(?:\+?1[ .-]?)?\(?\d{3}\)?[ .-]{0,3}\d{3}[ .-]?\d{4}(?!\d)/y;
/** Thousands in groups of three, or digits alone; then cents. */
const NUMBER =
  /\d{1,3}(?:(?:,\d{3})+|(?:\.\d{3})+|(?:'\d{3})+|(?: \d{3})+(?! \d{3}|-\d{3}-))(?!\d)(?:[.,]\d{1,2}(?!\d))?|\d+(?:[.,]\d+)?/y;
const ORDINAL = /(?:st|nd|rd|th)(?!\p{L})/uy;
const SCALE = /(?: ?(?:k|thousand|grand|mille?|hundred)(?![\p{L}\d])| ?(?:千|천|ஆயிரம்))/uy;
const LATIN_LETTERS = /[a-z][\p{L}\p{M}']*/uy;
const LETTER = /[\p{L}\p{M}]/uy;
const ALPHANUMERIC = /[\p{L}\d]+/uy;
const LATIN = /[a-z]/;
const SIGN_BEFORE = /\$ ?$/;

const at = (pattern: RegExp, text: string, index: number): string | null => {
  pattern.lastIndex = index;
  return pattern.exec(text)?.[0] ?? null;
};

/** Returns the value of digits with separators; NaN for text that cannot be an amount, such as "1,8500" or "0850". */
function valueOf(digits: string, isScaled: boolean): number {
  const groups = digits.split(/[,.' ]/);
  const [head = "", ...tail] = groups;
  if (tail.length === 0) return /^0\d/.test(head) ? Number.NaN : Number(head);
  const last = tail.at(-1) ?? "";
  // The dot separates decimals in "2.125k", but thousands in "2.125".
  if (tail.length === 1 && isScaled && /[.,]/.test(digits)) return Number(`${head}.${last}`);
  const hasCents = last.length < 3;
  const thousands = hasCents ? tail.slice(0, -1) : tail;
  if (last.length > 3 || head.startsWith("0")) return Number.NaN;
  return Number([head, ...thousands].join("") + (hasCents ? `.${last}` : ""));
}

/** Returns the longest known word or phrase at a position. The match must not end within a Latin word or a number. */
function knownAt(text: string, index: number): string | null {
  const longest = LONGEST_WORD_LENGTHS.get(text.charAt(index)) ?? 0;
  for (let length = Math.min(longest, text.length - index); length > 0; length -= 1) {
    const word = text.slice(index, index + length);
    if (!LEXICON.has(word) && !COUNTS.has(word)) continue;
    const [last = "", next = ""] = [word.at(-1), text[index + length]];
    const isCut = LATIN.test(last) && (LATIN.test(next) || next === "'");
    // Digits after a letter belong to a code, as in "m5v", but not in "950 x3".
    const isCode = LATIN.test(last) && /\d/.test(next) && word.length === 1 && word !== "x";
    if (!isCut && !isCode && !(/\d/.test(last) && /\d/.test(next))) return word;
  }
  return null;
}

const wordToken = (word: string): Token => {
  const known = LEXICON.get(word);
  return token(word, "word", {
    ...(known && { kinds: known.kinds, yearly: known.yearly }),
    value: COUNTS.get(word) ?? Number.NaN,
  });
};

const SEPARATORS: Readonly<Record<string, Token["role"]>> = {
  ",": "comma",
  "、": "comma",
  "(": "bracket",
  ")": "bracket",
  "[": "bracket",
  "]": "bracket",
};

/** Returns the number that starts at a position, and where it ends. */
function numberAt(text: string, index: number, isDay: boolean): [Token, number] | null {
  const code = at(DATE, text, index) ?? at(PHONE, text, index);
  if (code !== null) return [token(code, "code"), index + code.length];
  const found = at(NUMBER, text, index);
  // In "Feb 1 950", the day is not part of the number 1,950.
  const digits = found !== null && isDay && found.includes(" ") ? (found.split(" ")[0] ?? found) : found;
  if (digits === null) return null;
  const end = index + digits.length;
  const scale = at(SCALE, text, end);
  const factor = scale === null ? 1 : (SCALES.get(scale.trim()) ?? 1);
  const value = valueOf(digits, scale !== null) * factor;
  const isMoney = scale !== null || SIGN_BEFORE.test(text.slice(Math.max(0, index - 2), index));
  const isCounted = Number.isFinite(value);
  return [token(digits, isCounted ? "number" : "code", { value, isMoney, scale: factor }), end + (scale?.length ?? 0)];
}

/**
 * Returns whether letters and digits without a space between them, such as "m5v" and "1205b", are a code and not an
 * amount.
 */
function isCodeAt(text: string, index: number): boolean {
  const letters = at(LATIN_LETTERS, text, index);
  if (letters === null || knownAt(text, index) !== null) return false;
  const behind = text[index + letters.length] ?? "";
  return /\d/.test(behind) || letters.length < 3;
}

/** Splits a typed rent into tokens. Runs in linear time. */
export function tokensOf(typed: string): Token[] {
  const text = folded(typed);
  const tokens: Token[] = [];
  let index = 0;
  while (index < text.length) {
    const character = text.charAt(index);
    const last = tokens.at(-1);
    if (character === " ") {
      index += 1;
      continue;
    }
    const known = knownAt(text, index);
    if (known !== null) {
      tokens.push(wordToken(known));
      index += known.length;
      continue;
    }
    const isDay = last?.kinds.has("calendar") === true || last?.kinds.has("numbered") === true;
    const number = /[\d(]/.test(character) ? numberAt(text, index, isDay) : null;
    if (number !== null) {
      const [found, end] = number;
      const isCode = at(ORDINAL, text, end) !== null || isCodeAt(text, end);
      tokens.push(isCode ? token(found.text, "code") : found);
      index = isCode ? end + (at(ALPHANUMERIC, text, end)?.length ?? 0) : end;
      continue;
    }
    const letters = at(LATIN_LETTERS, text, index);
    if (letters === null) {
      // Scripts without spaces are read letter by letter, because the next known word may begin at any letter.
      const isLetter = at(LETTER, text, index) !== null;
      tokens.push(token(character, isLetter ? "unknown" : (SEPARATORS[character] ?? "stop")));
      index += 1;
      continue;
    }
    const behind = at(ALPHANUMERIC, text, index + letters.length);
    tokens.push(token(letters, behind === null ? "unknown" : "code"));
    index += letters.length + (behind?.length ?? 0);
  }
  return tokens;
}
