import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { AdminAppeal, AppealDecided, AppealForm } from "../../../worker/contracts/appeals.ts";
import type { BulkDecision, ListingDecision } from "../../../worker/contracts/decisions.ts";
import { submit } from "../../support/worker/listings.ts";
import { mailsTo, tokenIn } from "../../support/worker/mailbox.ts";
import { colleague, firstOperator } from "../../support/worker/people.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const LANDLORD = "landlord@example.com";
const DAY_MS = 86_400_000;
const WHY = "The rent is for the whole home.";
const SCAM = "I am abroad, so there is no viewing. Send the deposit by Western Union and I mail the keys.";
const later = (site: Site, ms: number) => (site.clock.now = new Date(site.clock.now.getTime() + ms));
const asModerator = async (site: Site, method: string, path: string, body?: unknown) =>
  site.fetch(`/api/admin/${path}`, { method, as: await site.logIn(), ...(body !== undefined && { json: body }) });
const reject = (site: Site, id: number, reason = "duplicate") =>
  json<ListingDecision>(asModerator(site, "POST", `listings/${id}/reject`, { reason }));
const statusOf = async (site: Site, id: number) =>
  (await json<{ status: string }>(asModerator(site, "GET", `listings/${id}`))).status;
const openAppeals = (site: Site) => json<AdminAppeal[]>(asModerator(site, "GET", "appeals"));
const decide = (site: Site, id: number, decision: object) =>
  asModerator(site, "POST", `appeals/${id}/decide`, decision);

/** Creates a rejected listing with its appeal link. */
async function rejected(changes: Record<string, unknown> = {}) {
  const site = makeSite();
  const id = await submit(site, changes);
  const { decisionId } = await reject(site, id);
  later(site, 120_000);
  const token = tokenIn((await mailsTo(site, LANDLORD))[0], "appeals");
  const path = `/api/appeals/${token}`;
  return { site, id, decisionId, path, appeal: (text = WHY) => site.fetch(path, { json: { text } }) };
}

/** Creates a rejected listing that was appealed. */
async function appealed(changes: Record<string, unknown> = {}) {
  const given = await rejected(changes);
  await given.appeal();
  const [{ id: appealId } = { id: 0 }] = await openAppeals(given.site);
  return { ...given, appealId };
}

