import * as z from "zod/mini";
import { cleanLine, cleanText, INVALID_EMAIL, isEmail, tooLong } from "./text.ts";

export const REQUIRED = "This field is required.";

const cleaned = (clean: (raw: string) => string, max: number, missing: string) =>
  z.pipe(z.pipe(z.string(missing), z.transform(clean)), z.string().check(z.maxLength(max, tooLong(max))));

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
  z.string(REQUIRED).check(
    z.refine((raw) => cleanText(raw) !== "", { error: REQUIRED, abort: true }),
    z.refine((raw) => raw.replace(/^ +| +$/g, "") === cleanLine(raw), INVALID_EMAIL),
  ),
  z.pipe(z.transform(cleanLine), z.string().check(z.refine(isEmail, INVALID_EMAIL))),
);
