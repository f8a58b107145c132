import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { CommentsAdded } from "../../../worker/contracts/automation.ts";
import type { Thread } from "../../../worker/contracts/forum.ts";
import { AUTOMATION, commentsOf, deeds, listUnits, press, set } from "../../support/worker/automation.ts";
import { comment, deleteOwn, startThread, visitor, vote } from "../../support/worker/forum.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const DAY_MS = 86_400_000;
const add = (site: Site, threadId?: number) =>
  json<CommentsAdded>(press(site, "add-comments", threadId === undefined ? undefined : { threadId }));

/** Starts a thread by a new author, with this many comments. */
async function thread(site: Site, title: string, comments = 0): Promise<Thread> {
  const who = await visitor(site);
  const made = await startThread(site, who, { title });
  for (let nth = 0; nth < comments; nth += 1) await comment(site, who, made.id);
  return made;
}

/** Returns the threads with automated comments, in the order of the comments. */
async function commented(): Promise<number[]> {
  const { results } = await env.DB.prepare(
    "SELECT thread_id FROM automation_posts WHERE comment_id IS NOT NULL ORDER BY id",
  ).all<{ thread_id: number }>();
  return results.map(({ thread_id }) => thread_id);
}

describe("a comment for a named thread", () => {
  it(
    "adds rents in the place that the thread names, with their count and a link to our list",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      await listUnits(site.clock.now);
      const { id } = await thread(site, "Is Mount Dennis a good place to rent?");
      expect(await add(site, id)).toEqual({ success: true, message: "Added 1 comment.", added: 1 });
      const [made] = await commentsOf(site, id);
      expect(made).toMatchObject({
        user: { username: "Community Bot" },
        isAutomated: true,
        parentId: null,
        depth: 0,
        createdAt: site.clock.now.toISOString(),
      });
      expect(made?.content).toContain("30 listings out of 240 public listings are in Mount Dennis at the moment.");
      expect(made?.content).toContain("http://localhost:8787/?neighbourhood=Mount+Dennis");
      expect(made?.content).toMatch(
        /Automated post by Community Bot\. Figures: 240 public listings on .+, counted on November 20, 2026\.$/,
      );
      expect(site.purged).toEqual(expect.arrayContaining(["forum", `thread:${id}`]));
      expect(await deeds(site, "comment_added")).toMatchObject([
        { details: { threadTitle: "Is Mount Dennis a good place to rent?", commentCount: 1 } },
      ]);
      const audit = await env.DB.prepare(
        "SELECT action, target_type, target_id FROM audit_log WHERE action LIKE 'automation.add%'",
      ).all();
      expect(audit.results).toEqual([
        { action: "automation.add_comments", target_type: "thread", target_id: String(id) },
      ]);
    },
  );

  it("is added only once, and the second response states this", async () => {
    const site = makeSite();
    const { id } = await thread(site, "What is a fair rent for a studio?");
    expect((await add(site, id)).added).toBe(1);
    expect(await add(site, id)).toEqual({
      success: true,
      message: "No comment was added: this discussion has an automated comment already.",
      added: 0,
    });
    expect(await commentsOf(site, id)).toHaveLength(1);
    expect(await deeds(site, "comments_skipped")).toHaveLength(1);
    // Two concurrent requests must not add two comments.
    const other = await thread(site, "What is a fair rent for a 2 bedroom?");
    const both = await Promise.all([add(site, other.id), add(site, other.id)]);
    expect(both.reduce((sum, { added }) => sum + added, 0)).toBe(1);
    expect(await commentsOf(site, other.id)).toHaveLength(1);
  });

  it("is not added when the thread names no known place", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await listUnits(site.clock.now);
    const { id } = await thread(site, "Hello from a newcomer");
    const answer = await add(site, id);
    expect(answer.added).toBe(0);
    expect(answer.message).toContain("no new figures for a neighbourhood or a type");
    expect(await commentsOf(site, id)).toEqual([]);
    expect(await deeds(site, "comments_skipped")).toMatchObject([{ details: { message: answer.message } }]);
  });

  it("is never added to a locked or deleted thread", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const as = await site.logIn();
    const locked = await thread(site, "Rent of a 3 bedroom");
    await site.fetch(`/api/discussion/admin/thread/${locked.id}/lock`, { method: "PUT", json: { isLocked: true }, as });
    const refused = await press(site, "add-comments", { threadId: locked.id });
    expect([refused.status, (await json(refused)).code]).toEqual([409, "forum.locked"]);
    const who = await visitor(site);
    const gone = await startThread(site, who, { title: "Rent of a 2 bedroom" });
    await deleteOwn(site, who, { thread: gone.id });
    for (const threadId of [gone.id, 9_999]) {
      const missing = await press(site, "add-comments", { threadId });
      expect([missing.status, (await json(missing)).code]).toEqual([404, "forum.thread_not_found"]);
    }
    for (const target of ["smart", "newest", "popular", "random"]) {
      await set(site, { target_threads: target });
      expect((await add(site)).added, target).toBe(0);
    }
    expect(await commented()).toEqual([]);
  });

  it("is not stored when it fails, and the failure is recorded", async () => {
    const site = makeSite();
    const { id } = await thread(site, "Rent of a 1 bedroom");
    await env.DB.prepare(
      "CREATE TRIGGER broken BEFORE INSERT ON audit_log WHEN NEW.action = 'automation.add_comments' BEGIN SELECT RAISE(ABORT, 'broken'); END",
    ).run();
    expect((await press(site, "add-comments", { threadId: id })).status).toBe(500);
    expect(await deeds(site, "comment_error")).toHaveLength(1);
    expect(await deeds(site, "comment_added")).toEqual([]);
    expect(await commentsOf(site, id)).toEqual([]);
    expect(await commented()).toEqual([]);
  });

  it("accepts an id as a number or text, and nothing else", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await thread(site, "Rent of a studio");
    for (const threadId of ["", "x", 0, -1, 1.5, true, {}, [id]])
      expect((await press(site, "add-comments", { threadId })).status, JSON.stringify(threadId)).toBe(400);
    expect((await json<CommentsAdded>(press(site, "add-comments", { threadId: String(id) }))).added).toBe(1);
  });
});

