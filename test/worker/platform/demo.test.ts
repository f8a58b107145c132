import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { OPERATIONS } from "../../../worker/contracts/operations.ts";
import { isRead } from "../../../worker/platform/http.ts";
import { CATEGORIES } from "../../../worker/contracts/bedrooms.ts";
import { publish } from "../../support/worker/listings.ts";
import { makeSite } from "../../support/worker/site.ts";

const NO_SECRETS = {
  ADMIN_PASSWORD: "",
  STATS_PASSWORD: "",
  SESSION_SECRET: "",
  STRIPE_WEBHOOK_SECRET: "",
  DEMO_MODE: "true",
} as object;

/** Opens a demonstration without any secret. Its listing was published before the site became a demonstration. */
async function openDemo(vars: object = NO_SECRETS) {
  const listing = await publish(makeSite());
  return { site: makeSite({ vars }), listing };
}

describe("a demonstration", () => {
  it("shows pages, lists and feeds without any secret, each listing marked as a sample", async () => {
    const { site, listing } = await openDemo();
    const category = CATEGORIES.find(({ bedrooms }) => bedrooms === "1 Bedroom")?.path ?? "";
    const page = `/listing/${listing.id}/${listing.slug}`;
    for (const path of ["/", category, page, "/listings/feed.xml", "/api/marketplace-listings"]) {
      const response = await site.fetch(path);
      expect(response.status, path).toBe(200);
      expect(await response.text(), path).toContain("Sample: 1 Bedroom - 85 Main Street");
    }
    const map = (await (await site.fetch("/api/marketplace-listings/map")).json()) as { points: { title: string }[] };
    expect(map.points.every(({ title }) => title.startsWith("Sample: "))).toBe(true);
    const home = await (await site.fetch("/")).text();
    expect(home).toContain("This is a demo. All listings are made up");
    expect(home).toContain("This is a demo. It does not accept sign-ups.");
    expect(home).not.toContain('aria-label="Join the Community"');
    expect(await (await site.fetch(page)).text()).not.toContain("application/ld+json");
  });

  it("must not be listed by search engines", async () => {
    const { site } = await openDemo();
    for (const path of ["/", "/about", "/sitemap.xml", "/robots.txt", "/api/marketplace-listings"])
      expect((await site.fetch(path)).headers.get("x-robots-tag"), path).toBe("noindex, nofollow");
    expect(await (await site.fetch("/robots.txt")).text()).toBe("User-agent: *\nDisallow: /\n");
  });

  it("accepts no input from visitors", async () => {
    const { site } = await openDemo();
    const writes = OPERATIONS.filter(
      ({ operation: { method, path }, rule }) => rule.access === "public" && !isRead(method, path),
    ).map(({ operation: { method, path } }) => `${method} ${path}`);
    const answers = new Map<string, string[]>();
    for (const operation of writes) {
      const [method = "", path = ""] = operation.split(" ");
      const response = await site.fetch(path.replaceAll(/:\w+/g, "1"), { method, json: { email: "a@example.com" } });
      const code = response.status === 204 ? "204" : ((await response.json()) as { code: string }).code;
      answers.set(code, [...(answers.get(code) ?? []), operation]);
    }
    expect(answers.get("204")).toEqual([
      "POST /api/advertisement-clicks",
      "POST /api/analytics/deactivate",
      "POST /api/analytics/heartbeat",
      "POST /api/analytics/searches",
      "POST /api/analytics/track",
      "POST /api/marketplace-listings/:id/interest",
    ]);
    const closed = answers.get("demo.closed") ?? [];
    expect(closed).toContain("POST /api/subscribe");
    expect(closed).toContain("POST /api/submit-property");
    expect(closed).not.toContain("POST /api/admin/invitation/:token");
    const others = writes.filter(
      (operation) => !closed.includes(operation) && !answers.get("204")?.includes(operation),
    );
    expect(others.every((operation) => /^POST \/api\/(?:admin|stats)\//.test(operation))).toBe(true);
    for (const table of ["subscribers", "forum_threads", "reports"])
      expect(await env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first("n"), table).toBe(0);
  });

  it("sends no email, not even to its operator", async () => {
    const { site } = await openDemo({ DEMO_MODE: "true" });
    await site.tick();
    await site.runQueue();
    const before = await env.DB.prepare("SELECT count(*) AS n FROM dev_mailbox").first("n");
    const cookie = await site.logIn();
    await site.fetch("/api/admin/listings/1/status", { method: "PATCH", as: cookie, json: { status: "rejected" } });
    site.clock.now = new Date(site.clock.now.getTime() + 3_600_000);
    await site.tick();
    await site.runQueue();
    expect(await env.DB.prepare("SELECT count(*) AS n FROM dev_mailbox").first("n")).toBe(before);
  });

  it("without its own domain links to the requested host", async () => {
    const { site } = await openDemo({ ...NO_SECRETS, SITE_URL: "https://belowmarket.example" });
    expect(await (await site.fetch("/about")).text()).toContain(
      '<link rel="canonical" href="http://localhost:8787/about">',
    );
  });
});

describe("any other site", () => {
  it("marks nothing and keeps its forms", async () => {
    const listing = await publish(makeSite());
    const site = makeSite();
    const home = await site.fetch("/");
    expect(home.headers.get("x-robots-tag")).toBe(null);
    const text = await home.text();
    expect(text).not.toContain("Sample:");
    expect(text).not.toContain("demonstration");
    expect(text).toContain("Join the Community");
    expect(listing.id).toBeGreaterThan(0);
  });
});
