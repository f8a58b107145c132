import { describe, expect, it } from "vitest";
import { boundsText, parseBounds } from "../../worker/contracts/places.ts";
import {
  NO_FILTERS,
  filterFromUrl,
  isCanonicalSearch,
  hasFilters,
  type ListingSearch,
  listQuery,
  parseSearch,
  lenientSearch,
  searchParameters,
} from "../../worker/contracts/search.ts";

const ALL: ListingSearch = {
  q: "quiet street",
  attributes: ["pets", "laundry"],
  minRent: 900,
  maxRent: 1800,
  minDiscount: 15,
  bathrooms: "3+",
  homeType: "condo",
  municipality: "North York",
  neighbourhood: "Mimico (includes Humber Bay Shores)",
  station: "Queen’s Park",
  line: "1",
  maxSubway: 800,
  controlled: true,
  moveInBy: "2027-01-31",
  bbox: "-79.5,43.6,-79.3,43.7",
  sort: "price",
};

describe("the address of a search", () => {
  it("contains all parameters in one order, and parses back", () => {
    expect([...searchParameters(ALL)]).toEqual([
      ["q", "quiet street"],
      ["with", "pets,laundry"],
      ["minRent", "900"],
      ["maxRent", "1800"],
      ["minDiscount", "15"],
      ["bathrooms", "3+"],
      ["homeType", "condo"],
      ["municipality", "North York"],
      ["neighbourhood", "Mimico (includes Humber Bay Shores)"],
      ["station", "Queen’s Park"],
      ["line", "1"],
      ["maxSubway", "800"],
      ["controlled", "1"],
      ["moveInBy", "2027-01-31"],
      ["bbox", "-79.5,43.6,-79.3,43.7"],
      ["sort", "price"],
    ]);
    for (const search of [ALL, NO_FILTERS, { ...NO_FILTERS, line: "4" as const }]) {
      expect(parseSearch(new URLSearchParams(listQuery("all", search)))).toEqual(search);
      expect(isCanonicalSearch(searchParameters(search), search, [])).toBe(true);
    }
  });

  it.each([
    ["all", NO_FILTERS, ""],
    ["3 BR", NO_FILTERS, "?type=3+BR"],
    ["4+ BR", { ...NO_FILTERS, attributes: ["pets", "short-lease"] }, "?type=4%2B+BR&with=pets,short-lease"],
    ["all", { ...NO_FILTERS, station: "St. Clair West", sort: "distance" }, "?station=St.+Clair+West&sort=distance"],
  ] as const)("%s and %j is '%s'", (filter, search, query) => expect(listQuery(filter, search)).toBe(query));

  it("of a page ignores invalid parameters one by one; the API refuses them", () => {
    const parameters = new URLSearchParams("with=pets,castle&maxRent=cheap&minDiscount=20&line=3&sort=castle&x=1");
    expect(lenientSearch(parameters)).toEqual({ ...NO_FILTERS, attributes: ["pets"], minDiscount: 20 });
    expect(parseSearch(parameters)).toBeUndefined();
    expect(parseSearch(new URLSearchParams("with=&maxRent=&line=&controlled=&moveInBy=&sort=&x=1"))).toEqual(
      NO_FILTERS,
    );
    expect([filterFromUrl(" 3 br"), filterFromUrl("castle"), filterFromUrl(null)]).toEqual(["3 BR", "all", "all"]);
  });

  it("is a search unless it only has an order", () => {
    expect([NO_FILTERS, { ...NO_FILTERS, sort: "price" as const }, ALL].map(hasFilters)).toEqual([false, false, true]);
  });
});

describe("a part of the map", () => {
  it("is widened to thousandths of a degree, and parses back", () => {
    expect(boundsText({ west: -79.38321, south: 43.6532, east: -79.38301, north: 43.65321 })).toBe(
      "-79.384,43.653,-79.383,43.654",
    );
    for (let step = -180_000; step < 180_000; step += 997) {
      const [west, south] = [step / 1_000, step / 2_002];
      const text = boundsText({ west, south, east: west + 0.1234, north: south + 0.0567 });
      const bounds = parseBounds(text);
      if (!bounds) throw new Error(`${text} was refused.`);
      expect(boundsText(bounds)).toBe(text);
      expect(bounds.west <= west && bounds.south <= south && bounds.north >= Math.min(90, south + 0.0567)).toBe(true);
    }
  });

  it("is null when it is missing, and refused when it is invalid", () => {
    expect([parseBounds(null), parseBounds("")]).toEqual([null, null]);
    for (const text of ["1,2,3", "3,1,2,2", "1,3,2,2", "a,1,2,3", "1,1,181,3", "1e1,1,20,3"])
      expect(parseBounds(text), text).toBeUndefined();
  });
});
