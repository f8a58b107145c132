import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { ForumUser } from "../../../worker/contracts/forum.ts";
import { inventUsername, USERNAME_WORDS } from "../../../worker/features/forum/identity.service.ts";
import { comment, startThread, visitor, type Visitor, vote, write } from "../../support/worker/forum.ts";
import { json, makeSite } from "../../support/worker/site.ts";
import { watchedDb } from "../../support/worker/watched-db.ts";

const identifyVisitor = (site: ReturnType<typeof makeSite>, body: unknown, as?: string) =>
  site.fetch("/api/discussion/user", { json: body, ...(as !== undefined && { as }) });

describe("an identity", () => {
  it("is created by the server with an id, a friendly name, and a secret stored only as a hash", async () => {
    const site = makeSite();
    const response = await identifyVisitor(site, { anonymousId: null });
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const user = await json<ForumUser>(response);
    expect(Object.keys(user).sort()).toEqual(["anonymousId", "id", "username"]);
    expect(user.username).toMatch(/^[A-Z][a-z]+[A-Z][a-z]+\d{1,4}$/);
    expect(user.anonymousId).toMatch(/^[0-9a-f]{64}$/);
    const cookie = response.headers.get("set-cookie") ?? "";
    expect(cookie).toContain(`forum=${user.anonymousId};`);
    for (const part of ["HttpOnly", "SameSite=Lax", "Path=/", `Max-Age=${400 * 86_400}`])
      expect(cookie).toContain(part);
    const { results } = await env.DB.prepare("SELECT * FROM forum_users WHERE id = ?").bind(user.id).all();
    expect(JSON.stringify(results)).not.toContain(user.anonymousId);
  });

  it("has a cookie that is limited to this host in production", { tags: ["rest"] }, async () => {
    const site = makeSite({ vars: { APP_ENV: "production" } });
    const cookie = (await identifyVisitor(site, { anonymousId: null })).headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/^__Host-forum=[0-9a-f]{64};/);
    expect(cookie).toContain("Secure");
    expect(cookie).not.toContain("Domain");
  });

  it("is recognized by its cookie or the body, and the cookie takes precedence", async () => {
    const site = makeSite();
    const [one, other] = [await visitor(site), await visitor(site)];
    expect(one.id).not.toBe(other.id);
    const known = async (body: unknown, as?: string) => (await json<ForumUser>(identifyVisitor(site, body, as))).id;
    expect(await known({ anonymousId: one.anonymousId })).toBe(one.id);
    expect(await known({}, one.cookie)).toBe(one.id);
    expect(await known({ anonymousId: other.anonymousId }, one.cookie)).toBe(one.id);
    expect(await known({ anonymousId: other.anonymousId }, "forum=nonsense")).toBe(other.id);
  });

  it.each([
    "anon_1700000000000_abc",
    "1",
    "f".repeat(64),
    "F".repeat(64),
    "",
    "' OR 1=1 --",
    "\u0000".repeat(64),
    "Community Bot",
  ])("that we did not issue is not adopted: %j", async (anonymousId) => {
    const site = makeSite();
    const user = await json<ForumUser>(
      identifyVisitor(site, { anonymousId }, `forum=${encodeURIComponent(anonymousId)}`),
    );
    expect(user.anonymousId).not.toBe(anonymousId);
    expect(user.anonymousId).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([5, -1, 1.5, true, [], ["a"], {}, "x".repeat(300)])(
    "is created instead of an invalid one: %j",
    async (anonymousId) => {
      const site = makeSite();
      const response = await identifyVisitor(site, { anonymousId });
      expect(response.status).toBe(200);
      expect((await json<ForumUser>(response)).anonymousId).toMatch(/^[0-9a-f]{64}$/);
    },
  );

  it("is deleted after 60 days without use, unless it wrote or voted", async () => {
    const site = makeSite();
    const days = (count: number) => void (site.clock.now = new Date(site.clock.now.getTime() + count * 86_400_000));
    const people = new Map<string, Visitor>();
    for (const name of ["reader", "comes back", "writer", "commenter", "voter"]) people.set(name, await visitor(site));
    const who = (name: string) => people.get(name) as Visitor;
    const { id } = await startThread(site, who("writer"));
    await comment(site, who("commenter"), id);
    await vote(site, who("voter"), { thread: id }, 1);
    await vote(site, who("voter"), { thread: id }, 0);
    const known = async (name: string) =>
      (await env.DB.prepare("SELECT id FROM forum_users WHERE id = ?").bind(who(name).id).first()) !== null;
    const all = async () => Promise.all([...people.keys()].map(known));
    days(30);
    expect((await json<ForumUser>(identifyVisitor(site, {}, who("comes back").cookie))).id).toBe(who("comes back").id);
    days(30);
    await site.tick();
    expect(await all(), "60 days to the moment").toEqual([true, true, true, true, true]);
    days(1);
    await site.tick();
    expect(await all()).toEqual([false, true, true, true, true]);
    const again = await json<ForumUser>(identifyVisitor(site, {}, who("reader").cookie));
    expect(again.anonymousId).not.toBe(who("reader").anonymousId);
    days(40);
    await site.tick();
    expect(await all()).toEqual([false, false, true, true, true]);
    expect((await startThread(site, who("writer"))).authorId).toBe(who("writer").id);
  });

  it("is deleted in batches, using an index", { tags: ["rest"] }, async () => {
    const run = new Map<string, unknown[]>();
    const db = watchedDb((sql, values) => void (sql.includes("DELETE FROM forum_users") && run.set(sql, values)));
    const site = makeSite({ deps: () => ({ db }) });
    await env.DB.exec(
      "WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 2500) INSERT INTO forum_users (username, created_at, seen_at, has_acted) SELECT 'Reader' || value, 0, value, value % 5 = 0 FROM n",
    );
    const left = async () => {
      await site.tick();
      site.clock.now = new Date(site.clock.now.getTime() + 900_000);
      return (await env.DB.prepare("SELECT count(*) AS n FROM forum_users").first<{ n: number }>())?.n;
    };
    expect([await left(), await left()]).toEqual([501, 501]);
    expect(run.size).toBe(1);
    const [[sql, values] = ["", []]] = run;
    const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .bind(...values)
      .all<{ detail: string }>();
    expect(results.map(({ detail }) => detail).join("; ")).toMatch(/forum_users_readers \(seen_at<\?\)/);
  });

  it("gets another name when the first one is already used", async () => {
    const site = makeSite({ deps: () => ({ random: scripted([0, 0, 0]) }) });
    const first = await visitor(site);
    const again = makeSite({ deps: () => ({ random: scripted([0, 0, 0, 0.5, 0.5, 0.5]) }) });
    const second = await visitor(again);
    expect(second.username).not.toBe(first.username);
  });

  it("is named with one of at least 60 × 60 distinct pairs of words", () => {
    expect(USERNAME_WORDS.adjectives).toBeGreaterThanOrEqual(60);
    expect(USERNAME_WORDS.nouns).toBeGreaterThanOrEqual(60);
    const names = new Set<string>();
    for (let n = 0; n < USERNAME_WORDS.adjectives; n += 1) {
      let call = 0;
      names.add(inventUsername(() => (call++ === 0 ? (n + 0.5) / USERNAME_WORDS.adjectives : 0)));
    }
    expect(names.size).toBe(USERNAME_WORDS.adjectives);
  });

  it("is required for every write, and cannot be claimed by id", async () => {
    const site = makeSite();
    const author = await visitor(site);
    const thread = await startThread(site, author);
    const stranger = { ...author, cookie: "" };
    const writes: [string, string, Record<string, unknown>][] = [
      ["POST", "/threads", { title: "Another one", content: "Long enough to be stored." }],
      ["POST", "/comments", { content: "A comment", threadId: thread.id }],
      ["PUT", `/user/threads/${thread.id}`, { title: "Changed", content: "Changed as well" }],
      ["DELETE", `/user/threads/${thread.id}`, {}],
      ["PUT", `/threads/${thread.id}/vote`, { value: 1 }],
    ];
    for (const [method, path, body] of writes) {
      const unknown = await write(site, stranger, method, path, { ...body, authorId: author.id, anonymousId: "x" });
      expect(unknown.status, path).toBe(401);
      expect(await json(unknown)).toMatchObject({ code: "forum.identity_required" });
      const foreign = await write(site, author, method, path, { ...body, authorId: author.id + 1 });
      expect(foreign.status, path).toBe(403);
      expect(await json(foreign)).toMatchObject({ code: "forum.not_author" });
    }
    const byBody = await write(site, stranger, "POST", "/threads", {
      title: "By the body",
      content: "An old browser that takes no cookie.",
      authorId: String(author.id),
      anonymousId: author.anonymousId,
    });
    expect(byBody.status).toBe(201);
    expect(await json(byBody)).toMatchObject({ authorId: author.id, user: { username: author.username } });
  });
});

/** Returns these random numbers in order, then 0.9. */
function scripted(numbers: number[]): () => number {
  const rest = [...numbers];
  return () => rest.shift() ?? 0.9;
}
