/* eslint-disable no-control-regex -- removing control characters is the purpose of this file */

/** C0/C1 controls except tab and newline, bidi overrides and isolates, zero-width, invisible and tag characters. */
const STRIPPED =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{1D173}-\u{1D17A}\u{E0000}-\u{E007F}]|\u034F|\u17B4|\u17B5|[\u180B-\u180F]|[\u{E0100}-\u{E01EF}]/gu;
/** Marks without a letter to stand on, those that choose between two looks of a sign among them. */
const MARKS_ALONE = /^[\p{M}\s]*$/u;
const LINE_BREAKS = /\s*[\r\n\u2028\u2029]+\s*/g;
const EXCESS_MARKS = /(\p{M}{4})\p{M}+/gu;

/**
 * Text as it is stored: NFC, without control, bidi-override or invisible characters, at most four
 * combining marks a letter, trimmed. Text made of invisible characters or marks alone becomes "".
 */
export function cleanText(raw: string): string {
  const text = raw
    .replace(/\r\n?/g, "\n")
    .replace(STRIPPED, "")
    .normalize("NFC")
    .replace(EXCESS_MARKS, "$1")
    .replace(/^[\s\u2800\u3164\u115F\u1160\uFFA0]+|[\s\u2800\u3164\u115F\u1160\uFFA0]+$/g, "");
  return MARKS_ALONE.test(text) ? "" : text;
}

/** {@link cleanText} on one line: line breaks become spaces. */
export function cleanLine(raw: string): string {
  return cleanText(raw.replace(LINE_BREAKS, " ")).replace(/[\t ]+/g, " ");
}

/** A mail address, as HTML's own `type=email` accepts it, at most 254 characters (RFC 5321), never with a line break. */
const EMAIL_PATTERN =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;

export const INVALID_EMAIL = "Please enter a valid email address.";

export function isEmail(text: string): boolean {
  return text.length <= 254 && EMAIL_PATTERN.test(text);
}

/** What is said of a text that is too long. @param max characters */
export const tooLong = (max: number) => `At most ${max.toLocaleString("en-CA")} characters.`;
