import { describe, expect, it } from "vitest";
import { areBest, compare } from "../../../src/features/listings/saved/compare-rows.ts";
import type { SavedHome } from "../../../src/features/listings/saving/saved-homes.ts";
import type { PublicListing } from "../../../worker/contracts/listings.ts";
import { publicListing } from "../../support/component/listings.ts";

const saved = (changes: Partial<PublicListing>): SavedHome => {
  const listing = publicListing(changes);
  return {
    id: listing.id,
    savedAt: 1,
    state: null,
    viewingAt: null,
    note: "",
    snapshot: { listing, seenAt: 1 },
    savedRentCents: listing.rentCents,
    gone: null,
  };
};
const UNKNOWN: SavedHome = { ...saved({ id: 9 }), snapshot: null, note: "Call again" };

/** Returns the name of each row that has a best home, with the positions of its best homes, counted from 1. */
const marked = ({ rows }: ReturnType<typeof compare>) =>
  rows.flatMap(({ name, cells }): [string, number[]][] => {
    const best = cells.flatMap(({ isBest }, nth) => (isBest ? [nth + 1] : []));
    return best.length === 0 ? [] : [[name, best]];
  });

describe("a comparison", () => {
  it("marks the best of a row: the lowest rent, the largest discount, the nearest, the most certain", () => {
    const near = { closestSubwayStation: "Bay", distanceToDowntown: "2.1" };
    const homes = [
      saved({ ...near, id: 1, rentCents: 180_000, belowMarketPercent: 12, bathrooms: "1", distanceToSubway: 90 }),
      saved({ ...near, id: 2, rentCents: 200_000, belowMarketPercent: 21, bathrooms: "1.5", distanceToSubway: 400 }),
      saved({ ...near, id: 3, rentCents: 180_000, isRentControlled: true, rentControlConfidence: "high" }),
      saved({ ...near, id: 4, distanceToDowntown: "0.9", isRentControlled: true, rentControlConfidence: "medium" }),
    ];
    expect(marked(compare(homes, [null, null, null, null]))).toEqual([
      ["Rent", [4]],
      ["Compared with the market", [2]],
      ["Bathrooms", [2]],
      ["Downtown", [4]],
      ["Station", [1]],
      ["Rent control", [3]],
    ]);
  });

  it("marks nothing when all values are equal, or only one value is known", () => {
    expect(areBest([3, 3, null])).toEqual([false, false, false]);
    expect(areBest([null, 3])).toEqual([false, false]);
    expect(areBest([2, 3, 2, null])).toEqual([true, false, true, false]);
    expect(marked(compare([saved({ id: 1 }), UNKNOWN], [null, null]))).toEqual([]);
  });

  it("names what the percentages were compared with once, in a footnote", () => {
    const homes = [saved({ id: 1 }), saved({ id: 2 }), saved({ id: 3, marketArea: "North York" }), UNKNOWN];
    const { rows, footnotes } = compare(homes, [null, null, null, null]);
    expect(footnotes).toHaveLength(2);
    expect(footnotes[0]).toContain("average asking rent");
    const market = rows.find(({ name }) => name === "Compared with the market");
    expect(market?.cells.map(({ note }) => note)).toEqual([1, 1, 2, null]);
    expect(rows.flatMap(({ cells }) => cells.map(({ text }) => text)).join()).not.toContain("average asking rent");
  });

  it("omits facts that none of the homes have", () => {
    const { rows, ownRows } = compare([saved({ id: 1 }), UNKNOWN], [null, null]);
    expect(rows.map(({ name }) => name)).not.toContain("Station");
    expect(ownRows.map(({ name }) => name)).toEqual(["Your note"]);
  });

  it("has short values for narrow columns", () => {
    const estimate = { belowMarketPercent: -4, marketIsEstimate: true } as const;
    const homes = [saved({ id: 1, homeType: "apartment", belowMarketPercent: 15 }), saved({ id: 2, ...estimate })];
    const { rows } = compare(homes, [null, null]);
    const textsOf = (row: string) => rows.find(({ name }) => name === row)?.cells.map(({ text }) => text);
    expect(textsOf("Compared with the market")).toEqual(["15% below", "≈4% above"]);
    expect(textsOf("Kind of home")?.[0]).toBe("Apartment");
  });
});
