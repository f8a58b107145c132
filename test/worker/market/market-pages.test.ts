import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { MarketFigures } from "../../../worker/contracts/market-pages.ts";
import { importBenchmarks, setBenchmark } from "../../support/worker/market.ts";
import { publishPlaced } from "../../support/worker/placed-listings.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const DAY_MS = 86_400_000;
const figures = (site: Site, slug = "") => json<MarketFigures>(site.fetch(`/api/market${slug}`));
const compute = async (site: Site, time: string): Promise<void> => {
  site.clock.now = new Date(time);
  await site.runJob("market.pace");
  await site.runJob("market.months");
};
const AREA = "Annex";

/** Publishes one-bedroom homes in the Annex at $1,500, $1,510 …, every second one under rent control. */
async function listed(site: Site, count: number, { from = 1, daysAgo = 5 } = {}): Promise<void> {
  await publishPlaced(from, from + count - 1, site.clock.now);
  await env.DB.batch(
    Array.from({ length: count }, (_, nth) =>
      env.DB.prepare(
        `UPDATE listings SET bedrooms = '1 Bedroom', home_type = NULL, neighbourhood = ?, municipality = 'Toronto', rent_cents = ?,
         below_market_percent = ?, compared_percent = NULL, review_notes = '[]', first_approved_at = ?, expires_at = ?,
         is_rent_controlled = ?, rent_control_confidence = 'high' WHERE photo_prefix = printf('b%031x', ?)`,
      ).bind(
        AREA,
        (1_500 + 10 * nth) * 100,
        10 + nth,
        site.clock.now.getTime() - daysAgo * DAY_MS,
        site.clock.now.getTime() + 300 * DAY_MS,
        nth % 2,
        from + nth,
      ),
    ),
  );
  // Triggers on updates maintain the counts by neighbourhood.
  await env.DB.prepare("UPDATE listings SET updated_at = 1").run();
}
const correct = async (site: Site, month: string, reason = "Three of them were no homes.") =>
  site.fetch(`/api/admin/market/months/${month}/correct`, {
    method: "POST",
    json: { reason },
    as: await site.logIn(),
  });

