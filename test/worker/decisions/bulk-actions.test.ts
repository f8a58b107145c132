import { describe, expect, it } from "vitest";
import type { BulkDecision } from "../../../worker/contracts/decisions.ts";
import type { IpBan } from "../../../worker/contracts/bans.ts";
import type { AdminListing } from "../../../worker/contracts/listings.ts";
import { draft, publish, readPublic, submit } from "../../support/worker/listings.ts";
import { mailsTo } from "../../support/worker/mailbox.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const SCAM = "I am abroad, so there is no viewing. Send the deposit by Western Union and I mail the keys.";

const asModerator = async (site: Site, method: string, path: string, body?: unknown) =>
  site.fetch(`/api/admin/${path}`, { method, as: await site.logIn(), ...(body !== undefined && { json: body }) });
const bulk = (site: Site, body: unknown) => json<BulkDecision>(asModerator(site, "POST", "listings/bulk", body));
const undo = (site: Site, id: string | null) => json(asModerator(site, "POST", `decisions/${id}/undo`));
const listingOf = (site: Site, id: number) => json<AdminListing>(asModerator(site, "GET", `listings/${id}`));
const later = (site: Site, ms: number) => (site.clock.now = new Date(site.clock.now.getTime() + ms));
const report = (site: Site, propertyId: number) =>
  site.fetch("/api/report-property", { json: { propertyId, reason: "SCAM" } });

