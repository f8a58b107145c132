import * as z from "zod/mini";
import type { ErrorCode } from "./errors.ts";
import {
  EMAIL_MAX,
  INVALID_EMAIL,
  cleanLine,
  cleanText,
  isBlank,
  isEmail,
  maxRawLength,
  tooLongMessage,
} from "./text.ts";

/**
 * An id in a request body: a positive integer, which old forms send as text.
 * @param problem the error message
 */
export const idOf = (problem: string) =>
  z.pipe(
    z.pipe(
      z.union([z.number(), z.string()], problem),
      z.transform((value) => (typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value)),
    ),
    z.number(problem).check(z.int(problem), z.gte(1, problem)),
  );

const REQUIRED = "This field is required.";
/** Maximum length of a text that is accepted as a number, in characters. */
const NUMBER_MAX = 60;

/** Raw text that may have at most `max` characters after cleaning. Its length is checked before the text is cleaned. */
const raw = (max: number, missing: string) =>
  z.string(missing).check(z.maxLength(maxRawLength(max), { error: tooLongMessage(max), abort: true }));

const cleaned = (clean: (raw: string) => string, max: number, missing: string) =>
  z.pipe(z.pipe(raw(max, missing), z.transform(clean)), z.string().check(z.maxLength(max, tooLongMessage(max))));

/**
 * Accepts a number or numeric text and returns it as text.
 * @param problem the error message
 */
export const textOrNumber = (problem = REQUIRED) =>
  z.pipe(z.union([raw(NUMBER_MAX, problem), z.number()], problem), z.transform(String));

/**
 * A cleaned single line of at most `max` characters.
 * @param missing the error message when the value is not a text
 */
export const line = (max: number, missing = REQUIRED) => cleaned(cleanLine, max, missing);

/**
 * A cleaned multi-line text of at most `max` characters.
 * @param missing the error message when the value is not a text
 */
export const paragraph = (max: number, missing = REQUIRED) => cleaned(cleanText, max, missing);

/** A {@link line} that is not empty. */
export const requiredLine = (max: number) => z.pipe(line(max), z.string().check(z.minLength(1, REQUIRED)));

/**
 * An email address as typed, trimmed. Addresses that need cleaning are rejected, because removing a line break or an
 * invisible letter could turn them into someone else's address.
 */
export const emailAddress = z.pipe(
  raw(EMAIL_MAX, REQUIRED).check(
    z.refine((raw) => cleanText(raw) !== "", { error: REQUIRED, abort: true }),
    z.refine((raw) => raw.replace(/^ +|(?<! ) +$/g, "") === cleanLine(raw), INVALID_EMAIL),
  ),
  z.pipe(z.transform(cleanLine), z.string().check(z.refine(isEmail, INVALID_EMAIL))),
);

/**
 * Returns the error for a request body without a valid email address. A missing address has its own code
 * (docs/contract.md, Subscribers).
 */
export function emailProblem(json: unknown): ErrorCode {
  const email: unknown = (json as { email?: unknown } | null)?.email;
  return isBlank(email) ? "subscriber.missing_email" : "subscriber.invalid_email";
}

/** A positive integer, such as an id or a revision. */
export const positiveInteger = z.number().check(z.int(), z.gte(1));
