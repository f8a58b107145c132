import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { type AdminReport, POST_REPORT_REASONS, REPORT_REASONS } from "../../../worker/contracts/reports.ts";
import { comment, deleteOwn, startThread, visitor } from "../../support/worker/forum.ts";
import { publish } from "../../support/worker/listings.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const report = (site: Site, body: unknown, address = "203.0.113.7") =>
  site.fetch("/api/discussion/report", { json: body, headers: { "cf-connecting-ip": address } });
const openReports = async (site: Site) =>
  json<AdminReport[]>(site.fetch("/api/admin/reports", { as: await site.logIn() }));
const moderate = async (site: Site, method: string, path: string) =>
  site.fetch(path, { method, as: await site.logIn() });

async function discussion(site: Site) {
  const author = await visitor(site, "198.51.100.5");
  const thread = await startThread(site, author, { title: "Pets in condos" });
  const reply = await comment(site, author, thread.id, { content: "Call me at\n416-555-0123 for a deal." });
  return { author, thread, reply };
}

describe("a report of a post", () => {
  it("shows moderators the text, author and address of the post", async () => {
    const site = makeSite();
    const { author, thread, reply } = await discussion(site);
    const response = await report(site, { threadId: thread.id, reason: "OFF_TOPIC", details: "It is about cars." });
    expect(response.status).toBe(200);
    expect(await json(response)).toEqual({ success: true });
    await report(site, { commentId: String(reply.id), threadId: null, reason: "PERSONAL_INFO" }, "2001:db8::7");
    const post = {
      threadId: thread.id,
      threadSlug: "pets-in-condos",
      threadTitle: "Pets in condos",
      authorId: author.id,
      authorName: author.username,
      ipAddress: "198.51.100.5",
      isDeleted: false,
    };
    const none = { propertyId: null, propertyAddress: null, propertyBedrooms: null };
    expect(await openReports(site)).toEqual([
      {
        id: 2,
        targetType: "comment",
        targetId: reply.id,
        ...none,
        post: { ...post, excerpt: "Call me at 416-555-0123 for a deal." },
        reason: "PERSONAL_INFO",
        details: null,
        reportedAt: site.clock.now.toISOString(),
        ipAddress: "2001:db8::7",
      },
      {
        id: 1,
        targetType: "thread",
        targetId: thread.id,
        ...none,
        post: { ...post, excerpt: thread.content },
        reason: "OFF_TOPIC",
        details: "It is about cars.",
        reportedAt: site.clock.now.toISOString(),
        ipAddress: "203.0.113.7",
      },
    ]);
  });

  it("from the same network and day is stored once, for any reason", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { thread, reply } = await discussion(site);
    for (const reason of POST_REPORT_REASONS) {
      expect((await report(site, { threadId: thread.id, reason })).status, reason).toBe(200);
      expect((await report(site, { commentId: reply.id, reason }, `2001:db8:1:1::${reason.length}`)).status).toBe(200);
    }
    expect(await openReports(site)).toHaveLength(2);
    await report(site, { commentId: reply.id, reason: "SPAM" });
    expect(await openReports(site)).toHaveLength(3);
    site.clock.now = new Date("2026-11-21T05:01:00Z");
    await report(site, { threadId: thread.id, reason: "SPAM" });
    expect(await openReports(site)).toHaveLength(4);
    const listed = await env.DB.prepare("SELECT value FROM counters WHERE key = 'reports'").first();
    expect(listed).toEqual({ value: 4 });
  });

  it(
    "is accepted with any spelling of its reason, with reasons for listings, and with free text",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const { thread } = await discussion(site);
      const taken: [string, string][] = [
        ...REPORT_REASONS.map((reason): [string, string] => [reason, reason]),
        ["spam", "SPAM"],
        [" Personal info ", "PERSONAL_INFO"],
        ["off-topic", "OFF_TOPIC"],
        ["already rented", "ALREADY_RENTED"],
        ["They ask for a deposit by wire.", "OTHER"],
        ["constructor", "OTHER"],
        ["x".repeat(500), "OTHER"],
      ];
      for (const [index, [reason]] of taken.entries())
        expect((await report(site, { threadId: thread.id, reason }, `10.0.0.${index}`)).status, reason).toBe(200);
      expect((await openReports(site)).toReversed().map(({ reason }) => reason)).toEqual(taken.map(([, kept]) => kept));
    },
  );

  it("is listed among reports of listings, without affecting one with the same id", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { thread, reply } = await discussion(site);
    const { id } = await publish(site);
    expect([id, thread.id, reply.id]).toEqual([1, 1, 1]);
    for (const target of [{ threadId: 1 }, { commentId: 1 }]) await report(site, { ...target, reason: "SCAM" });
    await site.fetch("/api/report-property", { json: { propertyId: 1, reason: "SCAM" } });
    const reports = await openReports(site);
    expect(reports.map(({ targetType, propertyId }) => [targetType, propertyId])).toEqual([
      ["listing", 1],
      ["comment", null],
      ["thread", null],
    ]);
    expect(Object.keys(reports[0] ?? {})).not.toContain("post");
    const count = await env.DB.prepare("SELECT report_count AS n FROM listings").first();
    expect(count).toEqual({ n: 1 });
  });

  it("stays listed when the post is deleted, and can be dismissed", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { author, thread, reply } = await discussion(site);
    for (const target of [{ threadId: thread.id }, { commentId: reply.id }])
      await report(site, { ...target, reason: "SPAM" });
    await deleteOwn(site, author, { comment: reply.id });
    expect((await openReports(site)).map(({ post }) => post?.isDeleted)).toEqual([true, false]);
    await moderate(site, "DELETE", `/api/discussion/admin/thread/${thread.id}`);
    expect((await openReports(site)).map(({ post }) => post?.isDeleted)).toEqual([true, true]);
    for (const id of [1, 2]) expect((await moderate(site, "DELETE", `/api/admin/reports/${id}`)).status).toBe(200);
    expect(await openReports(site)).toEqual([]);
  });

  it("about a post that is not public is rejected like one about an unknown post", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { author, thread, reply } = await discussion(site);
    await deleteOwn(site, author, { comment: reply.id });
    const left = await comment(site, author, thread.id);
    const refused = async (target: object, code: string) => {
      const response = await report(site, { ...target, reason: "SPAM" });
      expect(response.status, JSON.stringify(target)).toBe(404);
      expect(await json(response)).toMatchObject({ code });
    };
    await refused({ threadId: 4711 }, "forum.thread_not_found");
    await refused({ commentId: 4711 }, "forum.comment_not_found");
    await refused({ commentId: reply.id }, "forum.comment_not_found");
    await moderate(site, "DELETE", `/api/discussion/admin/thread/${thread.id}`);
    await refused({ threadId: thread.id }, "forum.thread_not_found");
    await refused({ commentId: left.id }, "forum.comment_not_found");
    expect(await openReports(site)).toEqual([]);
  });

  it("with invalid input is rejected and not stored", async () => {
    const site = makeSite();
    const { thread, reply } = await discussion(site);
    const targets = [{}, { threadId: thread.id, commentId: reply.id }, { threadId: null }, { propertyId: 1 }];
    for (const target of targets) {
      const response = await report(site, { ...target, reason: "SPAM" });
      expect(response.status, JSON.stringify(target)).toBe(400);
      expect(await json(response)).toMatchObject({ fields: { threadId: expect.any(String) } });
    }
    for (const id of [0, -1, 1.5, "x", {}, [1]])
      for (const name of ["threadId", "commentId"])
        expect((await report(site, { [name]: id, reason: "SPAM" })).status, JSON.stringify(id)).toBe(400);
    for (const reason of [undefined, "", "  ", "\u200b", null, 7, {}, ["SPAM"], "x".repeat(501)]) {
      const response = await report(site, { threadId: thread.id, reason });
      expect(response.status, JSON.stringify(reason)).toBe(400);
      expect(await json(response)).toMatchObject({ fields: { reason: expect.any(String) } });
    }
    const foreign = await site.fetch("/api/discussion/report", {
      json: { threadId: thread.id, reason: "SPAM" },
      headers: { origin: "https://evil.example" },
    });
    expect(foreign.status).toBe(403);
    expect(await openReports(site)).toEqual([]);
  });

  it(
    "costs one page of reports, posts and threads, and its addresses are masked after 90 days",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const { thread, reply } = await discussion(site);
      for (let n = 0; n < 30; n += 1)
        await report(
          site,
          n % 2 ? { threadId: thread.id, reason: "SPAM" } : { commentId: reply.id, reason: "SPAM" },
          `10.0.0.${n}`,
        );
      const { rowsRead } = await site.count("/api/admin/reports?limit=10", { as: await site.logIn() });
      // D1 also counts one row for each id in the query.
      expect(rowsRead).toBeLessThanOrEqual(10 + 1 + 1 + 3 + 2 + 1);
      site.clock.now = new Date(site.clock.now.getTime() + 91 * 86_400_000);
      await site.tick();
      const [oldest] = (await openReports(site)).toReversed();
      expect(oldest).toMatchObject({ ipAddress: "10.0.0.0/24", post: { ipAddress: "198.51.100.0/24" } });
    },
  );
});
