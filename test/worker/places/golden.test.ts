import { expect, describe, it } from "vitest";
import { type Amenities } from "../../../worker/contracts/listings.ts";
import { parseAddress } from "../../../worker/contracts/parse-address.ts";
import { metresBetween } from "../../../worker/platform/grid.ts";
import { houses } from "../../support/worker/geocoder.ts";
import { publish } from "../../support/worker/listings.ts";
import { drain, factsOf, imported, importOpenData, listingOf, nearby } from "../../support/worker/places.ts";
import { makeSite } from "../../support/worker/site.ts";
import { GOLDEN } from "./golden-answers.ts";
import { PLACES_NEARBY } from "./golden-places.ts";

/** The imported areas around the addresses. An independent program determined them from the City's complete files. */
const OUTLINED: Readonly<Record<string, { neighbourhood?: string; municipality: string }>> = {
  "155 Balliol Street, Toronto, ON, M4S 1C2": {
    neighbourhood: "South Eglinton-Davisville",
    municipality: "Old Toronto",
  },
  "73 Broadway Avenue, Toronto, ON, M4P 1V1": { neighbourhood: "North Toronto", municipality: "Old Toronto" },
  "66 Isabella Street, Toronto, ON, M4Y 1N3": { neighbourhood: "Church-Wellesley", municipality: "Old Toronto" },
  "763 Woodbine Avenue, Toronto, ON, M4E 2J4": { municipality: "Old Toronto" },
};

/** Formats amenities as in the golden answers: "Sobeys: 272; Fresh Buy Market: 341". */
function listed(amenities: string | null): Record<string, string> {
  const lists = JSON.parse(amenities ?? "{}") as Amenities;
  return Object.fromEntries(
    (Object.entries(lists) as [string, Amenities["schools"]][]).map(([list, places]) => [
      list,
      places.map(({ name, distance }) => `${name}: ${distance}`).join("; "),
    ]),
  );
}

describe("twelve real addresses, with the open data near them", () => {
  it("match results computed by another program", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await imported();
    for (const [kind, rows] of Object.entries(PLACES_NEARBY)) {
      await nearby(kind as keyof typeof PLACES_NEARBY, ...rows);
    }
    await importOpenData();
    expect(GOLDEN).toHaveLength(12);
    for (const golden of GOLDEN) {
      const { address, bedrooms, place } = golden;
      const { numbers, street } = parseAddress(address);
      await houses([numbers?.low ?? 0, street ?? "", place.latitude, place.longitude]);
      const { id } = await publish(site, { address, bedrooms });
      await drain(site);
      const listing = await listingOf(site, id);
      const facts = await factsOf(site, id);
      expect(metresBetween(place, { latitude: listing.latitude ?? 0, longitude: listing.longitude ?? 0 })).toBeLessThan(
        1,
      );
      expect(
        {
          distanceToDowntown: listing.distanceToDowntown,
          station: listing.closestSubwayStation,
          lines: listing.subwayLines,
          distanceToSubway: listing.distanceToSubway,
          rsn: facts.building?.rsn ?? null,
          year: listing.yearBuilt,
          isRentControlled: listing.isRentControlled,
          confidence: listing.rentControlConfidence,
          amenities: listed(listing.amenities),
          neighbourhood: listing.neighbourhood,
          municipality: facts.municipality,
        },
        address,
      ).toEqual({
        distanceToDowntown: golden.distanceToDowntown,
        station: golden.station,
        lines: golden.lines,
        distanceToSubway: golden.distanceToSubway,
        rsn: golden.rsn,
        year: golden.year,
        isRentControlled: golden.isRentControlled,
        confidence: golden.confidence,
        amenities: golden.amenities,
        neighbourhood: null,
        municipality: null,
        ...OUTLINED[address],
      });
    }
  });
});
