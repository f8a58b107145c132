/* eslint-disable no-control-regex -- removing control characters is the purpose of this file */

/** C0/C1 controls except tab and newline, bidi overrides and isolates, zero-width, invisible and tag characters. */
const STRIPPED =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{1D173}-\u{1D17A}\u{E0000}-\u{E007F}]|\u034F|\u17B4|\u17B5|[\u180B-\u180F]|[\u{E0100}-\u{E01EF}]/gu;
/** Marks without a letter to stand on, those that choose between two looks of a sign among them. */
const MARKS_ALONE = /^[\p{M}\s]*$/u;
const LINE_BREAK = /[\r\n\u2028\u2029]/;
const EXCESS_MARKS = /(\p{M}{4})\p{M}+/gu;
/**
 * Marks in a row beyond those of stream-safe text (Unicode Standard Annex 15, section 13). Normalising sorts the marks of a
 * letter, which takes the square of their number: 1.5 s for 64 KB of them.
 */
const UNSORTABLE_MARKS = /(\p{M}{30})\p{M}+/gu;
const OUTER_BLANKS =
  /^[\s\u2800\u3164\u115F\u1160\uFFA0]+|(?<![\s\u2800\u3164\u115F\u1160\uFFA0])[\s\u2800\u3164\u115F\u1160\uFFA0]+$/g;

/**
 * Text as it is stored: NFC, without control, bidi-override or invisible characters, at most four
 * combining marks a letter, trimmed. Text made of invisible characters or marks alone becomes "". The time grows with the
 * length and no faster.
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

/** {@link cleanText} on one line: line breaks become spaces. */
export function cleanLine(raw: string): string {
  return cleanText(raw.replace(/\s+/g, (blanks) => (LINE_BREAK.test(blanks) ? " " : blanks))).replace(/[\t ]+/g, " ");
}

/**
 * How long a text may be before it is cleaned, in characters: generous with pasted blanks and invisible letters, and little
 * enough that no cleaning takes long.
 * @param max of the cleaned text
 */
export const rawMax = (max: number): number => 4 * max + 1_000;

/** The first `max` characters of a text on one line, of as much of it as {@link rawMax} lets through. */
export const beginningOfLine = (raw: string, max: number): string =>
  Array.from(cleanLine(raw.slice(0, rawMax(max))))
    .slice(0, max)
    .join("");

/** Whether a field of a form is left out, or nothing of its text can be seen. */
export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === "string" && cleanText(value) === "");

/** Longest mail address (RFC 5321, 4.5.3.1.3), in characters. */
export const EMAIL_MAX = 254;
/** A mail address, as HTML's own `type=email` accepts it, never with a line break. */
const EMAIL_PATTERN =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;

export const INVALID_EMAIL = "Please enter a valid email address.";

export function isEmail(text: string): boolean {
  return text.length <= EMAIL_MAX && EMAIL_PATTERN.test(text);
}

/** What is said of a text that is too long. @param max characters */
export const tooLong = (max: number) => `At most ${max.toLocaleString("en-CA")} characters.`;
