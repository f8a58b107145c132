import * as z from "zod/mini";
import { cleanLine, cleanText } from "./text.ts";

/** A cleaned single line of at most `max` characters. */
export const line = (max: number) =>
  z.pipe(z.pipe(z.string(), z.transform(cleanLine)), z.string().check(z.maxLength(max, `At most ${max} characters.`)));

/** Cleaned text of several lines, at most `max` characters. */
export const paragraph = (max: number) =>
  z.pipe(z.pipe(z.string(), z.transform(cleanText)), z.string().check(z.maxLength(max, `At most ${max} characters.`)));
