import { describe, expect, it } from "vitest";
import type { AdminListing } from "../../../worker/contracts/listings.ts";
import { publish, submit } from "../../support/worker/listings.ts";
import { setBenchmark } from "../../support/worker/market.ts";
import { json, makeSite } from "../../support/worker/site.ts";

describe("an address in a town that is not known", () => {
  it("is taken, noted for moderators, and compared with nothing", async () => {
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
