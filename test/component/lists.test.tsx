import { waitFor, within } from "@testing-library/react";
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
  it("names the street and the neighbourhood once, and keeps the whole title as the link's name", async () => {
    const listing = publicListing({
      title: "2 Bedrooms - 260 Wellesley St E",
      address: "260 Wellesley St E, Toronto, ON",
      bedrooms: "2 Bedrooms",
      moveInDate: "2027-02-15",
      neighbourhood: "North St. James Town",
      marketRent: 2890,
    });
    await openPage("/", { "GET /api/marketplace-listings": listOf([listing]) }, { now: "2026-11-23T15:00:00Z" });
    await expectShown({ link: listing.title });
    const card = document.querySelector("main article") as HTMLElement;
    within(card).getByText("2 beds · 1 bath · Feb 15");
    expect([...card.querySelectorAll(".card-small")].map(({ textContent }) => textContent)).toContain("market $2,890");
    const lines = [...card.querySelectorAll(".card-line")].map(({ textContent }) => textContent).join("\n");
    expect(lines.match(/Wellesley St/g)).toHaveLength(1);
    expect(lines.match(/North St\. James Town/g)).toHaveLength(1);
  });
});
