import { describe, expect, it } from "vitest";
import { publish } from "../../support/worker/listings.ts";
import { makeSite } from "../../support/worker/site.ts";

describe("a public read", () => {
  it("is not cached with an unknown parameter or an unusual spelling", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site);
    for (const path of [
      "/api/advertisement-settings?x=1",
      "/api/marketplace-listings/places?x=1",
      `/api/marketplace-listings/${id}/facts?x=1`,
      "/robots.txt?x=1",
      "/llms.txt?x=1",
      // List parameters in unusual notation, or beyond the list.
      "/api/marketplace-listings?limit=008",
      "/api/marketplace-listings?limit=8e0",
      "/api/marketplace-listings?limit=1000",
      "/api/marketplace-listings?limit=many",
      "/api/1br-listings?offset=-1",
      "/api/1br-listings?offset=5000",
      "/api/marketplace-listings?filter=aLL",
      "/api/marketplace-listings?filter=",
      "/api/marketplace-listings?v=1763712345678",
      "/api/marketplace-listings/map?filter=aLL",
      // Without parameters, but with a different URL.
      "/?&&",
      "/api/marketplace-listings/count?&&",
      "/api/marketplace-listings?&&",
      // The same query and the same path with unnecessary escapes.
      "/?type=%33+BR",
      "/?type=3+BR&&",
      "/api/marketplace-listings?filter=%33+BR",
      "/api/marketplace-listings/map?filter=%61ll",
      "/api/marketplace-listing%73",
      `/api/marketplace-listings/${id}/f%61cts`,
      "/robots%2Etxt",
      "/sitemap%2Exml",
      "/?x=1",
      "/api/marketplace-listings?x=1",
      "/api/studio-listings?filter=all&q=1",
      "/api/marketplace-listings/count?v=1",
      `/api/marketplace-listings/${id}?x=1`,
      "/sitemap.xml?x",
    ]) {
      expect((await site.fetch(path)).headers.get("cache-control"), path).toBe("no-store");
    }
  });
});

describe("a page with unnecessary escapes in its path", () => {
  it("redirects to the path without them", async () => {
    const site = makeSite();
    for (const [asked, path] of [
      ["/%61bout", "/about"],
      ["/%61bout?x=%61", "/about?x=%61"],
      ["/studio%2Dapartments-toronto", "/studio-apartments-toronto"],
      ["/%61dmin", "/admin"],
      ["/digest/2026%2D11-20", "/digest/2026-11-20"],
    ] as const) {
      const response = await site.fetch(asked);
      expect([response.status, response.headers.get("location")], asked).toEqual([301, path]);
      expect(response.headers.get("cache-control"), asked).toBe("no-store");
    }
  });

  it("does not redirect to another site, nor when the escapes are necessary", async () => {
    const site = makeSite();
    for (const path of [
      "//%65vil.example",
      "/%2Fevil.example",
      "/%5C%65vil.example",
      "/caf%C3%A9",
      "/a%252Fb",
      "/%zz",
    ]) {
      const response = await site.fetch(path);
      expect([response.status, response.headers.get("location")], path).toEqual([404, null]);
      expect(response.headers.get("cache-control"), path).toBe("no-store");
    }
  });
});

describe("a file of the build", () => {
  it("is cached for a year, unless it is missing", async () => {
    const site = makeSite();
    const script = /src="(\/assets\/[^"]+)"/.exec(await (await site.fetch("/")).text())?.[1] ?? "";
    const found = await site.fetch(script);
    expect(found.status).toBe(200);
    expect(found.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(found.headers.get("content-type")).toContain("javascript");
    const missing = await site.fetch("/assets/gone-12345678.js");
    expect(missing.status).toBe(404);
    expect(missing.headers.get("cache-control")).toBe("no-store");
  });
});
