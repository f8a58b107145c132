import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { bulkInsertSql } from "../../../scripts/demo/bulk-sql.ts";
import type {
  AutomationSettings,
  AutomationThread,
  CommentsAdded,
  ThreadCreated,
} from "../../../worker/contracts/automation.ts";
import type { AuditEntry } from "../../../worker/contracts/audit.ts";
import type { Thread } from "../../../worker/contracts/forum.ts";
import { activity, AUTOMATION, deeds, listUnits, press, set } from "../../support/worker/automation.ts";
import { comment, deleteOwn, startThread, threadsOf, visitor } from "../../support/worker/forum.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { LONG_TESTS } from "../../support/time-limits.ts";

const DEFAULTS: AutomationSettings = {
  autoCreateThreads: false,
  threadsPerDay: 1,
  autoCreateComments: false,
  commentsPerDay: 3,
  targetThreads: "smart",
};
const settingsOf = async (site: Site): Promise<AutomationSettings> =>
  json(site.fetch(`${AUTOMATION}/settings`, { as: await site.logIn() }));
const patch = async (site: Site, body: unknown) =>
  site.fetch(`${AUTOMATION}/settings`, { method: "PATCH", json: body, as: await site.logIn() });
const audited = async (site: Site): Promise<AuditEntry[]> =>
  (await json<AuditEntry[]>(site.fetch("/api/admin/audit?limit=100", { as: await site.logIn() }))).filter(
    ({ action }) => action.startsWith("automation."),
  );

describe("the automation's settings", () => {
  it("are not public", async () => {
    const site = makeSite();
    const calls: [string, string][] = [
      ["GET", "settings"],
      ["PATCH", "settings"],
      ["GET", "activity"],
      ["GET", "threads"],
      ["POST", "create-thread"],
      ["POST", "add-comments"],
    ];
    for (const [method, path] of calls) {
      const response = await site.fetch(`${AUTOMATION}/${path}`, { method });
      expect(response.status, path).toBe(401);
      expect(response.headers.get("cache-control"), path).toBe("no-store");
    }
  });

  it("are off by default, and returned in full after each change", async () => {
    const site = makeSite();
    expect(await settingsOf(site)).toEqual(DEFAULTS);
    expect(await set(site, { enabled: "true" })).toEqual({ ...DEFAULTS, autoCreateThreads: true });
    expect(await set(site, { threads_per_day: "4", comments_per_day: "15" })).toMatchObject({
      threadsPerDay: 4,
      commentsPerDay: 15,
    });
    expect(await set(site, { auto_create_comments: "true", target_threads: "popular", enabled: "false" })).toEqual({
      autoCreateThreads: false,
      threadsPerDay: 4,
      autoCreateComments: true,
      commentsPerDay: 15,
      targetThreads: "popular",
    });
  });

  it(
    "accept exactly one known key with one of its options; everything else is 400 and changes nothing",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const wrong: unknown[] = [
        {},
        [],
        null,
        "enabled",
        { enabled: true },
        { enabled: "yes" },
        { enabled: "" },
        { enabled: null },
        { threads_per_day: 2 },
        { threads_per_day: "0" },
        { threads_per_day: "6" },
        { threads_per_day: "2.0" },
        { comments_per_day: "2" },
        { comments_per_day: "-1" },
        { target_threads: "Smart" },
        { target_threads: "all" },
        { enabled: "true", threads_per_day: "2" },
        { enabled: "true", other: "1" },
        { other: "1" },
        { autoCreateThreads: "true" },
        { __proto__: { enabled: "true" } },
      ];
      for (const body of wrong) {
        const response = await patch(site, body);
        expect(response.status, JSON.stringify(body)).toBe(400);
      }
      expect(await settingsOf(site)).toEqual(DEFAULTS);
      expect(await audited(site)).toEqual([]);
      expect(await activity(site)).toEqual([]);
    },
  );

  it("record each change in the audit log and the activity, but not a repeated value", async () => {
    const site = makeSite();
    await set(site, { threads_per_day: "3" });
    await set(site, { threads_per_day: "3" });
    expect(await audited(site)).toMatchObject([
      {
        actor: "admin",
        action: "automation.settings",
        targetId: "threads_per_day",
        before: { threads_per_day: "1" },
        after: { threads_per_day: "3" },
        ipAddress: "203.0.113.7",
      },
    ]);
    expect(await deeds(site, "settings_changed")).toMatchObject([
      { details: { message: "Threads per day: 3 (before: 1)" }, createdAt: site.clock.now.toISOString() },
    ]);
  });
});