describe("an appeal against a rejection", () => {
  it(
    "is made once by the link in the rejection email, and waits in the moderators' queue",
    { tags: ["rest"] },
    async () => {
      const { site, id, path, appeal } = await rejected();
      const form = await json<AppealForm>(site.fetch(path));
      expect(form).toMatchObject({
        title: "1 Bedroom - 85 Main Street",
        canAppeal: true,
        until: new Date("2026-12-20T15:00:00Z").toISOString(),
        appeal: null,
      });
      expect(form.reason).toContain("listed with us already");
      const answer = await appeal();
      expect(answer.status).toBe(200);
      expect(await json(answer)).toMatchObject({
        success: true,
        canAppeal: false,
        appeal: { text: WHY, state: "open" },
      });
      const again = await appeal("Once more.");
      expect([again.status, (await json(again))["code"]]).toEqual([409, "appeal.repeated"]);
      expect(await openAppeals(site)).toMatchObject([
        { listingId: id, text: WHY, canDecide: true, listing: { id, status: "rejected" } },
      ]);
      expect(await statusOf(site, id)).toBe("rejected");
    },
  );

  it("is possible for 30 days", async () => {
    const { site, path, appeal } = await rejected();
    later(site, 30 * DAY_MS - 120_000 - 1);
    expect((await json<AppealForm>(site.fetch(path))).canAppeal).toBe(true);
    later(site, 1);
    expect((await json<AppealForm>(site.fetch(path))).canAppeal).toBe(false);
    const response = await appeal();
    expect([response.status, (await json(response))["code"]]).toEqual([409, "appeal.too_late"]);
    expect(await openAppeals(site)).toEqual([]);
  });

  it.each([
    ["no text", ""],
    ["1,001 characters", "x".repeat(1_001)],
  ])("is rejected with %s, but allows a retry", async (_, text) => {
    const { appeal } = await rejected();
    expect((await appeal(text)).status).toBe(400);
    expect((await appeal("x".repeat(1_000))).status).toBe(200);
  });

  it("requires the link of that rejection, and a listing that is still rejected", { tags: ["rest"] }, async () => {
    const { site, id, path, appeal } = await rejected();
    const manage = await site.tokenFor("manage", id);
    for (const other of [`/api/appeals/${manage}`, path.replace(/.$/, "2"), "/api/appeals/x"]) {
      const response = await site.fetch(other, { json: { text: WHY } });
      expect([response.status, (await json(response))["code"]]).toEqual([404, "appeal.invalid_link"]);
    }
    await asModerator(site, "PATCH", `listings/${id}/status`, { approved: true });
    expect((await appeal()).status).toBe(404);
    later(site, 120_000);
    await reject(site, id, "wording");
    // A new rejection has its own link.
    expect((await appeal()).status).toBe(404);
  });

  it.each([
    ["approve", "approved", "your appeal was upheld", "on the site now"],
    ["review", "pending", "your appeal was upheld", "review it again"],
    ["deny", "rejected", "your appeal was not upheld", "stays rejected"],
  ])(
    "can be decided by %s, with one email that states who decided",
    { tags: ["rest"] },
    async (outcome, status, subject, words) => {
      const { site, id, path, appealId } = await appealed();
      const response = await decide(site, appealId, { outcome, text: "We looked again." });
      expect(response.status).toBe(200);
      expect(await json<AppealDecided>(response)).toMatchObject({ id, status, decisionId: expect.any(String) });
      expect(await openAppeals(site)).toEqual([]);
      const before = (await mailsTo(site, LANDLORD)).length;
      later(site, 120_000);
      const mails = (await mailsTo(site, LANDLORD)).slice(0, -before);
      expect(mails.map((mail) => mail.subject)).toEqual([`Your 1 Bedroom listing (#${id}): ${subject}`]);
      const text = mails[0]?.text.replaceAll(/\s+/g, " ");
      expect(text).toContain(words);
      expect(text).toContain("We looked again.");
      expect(text).toContain("There is no second moderator right now");
      const again = await decide(site, appealId, { outcome: "deny" });
      expect([again.status, (await json(again))["code"]]).toEqual([409, "appeal.closed"]);
      if (outcome === "deny")
        expect(await json(site.fetch(path))).toMatchObject({
          canAppeal: false,
          appeal: { state: "denied", answer: "We looked again." },
        });
    },
  );

  it.each(["approve", "review", "deny"])(
    "is reopened when its decision to %s is undone, without an email",
    { tags: ["rest"] },
    async (outcome) => {
      const { site, id, appealId } = await appealed();
      const before = (await mailsTo(site, LANDLORD)).length;
      const { decisionId } = await json<AppealDecided>(decide(site, appealId, { outcome }));
      expect((await asModerator(site, "POST", `decisions/${decisionId}/undo`)).status).toBe(200);
      expect(await statusOf(site, id)).toBe("rejected");
      expect(await openAppeals(site)).toMatchObject([{ id: appealId }]);
      later(site, 120_000);
      expect(await mailsTo(site, LANDLORD)).toHaveLength(before);
      expect((await decide(site, appealId, { outcome: "review" })).status).toBe(200);
    },
  );

  it("is decided by another moderator if there is one, and otherwise by the same one", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const olga = await firstOperator(site);
    const appealOf = async (changes: Record<string, unknown>) => {
      const id = await submit(site, changes);
      await site.fetch(`/api/admin/listings/${id}/reject`, { json: { reason: "duplicate" }, as: olga.as });
      later(site, 120_000);
      await site.fetch(`/api/appeals/${tokenIn((await mailsTo(site, LANDLORD))[0], "appeals")}`, {
        json: { text: WHY },
      });
      const open = await json<AdminAppeal[]>(site.fetch("/api/admin/appeals", { as: olga.as }));
      return {
        id: open.find(({ listingId }) => listingId === id)?.id ?? 0,
        isOlgas: open.every((one) => one.canDecide),
      };
    };
    const decideAs = (as: string, id: number) =>
      site.fetch(`/api/admin/appeals/${id}/decide`, { json: { outcome: "review" }, as });
    const alone = await appealOf({});
    expect(alone.isOlgas).toBe(true);
    expect((await decideAs(olga.as, alone.id)).status).toBe(200);
    const mona = await colleague(site, olga.as, "moderator");
    const second = await appealOf({ address: "12 Rockford Road, Toronto" });
    expect(second.isOlgas).toBe(false);
    const refused = await decideAs(olga.as, second.id);
    expect([refused.status, (await json(refused))["code"]]).toEqual([403, "appeal.same_moderator"]);
    expect((await decideAs(mona.as, second.id)).status).toBe(200);
    later(site, 120_000);
    expect((await mailsTo(site, LANDLORD))[0]?.text).toContain(
      "The moderator who decided the appeal did not reject the listing.",
    );
  });

  it("requires a separate confirmation to approve a unit with a scam sign", { tags: ["rest"] }, async () => {
    const { site, id, appealId } = await appealed({ additionalInfo: SCAM });
    const refused = await decide(site, appealId, { outcome: "approve" });
    expect([refused.status, (await json(refused))["code"]]).toEqual([409, "listing.confirm_scam"]);
    expect(await statusOf(site, id)).toBe("rejected");
    expect((await decide(site, appealId, { outcome: "approve", confirmScam: true })).status).toBe(200);
  });

  it("gets no second opinion from the shared password, which is anonymous", { tags: ["rest"] }, async () => {
    const { site, appealId, id } = await appealed();
    const olga = await firstOperator(site);
    await colleague(site, olga.as, "moderator");
    const refused = await decide(site, appealId, { outcome: "review" });
    expect([refused.status, (await json(refused))["code"]]).toEqual([403, "appeal.same_moderator"]);
    expect(await statusOf(site, id)).toBe("rejected");
    const before = (await mailsTo(site, LANDLORD)).length;
    const decided = await site.fetch(`/api/admin/appeals/${appealId}/decide`, {
      json: { outcome: "review" },
      as: olga.as,
    });
    expect(decided.status).toBe(200);
    later(site, 120_000);
    const [mail] = (await mailsTo(site, LANDLORD)).slice(0, -before);
    expect(mail?.text).not.toContain("The moderator who decided the appeal did not reject the listing.");
  });

  it("stays open when the listing is rejected again with another reason", { tags: ["rest"] }, async () => {
    const { site, id, appealId } = await appealed();
    later(site, DAY_MS);
    await asModerator(site, "POST", `listings/${id}/reject`, { reason: "Still not a home." });
    expect(await openAppeals(site)).toMatchObject([{ id: appealId }]);
    expect((await decide(site, appealId, { outcome: "review" })).status).toBe(200);
  });

  it.each(["approve", "bulk approve"])(
    "is upheld when the listing is approved on the desk (%s)",
    { tags: ["rest"] },
    async (way) => {
      const { site, id, path, appealId } = await appealed();
      const before = (await mailsTo(site, LANDLORD)).length;
      const approved = await json<{ decisionId: string }>(
        way === "approve"
          ? asModerator(site, "PATCH", `listings/${id}/status`, { approved: true })
          : asModerator(site, "POST", "listings/bulk", { ids: [id], action: "approve" }),
      );
      expect(await openAppeals(site)).toEqual([]);
      await asModerator(site, "POST", `decisions/${approved.decisionId}/undo`);
      expect(await openAppeals(site)).toMatchObject([{ id: appealId }]);
      expect((await json<AppealForm>(site.fetch(path))).appeal?.state).toBe("open");
      await asModerator(site, "PATCH", `listings/${id}/status`, { approved: true });
      later(site, 120_000);
      expect((await mailsTo(site, LANDLORD)).slice(0, -before).map(({ subject }) => subject)).toEqual([
        `Your 1 Bedroom listing (#${id}): your appeal was upheld`,
      ]);
      const response = await decide(site, appealId, { outcome: "deny" });
      expect([response.status, (await json(response))["code"]]).toEqual([409, "appeal.closed"]);
    },
  );

  it("is answered before the listing can be deleted", async () => {
    const { site, id, appealId } = await appealed();
    const refused = await asModerator(site, "DELETE", `listings/${id}`);
    expect([refused.status, (await json(refused))["code"]]).toEqual([409, "appeal.open"]);
    const bulk = await json<BulkDecision>(asModerator(site, "POST", "listings/bulk", { ids: [id], action: "delete" }));
    expect(bulk.refused).toMatchObject([{ id, code: "appeal.open" }]);
    expect(await statusOf(site, id)).toBe("rejected");
    await decide(site, appealId, { outcome: "deny" });
    expect((await asModerator(site, "DELETE", `listings/${id}`)).status).toBe(200);
  });

  it(
    "is answered before the listing can be deleted, even after its landlord changed it",
    { tags: ["rest"] },
    async () => {
      const { site, id } = await appealed();
      const manage = await site.tokenFor("manage", id);
      await site.fetch(`/api/manage/${manage}`, { method: "PATCH", json: { rent: "$1,200" } });
      const refused = await asModerator(site, "DELETE", `listings/${id}`);
      expect([refused.status, (await json(refused))["code"]]).toEqual([409, "appeal.open"]);
      await asModerator(site, "POST", `listings/${id}/reject`, { reason: "Still not a home." });
      expect((await asModerator(site, "DELETE", `listings/${id}`)).status).toBe(200);
    },
  );

  it.each(["approve", "bulk approve"])(
    "is not upheld on the desk by the moderator who rejected the listing, if there is another one (%s)",
    { tags: ["rest"] },
    async (way) => {
      const { site, id, appealId } = await appealed();
      const olga = await firstOperator(site);
      const mona = await colleague(site, olga.as, "moderator");
      const approve = async (as: string) => {
        const change =
          way === "approve"
            ? { path: `listings/${id}/status`, method: "PATCH", json: { approved: true } }
            : { path: "listings/bulk", method: "POST", json: { ids: [id], action: "approve" } };
        const answer = await json(site.fetch(`/api/admin/${change.path}`, { ...change, as }));
        return way === "approve" ? answer["code"] : (answer as unknown as BulkDecision).refused[0]?.code;
      };
      const again = await site.fetch(`/api/admin/appeals/${appealId}/decide`, {
        json: { outcome: "review" },
        as: mona.as,
      });
      expect(again.status).toBe(200);
      await site.fetch(`/api/admin/listings/${id}/reject`, { json: { reason: "not_a_home" }, as: mona.as });
      later(site, 120_000);
      const token = tokenIn((await mailsTo(site, LANDLORD))[0], "appeals");
      expect((await site.fetch(`/api/appeals/${token}`, { json: { text: WHY } })).status).toBe(200);
      expect(await approve(mona.as)).toBe("appeal.same_moderator");
      expect(await statusOf(site, id)).toBe("rejected");
      expect(await approve(olga.as)).toBeUndefined();
      expect(await statusOf(site, id)).toBe("approved");
    },
  );

  it.each([
    ["upheld", "approved"],
    ["denied", "rejected"],
  ])(
    "is shown with the listing that its landlord changed, and is %s when the listing is %s",
    { tags: ["rest"] },
    async (state, status) => {
      const { site, id } = await appealed();
      const manage = await site.tokenFor("manage", id);
      const edit = { additionalInfo: "The whole unit, with its own kitchen." };
      await site.fetch(`/api/manage/${manage}`, { method: "PATCH", json: edit });
      const appeals = async () =>
        (await json<{ appeals: object[] }>(asModerator(site, "GET", `listings/${id}/context`))).appeals;
      expect(await appeals()).toEqual([{ text: WHY, state: "open", sentAt: expect.any(String), answer: null }]);
      const before = (await mailsTo(site, LANDLORD)).length;
      const decideOn = () =>
        status === "approved"
          ? json<ListingDecision>(asModerator(site, "PATCH", `listings/${id}/status`, { approved: true }))
          : reject(site, id);
      const { decisionId } = await decideOn();
      expect(await appeals()).toMatchObject([{ state }]);
      await asModerator(site, "POST", `decisions/${decisionId}/undo`);
      expect(await appeals()).toMatchObject([{ state: "open" }]);
      later(site, 1_000);
      await decideOn();
      later(site, 120_000);
      const mails = (await mailsTo(site, LANDLORD)).slice(0, -before);
      expect(mails).toHaveLength(1);
      if (status === "approved") expect(mails[0]?.subject).toContain("your appeal was upheld");
      else {
        const path = `/api/appeals/${tokenIn(mails[0], "appeals")}`;
        expect((await site.fetch(path, { json: { text: "Once more." } })).status).toBe(200);
      }
    },
  );

  it("is closed when its landlord has changed the listing", { tags: ["rest"] }, async () => {
    const { site, id, appealId } = await appealed();
    const manage = await site.tokenFor("manage", id);
    expect((await site.fetch(`/api/manage/${manage}`, { method: "PATCH", json: { rent: "$1,200" } })).status).toBe(200);
    expect(await openAppeals(site)).toEqual([]);
    const response = await decide(site, appealId, { outcome: "review" });
    expect([response.status, (await json(response))["code"]]).toEqual([409, "appeal.closed"]);
    expect((await decide(site, 999, { outcome: "review" })).status).toBe(404);
    expect((await decide(site, appealId, { outcome: "maybe" })).status).toBe(400);
  });

  it("is exported and erased with the landlord's data, and deleted after half a year", { tags: ["rest"] }, async () => {
    const { site } = await appealed();
    await site.fetch("/api/privacy/request", { json: { email: LANDLORD } });
    const link = /\/privacy\/([a-z0-9-]+)/.exec((await mailsTo(site, LANDLORD))[0]?.text ?? "")?.[1] ?? "";
    const data = await json<{ listings: object[] }>(site.fetch(`/api/privacy/${link}`));
    expect(data.listings[0]).toMatchObject({ appeals: [{ text: WHY, state: "open" }] });
    await site.fetch(`/api/privacy/${link}`, { method: "DELETE" });
    const stored = () => env.DB.prepare("SELECT count(*) AS n FROM appeals").first<number>("n");
    expect(await stored()).toBe(0);
    const other = await appealed();
    later(other.site, 181 * DAY_MS);
    await other.site.runJob("prune");
    expect(await stored()).toBe(0);
  });
});
