import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { Comment, ThreadList } from "../../../worker/contracts/forum.ts";
import { bulkComments, bulkThreads } from "../../support/worker/forum-bulk.ts";
import { comment, startThread, threadsOf, visitor, vote } from "../../support/worker/forum.ts";
import { json, makeSite } from "../../support/worker/site.ts";

const PAGE = 25;
const LISTS = ["hot", "newest", "popular"].map((sort) => `/api/discussion/threads?sort=${sort}&limit=${PAGE}`);

describe("the number of rows read", () => {
  it(
    "for the list equals a page and its total, in every order, with 10 or 100,000 threads",
    { tags: ["d1"] },
    async () => {
      const site = makeSite();
      await bulkThreads(30);
      const measure = async () => {
        const costs: { queries: number; rowsRead: number }[] = [];
        for (const path of LISTS) {
          const { queries, rowsRead, response } = await site.count(path);
          expect((await json<ThreadList>(response)).threads).toHaveLength(PAGE);
          costs.push({ queries, rowsRead });
        }
        return costs;
      };
      const few = await measure();
      for (const { queries, rowsRead } of few) {
        expect(queries).toBeLessThanOrEqual(3);
        expect(rowsRead).toBeLessThanOrEqual(PAGE + 5);
      }
      await bulkThreads(100_000);
      expect((await threadsOf(site)).totalCount).toBeGreaterThan(90_000);
      expect(await measure()).toEqual(few);
    },
  );

  it("for a list of 10 threads is 10", async () => {
    const site = makeSite();
    await bulkThreads(10);
    for (const path of LISTS) expect((await site.count(path)).rowsRead).toBeLessThanOrEqual(10 + 5);
  });

  it(
    "for a thread of 1,000 comments is its first page, and the next page costs the same",
    { tags: ["d1"] },
    async () => {
      const site = makeSite();
      await bulkThreads(1);
      await bulkComments(1, 1_100);
      const { queries, rowsRead, response } = await site.count("/api/discussion/thread/1/comments?limit=100");
      const first = await json<Comment[]>(response);
      expect(first).toHaveLength(100);
      expect(queries).toBeLessThanOrEqual(3);
      expect(rowsRead).toBeLessThanOrEqual(100 + 5);
      const next = await site.count(`/api/discussion/thread/1/comments?limit=100&after=${first.at(-1)?.id}`);
      expect(next.rowsRead).toBeLessThanOrEqual(100 + 5);
      const all = await json<Comment[]>(site.fetch("/api/discussion/thread/1/comments"));
      expect(all.length).toBeGreaterThan(1_000);
      const pages: number[] = [];
      for (let after = 0; ;) {
        const page = await json<Comment[]>(site.fetch(`/api/discussion/thread/1/comments?limit=100&after=${after}`));
        pages.push(...page.map(({ id }) => id));
        after = page.at(-1)?.id ?? 0;
        if (page.length < 100) break;
      }
      expect(pages).toEqual(all.map(({ id }) => id));
      expect((await site.count("/api/discussion/thread/1")).rowsRead).toBe(1);
    },
  );

  it("is also bounded for moderators, including deleted threads", async () => {
    const site = makeSite();
    await bulkThreads(2_000);
    const as = await site.logIn();
    for (const path of LISTS) {
      const { rowsRead, queries } = await site.count(path, { as });
      // Both parts of the order are read until the page is full. Two more queries read the session and the numbers of
      // reports. The query for reports reads one id for each thread on the page.
      expect(rowsRead, path).toBeLessThanOrEqual(3 * (PAGE + 1) + 5);
      expect(queries).toBeLessThanOrEqual(4);
    }
  });

  it("comes from indexes, without scans or sorts in the query plans", { tags: ["d1"] }, async () => {
    const site = makeSite();
    await bulkThreads(300);
    await bulkComments(1, 50);
    const reader = await visitor(site);
    await vote(site, reader, { thread: 1 }, 1);
    const admin = await site.logIn();
    const plans = async (path: string, as: string) => {
      const { statements } = await site.count(path, { as });
      const details: string[] = [];
      for (const { sql, values } of statements) {
        const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
          .bind(...values)
          .all<{ detail: string }>();
        details.push(...results.map(({ detail }) => detail));
      }
      return details.join("\n");
    };
    const served: [string, string, string][] = [
      [LISTS[0] ?? "", "forum_threads_hot", reader.cookie],
      [LISTS[1] ?? "", "forum_threads_newest", reader.cookie],
      [LISTS[2] ?? "", "forum_threads_popular", reader.cookie],
      [LISTS[0] ?? "", "forum_threads_hot", admin],
      [LISTS[0] ?? "", "forum_threads_deleted_hot", admin],
      [LISTS[1] ?? "", "forum_threads_deleted_newest", admin],
      [LISTS[2] ?? "", "forum_threads_deleted_popular", admin],
      ["/api/discussion/thread/1/comments", "forum_comments_shown", reader.cookie],
      ["/api/discussion/thread/1/comments", "forum_comments_all", admin],
      ["/api/discussion/thread/1/votes", "forum_users_secret", reader.cookie],
    ];
    for (const [path, index, as] of served) {
      const plan = await plans(path, as);
      expect(plan, path).toContain(`USING INDEX ${index}`);
      expect(plan, path).not.toContain("TEMP B-TREE");
      // The plan may scan json_each, which yields the ids of the threads whose reports are counted.
      expect(plan, path).not.toMatch(/SCAN (?!\w+ USING|json_each)/);
    }
  });
});

