import { describe, expect, it } from "vitest";
import type { AuditEntry } from "../../../worker/contracts/audit.ts";
import type { Comment, Thread, ThreadList } from "../../../worker/contracts/forum.ts";
import type { ForumStats } from "../../../worker/contracts/forum-moderation.ts";
import {
  comment,
  commentsOf,
  deleteOwn,
  startThread,
  threadsOf,
  type Visitor,
  visitor,
  vote,
  write,
} from "../../support/worker/forum.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { siteInterrupted } from "../../support/worker/watched-db.ts";

const ADMIN = "/api/discussion/admin";
const moderate = async (site: Site, method: string, path: string, body?: unknown) =>
  site.fetch(path, { method, json: body, as: await site.logIn() });
const audited = async (site: Site) => json<AuditEntry[]>(site.fetch("/api/admin/audit", { as: await site.logIn() }));
const lastAudited = async (site: Site) => (await audited(site))[0];
const thread = (site: Site, id: number) => site.fetch(`/api/discussion/thread/${id}`);
const stats = async (site: Site) => json<ForumStats>(site.fetch(`${ADMIN}/stats`, { as: await site.logIn() }));

/** Creates a thread with a comment, a reply to it, and a reply to that reply. */
async function discussion(site: Site) {
  const author = await visitor(site);
  const { id } = await startThread(site, author, { title: "Is $1,850 fair?" });
  const outer = await comment(site, author, id);
  const middle = await comment(site, author, id, { parentId: outer.id });
  const inner = await comment(site, author, id, { parentId: middle.id });
  return { author, id, outer, middle, inner };
}

