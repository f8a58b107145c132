import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { bulkInsertSql } from "../../../scripts/demo/bulk-sql.ts";
import type { DecisionUndone } from "../../../worker/contracts/decisions.ts";
import type { AdminListing } from "../../../worker/contracts/listings.ts";
import type { AdminReport, ReportGroup, ReportsDismissed } from "../../../worker/contracts/reports.ts";
import { publish } from "../../support/worker/listings.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const report = (site: Site, propertyId: number, reason: string, address: string) =>
  site.fetch("/api/report-property", { json: { propertyId, reason }, headers: { "cf-connecting-ip": address } });
const asModerator = async (site: Site, path: string, json?: unknown) =>
  site.fetch(`/api/admin/${path}`, { ...(json !== undefined && { json }), as: await site.logIn() });
const groupsOf = async (site: Site, query = "") => {
  const response = await asModerator(site, `reports/groups${query}`);
  return { groups: await json<ReportGroup[]>(response), total: response.headers.get("x-total-count") };
};
const counts = async (site: Site) => ({
  reports: (await asModerator(site, "reports")).headers.get("x-total-count"),
  groups: (await groupsOf(site)).total,
  ofListings: (await json<AdminListing[]>(asModerator(site, "listings")))
    .toSorted((a, b) => b.id - a.id)
    .map(({ reportCount }) => reportCount),
});

