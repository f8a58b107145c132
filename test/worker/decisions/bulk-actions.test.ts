import { describe, expect, it } from "vitest";
import type { BulkDecision } from "../../../worker/contracts/decisions.ts";
import type { AdminListing } from "../../../worker/contracts/listings.ts";
import { publish, readPublic, submit } from "../../support/worker/listings.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const SCAM = "I am abroad, so there is no viewing. Send the deposit by Western Union and I mail the keys.";

const asModerator = async (site: Site, method: string, path: string, body?: unknown) =>
  site.fetch(`/api/admin/${path}`, { method, as: await site.logIn(), ...(body !== undefined && { json: body }) });
const bulk = (site: Site, body: unknown) => json<BulkDecision>(asModerator(site, "POST", "listings/bulk", body));
const undo = (site: Site, id: string | null) => json(asModerator(site, "POST", `decisions/${id}/undo`));
const listingOf = (site: Site, id: number) => json<AdminListing>(asModerator(site, "GET", `listings/${id}`));
const report = (site: Site, propertyId: number) =>
  site.fetch("/api/report-property", { json: { propertyId, reason: "SCAM" } });

describe("deciding on several listings", () => {
  it.each([
    ["approve", "pending", "approved"],
    ["unapprove", "approved", "pending"],
    ["reject", "pending", "rejected"],
    ["delete", "approved", "deleted"],
  ])("can %s them, explains what it refused, and undoes it together", async (action, from, to) => {
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

  it("can confirm type and rent of them", async () => {
    const site = makeSite();
    const { id } = await publish(site, { rent: "$900" });
    const { decided, decisionId } = await bulk(site, { ids: [id], action: "confirm" });
    expect(decided[0]?.confirmedAt).not.toBeNull();
    await undo(site, decisionId);
    expect((await listingOf(site, id)).confirmedAt).toBeNull();
  });

  it("can dismiss all reports of them, as one decision", async () => {
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

  it.each([
    ["an unknown action", { ids: [1], action: "publish" }, "action"],
    ["a rejection without a reason", { ids: [1], action: "reject" }, "reason"],
    ["no listing", { ids: [], action: "approve" }, "ids"],
    ["51 listings", { ids: Array.from({ length: 51 }, (_, n) => n + 1), action: "approve" }, "ids"],
  ])("refuses %s and changes nothing", async (_, body, field) => {
    const site = makeSite();
    const id = await submit(site);
    const response = await asModerator(site, "POST", "listings/bulk", body);
    expect(response.status).toBe(400);
    expect((await json<{ fields: object }>(response)).fields).toHaveProperty(field);
    expect((await listingOf(site, id)).status).toBe("pending");
  });
});

describe("approving a unit with a scam sign", () => {
  it("needs a confirmation of its own", async () => {
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

  it("needs it in bulk, too, where the others are approved", async () => {
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