describe("moderators", () => {
  it("rename a thread whose old URL still works", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await discussion(site);
    const response = await moderate(site, "PUT", `/api/discussion/threads/${id}`, { title: "  Rent in   Riverdale " });
    expect(response.status).toBe(200);
    const renamed = { id, title: "Rent in Riverdale", seoSlug: "rent-in-riverdale", editedAt: null };
    expect(await json(response)).toMatchObject(renamed);
    for (const path of [`${id}`, `${id}/is-1-850-fair`, `${id}/rent-in-riverdale`])
      expect(await json(site.fetch(`/api/discussion/thread/${path}`))).toMatchObject(renamed);
    expect(await lastAudited(site)).toMatchObject({
      actor: "admin",
      action: "thread.rename",
      targetType: "thread",
      targetId: String(id),
      before: { title: "Is $1,850 fair?" },
      after: { title: "Rent in Riverdale" },
      ipAddress: "203.0.113.7",
    });
    for (const title of ["", "   ", "\u200b", "x".repeat(201), null, 7]) {
      const refused = await moderate(site, "PUT", `/api/discussion/threads/${id}`, { title });
      expect(refused.status, JSON.stringify(title)).toBe(400);
      expect(await json(refused)).toMatchObject({ fields: { title: expect.any(String) } });
    }
    expect(await json<Thread>(thread(site, id))).toMatchObject(renamed);
  });

  it("pin and unpin a thread; repeating changes nothing", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id, author } = await discussion(site);
    const newer = await startThread(site, author);
    const order = async () => (await threadsOf(site, "?sort=newest")).threads.map((one) => one.id);
    const stick = (isSticky: unknown) => moderate(site, "PUT", `${ADMIN}/thread/${id}/sticky`, { isSticky });
    expect(await order()).toEqual([newer.id, id]);
    expect(await json(stick(true))).toMatchObject({ id, isSticky: true });
    expect((await stick(true)).status).toBe(200);
    expect(await order()).toEqual([id, newer.id]);
    expect(await json(stick(false))).toMatchObject({ id, isSticky: false });
    expect(await order()).toEqual([newer.id, id]);
    expect((await audited(site)).map(({ action }) => action)).toEqual(["thread.unstick", "thread.stick"]);
    for (const odd of ["true", 1, null, undefined]) expect((await stick(odd)).status).toBe(400);
  });

  it("lock a discussion, which stays readable, and unlock it", async () => {
    const site = makeSite();
    const { id, author, outer } = await discussion(site);
    const lock = (isLocked: boolean) => moderate(site, "PUT", `${ADMIN}/thread/${id}/lock`, { isLocked });
    expect(await json(lock(true))).toMatchObject({ isLocked: true });
    const reply = () =>
      write(site, author, "POST", "/comments", { content: "One more thing.", threadId: id, parentId: outer.id });
    const refused = await reply();
    expect(refused.status).toBe(409);
    expect(await json(refused)).toMatchObject({ code: "forum.locked" });
    expect(await commentsOf(site, id)).toHaveLength(3);
    await lock(false);
    expect((await reply()).status).toBe(201);
    expect((await audited(site)).map(({ action }) => action)).toEqual(["thread.unlock", "thread.lock"]);
  });

  it("delete a thread and restore it with all its comments", async () => {
    const site = makeSite();
    const { id } = await discussion(site);
    expect(await json(moderate(site, "DELETE", `${ADMIN}/thread/${id}`))).toEqual({ success: true });
    expect((await thread(site, id)).status).toBe(404);
    expect((await site.fetch(`/api/discussion/thread/${id}/comments`)).status).toBe(404);
    expect(await threadsOf(site)).toMatchObject({ threads: [], totalCount: 0 });
    const as = await site.logIn();
    const seen = await json<ThreadList>(site.fetch("/api/discussion/threads", { as }));
    expect(seen.threads).toMatchObject([{ id, isDeleted: true, deletedBy: "admin", ipAddress: "203.0.113.7" }]);

    const restored = await moderate(site, "POST", `${ADMIN}/thread/${id}/restore`);
    expect(await json(restored)).toMatchObject({ id, isDeleted: false, commentCount: 3 });
    expect(await threadsOf(site)).toMatchObject({ threads: [{ id }], totalCount: 1 });
    expect(await commentsOf(site, id)).toHaveLength(3);
    expect((await moderate(site, "POST", `${ADMIN}/thread/${id}/restore`)).status, "a repeat").toBe(200);
    expect((await audited(site)).map(({ action }) => action)).toEqual(["thread.restore", "thread.delete"]);
  });

  it("can do nothing with a deleted thread but restore it", async () => {
    const site = makeSite();
    const { id } = await discussion(site);
    await moderate(site, "DELETE", `${ADMIN}/thread/${id}`);
    const wishes: [string, string, unknown][] = [
      ["PUT", `/api/discussion/threads/${id}`, { title: "Another title" }],
      ["PUT", `${ADMIN}/thread/${id}/sticky`, { isSticky: true }],
      ["PUT", `${ADMIN}/thread/${id}/lock`, { isLocked: true }],
      ["DELETE", `${ADMIN}/thread/${id}`, undefined],
    ];
    for (const [method, path, body] of wishes) {
      const response = await moderate(site, method, path, body);
      expect(response.status, path).toBe(409);
      expect(await json(response)).toMatchObject({ code: "forum.deleted" });
    }
    expect(await audited(site)).toHaveLength(1);
    expect(await json(moderate(site, "POST", `${ADMIN}/thread/${id}/restore`))).toMatchObject({
      title: "Is $1,850 fair?",
      isSticky: false,
      isLocked: false,
    });
  });

  it("delete a comment, whose replies move up, and restore it", async () => {
    const site = makeSite();
    const { id, outer, middle, inner } = await discussion(site);
    expect(await json(moderate(site, "DELETE", `${ADMIN}/comment/${middle.id}`))).toEqual({ success: true });
    expect(await commentsOf(site, id)).toMatchObject([
      { id: outer.id, parentId: null, depth: 0 },
      { id: inner.id, parentId: outer.id, depth: 1 },
    ]);
    expect(await json(thread(site, id))).toMatchObject({ commentCount: 2 });
    const as = await site.logIn();
    const seen = await json<Comment[]>(site.fetch(`/api/discussion/thread/${id}/comments`, { as }));
    expect(seen[1]).toMatchObject({ id: middle.id, isDeleted: true, depth: 1, ipAddress: "203.0.113.7" });
    const again = await moderate(site, "DELETE", `${ADMIN}/comment/${middle.id}`);
    expect(again.status).toBe(409);
    expect(await json(again)).toMatchObject({ code: "forum.deleted" });
    const restore = () => moderate(site, "POST", `${ADMIN}/comment/${middle.id}/restore`);
    expect(await json(restore())).toMatchObject({ id: middle.id, isDeleted: false, depth: 1 });
    expect((await restore()).status, "a repeat").toBe(200);
    expect((await commentsOf(site, id)).map(({ depth }) => depth)).toEqual([0, 1, 2]);
    expect((await audited(site)).map(({ action, targetId }) => `${action} ${targetId}`)).toEqual([
      `comment.restore ${middle.id}`,
      `comment.delete ${middle.id}`,
    ]);
  });

  it("cannot restore posts deleted by their author", async () => {
    const site = makeSite();
    const { author, id, middle } = await discussion(site);
    await deleteOwn(site, author, { comment: middle.id });
    await deleteOwn(site, author, { thread: id });
    for (const path of [`comment/${middle.id}`, `thread/${id}`]) {
      const response = await moderate(site, "POST", `${ADMIN}/${path}/restore`);
      expect(response.status).toBe(409);
      expect(await json(response)).toMatchObject({ code: "forum.deleted_by_author" });
    }
    expect((await thread(site, id)).status).toBe(404);
    expect(await audited(site)).toEqual([]);
  });

  it("get 404 for an unknown thread or comment", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await discussion(site);
    for (const id of ["4711", "0", "-1", "1.5", "x", "9007199254740993"]) {
      for (const [method, path, body] of writesTo(id, id)) {
        const code = path.includes("author") ? "author" : path.includes("comment") ? "comment" : "thread";
        const response = await moderate(site, method, path, body);
        expect(response.status, `${method} ${path}`).toBe(404);
        expect(await json(response)).toMatchObject({ code: `forum.${code}_not_found` });
      }
    }
    expect(await audited(site)).toEqual([]);
  });
});

