import { describe, expect, it } from "vitest";
import { locationText } from "../../../src/features/listings/place/place-text.ts";
import type { ListingFacts } from "../../../worker/contracts/places.ts";

type Location = NonNullable<ListingFacts["location"]>;

const locationBy = (method: Location["method"], confidence: Location["confidence"]): Location => ({
  latitude: 43.66,
  longitude: -79.38,
  method,
  confidence,
  source: "City of Toronto",
  dataVersion: "2026-11-21-3f9a0c2e",
});

describe("the description of a location", () => {
  it.each([
    ["table", "high", "Exact location"],
    ["remote", "high", "Exact location"],
    ["table", "medium", "On this block"],
    ["interpolated", "medium", "On this block"],
    ["block", "medium", "On this block"],
    ["corner", "medium", "Near this corner"],
    ["pin", "high", "Placed by a moderator"],
    ["corner", "low", "In this area"],
    ["street", "low", "In this area"],
    ["fsa", "low", "In this area"],
  ] as const)("found by %s with %s confidence is: %s", (method, confidence, words) => {
    expect(locationText({ location: locationBy(method, confidence), enrichedAt: null })).toBe(words);
  });

  it("states when the location is not known yet, or cannot be found", () => {
    expect(locationText({ location: null, enrichedAt: null })).toMatch(/still looking up/);
    expect(locationText({ location: null, enrichedAt: "2026-11-21T15:00:00Z" })).toMatch(/could not find this address/);
  });
});
