import type { PageState, SiteInfo } from "../../../worker/contracts/page.ts";
import { describe, expect, it } from "vitest";
import { listingPath } from "../../../worker/contracts/listings.ts";
import type { ListingFacts } from "../../../worker/contracts/places.ts";
import { publish } from "../../support/worker/listings.ts";
import { makeSite } from "../../support/worker/site.ts";

const STYLE = "https://tiles.example.com/styles/calm.json?key=abc";
const policyOf = (response: Response) => response.headers.get("content-security-policy") ?? "";
const allowedBy = (policy: string, directive: string) =>
  policy
    .split("; ")
    .find((part) => part.startsWith(`${directive} `))
    ?.split(" ")
    .slice(1);

describe("the map background", () => {
  it("involves no other origin without a style", async () => {
    const site = makeSite();
    expect(allowedBy(policyOf(await site.fetch("/")), "connect-src")).toEqual(["'self'"]);
    expect(await (await site.fetch("/api/site")).json()).not.toHaveProperty("mapStyleUrl");
  });

  it("may load data, but not code, from the style's origin and configured origins", async () => {
    const vars = {
      MAP_STYLE_URL: STYLE,
      MAP_HOSTS: "https://fonts.example.com/x/  http://plain.example.com; nonsense",
    };
    const site = makeSite({ vars });
    const policy = policyOf(await site.fetch("/"));
    const hosts = ["https://tiles.example.com", "https://fonts.example.com"];
    expect(allowedBy(policy, "connect-src")).toEqual(["'self'", ...hosts]);
    expect(allowedBy(policy, "img-src")).toEqual(["'self'", "data:", "blob:", ...hosts]);
    expect(allowedBy(policy, "script-src")).toEqual(["'self'"]);
    const info: SiteInfo = await (await site.fetch("/api/site")).json();
    expect(info.mapStyleUrl).toBe(STYLE);
  });

  it("must be https", async () => {
    const site = makeSite({ vars: { MAP_STYLE_URL: "http://tiles.example.com/style.json" } });
    expect(policyOf(await site.fetch("/"))).not.toContain("tiles.example.com");
    expect(await (await site.fetch("/api/site")).json()).not.toHaveProperty("mapStyleUrl");
  });
});

describe("a listing's page", () => {
  it("contains the same facts about the location as the API", async () => {
    const site = makeSite();
    const listing = await publish(site);
    await site.fetch(`/api/admin/listings/${listing.id}/place`, {
      method: "PUT",
      json: { latitude: 43.6532, longitude: -79.3832 },
      as: await site.logIn(),
    });
    const facts: ListingFacts = await (await site.fetch(`/api/marketplace-listings/${listing.id}/facts`)).json();
    const html = await (await site.fetch(listingPath(listing))).text();
    const state = /<script type="application\/json" id="page-state"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? "{}";
    expect((JSON.parse(state) as PageState).data).toMatchObject({ page: "listing", facts });
    expect(facts.location?.method).toBe("pin");
    expect(html).toContain("Placed by a moderator");
    const station = facts.nearby.find(({ kind }) => kind === "station");
    expect(station?.distance).toBeLessThan(1000);
    expect(html).toContain(station?.name);
  });
});
