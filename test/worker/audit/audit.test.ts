import { describe, expect, it } from "vitest";
import type { AuditEntry } from "../../../worker/contracts/audit.ts";
import { approve, publish, submit } from "../../support/worker/listings.ts";
import { json, makeSite } from "../../support/worker/site.ts";

describe("the audit log", () => {
  it("tells moderators who changed what, from what to what, when and from where, newest first", async () => {
    const site = makeSite();
    const { id } = await publish(site);
    const as = await site.logIn();
    await site.fetch(`/api/admin/listings/${id}`, { method: "PATCH", json: { rent: "1,700" }, as });
    const response = await site.fetch("/api/admin/audit", { as });
    expect(response.headers.get("x-total-count")).toBe("2");
    const [edit, approval] = await json<AuditEntry[]>(response);
    expect(edit).toEqual({
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

  it("is paged, costs a page to read, and is nothing for a stranger", async () => {
    const site = makeSite();
    const id = await submit(site);
    for (let n = 0; n < 6; n += 1) await approve(site, id, n % 2 === 0);
    const as = await site.logIn();
    const { response, rowsRead } = await site.count("/api/admin/audit?limit=2&offset=1", { as });
    expect((await json<AuditEntry[]>(response)).map((entry) => entry.id)).toEqual([5, 4]);
    expect(rowsRead).toBeLessThanOrEqual(1 + 2 + 1 + 1);
    expect((await site.fetch("/api/admin/audit")).status).toBe(401);
  });
});
