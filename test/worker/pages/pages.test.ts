import { STATIC_PAGES } from "../../../worker/contracts/pages.ts";
import { describe, expect, it } from "vitest";
import { CATEGORIES } from "../../../worker/contracts/bedrooms.ts";
import { type PageState } from "../../../worker/contracts/page.ts";
import { TOKEN_PAGES } from "../../../worker/contracts/pages.ts";
import { change, publish, submit } from "../../support/worker/listings.ts";
import { makeSite } from "../../support/worker/site.ts";

const html = async (response: Promise<Response>) => (await response).text();
const stateOf = (page: string) =>
  JSON.parse(
    /<script type="application\/json" id="page-state"[^>]*>(.*?)<\/script>/s.exec(page)?.[1] ?? "null",
  ) as PageState;
const jsonLdOf = (page: string) =>
  [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, data]) => JSON.parse(data ?? "") as Record<string, unknown>,
  );
/** Finds scripts that would run: elements that are neither data nor files of this site. */
const inlineScripts = (page: string) => [
  ...page.matchAll(/<script(?![^>]*\bsrc=)(?![^>]*type="application\/(?:ld\+)?json")[^>]*>/g),
];

describe("the home page's first HTML", () => {
  it("contains the listings, a heading, its description, and the data for hydration", async () => {
    const site = makeSite();
    const listing = await publish(site);
    const response = await site.fetch("/");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const page = await response.text();
    expect(page).toMatch(/<h1/);
    expect(page).toContain("1 Bedroom - 85 Main Street");
    expect(page).toContain(`href="/listing/${listing.id}/${listing.slug}"`);
    expect(page).toContain("16% below market");
    expect(page).toContain('<link rel="canonical" href="http://localhost:8787/">');
    expect(stateOf(page).site.url).toBe("http://localhost:8787");
    expect(jsonLdOf(page).length).toBeGreaterThan(0);
    expect(inlineScripts(page)).toEqual([]);
    expect(page.match(/<title>/g)).toHaveLength(1);
  });

  it("states when there are no listings", async () => {
    expect(await html(makeSite().fetch("/"))).toContain("No listings found");
  });
});

describe("a listing's page", () => {
  it("contains its facts, benchmark and structured data in the initial HTML, and no email address", async () => {
    const site = makeSite();
    const { id, slug } = await publish(site, { landlordName: "Ana" });
    const page = await html(site.fetch(`/listing/${id}/${slug}`));
    for (const text of [
      "1 Bedroom - 85 Main Street",
      "$2,210",
      "average asking rent, City of Toronto, Oct 2025, 12 months old",
      "Rentals.ca",
      "tel:",
      "Interested in this property",
    ])
      expect(page).toContain(text);
    expect(page).not.toContain("landlord@example.com");
    expect(jsonLdOf(page).map((data) => data["@type"])).toEqual(expect.arrayContaining(["BreadcrumbList"]));
    expect(JSON.stringify(jsonLdOf(page))).toContain('"priceCurrency":"CAD"');
    expect(inlineScripts(page)).toEqual([]);
  });

  it.each([
    ["27 Elm St", "27 Elm St, Toronto, Ontario, Canada"],
    ["27 Elm St, Toronto", "27 Elm St, Toronto"],
  ])("links %s to a query that a map service finds", async (address, query) => {
    const site = makeSite();
    const { id, slug } = await publish(site, { address });
    const page = await html(site.fetch(`/listing/${id}/${slug}`));
    const [, link] = /href="(https:\/\/www\.google\.com\/maps\/[^"]*)"/.exec(page) ?? [];
    expect(new URL((link ?? "").replaceAll("&amp;", "&")).searchParams.get("query")).toBe(query);
  });

  it("redirects any other slug to the canonical one, without caching", async () => {
    const site = makeSite();
    const { id, slug } = await publish(site);
    for (const path of [`/listing/${id}`, `/listing/${id}/wrong`, `/listing/${id}/${slug.toUpperCase()}`]) {
      const response = await site.fetch(path);
      expect(response.status, path).toBe(301);
      expect(response.headers.get("location")).toBe(`/listing/${id}/${slug}`);
      expect(response.headers.get("cache-control")).toBe("no-store");
    }
  });

  it("is 404 if it was never public, and 410 if it was", async () => {
    const site = makeSite();
    const pending = await submit(site);
    const gone = await publish(site, { address: "9 Elm St" });
    await site.fetch(`/api/admin/listings/${gone.id}`, { method: "DELETE", as: await site.logIn() });
    for (const [path, status] of [
      [`/listing/${pending}/x`, 404],
      ["/listing/777/x", 404],
      ["/listing/abc/x", 404],
      [`/listing/${gone.id}/${gone.slug}`, 410],
    ] as const) {
      const response = await site.fetch(path);
      expect(response.status, path).toBe(status);
      expect(await response.text()).toContain("Listing Not Found");
    }
  });

  it("escapes a landlord's text", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const payloads = [
      "</script><script>alert(1)</script>",
      "<img src=x onerror=alert(1)>",
      "<!--<script>",
      "'\"><svg/onload=alert(1)>",
      "\u2028</title><script>alert(2)</script>",
    ];
    for (const [index, payload] of payloads.entries()) {
      const { id, slug } = await publish(site, {
        address: `${index + 1} Elm St ${payload}`,
        additionalInfo: payload,
        landlordName: payload.slice(0, 80),
        rent: `1850 ${payload}`.slice(0, 60),
      });
      for (const path of ["/", `/listing/${id}/${slug}`]) {
        const page = await html(site.fetch(path));
        expect(inlineScripts(page), payload).toEqual([]);
        expect(page).not.toContain("<img src=x");
        expect(page).not.toContain("<svg/onload");
        expect(stateOf(page)).not.toBeNull();
        expect(jsonLdOf(page)).toBeDefined();
      }
    }
  });
});

