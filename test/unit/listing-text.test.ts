import { describe, expect, it } from "vitest";
import {
  type ComparedListing,
  comparedWithText,
  marketStandingText,
  noPercentText,
} from "../../worker/contracts/listing-text.ts";

const COMPARED: ComparedListing = {
  belowMarketPercent: 15,
  marketRent: 2_210,
  marketSource: "A report",
  marketAsOf: "2025-10",
  marketArea: "Toronto",
  marketKind: "asking",
  marketMethod: null,
  marketIsEstimate: false,
  marketAgeMonths: 2,
  marketCheckedOn: null,
};

describe("how a rent stands to the market", () => {
  it.each([
    [34, "34% below market"],
    [10, "10% below market"],
    [9, "about the market rent"],
    [0, "about the market rent"],
    [-9, "about the market rent"],
    [-10, "above the market rent"],
    [-40, "above the market rent"],
    [null, null],
  ])("is told of %s percent below as %s", (belowMarketPercent, text) => {
    expect(marketStandingText({ belowMarketPercent, marketIsEstimate: false })).toBe(text);
  });

  it("names the measure, the place and the month", () => {
    expect(comparedWithText(COMPARED)).toBe("average asking rent, City of Toronto, Oct 2025");
  });

  it("states a figure's age, check and derivation", () => {
    const aged = { marketAgeMonths: 12, marketCheckedOn: "2026-11-21", marketIsEstimate: true };
    expect(comparedWithText({ ...COMPARED, ...aged, marketMethod: "one-bedroom rent x 0.8" })).toBe(
      "estimated average asking rent, City of Toronto, Oct 2025, derived: one-bedroom rent x 0.8, 12 months old, checked on Nov 21, 2026",
    );
  });
});

describe("a listing without a percentage", () => {
  const listing = {
    belowMarketPercent: null,
    awaitsConfirmation: false,
    rentCents: 185_000,
    homeType: null,
    municipality: "Toronto",
  };
  it.each([
    [{ rentCents: null }, "Not compared with the market: the rent is not one amount."],
    [{ rentCents: 20_000 }, "Not compared with the market: only rents from $300 to $15,000 are."],
    [
      { awaitsConfirmation: true },
      "Not compared with the market until we have confirmed the kind of home and the rent.",
    ],
    [{ homeType: "basement" as const }, "No published average for basements: not compared with the market."],
    [
      { homeType: "shared_bed" as const },
      "No published average for beds in shared rooms: not compared with the market.",
    ],
    [{ municipality: null }, "No published average for this place: not compared with the market."],
    [{ municipality: "Mississauga" }, "No recent published average for Mississauga: not compared with the market."],
    [{}, "No recent published average for the City of Toronto: not compared with the market."],
    [
      { municipality: "East York" },
      "No recent published average for the City of Toronto: not compared with the market.",
    ],
    [{ belowMarketPercent: 12 }, null],
  ])("says why: %o", (changes, text) => {
    expect(noPercentText({ ...listing, ...changes })).toBe(text);
  });
});
