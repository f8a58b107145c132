import { describe, expect, it } from "vitest";
import type { AdminListing } from "../../../worker/contracts/listings.ts";
import { houses } from "../../support/worker/geocoder.ts";
import { publish, submit } from "../../support/worker/listings.ts";
import { setBenchmark } from "../../support/worker/market.ts";
import { area, drain, imported, listingOf } from "../../support/worker/places.ts";
import { json, makeSite } from "../../support/worker/site.ts";

describe("an address in an unknown town", () => {
  it("is accepted, noted for moderators, and not compared with the market", async () => {
    const site = makeSite();
    await setBenchmark(site);
    const id = await submit(site, { address: "12 Main St, Smallville, ON" });
    const as = await site.logIn();
    const listing = await json<AdminListing>(site.fetch(`/api/admin/listings/${id}`, { as }));
    expect(listing.reviewNotes.map(({ code }) => code)).toEqual(["outside_area"]);
    expect(listing.belowMarketPercent).toBeNull();
  });

  it("is published without a city in title, description and structured data", async () => {
    const site = makeSite();
    const { id, slug, municipality, belowMarketPercent } = await publish(site, {
      address: "12 Main St, Smallville, ON",
    });
    expect({ municipality, belowMarketPercent }).toEqual({ municipality: null, belowMarketPercent: null });
    const html = await (await site.fetch(`/listing/${id}/${slug}`)).text();
    const title = /<title>([^<]*)/.exec(html)?.[1] ?? "Toronto";
    const description = /name="description" content="([^"]*)"/.exec(html)?.[1] ?? "Toronto";
    const data = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? "Toronto";
    expect(title).toBe("1 Bedroom - 12 Main St, $1,850");
    expect(description).not.toContain("Toronto");
    expect(data).toContain('"streetAddress":"12 Main St"');
    expect(data).not.toContain("Toronto");
    expect(data).not.toContain("addressLocality");
  });
});

describe("a text that names a town outside the GTA", () => {
  const HOUSE = [675, "RICHMOND ST W", 43.6465, -79.4037] as const;

  it.each([
    ["London Transit pass included, ten minutes by bus.", "London Transit"],
    ["Quiet street.\nIn Barrie's east end, close to the lake.", "In Barrie's east"],
    ["Cozy apartment in downtown Guelph, close to campus.", "apartment in downtown Guelph"],
  ])(
    "is noted, and its address is neither compared nor located: %s",
    { tags: ["rest"] },
    async (additionalInfo, quote) => {
      await houses([...HOUSE]);
      await area("neighbourhood", "Wellington Place", { latitude: HOUSE[2], longitude: HOUSE[3] });
      await imported();
      const site = makeSite();
      await setBenchmark(site);
      const { id } = await publish(site, { address: "675 Richmond St W, Toronto", additionalInfo });
      await drain(site);
      expect(await listingOf(site, id)).toMatchObject({
        municipality: null,
        neighbourhood: null,
        latitude: null,
        belowMarketPercent: null,
      });
      const as = await site.logIn();
      const { reviewNotes } = await json<AdminListing>(site.fetch(`/api/admin/listings/${id}`, { as }));
      expect(reviewNotes.find(({ code }) => code === "outside_area")?.quotes).toEqual([quote]);
    },
  );

  it.each([
    "I own a house in Barrie and rent this one out.",
    "My daughter lives in London, Ontario.",
    "We are in Vancouver now.",
    "15 minutes to downtown Hamilton by GO, near Kingston Rd.",
  ])("is ignored if it only mentions that people are or go there: %s", async (additionalInfo) => {
    const site = makeSite();
    const { municipality } = await publish(site, { address: "675 Richmond St W, Toronto", additionalInfo });
    expect(municipality).toBe("Toronto");
  });
});
