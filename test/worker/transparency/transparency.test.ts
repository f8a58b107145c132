import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { listingsIn, MONTH } from "../../support/worker/counted.ts";
import type { MonthFigures, Transparency } from "../../../worker/contracts/transparency.ts";
import { withoutSmallCells } from "../../../worker/features/transparency/transparency.service.ts";
import { approve, publish, submit } from "../../support/worker/listings.ts";
import { mailsTo, tokenIn } from "../../support/worker/mailbox.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const NEXT_MONTH = new Date("2026-12-01T05:15:00Z");
const later = (site: Site, ms: number) => (site.clock.now = new Date(site.clock.now.getTime() + ms));
const asModerator = async (site: Site, method: string, path: string, body?: unknown) =>
  site.fetch(`/api/admin/${path}`, { method, as: await site.logIn(), ...(body !== undefined && { json: body }) });
const figures = (site: Site) => json<Transparency>(site.fetch("/api/transparency"));

/** Advances to the next month, and returns the published counts of the month. */
async function published(site: Site): Promise<MonthFigures> {
  site.clock.now = NEXT_MONTH;
  await site.runJob("transparency.publish");
  const [month] = (await figures(site)).months;
  if (!month) throw new Error("No month was published");
  return month;
}

describe("the monthly counts", () => {
  it("are published when the month is over in Toronto, and purge the page", async () => {
    const site = makeSite();
    await submit(site);
    for (const time of ["2026-11-30T23:59:00Z", "2026-12-01T04:59:00Z", "2026-12-01T05:05:00Z"]) {
      site.clock.now = new Date(time);
      await site.runJob("transparency.publish");
      expect((await figures(site)).months, time).toEqual([]);
    }
    site.purged.length = 0;
    site.clock.now = NEXT_MONTH;
    await site.runJob("transparency.publish");
    expect((await figures(site)).months).toMatchObject([{ month: MONTH, received: 1 }]);
    expect(site.purged).toEqual(["transparency"]);
  });

  it(
    "include received, approved and rejected listings and those removed after reports, with reasons and appeals",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      await submit(site, { address: "1 Elm St, Toronto" });
      const { id: shown } = await publish(site, { address: "2 Elm St, Toronto" });
      const refused = await submit(site, { address: "3 Elm St, Toronto", email: "three@example.com" });
      await asModerator(site, "POST", `listings/${refused}/reject`, { reason: "scam" });
      await site.fetch("/api/report-property", { json: { propertyId: shown, reason: "SCAM" } });
      await asModerator(site, "DELETE", `listings/${shown}`);
      later(site, 120_000);
      const token = tokenIn((await mailsTo(site, "three@example.com"))[0], "appeals");
      await site.fetch(`/api/appeals/${token}`, { json: { text: "It is mine." } });
      await asModerator(site, "POST", "appeals/1/decide", { outcome: "approve" });
      const month = await published(site);
      expect(month).toMatchObject({
        month: MONTH,
        received: 3,
        approved: 2,
        rejected: 1,
        removed: 1,
        appeals: { received: 1, upheld: 1, denied: 0 },
        medianMinutes: null,
      });
      // Each of these counts is too small to publish.
      expect(month.reasons.map(({ count }) => count)).toEqual(month.reasons.map(() => null));
    },
  );

  it("omit decisions that were undone, singly and in bulk", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const ids = [await submit(site, { address: "1 Elm St" }), await submit(site, { address: "2 Elm St" })];
    const bulk = await json(asModerator(site, "POST", "listings/bulk", { ids, action: "reject", reason: "scam" }));
    await asModerator(site, "POST", `decisions/${String(bulk["decisionId"])}/undo`);
    const one = await json(asModerator(site, "PATCH", `listings/${ids[0]}/status`, { approved: true }));
    await asModerator(site, "POST", `decisions/${String(one["decisionId"])}/undo`);
    await approve(site, ids[1] ?? 0);
    expect(await published(site)).toMatchObject({ received: 2, approved: 1, rejected: 0, removed: 0 });
  });

  it("omit repeated and refused decisions", async () => {
    const site = makeSite();
    const id = await submit(site);
    await approve(site, id);
    await approve(site, id);
    await asModerator(site, "PATCH", "listings/999/status", { approved: true });
    await asModerator(site, "POST", `listings/${id}/reject`, { reason: "other", revision: 1 });
    await asModerator(site, "POST", `listings/${id}/reject`, { reason: "wording" });
    expect(await published(site)).toMatchObject({ received: 1, approved: 1, rejected: 1 });
  });

  it(
    "contain the median time from submission to the first decision, from five decisions on",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      for (const minutes of [10, 500, 20, 30, 40]) {
        const id = await submit(site, { address: `${minutes} Elm St, Toronto` });
        later(site, minutes * 60_000);
        await approve(site, id);
      }
      expect((await published(site)).medianMinutes).toBe(30);
    },
  );

  it("never change after they are published", async () => {
    const site = makeSite();
    const id = await submit(site);
    const before = await published(site);
    await approve(site, id);
    await env.DB.prepare(
      "INSERT INTO transparency_entries (month, kind, area, bedrooms) VALUES (?, 'received', 'Toronto', 'Studio')",
    )
      .bind(MONTH)
      .run();
    site.clock.now = new Date("2027-01-01T05:15:00Z");
    await site.runJob("transparency.publish");
    const { months } = await figures(site);
    expect(months.map(({ month }) => month)).toEqual(["2026-12", MONTH]);
    expect(months[1]).toEqual(before);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM transparency_entries").first("n")).toBe(0);
  });

  it("are shown by former municipality and type only if no small cell can be derived", async () => {
    const site = makeSite();
    await listingsIn({ Toronto: 12, Scarborough: 7, Etobicoke: 5, "North York": 1 });
    const { received, areas, types } = await published(site);
    expect(received).toBe(25);
    const shown = Object.fromEntries(areas.map((row) => [row.area, row.received]));
    // The smallest of the other counts is also hidden, because the difference would otherwise reveal a single count.
    expect(shown).toMatchObject({
      Toronto: 12,
      Scarborough: 7,
      Etobicoke: null,
      "North York": null,
      "East York": null,
    });
    expect(types.find(({ type }) => type === "Studio")?.received).toBe(25);
  });

  it("are on a separate page, with a file, linked from the footer and the sitemap", async () => {
    const site = makeSite();
    await submit(site);
    await published(site);
    const page = await site.fetch("/transparency");
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(page.headers.get("cache-tag")).toBe("transparency");
    expect(html).toContain("November 2026");
    expect(await (await site.fetch("/sitemap.xml")).text()).toContain("/transparency</loc>");
    expect(await (await site.fetch("/about")).text()).toContain('href="/transparency"');
    const file = await site.fetch("/transparency.csv");
    expect(file.headers.get("content-type")).toContain("text/csv");
    const [header, first] = (await file.text()).split("\r\n");
    expect(header?.split(",").slice(0, 4)).toEqual(["month", "breakdown", "name", "received"]);
    expect(first?.split(",").slice(0, 4)).toEqual([MONTH, "all", "", "1"]);
  });
});

