import { plainText } from "./addresses.ts";
import { withPlainDigits } from "./text.ts";

/** A word or number of an address with its position. */
export interface Token {
  /** The word as typed, with ASCII digits. */
  raw: string;
  /** The word in lower case, without accents and apostrophes. */
  key: string;
  start: number;
  end: number;
}

/** An address as a list of words. */
export interface TokenLine {
  text: string;
  tokens: readonly Token[];
  /** Returns the characters before a word; after the last word, the rest of the text. */
  gap(at: number): string;
  /** Returns whether a part of the address starts at this word. A name never continues from one part into the next. */
  isBreak(at: number): boolean;
  /** Returns the keys of the words in a range. */
  keys(from: number, to: number): string[];
  /** Returns the text of the words in a range. */
  slice(from: number, to: number): string;
}

/** Chinese, Japanese and Korean write no space between a number and the word after it. */
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}`;
/** Matches "12 ½", which is one number. */
const HALF = String.raw`\d{1,6} [¼-¾]`;
const TOKEN = new RegExp(`${HALF}|[${UNSPACED}]+|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}'’])+`, "gu");
/** Characters allowed within a name: spaces, the full stop of an abbreviation, and a hyphen without spaces. */
const WITHIN_NAME = /^(?:\.?\s*|\.?-)$/;

/** Splits an address into words. */
export function tokensOf(text: string): TokenLine {
  const tokens = [...text.matchAll(TOKEN)].map(({ 0: raw, index }) => ({
    raw: withPlainDigits(raw).replace(" ", ""),
    key: plainText(raw.toLowerCase()).replace(/['’\s]/g, ""),
    start: index,
    end: index + raw.length,
  }));
  const gap = (at: number) => text.slice(tokens[at - 1]?.end ?? 0, tokens[at]?.start ?? text.length);
  return {
    text,
    tokens,
    gap,
    isBreak: (at) => at <= 0 || at >= tokens.length || !WITHIN_NAME.test(gap(at)),
    keys: (from, to) => tokens.slice(from, to).map(({ key }) => key),
    slice: (from, to) => text.slice(tokens[from]?.start ?? 0, tokens[to - 1]?.end ?? 0),
  };
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/**
 * Words that come before the number or letter of a unit. The parser recognises such words in other languages by their
 * position.
 */
const UNIT_WORDS = words(
  "unit units apt apts apartment apartments appt app suite suites ste flat room rm door ph lph uph sph gph tph bph penthouse " +
    "th townhouse townhome condo loft studio appartement logement unite porte chambre apartamento apto depto departamento " +
    "habitacion puerta quarto wohnung whg einheit zimmer 单元 單元 房 室 公寓",
);
export const isUnitWord = (key: string): boolean => UNIT_WORDS.has(key);

const NUMBER_WORDS = words(
  "zero oh one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen " +
    "eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred un une deux trois quatre cinq sept huit " +
    "neuf dix onze douze treize quatorze quinze seize vingt uno una dos tres cuatro cinco seis siete ocho nueve diez once doce " +
    "um uma dois duas quatro sete oito nove dez onze doze eins zwei drei vier funf fuenf sechs sieben acht neun zehn elf zwolf zwoelf",
);
/** Returns whether a word is a number, in English, French, Spanish, Portuguese, German or Chinese. */
export const isNumberWord = (key: string): boolean =>
  NUMBER_WORDS.has(key) || /[〇零一二三四五六七八九十百]/u.test(key);

const FUNCTION_WORDS = words(
  "for to in with without is are am my me your our we you i it its this that ask call text contact see ring buzz buzzer press " +
    "code key keys lockbox only please co care attn attention from use if not no have has do or but so until after before " +
    "available rent tenant owner landlord agent mr mrs ms pour box po side rear bed bedroom bedrooms bath min mins " +
    "minute minutes walk step steps door locker parking spot stall entry entrance",
);
/** Returns whether a word is never part of a place name: function words, and words about people and the home. */
export const isFunctionWord = (key: string): boolean => FUNCTION_WORDS.has(key);

const DESCRIPTIVE_WORDS = words(
  "nice lovely beautiful gorgeous amazing great good best quiet calm safe busy residential huge big large small tiny cozy cosy " +
    "shared private public open shopping dead short easy quick whole entire luxury modern renovated furnished unfurnished clean " +
    "spacious stunning cute charming",
);
/** Returns whether a word describes a home and is not part of a name: "quiet street", "huge garden". */
export const isDescriptive = (key: string): boolean => DESCRIPTIVE_WORDS.has(key);

/** Returns whether a word can be part of a street's or a place's name. */
export const isNameWord = ({ key }: Token): boolean =>
  !/\d/.test(key) && !isUnitWord(key) && !isNumberWord(key) && !isFunctionWord(key);
