import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { BenchmarkMonth, MarketFigures, MarketGroup } from "../../worker/contracts/market-pages.ts";
import { MARKET_LICENCE } from "../../worker/contracts/market-pages.ts";
import { marketPosition } from "../../worker/contracts/market.ts";
import type { CheckedMarket, RentCheck } from "../../worker/contracts/rent-check.ts";
import { openPage } from "../support/component/open-page.tsx";
import { expectShown } from "../support/component/wordings.ts";

const MARKET: CheckedMarket = {
  percentBelow: 0,
  standing: "about",
  rent: 2_210,
  area: "City of Toronto",
  source: "Rentals.ca",
  kind: "asking",
  asOf: "2026-10",
  ageMonths: 0,
  isEstimate: false,
  method: null,
};

const rentCheck = (market: CheckedMarket | null, rent = 2_210): RentCheck => ({
  asked: {
    type: "1 Bedroom",
    homeType: null,
    rent,
    place: { kind: "neighbourhood", name: "Annex", neighbourhoods: ["Annex"], municipality: "Toronto" },
    built: null,
    included: [],
  },
  asOf: "2026-11-21",
  market,
  around: { area: "Annex", homes: 0, isPartial: false, quartiles: null, percentBelow: null, rents: [], comparable: [] },
  rentControl: { isRentControlled: true, confidence: "medium", reason: "stated_before", yearBuilt: 1990 },
  increase: null,
});

const openCheck = (check: RentCheck) =>
  openPage("/rent-check?type=1+Bedroom&rent=2210&place=Annex", { "GET /api/rent-check": check });

describe("the rent check", () => {
  it.each<[string, Partial<CheckedMarket>]>([
    ["Fair: about the average", { percentBelow: 3 }],
    ["Fair: about the average", { percentBelow: -9 }],
    ["Low: 16% below the average asking rent", { percentBelow: 16 }],
    ["High: 12% above the average asking rent", { percentBelow: -12 }],
    ["Fair: about the estimated average", { percentBelow: 0, isEstimate: true }],
    ["Low: 20% below the median asking rent on this site", { percentBelow: 20, kind: "own" }],
  ])("begins with the verdict '%s' for %o", async (verdict, changes) => {
    const market = { ...MARKET, ...changes };
    await openCheck(rentCheck({ ...market, standing: marketPosition(market.percentBelow) }));
    await screen.findByText("Rent control");
    const first = document.querySelector("main h2");
    expect(first?.textContent).toBe(`${verdict} $2,210 for 1 Bedroom, Annex`);
  });

  it("supports the verdict with the dated benchmark", async () => {
    await openCheck(rentCheck(MARKET, 2_150));
    const verdict = await screen.findByRole("region", { name: /^Fair/ });
    expect(verdict.textContent).toContain(
      "$60 a month below the average asking rent of $2,210.City of Toronto, October 2026. Source: Rentals.ca.",
    );
  });

  it.each<[number[], string | null]>([
    [[1_925, 1_775], "Homes like it on this site ask less: $1,775 to $1,925."],
    [[2_400, 2_400], "Homes like it on this site ask more: $2,400."],
    [[1_775, 2_400], null],
    [[1_775, 2_210], null],
    [[1_775], null],
  ])("mentions similar homes at %j only if several ask less, or several ask more", async (rents, text) => {
    const check = rentCheck(MARKET);
    const home = { title: "1 Bedroom", path: "/listing/1/a", neighbourhood: null, approvedAt: "2026-11-01T00:00:00Z" };
    const comparable = rents.map((rent, id) => ({ ...home, id, rent }));
    await openCheck({ ...check, around: { ...check.around, homes: rents.length, rents, comparable } });
    const verdict = await screen.findByRole("region", { name: /^Fair/ });
    expect(/Homes like it.*?: .*?\.$/.exec(verdict.textContent)?.[0] ?? null).toBe(text);
  });

  it("keeps the numbers of an address block on one line", async () => {
    const check = rentCheck(MARKET);
    const place = { kind: "block", name: "100-200 Isabella St", neighbourhoods: [], municipality: null } as const;
    await openCheck({ ...check, asked: { ...check.asked, place } });
    await expectShown("$2,210 for 1 Bedroom, 100-\u2060200 Isabella St");
  });

  it("explains that rent control depends on the building, whose year is unknown", async () => {
    const rentControl = { isRentControlled: null, confidence: "low", reason: "year_unknown", yearBuilt: null } as const;
    await openCheck({ ...rentCheck(MARKET), rentControl });
    await expectShown("It depends on the building.");
  });

  it("states when there is nothing to compare with", async () => {
    await openCheck(rentCheck(null));
    expect(await screen.findByRole("region", { name: /^No average to compare with/ })).toBeTruthy();
  });

  it("asks for the place first, and for the rent with a numeric keyboard", async () => {
    await openPage("/rent-check");
    const form = (await screen.findByRole("button", { name: "Check This Rent" })).closest("form");
    expect(form?.querySelector("input")).toBe(screen.getByLabelText("Where"));
    expect(screen.getByLabelText(/^Rent a month/).getAttribute("inputmode")).toBe("decimal");
  });
});

