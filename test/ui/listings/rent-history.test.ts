import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { RentHistory } from "../../../src/features/listings/card/rent-history.tsx";
import { SiteProvider } from "../../../src/lib/site.tsx";
import type { SiteInfo } from "../../../worker/contracts/page.ts";
import type { PublicListing } from "../../../worker/contracts/listings.ts";

/** Returns the rents of a history as they are displayed. */
function shown(...rents: [dollars: number, from: string][]): string[] {
  const listing = {
    priceHistory: rents.map(([dollars, from]) => ({ rentCents: dollars * 100, from })),
    priceDrop: null,
    previousListing: null,
    approvedAt: null,
  } as unknown as PublicListing;
  const history = createElement(RentHistory, { listing });
  const props = { site: {} as SiteInfo, renderedAt: "2025-12-01T12:00:00Z", children: history };
  const html = renderToStaticMarkup(createElement(SiteProvider, props));
  return [...html.matchAll(/<li>(.*?)<\/li>/g)].map(([, text = ""]) => text.replace(/<[^>]+>/g, ""));
}

describe("a history of rents", () => {
  it("shows the rent at the end of each day in Toronto", () => {
    expect(
      shown(
        [2_000, "2025-11-01T15:00:00Z"],
        [1_900, "2025-11-03T15:00:00Z"],
        [1_950, "2025-11-03T20:00:00Z"],
        // This is still November 3 in Toronto.
        [1_925, "2025-11-04T03:00:00Z"],
        [1_800, "2025-11-04T15:00:00Z"],
      ),
    ).toEqual(["$2,000 from November 1", "$1,925 from November 3", "$1,800 from November 4"]);
  });

  it("omits a day that ended with the rent of the day before", () => {
    const day = "2025-11-03";
    const back: [number, string][] = [
      [2_000, "2025-11-01T15:00:00Z"],
      [1_900, `${day}T15:00:00Z`],
      [2_000, `${day}T16:00:00Z`],
    ];
    expect(shown(...back)).toEqual([]);
    expect(shown(...back, [1_850, "2025-11-05T15:00:00Z"])).toEqual([
      "$2,000 from November 1",
      "$1,850 from November 5",
    ]);
  });
});
