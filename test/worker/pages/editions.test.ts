import { describe, expect, it } from "vitest";
import type { PageState } from "../../../worker/contracts/page.ts";
import { publish } from "../../support/worker/listings.ts";
import { makeSite } from "../../support/worker/site.ts";

/** Friday, 10:00 a.m. in New York. */
const TEN = new Date("2026-11-20T15:00:00Z");

const stateOf = (page: string) =>
  JSON.parse(
    /<script type="application\/json" id="page-state"[^>]*>(.*?)<\/script>/s.exec(page)?.[1] ?? "null",
  ) as PageState;

/** Returns a site that has sent Friday's edition. */
async function siteWithEdition() {
  const site = makeSite({ now: new Date(TEN.getTime() - 3_600_000) });
  const listing = await publish(site);
  site.clock.now = TEN;
  await site.tick();
  await site.runMailings();
  return { site, listing };
}

describe("the page of an edition", () => {
  it("is rendered with its listings, indexed, and cached until one of them changes", { tags: ["rest"] }, async () => {
    const { site, listing } = await siteWithEdition();
    const response = await site.fetch("/digest/2026-11-20");
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-tag")).toBe("listings");
    const page = await response.text();
    expect(page).toContain("<title>Below-market listings of November 20, 2026 | Below Market Toronto</title>");
    expect(page).toContain('<link rel="canonical" href="http://localhost:8787/digest/2026-11-20">');
    expect(page).toContain(`href="/listing/${listing.id}/${listing.slug}"`);
    expect(page).toContain("Friday, November 20, 2026");
    expect(page).not.toContain("changed since");
    expect(page).not.toContain('name="robots"');
    expect(stateOf(page).data).toMatchObject({ page: "digest", edition: { date: "2026-11-20" } });
  });

  it("states how many listings are gone, and is not indexed when all are", { tags: ["rest"] }, async () => {
    const { site, listing } = await siteWithEdition();
    const as = await site.logIn();
    await site.fetch(`/api/admin/listings/${listing.id}/status`, { method: "PATCH", json: { approved: false }, as });
    const page = await (await site.fetch("/digest/2026-11-20")).text();
    expect(page).toContain("1 listing in this edition has been rented, withdrawn or changed since.");
    expect(page).toContain("All of them are taken");
    expect(page).toContain('<meta name="robots" content="noindex">');
  });

  it("is a 404 for a date without an edition, and for any other URL", { tags: ["rest"] }, async () => {
    const { site } = await siteWithEdition();
    for (const path of ["/digest/2026-11-19", "/digest/yesterday", "/digest", "/digest/2026-11-20/x"]) {
      const missing = await site.fetch(path);
      expect(missing.status, path).toBe(404);
      expect(missing.headers.get("cache-control"), path).toBe("no-store");
      expect(await missing.text(), path).toMatch(/<h1[^>]*>404 Page Not Found/);
    }
    for (const path of ["/Digest/2026-11-20", "/digest/2026-11-20/"])
      expect((await site.fetch(path)).headers.get("location"), path).toBe("/digest/2026-11-20");
  });
});

describe("the VIP page", () => {
  it("is rendered with its offer, and neither cached nor indexed", async () => {
    const site = makeSite();
    const response = await site.fetch("/govip");
    expect(response.headers.get("cache-control")).toBe("no-store");
    const page = await response.text();
    for (const text of [
      "VIP Access",
      "Monthly Access",
      "BEST VALUE",
      "$4.99",
      '<meta name="robots" content="noindex">',
    ])
      expect(page).toContain(text);
    expect(page).not.toContain('rel="canonical"');
    expect((await site.fetch("/GoVIP/")).headers.get("location")).toBe("/govip");
  });
});

describe("the pages behind the links in a subscriber's emails", () => {
  it("are shells that are not indexed, cached or sent as a referrer", async () => {
    const site = makeSite();
    for (const page of ["confirm", "unsubscribe", "preferences", "privacy", "never"]) {
      const { status, headers } = await site.fetch(`/${page}/1-${"a".repeat(32)}`);
      expect(status, page).toBe(200);
      expect(headers.get("x-robots-tag"), page).toBe("noindex");
      expect(headers.get("referrer-policy"), page).toBe("no-referrer");
      expect(headers.get("cache-control"), page).toBe("no-store");
    }
  });

  it("are a 404 without a token, and show that the link is invalid", { tags: ["rest"] }, async () => {
    const site = makeSite();
    for (const page of ["confirm", "unsubscribe", "preferences", "privacy", "never"]) {
      const response = await site.fetch(`/${page}`);
      expect(response.status, page).toBe(404);
      expect(await response.text(), page).toContain("This link is no longer valid.");
    }
  });
});