describe("hiding small cells", () => {
  it.each([
    [
      [12, 7, 5, 1, 0],
      [12, 7, null, null, null],
    ],
    [
      [20, 0, 0],
      [20, 0, 0],
    ],
    [
      [20, 4, 4],
      [20, null, null],
    ],
    [
      [20, 2, 2],
      [null, null, null],
    ],
    [
      [3, 0],
      [null, null],
    ],
    [
      [6, 5, 5],
      [6, 5, 5],
    ],
  ])("turns %j into %j", (cells, shown) => {
    expect(withoutSmallCells(cells)).toEqual(shown);
  });

  it("leaves no single hidden cell, and no hidden sum below five unless everything is hidden", () => {
    const most = [3, 6, 9, 30];
    const wrong = Array.from({ length: 500 }, (_, seed) =>
      Array.from({ length: 8 }, (__, at) => (seed * (at + 3) * 7919) % (most[(seed + at) % 4] ?? 1)),
    ).filter((cells) => {
      const shown = withoutSmallCells(cells);
      const hidden = cells.filter((_, at) => shown[at] === null);
      const sum = hidden.reduce((total, count) => total + count, 0);
      if (hidden.length === 0) return cells.some((count) => count > 0 && count < 5);
      return hidden.length < cells.length && (hidden.length < 2 || sum < 5);
    });
    expect(wrong).toEqual([]);
  });
});
