import { describe, expect, it } from "vitest";
import { routeOfPage } from "../../../worker/features/visitors/visit-source.ts";
import { failureText } from "../../../worker/platform/log.ts";

describe("the destination of a commute", () => {
  it.each([
    "GET /api/marketplace-listings?commute=43.651,-79.412&maxCommute=30 failed",
    "https://site.example/?type=all&commute=43.651%2C-79.412",
    "commute=43.651,-79.412;43.7,-79.4",
    'Unexpected end of {"lat":43.651,"lng":-79.412',
    "The key 2026-11-01/weekday/arrive/30600-33900/43651000/-79412000 is unknown",
  ])("is not in an error message: %s", (text) => {
    expect(failureText(new Error(text))).not.toMatch(/651|412/);
  });

  it("is removed without removing other numbers from messages", () => {
    const text = "12 of 43 rows after 79.4 ms, version 43.1, listing 43651000";
    expect(failureText(new Error(text))).toBe(text);
  });

  it("is not in a page of the statistics", () => {
    const pages = ["/?commute=43.651,-79.412", "/1-bedroom-apartments-toronto?commute=43.651,-79.412#list"];
    expect(pages.map(routeOfPage)).toEqual(["/", "/1-bedroom-apartments-toronto"]);
  });
});
