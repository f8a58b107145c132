import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { bulkInsertSql } from "../../../scripts/demo/bulk-sql.ts";
import type { AdminListing } from "../../../worker/contracts/listings.ts";
import { type AdminReport, REPORT_REASONS } from "../../../worker/contracts/reports.ts";
import { dataUrl, png } from "../../support/worker/images.ts";
import { publish, submit } from "../../support/worker/listings.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const report = (site: Site, propertyId: unknown, reason: unknown = "NOT_BELOW_MARKET", address = "203.0.113.7") =>
  site.fetch("/api/report-property", { json: { propertyId, reason }, headers: { "cf-connecting-ip": address } });
const openReports = async (site: Site) =>
  json<AdminReport[]>(site.fetch("/api/admin/reports", { as: await site.logIn() }));

describe("a report of a listing", () => {
  it("shows moderators the reason, time and address, and counts on the listing", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site, { images: [dataUrl(await png())] });
    const response = await report(site, id, "SCAM");
    expect(response.status).toBe(200);
    expect(await json(response)).toEqual({ success: true });
    const [listing] = await json<AdminListing[]>(site.fetch("/api/admin/listings", { as: await site.logIn() }));
    expect(listing?.images[0]).toMatch(/^\/photos\/.*&key=/);
    expect(await openReports(site)).toEqual([
      {
        id: 1,
        targetType: "listing",
        targetId: id,
        propertyId: id,
        propertyAddress: "85 Main Street, Toronto, ON M4E 2V6",
        propertyBedrooms: "1 Bedroom",
        listing: {
          rent: listing?.rent,
          status: "approved",
          belowMarketPercent: listing?.belowMarketPercent,
          marketRent: listing?.marketRent,
          marketIsEstimate: listing?.marketIsEstimate,
          photo: listing?.images[0],
        },
        reason: "SCAM",
        details: null,
        reportedAt: site.clock.now.toISOString(),
        ipAddress: "203.0.113.7",
      },
    ]);
    expect(listing?.reportCount).toBe(1);
    expect((await site.fetch(`/api/marketplace-listings/${id}`)).status, "a count alone hides nothing").toBe(200);
  });

  it(
    "shows moderators the reporter's own words, cleaned and truncated to 500 characters",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const [first, second] = [await publish(site), await publish(site, { address: "2 Word St" })];
      const send = (propertyId: number, details: unknown) =>
        site.fetch("/api/report-property", { json: { propertyId, reason: "SCAM", details } });
      for (const details of ["x".repeat(501), 7, ["no"]]) {
        const refused = await send(first.id, details);
        expect(refused.status, String(details)).toBe(400);
        expect((await json<{ fields: Record<string, string> }>(refused)).fields).toHaveProperty("details");
      }
      expect(await openReports(site)).toEqual([]);
      expect((await send(first.id, "  It asks for\r\n a deposit\u0000 first.  ")).status).toBe(200);
      expect((await send(second.id, "é".repeat(500))).status).toBe(200);
      expect((await openReports(site)).map(({ details }) => details)).toEqual([
        "é".repeat(500),
        "It asks for\n a deposit first.",
      ]);
      const groups = await json<{ latest: AdminReport }[]>(
        site.fetch("/api/admin/reports/groups", { as: await site.logIn() }),
      );
      expect(groups[0]?.latest.details).toBe("é".repeat(500));
    },
  );

  it("without the reporter's words stores none", { tags: ["rest"] }, async () => {
    const site = makeSite();
    for (const [nth, details] of [undefined, null, "", " \n "].entries()) {
      const { id } = await publish(site, { address: `${nth + 1} Silent St` });
      const sent = await site.fetch("/api/report-property", { json: { propertyId: id, reason: "SCAM", details } });
      expect(sent.status).toBe(200);
    }
    expect((await openReports(site)).map(({ details }) => details)).toEqual([null, null, null, null]);
  });

  it("from the same network and day is stored once, while others count", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site);
    for (let n = 0; n < 5; n += 1) expect((await report(site, id, REPORT_REASONS[n])).status).toBe(200);
    for (let n = 1; n <= 3; n += 1) await report(site, id, "SCAM", `2001:db8:9:9::${n}`);
    expect(await openReports(site)).toHaveLength(2);
    site.clock.now = new Date("2026-11-21T04:59:00Z");
    await report(site, id);
    expect(await openReports(site), "still the same day in Toronto").toHaveLength(2);
    site.clock.now = new Date("2026-11-21T05:01:00Z");
    await report(site, id);
    expect(await openReports(site)).toHaveLength(3);
  });

  it("can be dismissed once, stays in the history, and is audited", async () => {
    const site = makeSite();
    const { id } = await publish(site);
    await report(site, id);
    const as = await site.logIn();
    const dismiss = () => site.fetch("/api/admin/reports/1", { method: "DELETE", as });
    expect(await json(dismiss())).toEqual({ success: true, decisionId: expect.any(String) });
    expect((await dismiss()).status).toBe(404);
    const list = await site.fetch("/api/admin/reports", { as });
    expect(list.headers.get("x-total-count")).toBe("0");
    expect(await json(list)).toEqual([]);
    expect((await env.DB.prepare("SELECT count(*) AS n FROM reports").first<{ n: number }>())?.n).toBe(1);
    expect((await env.DB.prepare("SELECT report_count AS n FROM listings").first<{ n: number }>())?.n).toBe(0);
    expect((await env.DB.prepare("SELECT action FROM audit_log ORDER BY id DESC").first())?.action).toBe(
      "report.dismiss",
    );
  });

  it("stays listed without the address when the listing is deleted", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site);
    await report(site, id);
    await site.fetch(`/api/admin/listings/${id}`, { method: "DELETE", as: await site.logIn() });
    expect(await openReports(site)).toMatchObject([{ propertyId: id, propertyAddress: null }]);
  });

  it("with invalid input is rejected and not stored", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const pending = await submit(site);
    for (const id of [pending, 4711]) expect((await report(site, id)).status, String(id)).toBe(404);
    for (const id of [0, -1, 1.5, "x", null, {}, [1]])
      expect((await report(site, id)).status, JSON.stringify(id)).toBe(400);
    const { id } = await publish(site, { address: "9 Elm St" });
    for (const reason of ["", "scam", "OTHER", null, 7])
      expect((await report(site, id, reason)).status, String(reason)).toBe(400);
    expect(await openReports(site)).toEqual([]);
  });

  it("costs one page and a total for any number of reports", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site);
    for (let n = 0; n < 30; n += 1) await report(site, id, "SCAM", `10.0.0.${n}`);
    const { rowsRead } = await site.count("/api/admin/reports?limit=10", { as: await site.logIn() });
    expect(rowsRead).toBeLessThanOrEqual(10 + 1 + 1 + 1);
  });
});

describe("a page of a hundred reports", () => {
  it("about a hundred listings can be listed", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await env.DB.prepare(bulkInsertSql(1, 120, site.clock.now.getTime())).run();
    await env.DB.prepare(
      "INSERT INTO reports (target_type, target_id, reason, reported_at, once_key) SELECT 'listing', id, 'SCAM', 0, id FROM listings",
    ).run();
    const response = await site.fetch("/api/admin/reports?limit=100", { as: await site.logIn() });
    expect(response.status).toBe(200);
    expect(await json<unknown[]>(response)).toHaveLength(100);
  });
});
