import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { bulkInsertSql } from "../../../scripts/demo/bulk-sql.ts";
import { threadPath } from "../../../worker/contracts/forum.ts";
import { listingPath } from "../../../worker/contracts/listings.ts";
import { deleteOwn, startThread, visitor, write } from "../../support/worker/forum.ts";
import { bulkThreads } from "../../support/worker/forum-bulk.ts";
import { dataUrl, png } from "../../support/worker/images.ts";
import { approve, change, publish } from "../../support/worker/listings.ts";
import { setBenchmark } from "../../support/worker/market.ts";
import { makeSite } from "../../support/worker/site.ts";
import { assertWellFormed } from "../../support/worker/well-formed.ts";

const SITE = "http://localhost:8787";
/** A location beside a subway station. */
const PIN = { latitude: 43.6895, longitude: -79.3018 };
const DAY_MS = 86_400_000;

/** Maps each URL in a sitemap to the stated time of its last change, or to undefined if no time is stated. */
const lastChanges = (xml: string) =>
  new Map(
    [...xml.matchAll(/<loc>http:\/\/localhost:8787([^<]+)<\/loc>(?:<lastmod>([^<]+)<\/lastmod>)?/g)].map(
      ([, path = "", time]) => [path, time] as const,
    ),
  );

describe("the sitemap", () => {
  it("lists discussions with the time of their last change, and is purged when they change", async () => {
    const site = makeSite();
    const author = await visitor(site);
    const kept = await startThread(site, author);
    const gone = await startThread(site, author);
    await deleteOwn(site, author, { thread: gone.id });
    site.clock.now = new Date(site.clock.now.getTime() + 3 * 86_400_000);
    const title = "Another title";
    await write(site, author, "PUT", `/user/threads/${kept.id}`, { title, content: "And other words" });
    const response = await site.fetch("/sitemap.xml");
    const xml = await response.text();
    expect(xml).toContain(
      `<loc>${SITE}/Toronto-Apartment-Discussions/thread/${kept.id}/another-title</loc><lastmod>${site.clock.now.toISOString()}</lastmod>`,
    );
    expect(xml).toContain(`<loc>${SITE}/Toronto-Apartment-Discussions</loc>`);
    expect(xml).not.toContain(`/thread/${gone.id}/`);
    expect(response.headers.get("cache-tag")).toBe("listings,forum,editions,transparency,market");
  });

  it("is one file up to 50,000 URLs, and beyond that an index of files without duplicates", async () => {
    const site = makeSite();
    const author = await visitor(site);
    const thread = await startThread(site, author);
    const insert = (from: number, count: number) =>
      env.DB.prepare(bulkInsertSql(from, count, site.clock.now.getTime())).run();
    await insert(1, 100);
    expect(await (await site.fetch("/sitemap.xml")).text()).toContain("<urlset");
    expect((await site.fetch("/sitemaps/listings-2.xml")).status).toBe(404);
    // Simulates that listings with the ids in between existed.
    await insert(101, 100);
    await env.DB.prepare("UPDATE listings SET id = id + 50000 WHERE id > 100").run();
    await env.DB.prepare("UPDATE counters SET value = 50100 WHERE key = 'approved'").run();
    site.clock.now = new Date(site.clock.now.getTime() + DAY_MS);
    await change(site, 50_101, { rent: "$1,700" });
    const index = await (await site.fetch("/sitemap.xml")).text();
    assertWellFormed(index);
    const files = [...index.matchAll(/<loc>http:\/\/localhost:8787([^<]+)<\/loc>/g)].map(([, path = ""]) => path);
    expect(files).toEqual([
      "/sitemaps/pages.xml",
      "/sitemaps/listings-1.xml",
      "/sitemaps/listings-2.xml",
      "/sitemaps/discussions-1.xml",
    ]);
    const now = site.clock.now.toISOString();
    const changes = lastChanges(index);
    expect(files.map((file) => changes.get(file) === now)).toEqual([true, false, true, false]);
    expect(changes.get("/sitemaps/discussions-1.xml")).toBe(thread.createdAt);
    const addresses: string[] = [];
    for (const file of files) {
      const response = await site.fetch(file);
      expect([response.status, response.headers.get("cache-tag")], file).toEqual([
        200,
        "listings,forum,editions,transparency,market",
      ]);
      const found = [...(await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = ""]) => url);
      expect(found.length, file).toBeLessThanOrEqual(50_000);
      addresses.push(...found);
    }
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(addresses.filter((url) => url.includes("/listing/"))).toHaveLength(200);
    expect(addresses).toContain(SITE + threadPath(thread));
    expect(addresses).toContain(`${SITE}/about`);
    for (const file of ["listings-0", "listings-9", "listings-1?x=1", "listings", "pages-1", "others-1", "listings-01"])
      expect(
        (await site.fetch(`/sitemaps/${file.replace("?", ".xml?")}${file.includes("?") ? "" : ".xml"}`)).status,
        file,
      ).toBe(404);
  });

  it(
    "states the last change of listings, lists and discussions, such as an edited rent",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const studio = await publish(site, { bedrooms: "Studio" });
      const { id, slug } = await publish(site, { address: "9 Elm St" });
      const thread = await startThread(site, await visitor(site));
      const published = site.clock.now.toISOString();
      site.clock.now = new Date(site.clock.now.getTime() + DAY_MS);
      await change(site, id, { rent: "$1,700" });
      const edited = site.clock.now.toISOString();
      const changes = lastChanges(await (await site.fetch("/sitemap.xml")).text());
      for (const [path, time] of [
        [listingPath(studio), published],
        [`/listing/${id}/${slug}`, edited],
        ["/", edited],
        ["/1-bedroom-apartments-toronto", edited],
        ["/studio-apartments-toronto", published],
        ["/private-rooms-toronto", undefined],
        ["/Toronto-Apartment-Discussions", published],
        [threadPath(thread), published],
        ["/about", undefined],
      ] as const)
        expect(changes.get(path), path).toBe(time);
    },
  );

  it("is updated by new photos, locations, discounts and republication", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id, slug } = await publish(site);
    const settle = async () => {
      for (let round = 0; round < 5; round += 1) await site.runQueue();
    };
    // Waits until the listing's location has been looked up.
    await settle();
    const pin = async () => {
      const call = { method: "PUT", json: PIN, as: await site.logIn() };
      expect((await site.fetch(`/api/admin/listings/${id}/place`, call)).status).toBe(200);
    };
    const steps: [string, () => Promise<unknown>][] = [
      ["photos", async () => change(site, id, { images: [dataUrl(await png())] })],
      ["a pin", pin],
      ["a benchmark", () => setBenchmark(site, { bedrooms: "1 Bedroom", rent: 3_000 })],
      [
        "an approval",
        async () => {
          await approve(site, id, false);
          await approve(site, id);
        },
      ],
    ];
    for (const [name, act] of steps) {
      site.clock.now = new Date(site.clock.now.getTime() + DAY_MS);
      await act();
      await settle();
      const changes = lastChanges(await (await site.fetch("/sitemap.xml")).text());
      expect(changes.get(`/listing/${id}/${slug}`), name).toBe(site.clock.now.toISOString());
    }
  });

  it("omits ranges of ids without public content", async () => {
    const site = makeSite();
    await env.DB.prepare(bulkInsertSql(1, 3, site.clock.now.getTime())).run();
    await env.DB.prepare("UPDATE listings SET id = id + 50000 WHERE id = 2").run();
    await env.DB.prepare("UPDATE listings SET id = id + 149997, status = 'rented' WHERE id = 3").run();
    await env.DB.prepare("UPDATE listings SET expires_at = 1 WHERE id = 1").run();
    await env.DB.prepare("UPDATE counters SET value = 50001 WHERE key = 'approved'").run();
    const files = [...lastChanges(await (await site.fetch("/sitemap.xml")).text()).keys()];
    expect(files).toEqual(["/sitemaps/pages.xml", "/sitemaps/listings-2.xml"]);
    for (const file of files) expect((await site.fetch(file)).status, file).toBe(200);
  });

  it("costs no more for the index with 3,000 listings and discussions than with 100", { tags: ["d1"] }, async () => {
    const site = makeSite();
    await startThread(site, await visitor(site));
    const fill = async (from: number, count: number) => {
      await env.DB.prepare(bulkInsertSql(from, count, site.clock.now.getTime())).run();
      await bulkThreads(count);
      await env.DB.prepare("UPDATE counters SET value = 60000 WHERE key = 'approved'").run();
    };
    await fill(1, 100);
    const few = await site.count("/sitemap.xml");
    await fill(101, 3_000);
    const many = await site.count("/sitemap.xml");
    expect(await many.response.text()).toContain("<sitemapindex");
    expect(many.rowsRead).toBe(few.rowsRead);
    expect(many.rowsRead).toBeLessThanOrEqual(40);
    const pages = await site.count("/sitemaps/pages.xml");
    expect(pages.rowsRead).toBeLessThanOrEqual(40);
  });

  it("lists the digest editions whose pages show a listing", { tags: ["rest"] }, async () => {
    const site = makeSite({ now: new Date("2026-11-20T14:00:00Z") });
    const { id } = await publish(site);
    const sitemap = async () => (await site.fetch("/sitemap.xml")).text();
    expect(await sitemap()).not.toContain("/digest/");
    site.clock.now = new Date("2026-11-20T15:00:00Z");
    await site.tick();
    await site.runMailings();
    site.clock.now = new Date("2026-11-25T15:00:00Z");
    await site.tick();
    await site.runMailings();
    expect(await sitemap()).toContain(
      `<loc>${SITE}/digest/2026-11-20</loc><lastmod>2026-11-20T15:00:00.000Z</lastmod>`,
    );
    expect(await sitemap(), "an edition without anything new").not.toContain("/digest/2026-11-25");
    await approve(site, id, false);
    expect(await sitemap()).not.toContain("/digest/");
  });
});
