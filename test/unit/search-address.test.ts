import { describe, expect, it } from "vitest";
import { DEFAULT_COMMUTE } from "../../worker/contracts/commute.ts";
import { boundsText, parseBounds } from "../../worker/contracts/places.ts";
import {
  NO_FILTERS,
  filterFromUrl,
  isCanonicalSearch,
  hasFilters,
  type ListingSearch,
  listQuery,
  readSearch,
  searchFromUrl,
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
  dropped: true,
  moveInBy: "2027-01-31",
  bbox: "-79.5,43.6,-79.3,43.7",
  commute: [
    { lat: 43.65, lng: -79.38, mode: "arrive", day: "weekday", from: "08:30", until: "09:30" },
    { lat: 43.7, lng: -79.4, mode: "arrive", day: "saturday", from: "08:30", until: "10:00" },
  ],
  maxCommute: [35, 50],
  sort: "price",
};

describe("the URL of a search", () => {
  it("contains all parameters in a fixed order, and parses back", () => {
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
      ["dropped", "1"],
      ["moveInBy", "2027-01-31"],
      ["bbox", "-79.5,43.6,-79.3,43.7"],
      ["commute", "43.65,-79.38;43.7,-79.4"],
      ["maxCommute", "35,50"],
      ["commuteDay", "weekday,saturday"],
      ["commuteUntil", "09:30,10:00"],
      ["sort", "price"],
    ]);
    for (const search of [ALL, NO_FILTERS, { ...NO_FILTERS, line: "4" as const }]) {
      expect(readSearch(new URLSearchParams(listQuery("all", search)))).toEqual({ search, malformed: [] });
      expect(isCanonicalSearch(searchParameters(search), search, [])).toBe(true);
    }
  });

  it.each([
    ["all", NO_FILTERS, ""],
    ["3 BR", NO_FILTERS, "?type=3+BR"],
    ["4+ BR", { ...NO_FILTERS, attributes: ["pets", "short-lease"] }, "?type=4%2B+BR&with=pets,short-lease"],
    ["all", { ...NO_FILTERS, station: "St. Clair West", sort: "distance" }, "?station=St.+Clair+West&sort=distance"],
  ] as const)("for %s and %j is '%s'", (filter, search, query) => expect(listQuery(filter, search)).toBe(query));

  it("ignores invalid parameters one by one on a page, while the API rejects them", () => {
    const parameters = new URLSearchParams("with=pets,castle&maxRent=cheap&minDiscount=20&line=3&sort=castle&x=1");
    expect(searchFromUrl(parameters)).toEqual({ ...NO_FILTERS, attributes: ["pets"], minDiscount: 20 });
    expect(readSearch(parameters).malformed).toEqual(["with", "maxRent", "line", "sort"]);
    expect(readSearch(new URLSearchParams("with=&maxRent=&line=&controlled=&moveInBy=&commute=&sort=&x=1"))).toEqual({
      search: NO_FILTERS,
      malformed: [],
    });
    expect([filterFromUrl(" 3 br"), filterFromUrl("castle"), filterFromUrl(null)]).toEqual(["3 BR", "all", "all"]);
  });

  it("is a search unless it contains only a sort order", () => {
    expect([NO_FILTERS, { ...NO_FILTERS, sort: "price" as const }, ALL].map(hasFilters)).toEqual([false, false, true]);
  });
});

describe("the commute in a URL", () => {
  const place = { lat: 43.65, lng: -79.38, ...DEFAULT_COMMUTE };
  const read = (query: string) => readSearch(new URLSearchParams(query));

  it.each([
    ["commute=43.65,-79.38", [place], []],
    ["commute=43.65004,-79.38049&maxCommute=35", [place], [35]],
    ["commute=43.65,-79.38;43.7,-79.4&maxCommute=35", [place, { ...place, lat: 43.7, lng: -79.4 }], [35, 35]],
    [
      "commute=43.65,-79.38&commute=43.7,-79.4&maxCommute=35,60",
      [place, { ...place, lat: 43.7, lng: -79.4 }],
      [35, 60],
    ],
    [
      "commute=43.65,-79.38&commuteMode=arrive&commuteDay=2026-11-11&commuteFrom=17:00&commuteUntil=17:00",
      [{ ...place, day: "2026-11-11", from: "17:00", until: "17:00" }],
      [],
    ],
  ] as const)("%s is parsed, with the default window if none is given", (query, commute, maxCommute) => {
    expect(read(query)).toEqual({ search: { ...NO_FILTERS, commute, maxCommute }, malformed: [] });
  });

  it.each([
    ["commute", "commute=work"],
    ["commute", "commute=43.65"],
    ["commute", "commute=43.65,-79.38,12"],
    ["commute", "commute=1e1,-79.38"],
    ["commute", "commute=45.5,-73.57"],
    ["commute", "commute=43.65,-79.38;43.7,-79.4;43.6,-79.5;43.8,-79.3"],
    ["commute", "commute=43.65,-79.38&commute=nowhere"],
    ["maxCommute", "commute=43.65,-79.38&maxCommute=0"],
    ["maxCommute", "commute=43.65,-79.38&maxCommute=121"],
    ["maxCommute", "commute=43.65,-79.38&maxCommute=half"],
    ["maxCommute", "commute=43.65,-79.38&maxCommute=30,40"],
    ["maxCommute", "maxCommute=30"],
    ["commuteMode", "commute=43.65,-79.38&commuteMode=fly"],
    ["commuteMode", "commute=43.65,-79.38&commuteMode=leave"],
    ["commuteDay", "commute=43.65,-79.38&commuteDay=someday"],
    ["commuteDay", "commute=43.65,-79.38&commuteDay=2026-02-30"],
    ["commuteFrom", "commute=43.65,-79.38&commuteFrom=8:30"],
    ["commuteUntil", "commute=43.65,-79.38&commuteUntil=24:00"],
    ["commuteUntil", "commute=43.65,-79.38&commuteFrom=09:00&commuteUntil=08:00"],
    ["sort", "sort=commute"],
  ])("%s is rejected in %s, and ignored on a page", (parameter, query) => {
    const { search, malformed } = read(query);
    expect(malformed).toEqual([parameter]);
    expect(readSearch(searchParameters(search)).malformed).toEqual([]);
    expect(searchParameters(search).has(parameter)).toBe(false);
  });

  it("does not filter without a limit", () => {
    const searches = ["commute=43.65,-79.38", "commute=43.65,-79.38&sort=commute", "commute=43.65,-79.38&maxCommute=9"];
    expect(searches.map((query) => hasFilters(read(query).search))).toEqual([false, false, true]);
  });
});

describe("a map area in a URL", () => {
  it("is extended to thousandths of a degree, and parses back", () => {
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

  it("is null when it is missing, and rejected when it is invalid", () => {
    expect([parseBounds(null), parseBounds("")]).toEqual([null, null]);
    for (const text of ["1,2,3", "3,1,2,2", "1,3,2,2", "a,1,2,3", "1,1,181,3", "1e1,1,20,3"])
      expect(parseBounds(text), text).toBeUndefined();
  });
});
