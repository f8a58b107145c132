import { describe, expect, it } from "vitest";
import { requestedSearch, commutesOfSearch, withLimit } from "../../../src/features/listings/commute/commutes.tsx";
import { parsePlaces, placeAt, placesOfSearch } from "../../../src/features/listings/commute/places.ts";
import { createReachabilityTest, createTint } from "../../../src/features/listings/search/mapped-results.tsx";
import {
  badDayText,
  clockText,
  needsBlackText,
  minutesText,
  timetableText,
  whenText,
} from "../../../src/features/listings/commute/commute-text.ts";
import { DEFAULT_COMMUTE } from "../../../worker/contracts/commute.ts";
import { NO_FILTERS } from "../../../worker/contracts/search.ts";

const WORK = { ...DEFAULT_COMMUTE, name: "Work", lat: 43.646, lng: -79.381, limit: 35 };
const SCHOOL = { ...WORK, name: "School", lat: 43.663, lng: -79.396, limit: 50 };
const { name: _name, limit: _limit, ...WORK_ASKED } = WORK;

describe("the destinations stored in a browser", () => {
  it("are rounded to a thousandth of a degree, limited to three, and skipped when invalid", () => {
    const stored = [
      { ...WORK, lat: 43.64567, lng: -79.38049 },
      { ...WORK, lat: 12 },
      { ...WORK, limit: 500 },
      { ...WORK, from: "10:00" },
      { ...WORK, name: "  " },
      "Work",
      null,
      SCHOOL,
      SCHOOL,
      SCHOOL,
    ];
    expect(parsePlaces(JSON.stringify(stored))).toEqual([{ ...WORK, lat: 43.646, lng: -79.38 }, SCHOOL, SCHOOL]);
    for (const text of [null, "", "{", "{}", "7"]) expect(parsePlaces(text)).toEqual([]);
  });

  it("start with the usual times, and are only in and around Toronto", () => {
    expect(placeAt("Work", 43.6464, -79.3806)).toEqual(WORK);
    expect(placeAt("Work", 45.5, -73.6)).toBeNull();
  });

  it("give their names to the destinations of a link, and others get numbers", () => {
    const search = { commute: [WORK_ASKED, { ...WORK_ASKED, lat: 43.7 }], maxCommute: [20, 30] };
    expect(placesOfSearch(search, [SCHOOL, WORK]).map(({ name, limit }) => [name, limit])).toEqual([
      ["Work", 20],
      ["Place 2", 30],
    ]);
  });
});

describe("the commutes requested by a list", () => {
  const places = [WORK, SCHOOL];

  it.each([
    ["", [], [], "newest"],
    ["1", ["Work"], [35], "newest"],
    ["1,2,sort", ["Work", "School"], [35, 50], "commute"],
    ["sort", ["Work", "School"], [], "commute"],
    ["sort2", ["School"], [], "commute"],
    ["3", [], [], "newest"],
  ])("for '%s' lead to %j, within %j", (commutes, names, maxCommute, sort) => {
    const asked = requestedSearch(NO_FILTERS, commutes, places);
    expect(placesOfSearch(asked, places).map(({ name }) => name)).toEqual(names);
    expect(asked).toMatchObject({ maxCommute, sort });
    expect(JSON.stringify(asked)).not.toContain("Work");
  });

  it("gain and lose limits one at a time", () => {
    expect(withLimit("", 1, true)).toBe("2");
    expect(withLimit("2,sort2", 0, true)).toBe("1,2,sort");
    expect(withLimit("1,2,sort", 0, false)).toBe("2,sort");
  });

  it("equal those of a link after its destinations are saved", () => {
    expect(commutesOfSearch(requestedSearch(NO_FILTERS, "1,2,sort", places))).toBe("1,2,sort");
    expect(commutesOfSearch(requestedSearch(NO_FILTERS, "sort", places))).toBe("sort");
    expect(commutesOfSearch(requestedSearch(NO_FILTERS, "2", places), [2])).toBe("2");
  });
});

describe("the text of a commute", () => {
  it.each([
    [31.4, "Work", "31 min to work"],
    [0.2, "Partner's work", "1 min to partner's work"],
    [12.5, "Grandma", "13 min to Grandma"],
    [null, "School", "More than 2 hours to school"],
  ])("for %j min to %s is '%s'", (minutes, name, text) => {
    expect(minutesText({ minutes }, name)).toBe(text);
  });

  it("mentions a bad day only if it is slower", () => {
    expect(badDayText({ minutes: 31.4, badDayMinutes: 37.6 })).toBe("up to 38 on a bad day");
    expect(badDayText({ minutes: 31.4, badDayMinutes: 31.4 })).toBeNull();
    expect(badDayText({ minutes: 31.4, badDayMinutes: null })).toBe("over 2 hours on a bad day");
    expect(badDayText({ minutes: null, badDayMinutes: null })).toBeNull();
  });

  it("shows times as people write them", () => {
    expect(clockText("08:05")).toBe("8:05");
    expect(clockText("24:10")).toBe("0:10");
    expect(whenText(WORK)).toBe("Arrive 8:30–9:30 on a weekday");
    expect(whenText({ ...WORK, day: "2026-12-01", from: "09:00", until: "09:00" })).toBe(
      "Arrive 9:00 on December 1, 2026",
    );
  });

  it("states that a timetable has expired from the day after its end in Toronto", () => {
    const timetable = { validUntil: "2026-12-12" };
    expect(timetableText(timetable, new Date("2026-12-13T04:59:00Z"))).toBeNull();
    expect(timetableText(timetable, new Date("2026-12-13T05:00:00Z"))).toBe("timetable valid to December 12, 2026");
  });

  it("colours a line's name so that it is legible without a background", () => {
    expect(["FFFFFF", "F8C300", "00923F"].map(needsBlackText)).toEqual([true, true, true]);
    expect(["000000", "A21A68", "DA251D"].map(needsBlackText)).toEqual([false, false, false]);
  });
});

describe("the tint of a map", () => {
  const area = (minutes: number[], west = -79.4) => ({
    west,
    north: 43.7,
    stepLng: 0.002,
    stepLat: 0.001,
    width: 2,
    height: 2,
    minutes: btoa(String.fromCharCode(...minutes)),
  });

  it("is stronger for shorter commutes, and absent beyond the limit", () => {
    expect([...createTint([{ area: area([5, 15, 30, 255]), limit: 30 }]).levels]).toEqual([3, 2, 1, 0]);
  });

  it("covers only where all destinations are within reach", () => {
    const [first, second] = [
      { area: area([5, 5, 5, 5]), limit: 30 },
      { area: area([9, 255, 29, 255], -79.398), limit: 30 },
    ];
    expect([...createTint([first, second]).levels]).toEqual([0, 3, 0, 1]);
    expect(createReachabilityTest([first, second])(43.6995, -79.397)).toBe(true);
    expect(createReachabilityTest([first, second])(43.6995, -79.399)).toBe(false);
  });
});