describe("deciding on several listings", () => {
  it.each([
    ["approve", "pending", "approved"],
    ["unapprove", "approved", "pending"],
    ["reject", "pending", "rejected"],
    ["delete", "approved", "deleted"],
  ])("can %s them, explains refusals, and undoes it together", { tags: ["rest"] }, async (action, from, to) => {
    const site = makeSite();
    const make = (address: string) =>
      from === "pending" ? submit(site, { address }) : publish(site, { address }).then(({ id }) => id);
    const ids = [await make("1 Elm St, Toronto"), await make("2 Elm St, Toronto")];
    const answer = await bulk(site, {
      ids: [...ids, 999],
      action,
      ...(action === "reject" && { reason: "duplicate" }),
    });
    expect(answer.action).toBe(action);
    expect(answer.decided.map(({ id }) => id)).toEqual(ids);
    expect(answer.refused).toMatchObject([{ id: 999, code: "listing.not_found" }]);
    for (const id of ids) {
      const found = await json<AdminListing[]>(asModerator(site, "GET", `listings?status=${to}`));
      expect(found.map((listing) => listing.id)).toContain(id);
    }
    await undo(site, answer.decisionId);
    for (const id of ids) expect((await listingOf(site, id)).status).toBe(from);
  });

  it("can confirm their type and rent", async () => {
    const site = makeSite();
    const { id } = await publish(site, { rent: "$900" });
    const { decided, decisionId } = await bulk(site, { ids: [id], action: "confirm" });
    expect(decided[0]?.confirmedAt).not.toBeNull();
    await undo(site, decisionId);
    expect((await listingOf(site, id)).confirmedAt).toBeNull();
  });

  it("can dismiss all their reports as one decision", async () => {
    const site = makeSite();
    const { id: one } = await publish(site, { address: "1 Elm St, Toronto" });
    const { id: two } = await publish(site, { address: "2 Elm St, Toronto" });
    await report(site, one);
    await report(site, two);
    const answer = await bulk(site, { ids: [one, two, 999], action: "dismiss" });
    expect(answer).toMatchObject({ dismissed: 2, refused: [{ id: 999, code: "listing.not_found" }] });
    expect(answer.decided.map(({ reportCount }) => reportCount)).toEqual([0, 0]);
    expect(await undo(site, answer.decisionId)).toMatchObject({ reports: 2 });
    expect((await listingOf(site, one)).reportCount).toBe(1);
  });

  it(
    "can ask their landlords, who are emailed once the decision can no longer be undone",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const ids = [
        await submit(site),
        await submit(site, { address: "2 Elm St, Toronto", email: "other@example.com" }),
      ];
      const text = "Is the bathroom shared?";
      const undone = await bulk(site, { ids, action: "ask", text });
      await undo(site, undone.decisionId);
      later(site, 120_000);
      expect(await mailsTo(site, "other@example.com")).toHaveLength(1);
      await bulk(site, { ids: [...ids, 999], action: "ask", text });
      later(site, 120_000);
      expect((await mailsTo(site, "other@example.com"))[0]?.text).toContain(text);
      expect((await mailsTo(site, "landlord@example.com"))[0]?.text).toContain(text);
    },
  );

  it("still asks the landlord of a listing whose part of the decision could not be undone", async () => {
    const site = makeSite();
    const ids = [await submit(site), await submit(site, { address: "2 Elm St, Toronto", email: "other@example.com" })];
    const { decisionId } = await bulk(site, { ids, action: "ask", text: "Which floor is it on?" });
    await asModerator(site, "PATCH", `listings/${ids[1]}`, { rent: "$1,234" });
    expect(await undo(site, decisionId)).toMatchObject({ refused: [{ id: ids[1] }] });
    later(site, 120_000);
    expect((await mailsTo(site, "other@example.com"))[0]?.text).toContain("Which floor is it on?");
    expect(JSON.stringify(await mailsTo(site, "landlord@example.com"))).not.toContain("Which floor");
  });

  it("can change their type, and part of a home to a Private Room, as one decision", async () => {
    const site = makeSite();
    const ids = [await submit(site), await submit(site, { address: "2 Elm St, Toronto", bedrooms: "Private Room" })];
    const { decided, decisionId } = await bulk(site, { ids, action: "retype", homeType: "shared_bed" });
    expect(decided).toMatchObject(ids.map((id) => ({ id, homeType: "shared_bed", bedrooms: "Private Room" })));
    await undo(site, decisionId);
    expect(await listingOf(site, ids[0] ?? 0)).toMatchObject({ homeType: null, bedrooms: "1 Bedroom" });
    const again = await bulk(site, { ids, action: "retype", bedrooms: "Studio", homeType: "condo" });
    expect(again.decided).toMatchObject(ids.map((id) => ({ id, homeType: "condo", bedrooms: "Studio" })));
  });

  it(
    "can ban their landlords' phone numbers, addresses or networks, each once, and undo all together",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const silent = await submit(site, { address: "3 Elm St, Toronto", phone: "" });
      const from = { headers: { "cf-connecting-ip": "203.0.113.7" } };
      const send = (changes: Record<string, unknown>) =>
        site.fetch("/api/submit-property", { json: draft(changes), ...from });
      const made = await Promise.all(
        ["1 Elm St, Toronto", "2 Elm St, Toronto"].map((address) => json<{ id: number }>(send({ address }))),
      );
      const ids = made.map(({ id }) => id);
      const bans = async () =>
        (await json<IpBan[]>(site.fetch("/api/discussion/admin/bans", { as: await site.logIn() }))).map(
          ({ kind, value, isActive }) => [kind, value, isActive],
        );
      const ban = (kind: string) => bulk(site, { ids, action: "ban", kind, reason: "A known fraud" });
      await ban("phone");
      await ban("network");
      const { decided, unchanged, decisionId } = await ban("address");
      expect(decided.map(({ id }) => id)).toEqual(ids);
      // Both listings were submitted from the same IP address.
      expect(unchanged).toEqual(ids.slice(1));
      const all = [
        ["address", "203.0.113.7", true],
        ["network", "203.0.113.0/24", true],
        ["phone", draft()["phone"], true],
      ];
      expect(await bans()).toEqual(all);
      expect(await undo(site, decisionId)).toMatchObject({ bans: 1, message: "Not banned: 203.0.113.7" });
      expect(await bans()).toEqual([["address", "203.0.113.7", false], ...all.slice(1)]);
      later(site, 91 * 86_400_000);
      await site.runJob("addresses.mask");
      const masked = await ban("address");
      expect(masked.refused.map(({ code }) => code)).toEqual(["ban.unknown", "ban.unknown"]);
      const around = await ban("network");
      expect([around.refused, around.unchanged, around.decisionId]).toEqual([[], ids, null]);
      expect((await bulk(site, { ids: [silent], action: "ban", kind: "phone", reason: "x" })).refused).toMatchObject([
        { id: silent, code: "ban.unknown" },
      ]);
    },
  );

  it("does not change a Private Room when a whole home's kind is given without a type", async () => {
    const site = makeSite();
    const ids = [await submit(site), await submit(site, { address: "2 Elm St, Toronto", bedrooms: "Private Room" })];
    const before = await listingOf(site, ids[1] ?? 0);
    const answer = await bulk(site, { ids, action: "retype", homeType: "house" });
    expect(answer.decided).toMatchObject([{ id: ids[0], homeType: "house" }]);
    expect(answer.refused).toEqual([
      { id: ids[1], code: "listing.invalid", error: "It is listed as a Private Room. Please choose its type as well." },
    ]);
    expect(await listingOf(site, ids[1] ?? 0)).toEqual(before);
    const again = await bulk(site, { ids: ids.slice(0, 1), action: "retype", homeType: "house" });
    expect(again).toMatchObject({ decided: [{ id: ids[0] }], unchanged: [ids[0]], decisionId: null });
  });

  it("stores the reason of a ban verbatim on one line, even if it equals the code of a rejection", async () => {
    const site = makeSite();
    const ids = [await submit(site)];
    const reasons = async () =>
      (await json<IpBan[]>(site.fetch("/api/discussion/admin/bans", { as: await site.logIn() }))).map(
        ({ reason }) => reason,
      );
    await bulk(site, { ids, action: "ban", kind: "phone", reason: "scam" });
    expect(await reasons()).toEqual(["scam"]);
    await bulk(site, { ids, action: "ban", kind: "phone", reason: "A known\nfraud" });
    expect(await reasons()).toEqual(["A known fraud"]);
  });

  it("reports which bans an undo did not lift because they had changed", async () => {
    const site = makeSite();
    const ids = [await submit(site), await submit(site, { address: "2 Elm St, Toronto", phone: "416-555-0188" })];
    const { decisionId } = await bulk(site, { ids, action: "ban", kind: "phone", reason: "A known fraud" });
    await bulk(site, { ids: ids.slice(1), action: "ban", kind: "phone", reason: "Another reason" });
    const phone = String(draft()["phone"]);
    expect(await undo(site, decisionId)).toMatchObject({
      bans: 1,
      message: `Not banned: ${phone}. 1 ban has been changed since and stays as it is.`,
    });
    expect(await undo(site, decisionId)).toMatchObject({
      bans: 0,
      message: "1 ban has been changed since and stays as it is.",
    });
  });

  it("refuses listings that have changed, and reports how", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const ids = [await submit(site), await submit(site, { address: "2 Elm St, Toronto" })];
    const revisions = [(await listingOf(site, ids[0] ?? 0)).revision, 1];
    await asModerator(site, "PATCH", `listings/${ids[0]}`, { rent: "$1,234" });
    const { decided, refused } = await bulk(site, { ids, revisions, action: "approve" });
    expect(decided.map(({ id }) => id)).toEqual([ids[1]]);
    expect(refused).toMatchObject([
      {
        id: ids[0],
        code: "listing.changed",
        difference: { status: "pending", changes: [{ action: "listing.edit", after: { rent: "$1,234" } }] },
      },
    ]);
  });

  it.each([
    ["an unknown action", { ids: [1], action: "publish" }, "action"],
    ["a rejection without a reason", { ids: [1], action: "reject" }, "reason"],
    ["a ban without a reason", { ids: [1], action: "ban", kind: "phone" }, "reason"],
    ["a ban with too long a reason", { ids: [1], action: "ban", kind: "phone", reason: "x".repeat(501) }, "reason"],
    ["a ban of photos", { ids: [1], action: "ban", kind: "photo", reason: "Fraud" }, "kind"],
    ["a ban of nothing", { ids: [1], action: "ban", reason: "Fraud" }, "kind"],
    ["a question without words", { ids: [1], action: "ask" }, "text"],
    ["a change to no type", { ids: [1], action: "retype" }, "homeType"],
    ["no listing", { ids: [], action: "approve" }, "ids"],
    ["51 listings", { ids: Array.from({ length: 51 }, (_, n) => n + 1), action: "approve" }, "ids"],
  ])("rejects %s and changes nothing", async (_, body, field) => {
    const site = makeSite();
    const id = await submit(site);
    const response = await asModerator(site, "POST", "listings/bulk", body);
    expect(response.status).toBe(400);
    expect((await json<{ fields: object }>(response)).fields).toHaveProperty(field);
    expect((await listingOf(site, id)).status).toBe("pending");
  });
});

