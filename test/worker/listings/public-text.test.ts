import { describe, expect, it } from "vitest";
import type { PublicListing } from "../../../worker/contracts/listings.ts";
import { publish } from "../../support/worker/listings.ts";
import { json, makeSite } from "../../support/worker/site.ts";

describe("an email address that a landlord wrote into a text", () => {
  it("is shown only to moderators, and not on a page, in a feed or in a public response", async () => {
    const site = makeSite();
    const { id } = await publish(site, {
      address: "85 Main Street, Toronto, ON",
      additionalInfo: "Bright. Write to zebulon@example.com or zebulon at gmail dot com, or call 416-555-0199. null",
      landlordName: "zebulon@example.com",
      rent: "$1,500 (zebulon@example.com)",
    });
    const listing = await json<PublicListing>(site.fetch(`/api/marketplace-listings/${id}`));
    expect(listing.additionalInfo).toBe("Bright. Write to [e-mail hidden] or [e-mail hidden], or call 416-555-0199.");
    expect(listing.landlordName).toBe("[e-mail hidden]");
    for (const path of [
      "/",
      "/1-bedroom-apartments-toronto",
      `/listing/${id}/${listing.slug}`,
      "/listings/feed.xml",
      "/api/marketplace-listings",
      "/api/marketplace-listings/map",
      "/api/1br-listings",
    ])
      expect(await (await site.fetch(path)).text(), path).not.toMatch(/zebulon/i);
    const seen = await site.fetch(`/api/admin/listings/${id}`, { as: await site.logIn() });
    expect(await seen.text()).toMatch(/zebulon at gmail dot com/);
  });
});
