import { isDay } from "./days.ts";

// Parsers for the values of URL parameters. Each parser returns undefined for a malformed value.

/** Parses a whole number from 1 to a maximum. */
export const numberUpTo = (max: number) => (text: string) =>
  /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= max ? Number(text) : undefined;

/** Accepts only the given values, exactly as written. */
export const oneOf =
  <Value extends string>(values: readonly Value[]) =>
  (text: string) =>
    values.find((value) => value === text);

/** Returns the text if it is a day as YYYY-MM-DD; otherwise undefined. */
export const dayText = (text: string) => (isDay(text) ? text : undefined);