describe("a text that consists of emoji", () => {
  // A character of two code units must not be split, no matter where the limit is.
  it.each([0, 1])(
    "is truncated between characters in the description, from position %i",
    { tags: ["rest"] },
    async (shift) => {
      const site = makeSite();
      const additionalInfo = `${"x".repeat(shift)}${"\u{1F3E0}".repeat(200)}`;
      const { id, slug } = await publish(site, { additionalInfo, rent: "ask me" });
      const page = await html(site.fetch(`/listing/${id}/${slug}`));
      const described = /<meta name="description" content="([^"]*)">/.exec(page)?.[1] ?? "";
      expect(described).toMatch(/\u{1F3E0}…$/u);
      expect(described.length).toBeLessThanOrEqual(160);
      expect(page).not.toContain("\uFFFD");
      expect(jsonLdOf(page)).not.toEqual([]);
    },
  );
});

describe("other pages", () => {
  it("are rendered with the right status for categories, landlords and unknown paths", async () => {
    const site = makeSite();
    for (const { path } of CATEGORIES) {
      const response = await site.fetch(path);
      expect(response.status).toBe(200);
      expect(await response.text()).toMatch(/Apartments? for Rent in Toronto|Rooms? for Rent in Toronto/);
    }
    expect(await html(site.fetch("/landlords"))).toContain("Submit Your Rental");
    const missing = await site.fetch("/no-such-page");
    expect(missing.status).toBe(404);
    expect(missing.headers.get("cache-control")).toBe("no-store");
    const page = await missing.text();
    expect(page).toContain("404 Page Not Found");
    expect(page).toContain("Did you forget to add the page to the router?");
  });

  it("redirect home if they moved, and are shells that are neither indexed nor cached if they are private", async () => {
    const site = makeSite();
    for (const path of ["/marketplace", "/email"]) expect((await site.fetch(path)).headers.get("location")).toBe("/");
    const token = `1-${"a".repeat(32)}`;
    for (const path of ["/admin", "/stats", "/delete", ...TOKEN_PAGES.map((noun) => `/${noun}/${token}`)]) {
      const { status, headers } = await site.fetch(path);
      expect(status, path).toBe(200);
      expect(headers.get("x-robots-tag"), path).toBe("noindex");
      expect(headers.get("cache-control"), path).toBe("no-store");
      expect(headers.get("referrer-policy"), path).toBe("no-referrer");
    }
  });

  it(
    "show every card in its current state, although the cards of a list are rendered only once",
    { tags: ["rest"] },
    async () => {
      // All dates in this test are in one month, because cards show the age of the benchmark in months.
      const site = makeSite({ now: new Date("2026-11-03T15:00:00Z") });
      const older = await publish(site, { address: "1 Older St", rent: "$1,710" });
      await publish(site, { address: "2 Newer St" });
      expect(await html(site.fetch("/"))).toContain("$1,710");
      expect(await html(site.fetch("/"))).toContain("Newly Listed");
      const as = await site.logIn();
      await site.fetch(`/api/admin/listings/${older.id}`, { method: "PATCH", json: { rent: "$1,640" }, as });
      const changed = await html(site.fetch("/"));
      expect(changed).toContain("$1,640");
      expect(changed).not.toContain("$1,710");
      site.clock.now = new Date(site.clock.now.getTime() + 11 * 86_400_000);
      expect(await html(site.fetch("/"))).not.toContain("Newly Listed");
    },
  );

  it(
    "are rendered once for the same data within ten minutes, and again after a change",
    { tags: ["rest"] },
    async () => {
      const site = makeSite({ now: new Date("2026-11-20T15:01:00Z") });
      const { id } = await publish(site);
      const renderedAt = async () => /"renderedAt":"([^"]*)"/.exec(await (await site.fetch("/")).text())?.[1];
      expect(await renderedAt()).toBe("2026-11-20T15:01:00.000Z");
      site.clock.now = new Date("2026-11-20T15:09:00Z");
      expect(await renderedAt()).toBe("2026-11-20T15:01:00.000Z");
      await change(site, id, { rent: "$1,700" });
      expect(await renderedAt()).toBe("2026-11-20T15:09:00.000Z");
      site.clock.now = new Date("2026-11-20T15:10:00Z");
      expect(await renderedAt()).toBe("2026-11-20T15:10:00.000Z");
      // Pages that no cache may store are rendered for each request.
      site.clock.now = new Date("2026-11-20T15:11:00Z");
      expect(await (await site.fetch("/?view=new")).text()).toContain('"renderedAt":"2026-11-20T15:11:00.000Z"');
    },
  );

  it("redirect to the URL without tracking or empty parameters, with tracking parameters in the fragment", async () => {
    const site = makeSite();
    for (const [asked, clean] of [
      ["/?utm_source=news&utm_medium=email", "/#utm_source=news&utm_medium=email"],
      ["/?page=2&fbclid=A%2Fb+c&type=Studio&gclid=1", "/?page=2&type=Studio#fbclid=A%2Fb+c&gclid=1"],
      ["/about?mc_cid=1&mc_eid=2", "/about#mc_cid=1&mc_eid=2"],
      ["/no-such-page?UTM_Source=x", "/no-such-page#UTM_Source=x"],
      ...Object.values(STATIC_PAGES).map((path) => [`${path}?utm_source=x`, `${path}#utm_source=x`] as const),
      ["/rent-check?type=Studio&utm_source=x", "/rent-check?type=Studio#utm_source=x"],
      ["/api?utm_source=x", "/api#utm_source=x"],
    ] as const) {
      const { status, headers } = await site.fetch(asked);
      expect([status, headers.get("location"), headers.get("cache-control")], asked).toEqual([302, clean, "no-store"]);
    }
    for (const [asked, clean] of [
      ["/?q=", "/"],
      ["/?type=&maxRent=2000&q=", "/?maxRent=2000"],
      ["/studio-apartments-toronto?q=&utm_source=x", "/studio-apartments-toronto#utm_source=x"],
      ["/Toronto-Apartment-Discussions?sort=new&q=", "/Toronto-Apartment-Discussions?sort=new"],
    ] as const)
      expect((await site.fetch(asked)).headers.get("location"), asked).toBe(clean);
    for (const path of ["/?page=2", "/?utmost=1", "/?q=utm_source", "/?q=a%3D", "//evil.example/?utm_source=x&q="])
      expect((await site.fetch(path)).status, path).not.toBe(302);
  });

  it("return 503 with the plain shell when the database is down, which makes the edge serve its last copy", async () => {
    const site = makeSite({
      deps: (deps) => ({
        db: new Proxy(deps.db, {
          get: () => () => {
            throw new Error("D1_ERROR: overloaded");
          },
        }),
      }),
    });
    for (const path of ["/", "/studio-apartments-toronto", "/listing/1/a-home", "/Toronto-Apartment-Discussions"]) {
      const response = await site.fetch(path);
      expect(response.status, path).toBe(503);
      expect(response.headers.get("retry-after"), path).toBe("5");
      expect(response.headers.get("cache-control"), path).toBe("no-store");
      expect(await response.text(), path).toContain('<div id="root"></div>');
    }
    const api = await site.fetch("/api/marketplace-listings");
    expect(api.status).toBe(503);
    expect(api.headers.get("retry-after")).not.toBeNull();
    expect(await api.text()).not.toContain("D1_ERROR");
  });

  it("are listed in the sitemap exactly when they are public", async () => {
    const site = makeSite();
    const listing = await publish(site);
    const pending = await submit(site, { address: "3 Elm St" });
    const xml = await html(site.fetch("/sitemap.xml"));
    expect(xml).toContain(`<loc>http://localhost:8787/listing/${listing.id}/${listing.slug}</loc>`);
    expect(xml).not.toContain(`/listing/${pending}/`);
    for (const { path } of CATEGORIES) expect(xml).toContain(path);
    expect(await html(site.fetch("/robots.txt"))).toContain("Sitemap: http://localhost:8787/sitemap.xml");
  });
});