describe("the comments of a discussion", () => {
  const at = (query: string) => `/api/discussion/thread/1/comments${query}`;

  it("can be read from an offset, with their total", { tags: ["d1"] }, async () => {
    const site = makeSite();
    await bulkThreads(1);
    await bulkComments(1, 130);
    const all = await json<Comment[]>(site.fetch(at("")));
    expect(all).toHaveLength(120);
    const read = async (query: string, as = "") => {
      const { response, rowsRead } = await site.count(at(query), { as });
      const ids = (await json<Comment[]>(response)).map(({ id }) => id);
      return { ids, total: response.headers.get("x-total-count"), rowsRead };
    };
    const ids = all.map(({ id }) => id);
    expect(await read("?offset=7")).toMatchObject({ ids: ids.slice(7), total: "120" });
    const page = await read("?limit=10&offset=20");
    expect(page).toMatchObject({ ids: ids.slice(20, 30), total: "120" });
    expect(page.rowsRead).toBeLessThanOrEqual(1 + 30 + 1);
    expect(await read(`?limit=10&offset=5&after=${ids[9]}`)).toMatchObject({ ids: ids.slice(15, 25), total: "120" });
    for (const beyond of ["?offset=120", "?offset=1e9", "?limit=5&offset=10001"])
      expect(await read(beyond), beyond).toMatchObject({ ids: [], total: "120" });
    const moderator = await site.logIn();
    expect((await read("?limit=10", moderator)).total).toBe("130");
    expect((await read("?limit=10&public=1", moderator)).total).toBe("120");
  });

  it("are limited to 4 MB of text per response, and continue after the last", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await bulkThreads(1);
    await bulkComments(1, 1_300);
    // Four bytes per character: 40 kB per comment.
    await env.DB.prepare("UPDATE forum_comments SET content = replace(hex(zeroblob(5000)), '0', '🏠')").run();
    const seen: number[] = [];
    let answers = 0;
    for (let after = 0; ; answers += 1) {
      const response = await site.fetch(at(`?after=${after}`));
      expect(response.headers.get("x-total-count")).toBe("1200");
      const comments = await json<Comment[]>(response);
      if (comments.length === 0) break;
      expect(comments).toHaveLength(100);
      seen.push(...comments.map(({ id }) => id));
      after = seen.at(-1) ?? 0;
    }
    expect(answers).toBe(12);
    expect(new Set(seen).size).toBe(1_200);
  });
});

describe("the list", () => {
  it("has consecutive pages, and states whether there are more", async () => {
    const site = makeSite();
    await bulkThreads(80);
    const seen: number[] = [];
    for (let offset = 0; ; offset += 25) {
      const { threads, hasMore, totalCount } = await threadsOf(site, `?sort=newest&limit=25&offset=${offset}`);
      expect(totalCount).toBe(73);
      seen.push(...threads.map(({ id }) => id));
      expect(hasMore).toBe(seen.length < 73);
      if (!hasMore) break;
    }
    expect(new Set(seen).size).toBe(73);
    expect(await threadsOf(site, "?offset=1000000000")).toEqual({ threads: [], hasMore: false, totalCount: 73 });
    expect((await threadsOf(site)).threads).toHaveLength(25);
  });

  it("contains no addresses, secrets or hashes", async () => {
    const site = makeSite();
    const author = await visitor(site, "198.51.100.77");
    const thread = await startThread(site, author);
    await comment(site, author, thread.id);
    const paths = ["threads", `thread/${thread.id}`, `thread/${thread.id}/comments`, "threads?q=think"];
    const fields =
      "id title content seoSlug authorId user createdAt editedAt commentCount lastReplyAt upvotes downvotes isSticky isLocked isDeleted isAutomated";
    expect(Object.keys(thread).sort()).toEqual(fields.split(" ").sort());
    for (const path of paths) {
      const response = await site.fetch(`/api/discussion/${path}`);
      expect(response.headers.get("cache-control")).toBe("no-store");
      const text = await response.text();
      expect(text).toContain(author.username);
      expect(text).not.toContain(author.anonymousId);
      expect(text).not.toMatch(/198\.51\.100|ipAddress|network|secret|textKey|anonymousId/);
    }
  });
});
