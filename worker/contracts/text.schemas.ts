import * as z from "zod/mini";
import { EMAIL_MAX, INVALID_EMAIL, cleanLine, cleanText, isEmail, rawMax, tooLong } from "./text.ts";

/** An id in a body: a positive whole number. Old forms send it as text. @param problem what to say when it is none */
export const idOf = (problem: string) =>
  z.pipe(
    z.pipe(
      z.union([z.number(), z.string()], problem),
      z.transform((value) => (typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value)),
    ),
    z.number(problem).check(z.int(problem), z.gte(1, problem)),
  );

const REQUIRED = "This field is required.";
/** Longest text that a field takes for a number, in characters. */
const NUMBER_MAX = 60;

/** Text as it was sent, of which at most `max` characters are to be left: its length is checked before anything reads it. */
const raw = (max: number, missing: string) =>
  z.string(missing).check(z.maxLength(rawMax(max), { error: tooLong(max), abort: true }));

const cleaned = (clean: (raw: string) => string, max: number, missing: string) =>
  z.pipe(z.pipe(raw(max, missing), z.transform(clean)), z.string().check(z.maxLength(max, tooLong(max))));

/** A number, also as text, as text. @param problem what is said of anything else */
export const textOrNumber = (problem = REQUIRED) =>
  z.pipe(z.union([raw(NUMBER_MAX, problem), z.number()], problem), z.transform(String));

/** A cleaned single line of at most `max` characters. @param missing what is said where there is no text */
export const line = (max: number, missing = REQUIRED) => cleaned(cleanLine, max, missing);

/** Cleaned text of several lines, at most `max` characters. @param missing what is said where there is no text */
export const paragraph = (max: number, missing = REQUIRED) => cleaned(cleanText, max, missing);

/** {@link line}, with something in it. */
export const requiredLine = (max: number) => z.pipe(line(max), z.string().check(z.minLength(1, REQUIRED)));

/**
 * A mail address as typed, spaces around it aside. What would have to be cleaned is refused: an address without its
 * line break or invisible letter may be somebody else's.
 */
export const emailAddress = z.pipe(
  raw(EMAIL_MAX, REQUIRED).check(
    z.refine((raw) => cleanText(raw) !== "", { error: REQUIRED, abort: true }),
    z.refine((raw) => raw.replace(/^ +|(?<! ) +$/g, "") === cleanLine(raw), INVALID_EMAIL),
  ),
  z.pipe(z.transform(cleanLine), z.string().check(z.refine(isEmail, INVALID_EMAIL))),
);

/** An id or a revision. */
export const positiveInteger = z.number().check(z.int(), z.gte(1));
