import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { AuditEntry } from "../../../worker/contracts/audit.ts";
import { approve, publish, submit } from "../../support/worker/listings.ts";
import { json, makeSite } from "../../support/worker/site.ts";

describe("the audit log", () => {
  it("shows moderators the actor, content, time and IP address of each change, newest first", async () => {
    const site = makeSite();
    const { id } = await publish(site);
    const as = await site.logIn();
    await site.fetch(`/api/admin/listings/${id}`, { method: "PATCH", json: { rent: "1,700" }, as });
    const response = await site.fetch("/api/admin/audit", { as });
    expect(response.headers.get("x-total-count")).toBe("2");
    const [edit, approval] = await json<AuditEntry[]>(response);
    expect(edit).toEqual({
      about: expect.stringContaining("85 Main St"),
      path: expect.stringMatching(/^\/listing\/1\//),
      person: null,
      id: 2,
      at: site.clock.now.toISOString(),
      actor: "admin",
      action: "listing.edit",
      targetType: "listing",
      targetId: String(id),
      before: { rent: "$1,850" },
      after: { rent: "1,700" },
      ipAddress: "203.0.113.7",
    });
    expect(approval).toMatchObject({
      action: "listing.approve",
      before: { status: "pending" },
      after: { status: "approved" },
    });
  });

  it("masks IP addresses after 90 days, as reports do", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site);
    for (const [n, address] of ["203.0.113.7", "2001:db8:aa:bb::1"].entries()) {
      const json = { propertyId: id, reason: n ? "SCAM" : "WRONG_INFO" };
      await site.fetch("/api/report-property", { json, headers: { "cf-connecting-ip": address } });
    }
    const addresses = async () => {
      const { results } = await env.DB.prepare(
        "SELECT ip_address FROM audit_log UNION ALL SELECT ip_address FROM reports UNION ALL SELECT once_key FROM reports",
      ).all<{ ip_address: string }>();
      return results.map((row) => row.ip_address).join(" ");
    };
    site.clock.now = new Date(site.clock.now.getTime() + 89 * 86_400_000);
    await site.tick();
    expect(await addresses()).toContain("203.0.113.7");
    site.clock.now = new Date(site.clock.now.getTime() + 2 * 86_400_000);
    await site.tick();
    const masked = await addresses();
    expect(masked).not.toContain("203.0.113.7");
    expect(masked).not.toContain("bb::");
    expect(masked).toContain("203.0.113.0/24");
    expect(masked).toContain("2001:db8:aa::/48");
  });

  it("is paged, reads only one page of rows, and is not public", { tags: ["d1"] }, async () => {
    const site = makeSite();
    const id = await submit(site);
    for (let n = 0; n < 6; n += 1) await approve(site, id, n % 2 === 0);
    const as = await site.logIn();
    const { response, rowsRead } = await site.count("/api/admin/audit?limit=2&offset=1", { as });
    expect((await json<AuditEntry[]>(response)).map((entry) => entry.id)).toEqual([5, 4]);
    // The session, the two entries of the page, the skipped entry, the total, and the listing.
    expect(rowsRead).toBeLessThanOrEqual(1 + 2 + 1 + 1 + 1);
    expect((await site.fetch("/api/admin/audit")).status).toBe(401);
  });
});
