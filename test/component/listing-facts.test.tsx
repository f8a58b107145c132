import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { PublicListing } from "../../worker/contracts/listings.ts";
import type { ListingFacts } from "../../worker/contracts/places.ts";
import { answersAbout, publicListing } from "../support/component/listings.ts";
import { type Answer, failure, inTurn, listOf, openPage as open, SILENCE } from "../support/component/open-page.tsx";
import { allNamed, expectShown, press } from "../support/component/wordings.ts";
import { ADDRESS, ALL_FACTS, DISCLAIMER, HOME, KNOWN_PLACE } from "../support/listing-facts.ts";

const UNKNOWN: ListingFacts = {
  ...ALL_FACTS,
  location: {
    latitude: null,
    longitude: null,
    method: "fsa",
    confidence: "low",
    source: "City of Toronto",
    dataVersion: "2026-11-21-3f9a0c2e",
  },
  neighbourhood: null,
  municipality: null,
  building: null,
  rentControl: { isRentControlled: null, confidence: "low", reason: "year_unknown" },
  nearby: [],
  ownMedian: null,
  pace: null,
};

const known = publicListing({
  ...HOME,
  ...KNOWN_PLACE,
  subwayLines: [...KNOWN_PLACE.subwayLines],
  address: ADDRESS,
  distanceToDowntown: "7.4",
});

const answers = (facts: Answer, listing: PublicListing) => ({
  ...answersAbout(listing),
  [`GET /api/marketplace-listings/${listing.id}/facts`]: facts,
});
const openPage = (facts: Answer, listing = known) =>
  open(`/listing/${listing.id}/${listing.slug}`, answers(facts, listing));

/** Finds a section of the page. The returned function gives the texts of its elements, separated by spaces. */
const part = async (name: string) => {
  const region = await screen.findByLabelText(name, { selector: "section" });
  return { region, text: () => [...region.querySelectorAll("*")].map(({ textContent }) => textContent).join(" ") };
};
const amenities = () => screen.findByLabelText("Family-Friendly Amenities", { selector: "section" });
const pageText = () => document.querySelector("main")?.textContent ?? "";

describe("the facts about a listing", () => {
  it("appear with their confidence and source", { tags: ["rest"] }, async () => {
    await openPage(ALL_FACTS);
    await expectShown("Exact location");
    const place = (await part("Where it is")).text();
    for (const fact of ["City of Toronto (Address Points), data of November 21, 2026", "Open Government Licence"])
      expect(place).toContain(fact);
    expect(place).not.toMatch(/Forest Hill North|municipality/i);
    const rentControl = (await part("Rent control")).text();
    expect(rentControl).toContain("Rent controlled (built in 1961)");
    expect(rentControl).toContain("a private rental building at this address, built in 1961");
    expect(rentControl).toContain("2.5% in 2025, 2.1% in 2026");
    const building = (await part("The building")).text();
    for (const fact of ["Private rental building", "1961, according to the landlord", "84", "87 of 100, May 14, 2026"])
      expect(building).toContain(fact);
    const nearby = within(await amenities());
    expect(nearby.getAllByText("None listed nearby")).toHaveLength(1);
    expect(nearby.getAllByText(/Source: OpenStreetMap/)).toHaveLength(3);
    expect(pageText()).toContain("Median of 64 listings on this site: $1,980, November 2026");
  });

  it("omit station and map point when only the postal area is known", async () => {
    await openPage(UNKNOWN, {
      ...known,
      latitude: null,
      longitude: null,
      neighbourhood: null,
      postalArea: "M6B",
      amenities: null,
      closestSubwayStation: null,
      distanceToSubway: null,
      subwayLines: [],
      distanceToDowntown: null,
      isRentControlled: null,
      rentControlConfidence: "low",
    });
    await expectShown("We do not know whether this rent is controlled.");
    const { region, text } = await part("Where it is");
    for (const fact of ["In this area", "M6B", "we show no map"]) expect(text()).toContain(fact);
    expect(region.querySelectorAll("button")).toHaveLength(0);
    expect(pageText()).not.toContain("Family-Friendly Amenities");
    expect(screen.queryAllByText("Rent Controlled")).toEqual([]);
  });

  it("can be retried after an error; rule and disclaimer are always visible", async () => {
    await openPage(inTurn(failure(), ALL_FACTS));
    const failed = "The map and nearby places could not be loaded";
    await waitFor(() => expect(pageText()).toContain(failed));
    await expectShown(DISCLAIMER);
    await press("button", "Try Again");
    await expectShown("Exact location");
    expect(pageText()).not.toContain(failed);
  });

  it.each(["the page", "the dialog"])("state each thing once on %s, and collapse the sources", async (where) => {
    if (where === "the page") await openPage(ALL_FACTS);
    else {
      await open("/", { ...answers(ALL_FACTS, known), "GET /api/marketplace-listings": listOf([known]) });
      await press("link", known.title);
    }
    await expectShown("Exact location");
    const shown = within(document.querySelector(where === "the page" ? "article" : "[role=dialog]") as HTMLElement);
    for (const text of [
      "How we know",
      "Share",
      "Not for me",
      "Discussions",
      "Report this listing",
      "Never e-transfer a deposit to a stranger.",
      "Photos (1)",
    ])
      expect(shown.getAllByText(text), text).toHaveLength(1);
    const parts = shown.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
    expect(parts.filter((name) => name !== known.title && !name.startsWith("Interested"))).toEqual([
      "Contact Information",
      "Description",
      "Details",
      "Where it is",
      "Family-Friendly Amenities",
      "Rent control",
      "The building",
    ]);
    const proof = shown.getByText("How we know").closest("details") as HTMLDetailsElement;
    expect(proof.open).toBe(false);
    expect(proof.querySelector("summary")?.textContent).toContain("average asking rent $2,210");
    expect(proof.textContent).toContain("Market: $2,210 (average asking rent");
  });

  it("also appear in the dialog, after a skeleton", { tags: ["rest"] }, async () => {
    await open("/", { ...answers(SILENCE, known), "GET /api/marketplace-listings": listOf([known]) });
    await press("link", known.title);
    await expectShown("Loading what is nearby", DISCLAIMER);
    const dialog = document.querySelector("[role=dialog]") as HTMLElement;
    expect(within(dialog).getAllByText("None listed nearby")).toHaveLength(1);
    expect(allNamed("link", "View full page")).toHaveLength(1);
  });
});
