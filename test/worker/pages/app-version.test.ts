import { describe, expect, it } from "vitest";
import { publish } from "../../support/worker/listings.ts";
import { makeSite } from "../../support/worker/site.ts";

const runs = (version: string) => makeSite({ deps: () => ({ version }) });

describe("the version of the site", () => {
  it("is in the header of every page, API response and error, and in every page", async () => {
    const site = runs("0123456789ab");
    await publish(site);
    for (const path of ["/", "/about", "/no-such-page", "/admin", "/api/marketplace-listings", "/api/no-such-path"]) {
      const response = await site.fetch(path);
      expect(response.headers.get("x-app-version"), path).toBe("0123456789ab");
      const text = await response.text();
      if (!path.startsWith("/api/")) expect(text, path).toContain('<meta name="app-version" content="0123456789ab">');
    }
  });

  it("lets a browser keep its copy of a page until a deployment replaces it", async () => {
    const before = runs("000000000001");
    const tag = (await before.fetch("/about")).headers.get("etag") ?? "";
    const kept = await before.fetch("/about", { headers: { "If-None-Match": tag } });
    expect([kept.status, kept.headers.get("x-app-version")]).toEqual([304, "000000000001"]);
    const replaced = await runs("000000000002").fetch("/about", { headers: { "If-None-Match": tag } });
    expect([replaced.status, replaced.headers.get("x-app-version")]).toEqual([200, "000000000002"]);
    expect(replaced.headers.get("cache-control")).toBe(kept.headers.get("cache-control"));
  });
});
