import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import {
  type BulkRejection,
  type ListingDecision,
  type DecisionUndone,
  REJECTION_CODES,
  REJECTIONS,
} from "../../../worker/contracts/decisions.ts";
import type { OwnerListing } from "../../../worker/contracts/owners.ts";
import { publish, submit } from "../../support/worker/listings.ts";
import { mailsTo, tokenIn } from "../../support/worker/mailbox.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const rejectAll = async (site: Site, body: unknown) =>
  site.fetch("/api/admin/listings/reject", { json: body, as: await site.logIn() });
const wait = (site: Site, ms: number) => (site.clock.now = new Date(site.clock.now.getTime() + ms));

describe("rejecting several listings at once", () => {
  it(
    "rejects all that can be rejected, explains the others, and emails each landlord once",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const waiting = await submit(site, { address: "1 Elm St", email: "one@example.com" });
      const { id: shown } = await publish(site, { address: "2 Elm St", email: "two@example.com" });
      const { id: rented } = await publish(site, { address: "3 Elm St", email: "three@example.com" });
      await env.DB.prepare("UPDATE listings SET status = 'rented' WHERE id = ?").bind(rented).run();
      site.purged.length = 0;
      const response = await rejectAll(site, { ids: [waiting, shown, shown, 999, rented], reason: "duplicate" });
      expect(response.status).toBe(200);
      const answer = await json<BulkRejection>(response);
      expect(answer.rejected.map(({ id, status }) => [id, status])).toEqual([
        [waiting, "rejected"],
        [shown, "rejected"],
      ]);
      expect(answer.refused).toEqual([
        { id: 999, error: "Listing not found", code: "listing.not_found" },
        { id: rented, error: "This listing was rented or deleted and cannot be changed.", code: "listing.closed" },
      ]);
      expect(new Set(site.purged)).toEqual(new Set(["listings", `listing:${waiting}`, `listing:${shown}`]));
      wait(site, 120_000);
      for (const email of ["one@example.com", "two@example.com"]) {
        const mails = await mailsTo(site, email);
        expect(mails.filter(({ subject }) => subject.endsWith(": not published"))).toHaveLength(1);
        expect(mails.filter(({ subject }) => subject.endsWith(": published"))).toHaveLength(0);
        expect(mails[0]?.text.replace(/\s+/g, " ")).toContain(REJECTIONS.duplicate.text.slice(0, 40));
      }
      const again = await json<BulkRejection>(rejectAll(site, { ids: [waiting, shown], reason: "duplicate" }));
      expect([again.rejected.length, again.decisionId]).toEqual([2, null]);
    },
  );

  it("can be undone together, without emails", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id: shown } = await publish(site, { address: "2 Elm St", email: "two@example.com" });
    wait(site, 120_000);
    const before = (await mailsTo(site, "two@example.com")).length;
    const waiting = await submit(site, { address: "1 Elm St", email: "one@example.com" });
    const { decisionId } = await json<BulkRejection>(rejectAll(site, { ids: [shown, waiting], reason: "other" }));
    const undone = await json<DecisionUndone>(
      site.fetch(`/api/admin/decisions/${decisionId}/undo`, { method: "POST", as: await site.logIn() }),
    );
    expect(undone.listings.map(({ id, status }) => [id, status])).toEqual([
      [shown, "approved"],
      [waiting, "pending"],
    ]);
    wait(site, 120_000);
    expect(await mailsTo(site, "two@example.com")).toHaveLength(before);
  });

  it("skips listings that their landlords have changed since the moderator loaded them", async () => {
    const site = makeSite();
    const id = await submit(site);
    const token = tokenIn((await mailsTo(site, "landlord@example.com"))[0], "manage");
    await site.fetch(`/api/manage/${token}`, { method: "PATCH", json: { rent: "$1,700" } });
    const answer = await json<BulkRejection>(rejectAll(site, { ids: [id], revisions: [1], reason: "wording" }));
    expect(answer.refused).toMatchObject([{ id, code: "listing.changed" }]);
  });

  it.each([
    ["no listing", { ids: [], reason: "scam" }],
    ["an invalid id", { ids: [0], reason: "scam" }],
    ["51 listings", { ids: Array.from({ length: 51 }, (_, n) => n + 1), reason: "scam" }],
    ["no reason", { ids: [1] }],
    ["an empty reason", { ids: [1], reason: "" }],
    ["a reason of blanks", { ids: [1], reason: " \u200b\n " }],
    ["a reason that is not a text", { ids: [1], reason: 7 }],
    ["a reason of 1,001 characters", { ids: [1], reason: "x".repeat(1_001) }],
    ["no ids", { reason: "scam" }],
  ])("with %s is an error, and nothing is rejected", async (_name, body) => {
    const site = makeSite();
    await submit(site);
    expect((await rejectAll(site, body)).status).toBe(400);
    expect(await env.DB.prepare("SELECT status FROM listings").first("status")).toBe("pending");
  });
});

describe("the reason of a rejection", () => {
  it("is a full text for a code, and verbatim for a moderator's own text", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const id = await submit(site);
    const token = tokenIn((await mailsTo(site, "landlord@example.com"))[0], "manage");
    const as = await site.logIn();
    const given = [...REJECTION_CODES.map((code) => [code, REJECTIONS[code].text]), ["X", "X"], ["y".repeat(1_000)]];
    for (const [reason, text = reason] of given) {
      const answer = await json<ListingDecision>(
        site.fetch(`/api/admin/listings/${id}/reject`, { json: { reason }, as }),
      );
      expect(answer).toMatchObject({ status: "rejected", decisionId: expect.any(String) });
      const owner = await json<OwnerListing>(site.fetch(`/api/manage/${token}`));
      expect(owner.rejectionReason).toBe(text);
    }
    const codes = await env.DB.prepare(
      "SELECT json_extract(after_json, '$.reasonCode') AS code FROM audit_log WHERE action = 'listing.reject' ORDER BY id",
    ).all();
    expect(codes.results.map(({ code }) => code)).toEqual([...REJECTION_CODES, null, null]);
  });

  it("accuses nobody, and explains what the landlord can do", () => {
    for (const code of REJECTION_CODES) {
      const { text } = REJECTIONS[code];
      expect(text, code).not.toMatch(/scam|fraud|fake|suspicious|illegal|lie|violat/i);
      expect(text, code).toMatch(/please|if you can/i);
      expect(text.length, code).toBeLessThan(400);
    }
  });
});