describe("a manual thread", () => {
  it("is posted by the automation's account with its own URL, and listed everywhere", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await listUnits(site.clock.now);
    const response = await press(site, "create-thread");
    expect(response.status).toBe(200);
    const { success, message, threadId } = await json<ThreadCreated>(response);
    expect(success).toBe(true);
    const thread = await json<Thread>(site.fetch(`/api/discussion/thread/${threadId}`));
    expect(thread).toMatchObject({
      user: { username: "Community Bot" },
      isAutomated: true,
      isLocked: false,
      isSticky: false,
      commentCount: 0,
      createdAt: site.clock.now.toISOString(),
    });
    expect(message).toBe(`Posted “${thread.title}”.`);
    expect(thread.seoSlug).toMatch(/^[a-z0-9-]+$/);
    expect(thread.content.split("\n").at(-1)).toContain("Automated post by Community Bot.");
    expect(site.purged).toEqual(expect.arrayContaining(["forum", `thread:${threadId}`]));
    expect(await threadsOf(site)).toMatchObject({ totalCount: 1, threads: [{ id: threadId, isAutomated: true }] });
    expect(await deeds(site, "thread_created")).toMatchObject([{ details: { threadTitle: thread.title } }]);
    expect(await audited(site)).toMatchObject([{ action: "automation.create_thread", after: { title: thread.title } }]);
  });

  it("is of a different kind each time", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await listUnits(site.clock.now);
    for (let nth = 0; nth < 4; nth += 1) expect((await press(site, "create-thread")).status).toBe(200);
    const { results } = await env.DB.prepare("SELECT DISTINCT kind FROM automation_posts").all();
    expect(results).toHaveLength(4);
  });

  it("is about benchmarks on an empty site, and is not posted again when there is nothing new to report", async () => {
    const site = makeSite();
    const first = await json<ThreadCreated>(press(site, "create-thread"));
    expect(first.message).toMatch(/^Posted “.*(?:benchmarks|measured against)/);
    expect(await json<ThreadCreated>(press(site, "create-thread"))).toEqual({
      success: true,
      message: "No thread was posted: there is nothing new to say at the moment.",
      threadId: null,
    });
    expect(await deeds(site, "threads_skipped")).toHaveLength(1);
  });

  it("is not stored when it fails, and the failure is recorded", async () => {
    const site = makeSite();
    await env.DB.prepare(
      "CREATE TRIGGER broken BEFORE INSERT ON automation_activity WHEN NEW.action_type = 'thread_created' BEGIN SELECT RAISE(ABORT, 'broken'); END",
    ).run();
    expect((await press(site, "create-thread")).status).toBe(500);
    expect(await deeds(site, "thread_failed")).toHaveLength(1);
    expect((await threadsOf(site)).totalCount).toBe(0);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM automation_posts").first("n")).toBe(0);
    expect(await audited(site)).toEqual([]);
  });

  it("reads a bounded number of listings out of 20,000", { tags: ["d1"], timeout: LONG_TESTS.tables }, async () => {
    const site = makeSite();
    for (let from = 1; from < 20_000; from += 10_000)
      await env.DB.prepare(bulkInsertSql(from, 10_000, site.clock.now.getTime())).run();
    const as = await site.logIn();
    const { rowsRead, statements } = await site.count(`${AUTOMATION}/create-thread`, { method: "POST", as });
    expect(rowsRead).toBeLessThanOrEqual(1_001 + 400);
    const listings = statements.filter(({ sql }) => sql.includes('from "listings"'));
    expect(listings).toHaveLength(1);
    for (const { sql, values } of listings) {
      const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .bind(...values)
        .all<{ detail: string }>();
      expect(results.map(({ detail }) => detail).join("\n")).toMatch(/USING INDEX listings_public\b/);
    }
  });
});

