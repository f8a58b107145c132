import { describe, expect, it } from "vitest";
import {
  filterCount,
  PLAIN_VIEW,
  shownCount,
  viewFromQuery,
  viewQuery,
} from "../../../src/features/listings/commute/list-state.ts";
import { parseDollars } from "../../../worker/contracts/rents.ts";
import { NO_FILTERS, SEARCH_RENT_MAX } from "../../../worker/contracts/search.ts";

describe("the address of a list", () => {
  const search = { ...NO_FILTERS, attributes: ["pets", "laundry"], maxRent: 1800 } as const;

  it.each([
    [{}, ""],
    [{ isMap: true }, "?view=map"],
    [{ page: 1250, filter: "Studio" }, "?type=Studio&page=1250"],
    [{ filter: "3 BR", search, isMap: true }, "?type=3+BR&with=pets,laundry&maxRent=1800&view=map"],
  ] as const)("for %j is '%s' and parses back", (changes, query) => {
    const view = { ...PLAIN_VIEW, ...changes };
    expect(viewQuery(view)).toBe(query);
    expect(viewFromQuery(query)).toEqual(view);
  });

  it("falls back to the plain list when it is invalid", () => {
    expect(viewFromQuery("?type=castle&maxRent=lots&view=globe&page=1251")).toEqual(PLAIN_VIEW);
  });
});

describe("the summary of a list", () => {
  it("counts each filter, but not the sort order", () => {
    expect(filterCount({ ...NO_FILTERS, sort: "price" })).toBe(0);
    expect(filterCount({ ...NO_FILTERS, attributes: ["pets", "laundry"], line: "2", controlled: true })).toBe(4);
  });

  it("does not count hidden private rooms, and states no count when theirs is unknown", () => {
    expect(shownCount({ total: 12, rooms: 5 }, false)).toEqual({ count: 12, isCut: false });
    expect(shownCount({ total: 12, rooms: 5 }, true)).toEqual({ count: 7, isCut: false });
    expect(shownCount({ total: null, atLeast: 40, rooms: 3 }, true)).toEqual({ count: 37, isCut: true });
    expect(shownCount({ total: 12, rooms: null }, true)).toBeNull();
    expect(shownCount({ total: null, atLeast: null, rooms: 3 }, true)).toBeNull();
  });
});

describe("a rent as people type it", () => {
  it.each([
    ["", null],
    ["1800", 1800],
    ["$1,800 ", 1800],
    ["15000", 15_000],
    ["15001", undefined],
    ["0", undefined],
    ["cheap", undefined],
    ["1800.50", undefined],
  ])("'%s' is parsed as %s", (text, dollars) =>
    expect(parseDollars(text, { min: 1, max: SEARCH_RENT_MAX })).toBe(dollars),
  );
});
