import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { AuditEntry } from "../../../worker/contracts/audit.ts";
import type { AuthorHistory } from "../../../worker/contracts/forum-moderation.ts";
import { comment, commentsOf, deleteOwn, startThread, threadsOf, visitor } from "../../support/worker/forum.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const ADMIN = "/api/discussion/admin";
const history = async (site: Site, id: number) =>
  json<AuthorHistory>(site.fetch(`${ADMIN}/author/${id}`, { as: await site.logIn() }));
const deletePosts = async (site: Site, id: number) =>
  site.fetch(`${ADMIN}/author/${id}/posts`, { method: "DELETE", as: await site.logIn() });
const ban = async (site: Site, ipAddress: string) =>
  site.fetch(`${ADMIN}/ban`, { json: { ipAddress, reason: "Spam" }, as: await site.logIn() });

describe("an author's history", () => {
  it("shows moderators the newest posts with IP addresses, deletions and related bans", async () => {
    const site = makeSite();
    const author = await visitor(site, "2001:db8:1:2::1");
    const other = await visitor(site, "198.51.100.1");
    const later = () => (site.clock.now = new Date(site.clock.now.getTime() + 1_000));
    const thread = await startThread(site, author, { title: "Is this fair?" });
    later();
    const foreign = await startThread(site, other, { title: "Pets in condos" });
    later();
    const reply = await comment(site, author, foreign.id, { content: `${"Long ".repeat(60)}indeed.` });
    await deleteOwn(site, author, { comment: reply.id });
    for (const address of ["2001:db8:1:2:ffff::9", "198.51.100.1"]) await ban(site, address);
    expect(await history(site, author.id)).toEqual({
      authorId: author.id,
      username: author.username,
      isAutomated: false,
      createdAt: new Date("2026-11-20T15:00:00Z").toISOString(),
      threads: 1,
      comments: 1,
      deleted: 1,
      posts: [
        {
          kind: "comment",
          id: reply.id,
          threadId: foreign.id,
          threadSlug: "pets-in-condos",
          excerpt: expect.stringMatching(/^Long Long .*…$/),
          createdAt: reply.createdAt,
          isDeleted: true,
          ipAddress: "2001:db8:1:2::1",
        },
        {
          kind: "thread",
          id: thread.id,
          threadId: thread.id,
          threadSlug: "is-this-fair",
          excerpt: "Is this fair?",
          createdAt: thread.createdAt,
          isDeleted: false,
          ipAddress: "2001:db8:1:2::1",
        },
      ],
      bans: [expect.objectContaining({ ipAddress: "2001:db8:1:2:ffff::9", isActive: true })],
    });
    expect((await site.fetch(`${ADMIN}/author/${author.id}`, { as: author.cookie })).status).toBe(401);
    for (const id of ["4711", "0", "x"])
      expect((await site.fetch(`${ADMIN}/author/${id}`, { as: await site.logIn() })).status).toBe(404);
  });

  it("shows at most 50 posts", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const author = await visitor(site);
    const { id } = await startThread(site, author);
    const ids: number[] = [];
    for (let n = 0; n < 55; n += 1) ids.push((await comment(site, author, id)).id);
    const { posts, threads, comments } = await history(site, author.id);
    expect({ threads, comments }).toEqual({ threads: 1, comments: 55 });
    expect(posts).toHaveLength(50);
    expect(posts.filter(({ kind }) => kind === "comment").map((post) => post.id)).toEqual(
      ids.toReversed().slice(0, 50),
    );
  });
});

describe("the queries about an author", () => {
  it("use indexes, as do those for deletion and masking", { tags: ["d1"] }, async () => {
    const site = makeSite();
    const author = await visitor(site);
    await comment(site, author, (await startThread(site, author)).id);
    const as = await site.logIn();
    const { statements } = await site.measured(async () => {
      await site.fetch(`${ADMIN}/author/${author.id}`, { as });
      await site.fetch(`${ADMIN}/author/${author.id}/posts`, { method: "DELETE", as });
      await site.tick();
    });
    const looks = statements.filter(({ sql }) => /from "forum_(?:threads|comments|users)"/.test(sql));
    expect(looks.length).toBeGreaterThanOrEqual(9);
    for (const { sql, values } of looks) {
      const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .bind(...values)
        .all<{ detail: string }>();
      const plan = results.map(({ detail }) => detail).join("; ");
      expect(plan, sql).toMatch(/^SEARCH/);
      // A scan of the bound list of ids is allowed.
      expect(plan.replaceAll("SCAN json_each", ""), sql).not.toMatch(/SCAN|TEMP B-TREE/);
    }
  });
});

