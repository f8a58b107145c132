import { waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { like, publicListing } from "../support/component/listings.ts";
import { inTurn, listOf, openPage } from "../support/component/open-page.tsx";
import { allNamed, expectShown, press } from "../support/component/wordings.ts";

const STUDIOS = "/studio-apartments-toronto";

describe("a list", () => {
  it("focuses the first card added by Load More", { tags: ["rest"] }, async () => {
    const unit = publicListing({ bedrooms: "Studio" });
    const next = { ...unit, title: "Studio - 2 Palmerston Ave" };
    const { user } = await openPage(STUDIOS, {
      "GET /api/studio-listings": inTurn(listOf(like(unit, 8), 9), listOf([next], 9)),
    });
    await expectShown({ button: "Load More Listings" });
    allNamed("button", "Load More Listings")[0]?.focus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Studio - 2 Palmerston Ave"));
  });

  it("shows its type among the filters, which link to the other types", { tags: ["rest"] }, async () => {
    await openPage(STUDIOS, {
      "GET /api/studio-listings": listOf([]),
      "GET /api/private-room-listings": listOf([]),
      "GET /api/marketplace-listings": listOf([]),
    });
    const current = () =>
      [...document.querySelectorAll("nav[aria-label='Filter by bedrooms'] [aria-current=page]")].map(
        ({ textContent }) => textContent,
      );
    await expectShown({ link: "Private Room" });
    expect(current()).toEqual(["Studio"]);
    await press("link", "Private Room");
    await expectShown({ heading: "Private Rooms for Rent in Toronto" });
    await press("link", "All");
    await expectShown({ button: "All" });
    expect(allNamed("button", "All")[0]?.getAttribute("aria-pressed")).toBe("true");
  });
});

describe("a card", () => {
  it("shows price, type, title, address, start of the description and savings, in this order", async () => {
    const listing = publicListing({
      title: "2 Bedrooms - 260 Wellesley St E",
      address: "260 Wellesley St E, Toronto, ON",
      bedrooms: "2 Bedrooms",
      price: "$2,390",
      rentCents: 239_000,
      belowMarketPercent: 17,
      marketRent: 2890,
      neighbourhood: "North St. James Town",
      closestSubwayStation: "Sherbourne",
      description: `Corner two-bedroom with light from two sides. ${"Heat and water are in the rent. ".repeat(5)}`,
    });
    await openPage("/", { "GET /api/marketplace-listings": listOf([listing]) }, { now: "2026-11-23T15:00:00Z" });
    await expectShown({ link: listing.title });
    const card = document.querySelector("main article") as HTMLElement;
    const words = card.textContent ?? "";
    const order = [
      "17% below market",
      "$2,390",
      "$500 less than average",
      "Monthly",
      "2 Bedrooms",
      "Newly Listed",
      "Apartment for rent",
      listing.title,
      `${listing.address} · North St. James Town`,
      "Corner two-bedroom with light from two sides. Heat and water are in the rent…",
    ];
    let at = -1;
    for (const part of order) {
      expect(words.indexOf(part, at + 1), part).toBeGreaterThan(at);
      at = words.indexOf(part, at + 1);
    }
  });
});
