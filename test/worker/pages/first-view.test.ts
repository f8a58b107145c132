import { describe, expect, it } from "vitest";
import type { PublicListing } from "../../../worker/contracts/listings.ts";
import { publish } from "../../support/worker/listings.ts";
import { json, makeSite } from "../../support/worker/site.ts";

describe("the first view of the home page", () => {
  it("shows eight homes even when private rooms are among the newest, and the next page continues after them", async () => {
    const site = makeSite();
    for (let house = 1; house <= 12; house += 1)
      await publish(site, {
        address: `${house} First St, Toronto`,
        phone: `416-555-01${String(house).padStart(2, "0")}`,
        ...(house % 4 === 0 && { bedrooms: "Private Room", rent: "$900" }),
      });
    const html = await (await site.fetch("/")).text();
    const streets = [...html.matchAll(/<h3[^>]*>(?:(?!<\/h3>).)*?(\d+ First St)/g)].map(([, street]) => street);
    // Private rooms are numbers 12, 8 and 4.
    expect(streets).toEqual([11, 10, 9, 7, 6, 5, 3, 2].map((house) => `${house} First St`));
    const next = await json<PublicListing[]>(site.fetch("/api/marketplace-listings?limit=20&offset=11"));
    expect(next.map(({ address }) => address)).toEqual([expect.stringContaining("1 First St")]);
  });
});
