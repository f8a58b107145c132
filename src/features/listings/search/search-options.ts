import { SEARCH_RENT_MAX } from "../../../../worker/contracts/search.ts";

/** The numbers that can be chosen, with the one that an address asks for among them. */
export function withOption(numbers: readonly number[], chosen: number | null): number[] {
  if (chosen === null || numbers.includes(chosen)) return [...numbers];
  return [...numbers, chosen].sort((a, b) => a - b);
}

/** Dollars from what a person types ("$1,800", "1800 "): null for nothing, undefined for what is no such rent. */
export function dollarsTyped(text: string): number | null | undefined {
  const digits = text.replace(/[$,\s]/g, "");
  if (digits === "") return null;
  const dollars = /^\d{1,5}$/.test(digits) ? Number(digits) : 0;
  return dollars >= 1 && dollars <= SEARCH_RENT_MAX ? dollars : undefined;
}