describe("a request without a body", () => {
  it("uses the configured target, with any content type", async () => {
    const site = makeSite();
    await thread(site, "Rent of a 2 bedroom");
    const as = await site.logIn();
    const path = `${AUTOMATION}/add-comments`;
    const json = { "content-type": "application/json" };
    const wishes: { headers?: Record<string, string>; body?: string }[] = [
      {},
      { headers: json, body: "" },
      { headers: json, body: "{}" },
    ];
    for (const [nth, wish] of wishes.entries()) {
      const response = await site.fetch(path, { ...wish, method: "POST", as });
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ success: true, added: nth === 0 ? 1 : 0 });
    }
  });
});

describe("the targets", () => {
  it(
    "pick for smart recent and active threads without an automated comment, most comments first",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const now = site.clock.now.getTime();
      const ages = new Map<number, number>();
      const aged = async (title: string, days: number, comments = 0) => {
        const { id } = await thread(site, title, comments);
        ages.set(id, now - days * DAY_MS);
        return id;
      };
      const old = await aged("Old and quiet: studio rent", 15);
      const recent = await aged("Recent: 1 bedroom rent", 13);
      const active = await aged("Old and commented: 2 bedroom rent", 200, 2);
      const busy = await aged("Busy: 3 bedroom rent", 1, 3);
      const stale = await aged("Stale: studio rent", 60, 5);
      for (const [id, at] of ages)
        await env.DB.prepare("UPDATE forum_threads SET created_at = ? WHERE id = ?").bind(at, id).run();
      await env.DB.prepare("UPDATE forum_comments SET created_at = ? WHERE thread_id = ?")
        .bind(now - 20 * DAY_MS, stale)
        .run();
      const added: number[] = [];
      for (let press = 0; press < 3; press += 1) added.push((await add(site)).added);
      expect(added).toEqual([2, 1, 0]);
      expect(await commented()).toEqual([busy, active, recent]);
      expect(await commentsOf(site, old)).toEqual([]);
      expect((await commentsOf(site, stale)).filter(({ isAutomated }) => isAutomated)).toEqual([]);
    },
  );

  it(
    "follow their order for newest and popular, even for sticky threads; random eventually selects every thread",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const first = await thread(site, "First: studio rent");
      const second = await thread(site, "Second: 1 bedroom rent");
      const third = await thread(site, "Third: 2 bedroom rent");
      await vote(site, await visitor(site), { thread: first.id }, 1);
      await vote(site, await visitor(site), { thread: second.id }, -1);
      await site.fetch(`/api/discussion/admin/thread/${second.id}/sticky`, {
        method: "PUT",
        json: { isSticky: true },
        as: await site.logIn(),
      });
      const order = async (target: string) => {
        for (const statement of ["DELETE FROM automation_posts", "DELETE FROM forum_comments"])
          await env.DB.prepare(statement).run();
        await set(site, { target_threads: target });
        for (let press = 0; press < 3; press += 1) await add(site);
        return commented();
      };
      expect(await order("newest")).toEqual([third.id, second.id, first.id]);
      expect(await order("popular")).toEqual([first.id, third.id, second.id]);
      expect(new Set(await order("random"))).toEqual(new Set([first.id, second.id, third.id]));
    },
  );

  it(
    "exclude the automation's own threads, and the request reports when no thread is left",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      for (let nth = 0; nth < 5; nth += 1) await press(site, "create-thread");
      const answer = await add(site);
      expect(answer.added).toBe(0);
      expect(answer.message).toContain("No comment was added");
      expect(await commented()).toEqual([]);
    },
  );

  it("read a bounded number of rows each", { tags: ["d1"] }, async () => {
    const site = makeSite();
    const rows = (count: number) =>
      `(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count}) SELECT i FROM n)`;
    const who = await visitor(site);
    const columns = "author_id, author_name, content, created_at, text_key";
    await env.DB.prepare(
      `INSERT INTO forum_threads (title, seo_slug, ${columns})
       SELECT 'Thread', 'thread', ${who.id}, 'Somebody', 'Nothing known', ${site.clock.now.getTime()}, 't' || i FROM ${rows(10_000)}`,
    ).run();
    await env.DB.prepare(
      `INSERT INTO forum_comments (thread_id, ${columns})
       SELECT 1 + i % 5000, ${who.id}, 'Somebody', 'Nothing known', ${site.clock.now.getTime()}, 'c' || i FROM ${rows(10_000)}`,
    ).run();
    for (const target of ["newest", "popular", "random", "smart"]) {
      await set(site, { target_threads: target });
      const as = await site.logIn();
      const { rowsRead, response } = await site.count(`${AUTOMATION}/add-comments`, { method: "POST", as });
      expect(response.status).toBe(200);
      expect(rowsRead, target).toBeLessThanOrEqual(4_500);
    }
  });
});