describe("approving a unit with a scam sign", () => {
  it("requires a separate confirmation", async () => {
    const site = makeSite();
    const id = await submit(site, { additionalInfo: SCAM });
    expect((await listingOf(site, id)).scamBand).toBe("strong");
    const approving = (body: object) =>
      asModerator(site, "PATCH", `listings/${id}/status`, { approved: true, ...body });
    for (const body of [{}, { confirmScam: false }]) {
      const refused = await approving(body);
      expect([refused.status, (await json(refused))["code"]]).toEqual([409, "listing.confirm_scam"]);
    }
    expect((await listingOf(site, id)).status).toBe("pending");
    expect((await approving({ confirmScam: true })).status).toBe(200);
    expect(await readPublic(site, id)).toMatchObject({ id });
  });

  it("requires a separate confirmation in bulk, too, while the others are approved", async () => {
    const site = makeSite();
    const bad = await submit(site, { address: "1 Elm St, Toronto", additionalInfo: SCAM });
    const good = await submit(site, { address: "2 Elm St, Toronto", phone: "416-555-0188" });
    for (const [path, body] of [
      ["listings/approve", { ids: [bad, good] }],
      ["listings/bulk", { ids: [bad, good], action: "approve" }],
    ] as const) {
      const answer = await json<{ refused: object[] }>(asModerator(site, "POST", path, body));
      expect(answer.refused).toMatchObject([{ id: bad, code: "listing.confirm_scam" }]);
    }
    expect((await listingOf(site, good)).status).toBe("approved");
    const { decided } = await bulk(site, { ids: [bad], action: "approve", confirmScam: true });
    expect(decided[0]?.status).toBe("approved");
  });
});