/** All write operations of moderators. */
const writesTo = (threadId: number | string, commentId: number | string, authorId: number | string = threadId) =>
  [
    ["PUT", `/api/discussion/threads/${threadId}`, { title: "Another title" }],
    ["PUT", `${ADMIN}/thread/${threadId}/sticky`, { isSticky: true }],
    ["PUT", `${ADMIN}/thread/${threadId}/lock`, { isLocked: true }],
    ["DELETE", `${ADMIN}/comment/${commentId}`, undefined],
    ["POST", `${ADMIN}/comment/${commentId}/restore`, undefined],
    ["DELETE", `${ADMIN}/thread/${threadId}`, undefined],
    ["POST", `${ADMIN}/thread/${threadId}/restore`, undefined],
    ["DELETE", `${ADMIN}/author/${authorId}/posts`, undefined],
  ] as const;

describe("every write of moderators", () => {
  it("is refused without their cookie or from another site, and then changes nothing", async () => {
    const site = makeSite();
    const { author, id, outer } = await discussion(site);
    const before = JSON.stringify([await threadsOf(site), await commentsOf(site, id)]);
    const as = await site.logIn();
    const foreign: Record<string, string>[] = [{ origin: "https://evil.example" }, { "sec-fetch-site": "cross-site" }];
    site.purged.length = 0;
    for (const [method, path, body] of writesTo(id, outer.id, author.id)) {
      for (const cookie of ["", author.cookie, `admin=${author.anonymousId}`])
        expect((await site.fetch(path, { method, json: body, as: cookie })).status, path).toBe(401);
      for (const headers of foreign)
        expect((await site.fetch(path, { method, json: body, as, headers })).status, path).toBe(403);
    }
    expect(JSON.stringify([await threadsOf(site), await commentsOf(site, id)])).toBe(before);
    expect(site.purged).toEqual([]);
    expect(await audited(site)).toEqual([]);
  });

  it("writes one audit row and purges the list and the thread's page", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { author, id, outer } = await discussion(site);
    for (const [n, [method, path, body]] of writesTo(id, outer.id, author.id).entries()) {
      site.purged.length = 0;
      expect((await moderate(site, method, path, body)).status, path).toBe(200);
      expect(await audited(site), path).toHaveLength(n + 1);
      expect(new Set(site.purged), path).toEqual(new Set(["forum", `thread:${id}`]));
    }
  });

  it("fails after a concurrent deletion", { tags: ["rest"] }, async () => {
    const { site, interruptBy, isWaiting } = siteInterrupted('update "forum_threads"');
    const { author, id } = await discussion(site);
    for (const [method, path, body] of writesTo(id, 1).slice(0, 3)) {
      const { id: other } = await startThread(site, author);
      interruptBy(() => deleteOwn(makeSite(), author, { thread: other }));
      const response = await moderate(site, method, path.replace(/\d+/, String(other)), body);
      expect(response.status, path).toBe(409);
      expect(isWaiting()).toBe(false);
    }
    expect(await audited(site)).toEqual([]);
  });
});

describe("the forum's totals", () => {
  it("count all threads, visible comments, net votes and active bans, in four rows", { tags: ["rest"] }, async () => {
    const site = makeSite();
    expect(await stats(site)).toEqual({ totalThreads: 0, totalComments: 0, netVotes: 0, activeBans: 0 });
    const { id, outer } = await discussion(site);
    const people: Visitor[] = [];
    for (let n = 0; n < 4; n += 1) people.push(await visitor(site));
    for (const [n, who] of people.entries()) await vote(site, who, { thread: id }, n === 0 ? -1 : 1);
    await vote(site, people[0] as Visitor, { comment: outer.id }, 1);
    await moderate(site, "DELETE", `${ADMIN}/comment/${outer.id}`);
    const second = await startThread(site, people[0] as Visitor);
    await moderate(site, "DELETE", `${ADMIN}/thread/${second.id}`);
    for (const [n, address] of ["198.51.100.1", "198.51.100.2"].entries()) {
      await moderate(site, "POST", `${ADMIN}/ban`, { ipAddress: address, reason: "Spam" });
      if (n === 0) await moderate(site, "PATCH", `${ADMIN}/ban/1`, { isActive: false });
    }
    expect(await stats(site)).toEqual({ totalThreads: 2, totalComments: 2, netVotes: 2, activeBans: 1 });
    const { rowsRead } = await site.count(`${ADMIN}/stats`, { as: await site.logIn() });
    // D1 also counts one row for each key in the query, and one for the session.
    expect(rowsRead).toBeLessThanOrEqual(4 + 4 + 1);
    expect((await site.fetch(`${ADMIN}/stats`)).status).toBe(401);
  });
});
