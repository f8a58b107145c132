import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { PinCards } from "../../src/features/listings/search/pin-cards.tsx";
import { listingPath } from "../../worker/contracts/listings.ts";
import { publicListing } from "../support/component/listings.ts";
import { openPart } from "../support/component/open-page.tsx";

describe("the card of a home on the map", () => {
  it("has the street as its title, size and date on one line, and the station on its own", async () => {
    const home = publicListing({ closestSubwayStation: "Pharmacy", subwayLines: ["5"], distanceToSubway: 439 });
    const point = { ...home, path: listingPath(home), latitude: 43.7, longitude: -79.4 };
    openPart(
      <PinCards isPressed chosen={[point]} row={[point]} loaded={[home]} onChoose={() => {}} onClose={() => {}} />,
    );
    const card = within(await screen.findByLabelText("Chosen home", { selector: "section" }));
    const link = card.getByRole("link", { name: "1 Bedroom - 5 Euclid Ave" });
    expect(within(link).getByText("5 Euclid Ave").classList.contains("sr-only")).toBe(false);
    expect(within(link).getByText("1 Bedroom -").classList.contains("sr-only")).toBe(true);
    card.getByText(/^1 bed · Move-in /);
    expect(card.getByText("Pharmacy").closest(".card-station")?.textContent).toBe("Line 5Pharmacy 439 m");
  });
});