describe("the lists of the tab", () => {
  /** Reads the ids on a page of a list, and the list's total. */
  async function page(site: Site, list: "activity" | "threads", query: string) {
    const response = await site.fetch(`${AUTOMATION}/${list}${query}`, { as: await site.logIn() });
    expect(response.status, query).toBe(200);
    const ids = (await json<{ id: number }[]>(response)).map(({ id }) => id);
    return { ids, total: response.headers.get("x-total-count") };
  }

  it("page activity and threads, with their totals", { tags: ["rest"] }, async () => {
    const site = makeSite();
    for (let nth = 0; nth < 25; nth += 1) await set(site, { threads_per_day: nth % 2 === 0 ? "2" : "3" });
    await env.DB.prepare(
      `INSERT INTO forum_threads (title, seo_slug, author_id, author_name, content, created_at, text_key, is_sticky)
       SELECT 'Thread', 'thread', 1, 'Somebody', 'Text', 0, hex(randomblob(8)), i % 5 = 0 FROM
       (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 25) SELECT i FROM n)`,
    ).run();
    for (const list of ["activity", "threads"] as const) {
      const { ids: all, total } = await page(site, list, "?limit=100");
      expect([all.length, total], list).toEqual([25, "25"]);
      expect(all, list).toEqual(all.toSorted((a, b) => b - a));
      const wanted: [string, number[]][] = [
        ["", all.slice(0, 20)],
        ["?limit=1", all.slice(0, 1)],
        ["?limit=1&offset=1", all.slice(1, 2)],
        ["?limit=3&offset=4", all.slice(4, 7)],
        ["?limit=0", all.slice(0, 1)],
        ["?limit=abc&offset=abc", all.slice(0, 20)],
        ["?limit=1000&offset=20", all.slice(20)],
        ["?offset=10000", []],
        ["?offset=10001", []],
        ["?offset=1e9", []],
      ];
      for (const [query, ids] of wanted)
        expect(await page(site, list, query), `${list}${query}`).toEqual({ ids, total: "25" });
    }
  });

  it("show activity newest first, up to the limit", async () => {
    const site = makeSite();
    for (const value of ["2", "3", "4"]) await set(site, { threads_per_day: value });
    const as = await site.logIn();
    const read = (query: string) => json<{ id: number }[]>(site.fetch(`${AUTOMATION}/activity${query}`, { as }));
    expect(await read("?limit=2")).toMatchObject([
      { details: { message: "Threads per day: 4 (before: 3)" } },
      { details: { message: "Threads per day: 3 (before: 2)" } },
    ]);
    expect(await read("")).toHaveLength(3);
  });

  it("show threads newest first without deleted ones, and read only the page", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const who = await visitor(site);
    const first = await startThread(site, who, { title: "The first" });
    const gone = await startThread(site, who, { title: "Gone soon" });
    const last = await startThread(site, who, { title: "The last" });
    await comment(site, who, first.id);
    await deleteOwn(site, who, { thread: gone.id });
    const as = await site.logIn();
    await site.fetch(`/api/discussion/admin/thread/${first.id}/sticky`, {
      method: "PUT",
      json: { isSticky: true },
      as,
    });
    const read = () => json<AutomationThread[]>(site.fetch(`${AUTOMATION}/threads`, { as }));
    expect(await read()).toEqual([
      { id: last.id, title: "The last", commentCount: 0 },
      { id: first.id, title: "The first", commentCount: 1 },
    ]);
    await env.DB.prepare(
      `INSERT INTO forum_threads (title, seo_slug, author_id, author_name, content, created_at, text_key)
       SELECT 'Thread', 'thread', 1, 'Somebody', 'Text', 0, hex(randomblob(8)) FROM
       (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) SELECT i FROM n)`,
    ).run();
    expect(await read()).toHaveLength(20);
    for (const [limit, offset] of [
      [20, 0],
      [100, 0],
      [10, 500],
    ] as const) {
      const { rowsRead } = await site.count(`${AUTOMATION}/threads?limit=${limit}&offset=${offset}`, { as });
      // Includes one row for the total.
      expect(rowsRead).toBeLessThanOrEqual(limit + offset + 3);
    }
  });

  it("state the number of added comments, singular or plural", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const titles = ["What is a fair rent for a studio?", "Rent of a 2 bedroom"];
    for (const title of titles) await startThread(site, await visitor(site), { title });
    expect(await json<CommentsAdded>(press(site, "add-comments"))).toEqual({
      success: true,
      message: "Added 2 comments.",
      added: 2,
    });
  });
});
