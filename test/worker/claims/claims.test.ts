import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { bulkInsertSql } from "../../../scripts/demo/bulk-sql.ts";
import type { Claims } from "../../../worker/contracts/claims.ts";
import { DAY_MS, HOUR_MS } from "../../../worker/contracts/days.ts";
import type { VipOffer } from "../../../worker/contracts/vip.ts";
import { tagsOf, tagsPurgedBy } from "../../../worker/platform/caching.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const NOW = new Date("2026-11-20T14:00:00Z");
let site: Site;
beforeEach(() => {
  site = makeSite({ now: NOW });
});

async function confirmSubscribers(from: number, to: number): Promise<void> {
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT ? UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO subscribers (email, email_key, address_hash, status, created_at, confirmed_at)
     SELECT i || '@example.com', i || '@example.com', i, 'confirmed', 1, 1 FROM n`,
  )
    .bind(from, to)
    .run();
}

/** Publishes homes with these discounts. */
async function homesAt(percents: readonly (number | null)[]): Promise<void> {
  await env.DB.prepare(bulkInsertSql(1, percents.length, NOW.getTime())).run();
  await env.DB.batch(
    percents.map((percent, index) =>
      env.DB.prepare(
        "UPDATE listings SET compared_percent = ?1, below_market_percent = ?1, confirmed_at = 1 WHERE id = ?2",
      ).bind(percent, index + 1),
    ),
  );
}

const pageAt = async (path: string) => (await (await site.fetch(path)).text()).replaceAll("<!-- -->", "");
const claims = () => json<Claims>(site.fetch("/api/claims"));

describe("the realtors' page", () => {
  it("shows the number of active renters if there are at least 50, and 1000+ if there are at least 1,000", async () => {
    await confirmSubscribers(1, 49);
    expect(await pageAt("/realtors")).not.toContain("active renters");
    expect((await claims()).activeRenters).toBeNull();
    await confirmSubscribers(50, 50);
    expect(await pageAt("/realtors")).toContain(">50 active renters<");
    await confirmSubscribers(51, 999);
    expect(await pageAt("/realtors")).toContain(">999 active renters<");
    await confirmSubscribers(1_000, 1_003);
    expect(await pageAt("/realtors")).toContain(">1000+ active renters<");
    expect(await claims()).toEqual({ activeRenters: 1_003, medianDiscount: null });
  });

  it("shows the number of agents in Ontario with its source", async () => {
    const page = await pageAt("/realtors");
    expect(page).toContain("90,000+ agents in Ontario");
    expect(page).toContain("Real Estate Council of Ontario: 105,752 registrants at the end of 2023");
  });
});

describe("'How it works' on the home page", () => {
  const nextDay = async (day: number) => {
    site.clock.now = new Date(NOW.getTime() + day * DAY_MS);
    await site.tick();
  };

  it.each([
    ["15–25", [...Array(10).fill(12), 15, ...Array(10).fill(38)]],
    ["15–25", [...Array(10).fill(12), 25, ...Array(10).fill(38)]],
    ["14", [...Array(10).fill(12), 14, ...Array(10).fill(38)]],
    ["26", [...Array(10).fill(12), 26, ...Array(10).fill(38)]],
    // Homes without a proven discount do not count.
    ["30", [...Array(20).fill(30), ...Array(20).fill(9), ...Array(20).fill(null)]],
  ])(
    "shows 'typically %s%% below market' when this is the median of the proven discounts",
    { tags: ["rest"] },
    async (said, percents) => {
      await homesAt(percents);
      expect(await pageAt("/")).not.toContain("typically");
      await nextDay(1);
      expect(await pageAt("/")).toContain(`Listings are typically ${said}% below market.`);
    },
  );

  it("makes no claim with fewer than twenty homes, and the page is purged when the median changes", async () => {
    await homesAt(Array(19).fill(20));
    await nextDay(1);
    expect(await pageAt("/")).not.toContain("typically");
    expect(tagsOf("GET /")).toEqual(expect.arrayContaining(tagsPurgedBy("claims.computed")));
    expect(site.purged).not.toContain("claims");
    await env.DB.prepare("INSERT INTO settings (name, value) VALUES ('claims.median_discount', '20')").run();
    await nextDay(2);
    expect(site.purged).toContain("claims");
  });
});

describe("the VIP plan", () => {
  const DAYS = 14;
  /** Publishes homes that were first approved this many hours ago. */
  async function approvedAgo(hours: readonly number[]): Promise<void> {
    if (hours.length === 0) return;
    await env.DB.prepare(bulkInsertSql(1, hours.length, NOW.getTime())).run();
    await env.DB.batch(
      hours.map((ago, index) =>
        env.DB.prepare("UPDATE listings SET first_approved_at = ? WHERE id = ?").bind(
          NOW.getTime() - ago * HOUR_MS,
          index + 1,
        ),
      ),
    );
  }
  const every = (hours: number) => Array.from({ length: Math.ceil((DAYS * 24) / hours) + 1 }, (_, nth) => nth * hours);
  const isOftenUpdated = async () => (await json<VipOffer>(site.fetch("/api/vip"))).isOftenUpdated;

  it.each([
    ["every 48 hours for two weeks", every(48), true],
    ["several a day for two weeks", every(5), true],
    [
      "with a gap of 49 hours",
      [...every(24).filter((ago) => ago <= 72), ...every(24).filter((ago) => ago >= 121), 121],
      false,
    ],
    ["nothing in the last 48 hours", every(24).slice(3), false],
    ["only since yesterday", [1, 20], false],
    ["nothing at all", [], false],
  ])("states that it is updated every 48 hours only when true: %s", async (_name, hours, expected) => {
    await approvedAgo(hours);
    expect(await isOftenUpdated()).toBe(expected);
    const page = await pageAt("/govip");
    expect(page.includes("Updated every 48 hours")).toBe(expected);
  });
});
