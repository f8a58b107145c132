import { describe, expect, it } from "vitest";
import { readRent, type RentNote } from "../../worker/contracts/read-rent.ts";
import { goldenCases } from "../support/node/real-data.ts";

/** A rent as a landlord may type it, and its expected interpretation. */
interface GoldenRent {
  typed: string;
  cents: number | null;
  note: RentNote | null;
  /** Dollars a month, converted from a rent for another period. */
  monthly?: number;
}
const cases = JSON.parse(goldenCases("rents")) as GoldenRent[];

describe.skipIf(cases.length === 0)("a rent of the shared cases", () => {
  it.each(cases)("$typed is parsed as $cents cents ($note)", ({ typed, cents, note, monthly }) => {
    const { monthlyCents, ...read } = readRent(typed);
    expect(read).toEqual({ rentCents: cents, note });
    if (monthly === undefined) return;
    expect(Math.abs((monthlyCents ?? 0) / 100 - monthly) / monthly).toBeLessThan(0.03);
  });
});
