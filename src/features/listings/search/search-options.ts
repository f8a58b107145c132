import { SEARCH_RENT_MAX } from "../../../../worker/contracts/search.ts";

/** The options, including a value from the address. */
export function withOption(numbers: readonly number[], chosen: number | null): number[] {
  if (chosen === null || numbers.includes(chosen)) return [...numbers];
  return [...numbers, chosen].sort((a, b) => a - b);
}

/** Parses dollars ("$1,800", "1800 "); null if empty, undefined if invalid. */
export function dollarsTyped(text: string): number | null | undefined {
  const digits = text.replace(/[$,\s]/g, "");
  if (digits === "") return null;
  const dollars = /^\d{1,5}$/.test(digits) ? Number(digits) : 0;
  return dollars >= 1 && dollars <= SEARCH_RENT_MAX ? dollars : undefined;
}