/** Stores `count` reports of one listing, as a flood of reports would. */
const flood = (listingId: number, count: number) =>
  env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     INSERT INTO reports (target_type, target_id, reason, reported_at, ip_address, once_key)
     SELECT 'listing', ?1, CASE i % 3 WHEN 0 THEN 'SCAM' ELSE 'DUPLICATE' END, i, '10.0.' || (i / 4) || '.1', ?1 || ':' || i FROM n`,
  )
    .bind(listingId, count)
    .run();

describe("reports grouped by target", () => {
  it("contain target, count, networks, reasons and times, latest report first", async () => {
    const site = makeSite();
    const { id: elm } = await publish(site, { address: "1 Elm St, Toronto" });
    const { id: oak } = await publish(site, { address: "2 Oak St, Toronto", phone: "416-555-0199" });
    const first = site.clock.now.toISOString();
    await report(site, elm, "SCAM", "198.51.100.1");
    await report(site, elm, "DUPLICATE", "2001:db8:1:1::1");
    await report(site, oak, "WRONG_INFO", "198.51.100.1");
    site.clock.now = new Date(site.clock.now.getTime() + 86_400_000);
    await report(site, elm, "SCAM", "2001:db8:1:1::2");
    const { groups, total } = await groupsOf(site);
    expect(total).toBe("2");
    expect(groups).toMatchObject([
      {
        id: 4,
        targetType: "listing",
        targetId: elm,
        title: "1 Elm St, Toronto",
        count: 3,
        networks: 2,
        reasons: [
          { reason: "SCAM", count: 2 },
          { reason: "DUPLICATE", count: 1 },
        ],
        firstReportedAt: first,
        lastReportedAt: site.clock.now.toISOString(),
        ids: [4, 2, 1],
        latest: { id: 4, propertyAddress: "1 Elm St, Toronto", ipAddress: "2001:db8:1:1::2" },
      },
      { id: 3, targetId: oak, count: 1, networks: 1, ids: [3] },
    ]);
    expect((await groupsOf(site, "?limit=1&offset=1")).groups.map(({ targetId }) => targetId)).toEqual([oak]);
    const single = await asModerator(site, `reports?targetType=listing&targetId=${elm}`);
    expect(single.headers.get("x-total-count")).toBe("3");
    expect((await json<AdminReport[]>(single)).map(({ id }) => id)).toEqual([4, 2, 1]);
    for (const query of [
      "?targetType=listing",
      "?targetId=1",
      "?targetType=x&targetId=1",
      "?targetType=listing&targetId=0",
    ])
      expect((await asModerator(site, `reports${query}`)).status, query).toBe(400);
  });

  it("have the title of their discussion, and no title when it is gone", async () => {
    const site = makeSite();
    await env.DB.prepare(
      "INSERT INTO reports (target_type, target_id, reason, reported_at, once_key) VALUES ('thread', 9, 'SPAM', 0, 'a'), ('listing', 77, 'SCAM', 0, 'b')",
    ).run();
    expect((await groupsOf(site)).groups).toMatchObject([
      { targetType: "listing", targetId: 77, title: null },
      { targetType: "thread", targetId: 9, title: null, latest: { post: null } },
    ]);
  });

  it("cost one page among thousands", { tags: ["d1"] }, async () => {
    const site = makeSite();
    await env.DB.prepare(bulkInsertSql(1, 60, site.clock.now.getTime())).run();
    for (let id = 1; id <= 60; id += 1) await flood(id, 40);
    await flood(61, 1_000);
    const as = await site.logIn();
    const { response, rowsRead } = await site.count("/api/admin/reports/groups?limit=5", { as });
    const groups = await json<ReportGroup[]>(response);
    expect(groups.map(({ count }) => count)).toEqual([1_000, 40, 40, 40, 40]);
    expect(groups[0]?.ids).toHaveLength(200);
    // Up to four rows are read for each report: it is found by an index, stored temporarily, looked up and sorted. For
    // each group, its row and its first report are read.
    expect(rowsRead).toBeLessThanOrEqual(4 * (200 + 4 * 40) + 5 * 5 + 10);
  });
});

describe("dismissing many reports", () => {
  it("of one target dismisses all open ones, and the undo keeps newer ones", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site);
    const { id: other } = await publish(site, { address: "9 Elm St" });
    for (let n = 1; n <= 120; n += 1) await report(site, id, n % 2 ? "SCAM" : "DUPLICATE", `198.51.${n}.1`);
    await report(site, other, "SCAM", "198.51.1.1");
    const before = { reports: "121", groups: "2", ofListings: [1, 120] };
    expect(await counts(site)).toEqual(before);
    const answer = await json<ReportsDismissed>(
      asModerator(site, "reports/dismiss", { targetType: "listing", targetId: id }),
    );
    expect(answer).toEqual({ success: true, dismissed: 120, decisionId: expect.any(String) });
    expect(await counts(site)).toEqual({ reports: "1", groups: "1", ofListings: [1, 0] });
    await report(site, id, "WRONG_INFO", "203.0.113.99");
    const undone = await json<DecisionUndone>(asModerator(site, `decisions/${answer.decisionId}/undo`, {}));
    expect(undone).toEqual({
      success: true,
      message: "120 reports are open again.",
      listings: [],
      reports: 120,
      refused: [],
    });
    expect(await counts(site)).toEqual({ reports: "122", groups: "2", ofListings: [1, 121] });
    expect((await groupsOf(site)).groups.find(({ targetId }) => targetId === id)).toMatchObject({
      count: 121,
      id: 122,
    });
    const { results } = await env.DB.prepare(
      "SELECT action, target_type, target_id, after_json AS after FROM audit_log WHERE action LIKE 'report.%' ORDER BY id",
    ).all();
    expect(results).toEqual([
      { action: "report.dismiss", target_type: "listing", target_id: String(id), after: '{"reports":120}' },
      { action: "report.undo", target_type: "listing", target_id: String(id), after: '{"reports":120}' },
    ]);
  });

  it("by id skips reports that are not open or do not exist", async () => {
    const site = makeSite();
    const { id } = await publish(site);
    for (let n = 1; n <= 4; n += 1) await report(site, id, "SCAM", `198.51.${n}.1`);
    await site.fetch("/api/admin/reports/2", { method: "DELETE", as: await site.logIn() });
    const dismiss = (ids: unknown) => asModerator(site, "reports/dismiss", { ids });
    expect(await json(dismiss([1, 2, 3, 99]))).toMatchObject({ dismissed: 2 });
    expect(await json(dismiss([1, 2, 3, 99]))).toEqual({ success: true, dismissed: 0, decisionId: null });
    expect(await counts(site)).toEqual({ reports: "1", groups: "1", ofListings: [1] });
  });

  it("one at a time can be undone once, within two minutes", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site);
    await report(site, id, "SCAM", "198.51.100.1");
    const dismiss = async () =>
      json<{ success: true; decisionId: string }>(
        site.fetch("/api/admin/reports/1", { method: "DELETE", as: await site.logIn() }),
      );
    const first = await dismiss();
    const undo = (decisionId: string) => asModerator(site, `decisions/${decisionId}/undo`, {});
    expect(await json<DecisionUndone>(undo(first.decisionId))).toMatchObject({ message: "1 report is open again." });
    expect(await counts(site)).toEqual({ reports: "1", groups: "1", ofListings: [1] });
    const second = await dismiss();
    expect(await json<DecisionUndone>(undo(first.decisionId)), "the second dismissal stands").toMatchObject({
      reports: 0,
    });
    expect(await counts(site)).toEqual({ reports: "0", groups: "0", ofListings: [0] });
    site.clock.now = new Date(site.clock.now.getTime() + 120_000);
    expect((await undo(second.decisionId)).status).toBe(409);
  });

  it.each([
    ["nothing", {}],
    ["no ids", { ids: [] }],
    ["an invalid id", { ids: [0] }],
    ["a text", { ids: "1" }],
    ["501 ids", { ids: Array.from({ length: 501 }, (_, n) => n + 1) }],
    ["a kind without an id", { targetType: "listing" }],
    ["another kind", { targetType: "user", targetId: 1 }],
    ["an id without a kind", { targetId: 1 }],
    ["both", { ids: [1], targetType: "listing", targetId: 1 }],
  ])("by %s is rejected", { tags: ["rest"] }, async (_name, body) => {
    const site = makeSite();
    const { id } = await publish(site);
    await report(site, id, "SCAM", "198.51.100.1");
    expect((await asModerator(site, "reports/dismiss", body)).status).toBe(400);
    expect((await counts(site)).reports).toBe("1");
  });
});
