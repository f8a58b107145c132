import { describe, expect, it } from "vitest";
import { sizeText } from "../../worker/contracts/listing-size.ts";
import {
  type ComparedListing,
  comparisonDetailsText,
  descriptionText,
  marketPositionText,
  noPercentText,
  type Ruler,
  rulerOf,
  savingText,
  standInDescription,
} from "../../worker/contracts/listing-text.ts";
import { DISTRICTS, placeByName } from "../../worker/contracts/place-names.ts";

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

const LISTING = { ...COMPARED, marketSource: "Rentals.ca & Urbanation National Rent Report", rentCents: 185_000 };

describe("a rent compared to the market", () => {
  it.each([
    [34, "34% below market"],
    [10, "10% below market"],
    [9, "about the market rent"],
    [0, "about the market rent"],
    [-9, "about the market rent"],
    [-10, "above the market rent"],
    [-40, "above the market rent"],
    [null, null],
  ])("at %s percent below is described as %s", (belowMarketPercent, text) => {
    expect(marketPositionText({ belowMarketPercent, marketIsEstimate: false })).toBe(text);
  });

  it("names the measure, the area and the month", () => {
    expect(comparisonDetailsText(COMPARED)).toBe("average asking rent, City of Toronto, Oct 2025");
  });

  it("states a benchmark's age, check and derivation", () => {
    const aged = { marketAgeMonths: 12, marketCheckedOn: "2026-11-21", marketIsEstimate: true };
    expect(comparisonDetailsText({ ...COMPARED, ...aged, marketMethod: "one-bedroom rent x 0.8" })).toBe(
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
  ])("states the reason: %o", (changes, text) => {
    expect(noPercentText({ ...listing, ...changes })).toBe(text);
  });
});

describe("the market ruler", () => {
  it.each<[name: string, changes: Partial<ComparedListing & { rentCents: number }>, words: Partial<Ruler>]>([
    [
      "an asking rent",
      {},
      {
        rent: "$1,850",
        figure: "average asking rent $2,210",
        market: "average asking rent $2,210 (Oct 2025, Rentals.ca)",
        marketRent: "$2,210",
        difference: "$360 a month less",
        shares: { rent: 185_000 / 221_000, market: 1 },
      },
    ],
    [
      "an estimate",
      { marketIsEstimate: true },
      { market: "estimated average asking rent $2,210 (Oct 2025, Rentals.ca)" },
    ],
    [
      "the rent of occupied homes",
      { marketKind: "occupied", marketSource: "CMHC" },
      { market: "average rent of occupied homes $2,210 (Oct 2025, CMHC)" },
    ],
    [
      "this site's own median, which has no source",
      { marketKind: "own" },
      { market: "asking rents on this site $2,210 (Oct 2025)" },
    ],
    [
      "a rent above the market",
      { rentCents: 225_000, belowMarketPercent: -2 },
      { difference: "$40 a month more", shares: { rent: 1, market: 221_000 / 225_000 } },
    ],
    [
      "the same rent",
      { rentCents: 221_000, belowMarketPercent: 0 },
      { difference: "the same", shares: { rent: 1, market: 1 } },
    ],
    ["cents", { rentCents: 184_950 }, { rent: "$1,849.50", difference: "$360.50 a month less" }],
    ["a figure without a source", { marketSource: null }, { market: "average asking rent $2,210 (Oct 2025)" }],
    [
      "a figure without source and month",
      { marketSource: null, marketAsOf: null },
      { market: "average asking rent $2,210" },
    ],
  ])("states %s", (_, changes, words) => {
    expect(rulerOf({ ...LISTING, ...changes })).toMatchObject(words);
  });

  it.each([{ belowMarketPercent: null }, { marketRent: null }, { rentCents: null }])(
    "is absent without a comparison: %o",
    (changes) => expect(rulerOf({ ...LISTING, ...changes })).toBeNull(),
  );
});

describe("what a rent saves", () => {
  it.each([
    ["less than an average", {}, "$360 less than average"],
    ["less than a median of this site", { marketKind: "own" }, "$360 less than the median"],
    ["nothing below ten percent", { belowMarketPercent: 9 }, null],
    ["nothing without a figure", { marketRent: null }, null],
    ["nothing without a rent", { rentCents: null }, null],
  ] as const)("is %s", (_, changes, text) => expect(savingText({ ...LISTING, ...changes })).toBe(text));
});

describe("a line of size and move-in date", () => {
  const NOW = new Date("2026-11-24T12:00:00Z");
  it.each([
    ["1 Bedroom", "1", "2027-01-01", "1 bed · 1 bath · Jan 1"],
    ["2 Bedrooms", "1.5", "2026-11-25", "2 beds · 1.5 baths · Nov 25"],
    ["4+ Bedrooms", "3+", "2026-11-24", "4+ beds · 3+ baths · Now"],
    ["Studio", "1", "2026-03-01", "Studio · 1 bath · Now"],
    ["Private Room", "2", "2027-11-24", "Private room · 2 baths · Nov 24, 2027"],
    ["Private Room", "1", "Immediately", "Private room · 1 bath · Immediately"],
  ] as const)("for %s, %s, %s is: %s", (bedrooms, bathrooms, moveInDate, text) => {
    expect(sizeText({ bedrooms, bathrooms, moveInDate }, NOW)).toBe(text);
  });

  it("shows Now only from midnight in Toronto", () => {
    const shown = (now: string) =>
      sizeText({ bedrooms: "Studio", bathrooms: "1", moveInDate: "2026-11-24" }, new Date(now));
    expect(shown("2026-11-24T04:59:00Z")).toContain("Nov 24");
    expect(shown("2026-11-24T05:00:00Z")).toContain("Now");
  });
});

describe("the names of the 158 neighbourhoods", () => {
  const names = DISTRICTS.flatMap(([, neighbourhoods]) => neighbourhoods);

  it("are written with a space after a period, and also recognized without it", () => {
    expect(names).toHaveLength(158);
    expect(names).toContain("North St. James Town");
    for (const name of names) {
      expect(name).not.toMatch(/\.\p{L}| {2}/u);
      expect(placeByName(name.replaceAll(". ", "."))?.name).toBe(name);
    }
  });
});

describe("a description", () => {
  it("that replaces a missing one writes its date in words, and typed descriptions do not change", () => {
    const of = (description: string) => descriptionText({ description, moveInDate: "2027-01-01" });
    expect(of(standInDescription("2027-01-01"))).toBe("Available January 1, 2027. Contact for details.");
    for (const typed of ["Available 2027-01-01", "Available 2027-02-01. Contact for details.", ""])
      expect(of(typed)).toBe(typed);
  });
});