describe("the market statistics", () => {
  it(
    "are based on at least twenty homes, by type, in the City and its neighbourhoods",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      await listed(site, 20);
      await compute(site, "2026-11-21T15:00:00Z");
      const city = await figures(site);
      expect(city.area).toEqual({ kind: "city", name: "City of Toronto", slug: null });
      expect(city.neighbourhoods).toEqual([{ name: AREA, slug: "annex" }]);
      const annex = await figures(site, "/annex");
      for (const { months } of [city, annex]) {
        expect(months).toHaveLength(1);
        expect(months[0]).toMatchObject({ month: "2026-11", closedAt: null, corrections: [] });
        expect(months[0]?.groups.find(({ type }) => type === "1 Bedroom")).toEqual({
          type: "1 Bedroom",
          rents: { value: { lower: 1_548, median: 1_595, upper: 1_643 }, homes: 20 },
          rentControl: { value: 50, homes: 20 },
          discount: { value: 20, homes: 20 },
          pace: null,
        });
      }
    },
  );

  it("are omitted for nineteen homes", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await listed(site, 19);
    await compute(site, "2026-11-21T15:00:00Z");
    expect((await figures(site)).months).toEqual([]);
    const { months, benchmarks } = await figures(site, "/annex");
    expect(months).toEqual([]);
    expect(benchmarks.find(({ type }) => type === "1 Bedroom")?.months.at(-1)).toMatchObject({ rent: 2_210 });
    const page = await site.fetch("/market/annex");
    expect([page.status, page.headers.get("x-robots-tag")]).toEqual([200, "noindex"]);
    expect(await page.text()).toContain("We have too few homes in");
    expect(await (await site.fetch("/sitemap.xml")).text()).not.toContain("/market/annex");
  });

  it("show how fast homes are let", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await listed(site, 30, { daysAgo: 15 });
    await env.DB.prepare("UPDATE listings SET status = 'rented', public_until = ? WHERE id <= 22")
      .bind(site.clock.now.getTime() - 5 * DAY_MS)
      .run();
    await compute(site, "2026-11-21T15:00:00Z");
    for (const slug of ["", "/annex"])
      expect((await figures(site, slug)).months[0]?.groups.find(({ type }) => type === "1 Bedroom")?.pace).toEqual({
        medianDays: 10,
        known: 22,
      });
  });

  it("become final when the month is over in Toronto, and do not change after that", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await listed(site, 20);
    await compute(site, "2026-11-30T23:00:00Z");
    expect((await figures(site)).months[0]?.closedAt).toBeNull();
    await compute(site, "2026-12-01T15:00:00Z");
    await compute(site, "2026-12-02T15:00:00Z");
    const closed = (await figures(site, "/annex")).months;
    expect(closed.map(({ month, closedAt }) => [month, closedAt])).toEqual([
      ["2026-12", null],
      ["2026-11", "2026-12-01T15:00:00.000Z"],
    ]);
    await env.DB.prepare("UPDATE listings SET rent_cents = rent_cents * 2").run();
    await compute(site, "2026-12-05T15:00:00Z");
    const [december, november] = (await figures(site, "/annex")).months;
    expect(november).toEqual(closed[1]);
    expect(december?.groups.find(({ type }) => type === "1 Bedroom")?.rents?.value.median).toBe(3_190);
  });

  it("purge the pages only when they change", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await listed(site, 20);
    for (const [day, tags] of [
      ["2026-11-21", ["market"]],
      ["2026-11-22", []],
      ["2026-12-01", ["market"]],
    ] as const) {
      site.purged.length = 0;
      await compute(site, `${day}T15:00:00Z`);
      expect(site.purged, day).toEqual(tags);
    }
  });

  it("become final one month after the other when the job has not run for months", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await listed(site, 20);
    await compute(site, "2026-11-21T15:00:00Z");
    // One month per run, because each of its areas needs a statement.
    for (const day of [3, 4, 5, 6]) await compute(site, `2027-02-0${day}T15:00:00Z`);
    expect((await figures(site)).months.map(({ month, closedAt }) => [month, closedAt !== null])).toEqual([
      ["2027-02", false],
      ["2027-01", true],
      ["2026-12", true],
      ["2026-11", true],
    ]);
  });

  it("change only by a correction, which is marked and keeps the published numbers", async () => {
    const site = makeSite();
    await listed(site, 23);
    await compute(site, "2026-11-21T15:00:00Z");
    expect((await correct(site, "2026-11")).status).toBe(409);
    await compute(site, "2026-12-01T15:00:00Z");
    const [published] = (await figures(site, "/annex")).months;
    expect(await json(correct(site, "2026-11"))).toEqual({ areas: 0 });
    await env.DB.prepare("UPDATE listings SET status = 'deleted', deleted_by = 'admin' WHERE id > 20").run();
    site.purged.length = 0;
    expect(await json(correct(site, "2026-11"))).toEqual({ areas: 2 });
    expect(site.purged).toEqual(["market"]);
    const [corrected] = (await figures(site, "/annex")).months;
    expect(corrected).toMatchObject({
      closedAt: published?.closedAt,
      corrections: [{ at: "2026-12-01T15:00:00.000Z", reason: "Three of them were no homes." }],
    });
    expect(corrected?.corrections[0]?.before).toEqual(published?.groups);
    expect(corrected?.groups.find(({ type }) => type === "1 Bedroom")?.rents?.homes).toBe(20);
    const text = await (await site.fetch("/market/annex")).text();
    expect(text).toContain("November 2026 (corrected)");
    expect(text).toContain("Three of them were no homes.");
  });

  it(
    "keep their numbers in a correction after all homes of the month have left the site",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      await listed(site, 23);
      await compute(site, "2026-11-21T15:00:00Z");
      await compute(site, "2026-12-01T15:00:00Z");
      const [published] = (await figures(site, "/annex")).months;
      await env.DB.prepare("UPDATE listings SET status = 'rented', public_until = ?")
        .bind(site.clock.now.getTime())
        .run();
      expect(await json(correct(site, "2026-11"))).toEqual({ areas: 0 });
      expect((await figures(site, "/annex")).months[0]).toEqual(published);
    },
  );

  it.each(["2026-13", "november", "2031-01"])("cannot be corrected for %s, which is not final", async (month) => {
    expect((await correct(makeSite(), month)).status).toBe(409);
  });
});

