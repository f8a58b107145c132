import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { bulkInsertSql } from "../../../scripts/demo/bulk-sql.ts";
import { marketOf } from "../../support/worker/market.ts";
import { makeSite, type Site } from "../../support/worker/site.ts";

const DAY_MS = 86_400_000;

/** Creates approved one-bedroom listings with these rents in dollars, approved this many days ago. */
async function approved(site: Site, rents: readonly number[], { daysAgo = 5, from = 1 } = {}): Promise<void> {
  const now = site.clock.now.getTime();
  await env.DB.prepare(bulkInsertSql(from, rents.length, now)).run();
  await env.DB.batch(
    rents.map((rent, nth) =>
      env.DB.prepare(
        "UPDATE listings SET bedrooms = '1 Bedroom', rent_cents = ?, first_approved_at = ?, expires_at = ? WHERE photo_prefix = printf('b%031x', ?)",
      ).bind(rent * 100, now - daysAgo * DAY_MS, now + 30 * DAY_MS, from + nth),
    ),
  );
}

async function nextDay(site: Site): Promise<void> {
  site.clock.now = new Date(site.clock.now.getTime() + DAY_MS);
  await site.tick();
}

const ramp = (count: number) => Array.from({ length: count }, (_, nth) => 1_500 + 10 * nth);

describe("the site's own median", () => {
  it("is the median of more than fifty approved listings, computed daily", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await approved(site, ramp(51));
    await nextDay(site);
    expect((await marketOf(site)).ownMedian).toEqual({ rent: 1750, listings: 51, asOf: "2026-11-21" });
    await approved(site, [9_000], { from: 100 });
    await site.tick();
    expect((await marketOf(site)).ownMedian).toMatchObject({ listings: 51 });
    await nextDay(site);
    expect((await marketOf(site)).ownMedian).toEqual({ rent: 1755, listings: 52, asOf: "2026-11-22" });
    expect((await marketOf(site, "Studio")).ownMedian).toBeNull();
  });

  it("does not exist for fifty listings, and is then removed", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await approved(site, ramp(50));
    await nextDay(site);
    expect((await marketOf(site)).ownMedian).toBeNull();
    await approved(site, [1_600], { from: 100 });
    await nextDay(site);
    expect((await marketOf(site)).ownMedian).toMatchObject({ listings: 51 });
    await env.DB.prepare("UPDATE listings SET status = 'pending' WHERE id = 1").run();
    await nextDay(site);
    expect((await marketOf(site)).ownMedian).toBeNull();
  });

  it(
    "excludes listings first approved more than 90 days ago, and rents that are not compared",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      await approved(site, ramp(49));
      await approved(site, [1_600, 1_700], { from: 100, daysAgo: 91 });
      await approved(site, [200, 16_000], { from: 200 });
      await nextDay(site);
      expect((await marketOf(site)).ownMedian).toBeNull();
      await approved(site, [1_600, 1_700], { from: 300, daysAgo: 80 });
      await nextDay(site);
      expect((await marketOf(site)).ownMedian).toMatchObject({ listings: 51 });
    },
  );
});