const month = (name: string, rent: number): BenchmarkMonth => ({
  month: name,
  rent,
  kind: "asking",
  source: "Rentals.ca",
  isEstimate: false,
});
const GROUP: MarketGroup = {
  type: "1 Bedroom",
  rents: { value: { lower: 1_500, median: 1_595, upper: 1_700 }, homes: 20 },
  rentControl: null,
  discount: null,
  pace: null,
};
const ALL: MarketGroup = { ...GROUP, type: "all", rents: null, rentControl: { value: 98, homes: 40 } };
const figures = (...months: BenchmarkMonth[]): MarketFigures => ({
  area: { kind: "city", name: "City of Toronto", slug: null },
  benchmarks: [{ type: "1 Bedroom", months }],
  months: [{ month: "2026-11", closedAt: null, groups: [ALL, GROUP], corrections: [] }],
  neighbourhoods: [],
  licence: MARKET_LICENCE,
});
const charts = () => [...document.querySelectorAll("figcaption")].map(({ textContent }) => textContent);

describe("a market page", () => {
  it("shows one table while there are fewer than three months, with the files at its end", async () => {
    await openPage("/market", { "GET /api/market": figures(month("2026-10", 2_210)) });
    const table = await screen.findByRole("table");
    const row = within(table).getByRole("rowheader", { name: "1 Bedroom" }).closest("tr");
    for (const text of ["$2,210", "Oct\u00a02026", "$1,595", "$1,500 to $1,700"])
      expect(row?.textContent).toContain(text);
    expect(within(table).queryByText("Rent controlled"), "a column without a figure").toBeNull();
    expect(screen.getByText("98% of the homes whose rent control is known are rent controlled.")).toBeTruthy();
    expect(screen.getByText(/^Averages: Rentals\.ca\./)).toBeTruthy();
    expect(charts()).toEqual([]);
    const files = screen.getByRole("link", { name: "CSV" });
    expect(table.compareDocumentPosition(files) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
  });

  const NOW = { now: "2026-11-21T15:00:00Z" };

  it("states the age of its benchmarks in the heading", async () => {
    await openPage("/market", { "GET /api/market": figures(month("2025-10", 2_210)) }, NOW);
    const heading = await screen.findByRole("columnheader", { name: /^Average in the City/ });
    expect(heading.textContent).toBe("Average in the City, Oct\u00a02025, 12 months old");
  });

  it("states the age of each benchmark if their months differ", { tags: ["rest"] }, async () => {
    const old = figures(month("2025-10", 2_210));
    const benchmarks = [...old.benchmarks, { type: "Studio" as const, months: [month("2026-10", 1_790)] }];
    await openPage("/market", { "GET /api/market": { ...old, benchmarks } }, NOW);
    const rowOf = async (type: string) => (await screen.findByRole("rowheader", { name: type })).closest("tr");
    expect((await rowOf("1 Bedroom"))?.textContent).toContain("Oct\u00a02025, 12 months old");
    expect((await rowOf("Studio"))?.textContent).not.toContain("months old");
  });

  it("shows charts from the third month on", async () => {
    await openPage("/market", {
      "GET /api/market": figures(month("2026-09", 2_230), month("2026-10", 2_210)),
    });
    await expectShown("1 Bedroom as a table");
    expect(charts()).toEqual([
      "Rents of 1 Bedroom by month: published $2,210 in October 2026; median on this site $1,595 in November 2026.",
    ]);
  });
});