describe("deleting all of an author's posts", () => {
  it("deletes only their threads and comments, and returns the counts", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const [author, other] = [await visitor(site), await visitor(site)];
    const own = await startThread(site, author);
    const foreign = await startThread(site, other);
    const kept = await comment(site, other, foreign.id);
    const outer = await comment(site, author, foreign.id, { parentId: kept.id });
    const between = await comment(site, other, foreign.id, { parentId: outer.id });
    const inner = await comment(site, author, foreign.id, { parentId: between.id });
    const last = await comment(site, other, foreign.id, { parentId: inner.id });
    const gone = await comment(site, author, foreign.id);
    await deleteOwn(site, author, { comment: gone.id });
    site.purged.length = 0;
    const response = await deletePosts(site, author.id);
    expect(response.status).toBe(200);
    expect(await json(response)).toEqual({ threads: 1, comments: 2 });
    expect((await threadsOf(site)).threads.map(({ id }) => id)).toEqual([foreign.id]);
    expect(await commentsOf(site, foreign.id)).toMatchObject([
      { id: kept.id, parentId: null, depth: 0 },
      { id: between.id, parentId: kept.id, depth: 1 },
      { id: last.id, parentId: between.id, depth: 2 },
    ]);
    expect(new Set(site.purged)).toEqual(new Set(["forum", `thread:${own.id}`, `thread:${foreign.id}`]));
    const as = await site.logIn();
    const restored = await site.fetch(`${ADMIN}/comment/${outer.id}/restore`, { method: "POST", as });
    expect(restored.status, "each can be brought back").toBe(200);
    const byAuthor = await site.fetch(`${ADMIN}/comment/${gone.id}/restore`, { method: "POST", as });
    expect(byAuthor.status, "but what its author took back").toBe(409);
  });

  it("is audited once, and not when repeated", async () => {
    const site = makeSite();
    const author = await visitor(site);
    const { id } = await startThread(site, author);
    await comment(site, author, id);
    await deletePosts(site, author.id);
    site.purged.length = 0;
    expect(await json(deletePosts(site, author.id))).toEqual({ threads: 0, comments: 0 });
    expect(site.purged).toEqual([]);
    const entries = await json<AuditEntry[]>(site.fetch("/api/admin/audit", { as: await site.logIn() }));
    expect(entries).toMatchObject([
      {
        action: "author.delete_posts",
        targetType: "author",
        targetId: String(author.id),
        after: { threads: 1, comments: 1 },
      },
    ]);
  });

  it("works in batches for any number of posts", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const [author, other] = [await visitor(site), await visitor(site)];
    const { id } = await startThread(site, author);
    const numbers = (count: number) =>
      `(WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ${count}) SELECT value FROM n)`;
    await env.DB.prepare(
      `INSERT INTO forum_comments (thread_id, author_id, author_name, content, created_at, text_key)
       SELECT ?, iif(value % 5 = 0, ?, ?), 'x', 'Text ' || value, 0, 'key ' || value FROM ${numbers(1_150)}`,
    )
      .bind(id, other.id, author.id)
      .run();
    await env.DB.prepare(
      `INSERT INTO forum_threads (title, seo_slug, author_id, author_name, content, created_at, text_key)
       SELECT 'T', 't', ?, 'x', 'Text ' || value, 0, 'thread ' || value FROM ${numbers(450)}`,
    )
      .bind(author.id)
      .run();
    expect(await json(deletePosts(site, author.id))).toEqual({ threads: 451, comments: 920 });
    const left = await env.DB.prepare(
      "SELECT (SELECT count(*) FROM forum_threads WHERE is_deleted = 0) AS threads, (SELECT count(*) FROM forum_comments WHERE is_deleted = 0) AS comments",
    ).first();
    expect(left).toEqual({ threads: 0, comments: 230 });
  });
});

describe("addresses of posts", () => {
  it("are masked after 90 days, when networks are deleted as well", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const [four, six] = [await visitor(site, "203.0.113.9"), await visitor(site, "2001:db8:aa:bb::1")];
    const { id } = await startThread(site, four);
    await comment(site, six, id);
    const DAY_MS = 86_400_000;
    const addresses = async () => {
      const { results } = await env.DB.prepare(
        "SELECT ip_address AS address, network FROM forum_threads UNION ALL SELECT ip_address, network FROM forum_comments",
      ).all<{ address: string; network: string | null }>();
      return results;
    };
    site.clock.now = new Date(site.clock.now.getTime() + 89 * DAY_MS);
    await site.tick();
    expect(await addresses()).toEqual([
      { address: "203.0.113.9", network: "203.0.113.9" },
      { address: "2001:db8:aa:bb::1", network: "2001:db8:aa:bb::/64" },
    ]);
    site.clock.now = new Date(site.clock.now.getTime() + 2 * DAY_MS);
    const young = await comment(site, six, id);
    await site.tick();
    const masked = [
      { address: "203.0.113.0/24", network: null },
      { address: "2001:db8:aa::/48", network: null },
      { address: "2001:db8:aa:bb::1", network: "2001:db8:aa:bb::/64" },
    ];
    expect(await addresses()).toEqual(masked);
    site.clock.now = new Date(site.clock.now.getTime() + DAY_MS);
    await site.tick();
    expect(await addresses()).toEqual(masked);
    const { posts } = await history(site, six.id);
    expect(posts.map(({ id: postId, ipAddress }) => [postId, ipAddress])).toEqual([
      [young.id, "2001:db8:aa:bb::1"],
      [expect.any(Number), "2001:db8:aa::/48"],
    ]);
  });
});