/** Returns a page without the markup that prevents the translation of rents. */
const written = (html: string) => html.replaceAll(/<span translate="no">([^<]*)<\/span>/g, "$1");

describe("the market pages", () => {
  it("are rendered with a table and charts, links to the files, and the name of the licence", async () => {
    const site = makeSite();
    await listed(site, 20);
    await setBenchmark(site, { asOf: "2025-09", rent: 2_150 });
    await compute(site, "2026-11-21T15:00:00Z");
    for (const path of ["/market", "/market/annex"]) {
      const response = await site.fetch(path);
      const text = await response.text();
      expect(response.headers.get("cloudflare-cdn-cache-control")).toContain("max-age=300");
      expect(written(text)).toMatch(
        /<figcaption class="sr-only">Rents of 1 Bedroom by month: published \$2,210[^<]*<\/figcaption>.*<svg/,
      );
      expect(written(text)).toContain("median on this site $1,595");
      expect(text).toMatch(/<caption class="sr-only">Rents by type: (City of Toronto|Annex)</);
      expect(text).toContain(`href="${path}.csv"`);
      expect(text).toContain(`href="/api${path}"`);
      expect(text).toContain('"license":"https://creativecommons.org/licenses/by/4.0/"');
    }
    const sitemap = await (await site.fetch("/sitemap.xml")).text();
    for (const path of ["/rent-check", "/market", "/market/annex"]) expect(sitemap).toContain(`${path}</loc>`);
  });

  it("have the same numbers as CSV", async () => {
    const site = makeSite();
    await listed(site, 20);
    await compute(site, "2026-11-21T15:00:00Z");
    const response = await site.fetch("/market/annex.csv");
    const lines = (await response.text()).split("\r\n");
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("link")).toContain('rel="license"');
    expect(lines[0]).toBe("area,month,closed_on,corrected_on,type,figure,value,homes,source");
    expect(lines).toContain("Annex,2026-11,,,1 Bedroom,rent_median,1595,20,Listings of this site");
    expect(lines).toContain("Annex,2026-11,,,1 Bedroom,rent_control_percent,50,20,Listings of this site");
    expect(lines.some((line) => line.startsWith("City of Toronto,") && line.includes(",published_asking"))).toBe(true);
  });

  it("show a new benchmark immediately", async () => {
    const site = makeSite();
    site.purged.length = 0;
    await setBenchmark(site, { rent: 2_300 });
    expect(site.purged).toContain("market");
    expect((await figures(site)).benchmarks.find(({ type }) => type === "1 Bedroom")?.months.at(-1)).toMatchObject({
      month: "2026-10",
      rent: 2_300,
    });
    site.purged.length = 0;
    await importBenchmarks(site, ["Studio,Toronto,1900,asking,Rentals.ca,2026-10"]);
    expect(site.purged).toContain("market");
  });

  it.each(["/market/nowhere", "/api/market/nowhere", "/market/nowhere.csv", "/market/__proto__"])(
    "are 404 for %s",
    async (path) => {
      expect((await makeSite().fetch(path)).status).toBe(404);
    },
  );
});
