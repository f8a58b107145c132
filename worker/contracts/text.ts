/* eslint-disable no-control-regex -- removing control characters is the purpose of this file */

/**
 * C0/C1 controls except tab and newline, bidi overrides and isolates, zero-width, invisible and tag characters.
 * Captures flags of regions as the group, because these flags consist of tag characters (Unicode Technical Standard 51,
 * annex C).
 */
const STRIPPED =
  /(\u{1F3F4}[\u{E0061}-\u{E007A}]{3,6}\u{E007F})|[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{1D173}-\u{1D17A}\u{E0000}-\u{E007F}]|\u034F|\u17B4|\u17B5|[\u180B-\u180F]|[\u{E0100}-\u{E01EF}]/gu;
/** Signs that join consonants (virama, coeng) of scripts in use. */
const VIRAMA = String.raw`[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA\u1039\u17D2]`;
/** An emoji that a joiner can follow, with its colour or skin tone. */
const EMOJI = String.raw`\p{Extended_Pictographic}(?:\uFE0F|[\u{1F3FB}-\u{1F3FF}])?`;
/**
 * Zero-width joiners and non-joiners. Those that change the appearance are captured as the group (RFC 5892, appendix A;
 * Unicode Standard Annex 31, section 2.3): after and before a virama, between Arabic letters, and within emoji.
 */
const JOINERS = new RegExp(
  String.raw`((?<=\p{L}\p{M}?${VIRAMA})[\u200C\u200D](?![\p{M}\u200C\u200D])|(?<=\p{L})\u200D(?=${VIRAMA})|(?<=(?=\p{Script=Arabic})\p{L}\p{M}{0,4})\u200C(?=\p{Script=Arabic})(?=\p{L})|(?<=${EMOJI})\u200D(?=\p{Extended_Pictographic}))|[\u200C\u200D]`,
  "gu",
);
/** Combining marks without a base letter, including variation selectors. */
const MARKS_ALONE = /^[\p{M}\s]*$/u;
const LINE_BREAK = /[\r\n\u2028\u2029]/;
const EXCESS_MARKS = /(\p{M}{4})\p{M}+/gu;
/**
 * Matches marks in a row beyond the limit of the stream-safe text format (Unicode Standard Annex 15, section 13).
 * Normalising sorts the marks of a letter in quadratic time, which takes 1.5 s for 64 KB.
 */
const UNSORTABLE_MARKS = /(\p{M}{30})\p{M}+/gu;
const OUTER_BLANKS =
  /^[\s\u2800\u3164\u115F\u1160\uFFA0]+|(?<![\s\u2800\u3164\u115F\u1160\uFFA0])[\s\u2800\u3164\u115F\u1160\uFFA0]+$/g;

const composed = (text: string) => text.replace(UNSORTABLE_MARKS, "$1").normalize("NFC").replace(EXCESS_MARKS, "$1");

/**
 * Returns text as it is stored: NFC, trimmed, without control, bidi-override or invisible characters, with at most four
 * combining marks per letter. Zero-width joiners remain where words or emoji need them. Text that contains only
 * invisible characters or marks becomes "". Runs in linear time. Cleaning a text twice gives the same result.
 */
export function cleanText(raw: string): string {
  const visible = composed(raw.replace(/\r\n?/g, "\n").replace(STRIPPED, "$1"));
  // Composes the text again, because the removed joiners separated letters from marks.
  const text = (/[\u200C\u200D]/.test(visible) ? composed(visible.replace(JOINERS, "$1")) : visible).replace(
    OUTER_BLANKS,
    "",
  );
  return MARKS_ALONE.test(text) ? "" : text;
}

/** {@link cleanText} on one line, with line breaks as spaces. */
export function cleanLine(raw: string): string {
  return cleanText(raw.replace(/\s+/g, (blanks) => (LINE_BREAK.test(blanks) ? " " : blanks))).replace(/[\t ]+/g, " ");
}

/**
 * Returns the maximum length of raw text that is cleaned, in characters. The limit leaves room for pasted spaces and
 * invisible letters, but is low enough for quick cleaning.
 * @param max the limit of the cleaned text
 */
export const maxRawLength = (max: number): number => 4 * max + 1_000;

/** Returns the first `max` characters of a text on one line. Reads only the first {@link maxRawLength} characters. */
export const truncateLine = (raw: string, max: number): string =>
  Array.from(cleanLine(raw.slice(0, maxRawLength(max))))
    .slice(0, max)
    .join("");

/** Returns whether a form field is missing or has no visible text. */
export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === "string" && cleanText(value) === "");

/** Maximum length of an email address (RFC 5321, 4.5.3.1.3), in characters. */
export const EMAIL_MAX = 254;
/** An email address as HTML's `type=email` accepts it, without line breaks. */
const EMAIL_PATTERN =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;

export const INVALID_EMAIL = "Please enter a valid email address.";

export function isEmail(text: string): boolean {
  return text.length <= EMAIL_MAX && EMAIL_PATTERN.test(text);
}

/**
 * Returns the error message for a text that is too long.
 * @param max characters
 */
export const tooLongMessage = (max: number) => `At most ${max.toLocaleString("en-CA")} characters.`;

/** Excludes fractions, because NFKC would turn the "½" of "85½" into more digits. */
const BUT_FRACTIONS = /[^¼-¾⅐-⅞]+/gu;
const OTHER_DIGITS = /[^\P{Nd}0-9]/gu;
const IS_DIGIT = /\p{Nd}/u;
const NOT_ASCII = /[^\p{ASCII}]/u;

/** Returns the ASCII digit for a digit of any script. In every script, the digits are consecutive from zero. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && IS_DIGIT.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

/**
 * Converts a short text to NFKC with ASCII digits: "１２３ Main St" becomes "123 Main St", "№ 4" becomes "No 4". Use it
 * only for single characters and text cleaned by {@link cleanText}, because it takes quadratic time in the number of
 * consecutive marks.
 */
export function withPlainDigits(text: string): string {
  if (!NOT_ASCII.test(text)) return text;
  return text.replace(BUT_FRACTIONS, (part) => part.normalize("NFKC")).replace(OTHER_DIGITS, asciiDigit);
}

/** Dollar amounts, and the street that ends a listing's title such as "2 Bedrooms - 12 Elm St". */
const WRITTEN = /(\$\d[\d,]*(?:\.\d\d)?|(?<=(?:Studio|Bedrooms?|Private Room) - ).+)/;

/**
 * Splits a text into its rents and streets (`isVerbatim`) and the remaining text. Translation leaves rents and streets
 * unchanged.
 */
export const splitVerbatimParts = (text: string): { part: string; isVerbatim: boolean }[] =>
  // The pattern's matches are at the odd indexes.
  text.split(WRITTEN).map((part, at) => ({ part, isVerbatim: at % 2 === 1 }));
