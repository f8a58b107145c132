/* eslint-disable no-control-regex -- removing control characters is the purpose of this file */

/** C0/C1 controls except tab and newline, bidi overrides and isolates, zero-width, invisible and tag characters. */
const STRIPPED =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{1D173}-\u{1D17A}\u{E0000}-\u{E007F}]|\u034F|\u17B4|\u17B5|[\u180B-\u180F]|[\u{E0100}-\u{E01EF}]/gu;
/** Combining marks without a base letter, including variation selectors. */
const MARKS_ALONE = /^[\p{M}\s]*$/u;
const LINE_BREAK = /[\r\n\u2028\u2029]/;
const EXCESS_MARKS = /(\p{M}{4})\p{M}+/gu;
/**
 * Marks in a row beyond the stream-safe text format (Unicode Standard Annex 15, section 13). Normalising sorts a
 * letter's marks in quadratic time: 1.5 s for 64 KB of them.
 */
const UNSORTABLE_MARKS = /(\p{M}{30})\p{M}+/gu;
const OUTER_BLANKS =
  /^[\s\u2800\u3164\u115F\u1160\uFFA0]+|(?<![\s\u2800\u3164\u115F\u1160\uFFA0])[\s\u2800\u3164\u115F\u1160\uFFA0]+$/g;

/**
 * Text as it is stored: NFC, trimmed, without control, bidi-override or invisible characters, with at most four
 * combining marks a letter. Text of only invisible characters or marks becomes "". Runs in linear time.
 */
export function cleanText(raw: string): string {
  const text = raw
    .replace(/\r\n?/g, "\n")
    .replace(STRIPPED, "")
    .replace(UNSORTABLE_MARKS, "$1")
    .normalize("NFC")
    .replace(EXCESS_MARKS, "$1")
    .replace(OUTER_BLANKS, "");
  return MARKS_ALONE.test(text) ? "" : text;
}

/** {@link cleanText} on one line, with line breaks as spaces. */
export function cleanLine(raw: string): string {
  return cleanText(raw.replace(/\s+/g, (blanks) => (LINE_BREAK.test(blanks) ? " " : blanks))).replace(/[\t ]+/g, " ");
}

/**
 * Longest raw text that is cleaned, in characters: generous for pasted blanks and invisible letters, and short enough
 * to be cleaned quickly.
 * @param max the limit of the cleaned text
 */
export const maxRawLength = (max: number): number => 4 * max + 1_000;

/** The first `max` characters of a text on one line, read only as far as {@link maxRawLength}. */
export const truncateLine = (raw: string, max: number): string =>
  Array.from(cleanLine(raw.slice(0, maxRawLength(max))))
    .slice(0, max)
    .join("");

/** Whether a form field is absent, or has no visible text. */
export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === "string" && cleanText(value) === "");

/** Longest mail address (RFC 5321, 4.5.3.1.3), in characters. */
export const EMAIL_MAX = 254;
/** A mail address as HTML's `type=email` accepts it, without line breaks. */
const EMAIL_PATTERN =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;

export const INVALID_EMAIL = "Please enter a valid email address.";

export function isEmail(text: string): boolean {
  return text.length <= EMAIL_MAX && EMAIL_PATTERN.test(text);
}

/**
 * The error message for a text that is too long.
 * @param max characters
 */
export const tooLong = (max: number) => `At most ${max.toLocaleString("en-CA")} characters.`;

/** Excludes fractions, because NFKC would turn the "½" of "85½" into more digits. */
const BUT_FRACTIONS = /[^¼-¾⅐-⅞]+/gu;
const OTHER_DIGITS = /[^\P{Nd}0-9]/gu;
const IS_DIGIT = /\p{Nd}/u;
const NOT_ASCII = /[^\p{ASCII}]/u;

/** The ASCII digit for a digit of any script; each script's digits are consecutive from zero. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && IS_DIGIT.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

/**
 * Converts a short text to NFKC with ASCII digits: "１２３ Main St" becomes "123 Main St", "№ 4" becomes "No 4". Only for
 * text cleaned by {@link cleanText} or single characters, because the time can grow with the square of consecutive
 * marks.
 */
export function withPlainDigits(text: string): string {
  if (!NOT_ASCII.test(text)) return text;
  return text.replace(BUT_FRACTIONS, (part) => part.normalize("NFKC")).replace(OTHER_DIGITS, asciiDigit);
}
