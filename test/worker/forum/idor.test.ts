import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { comment, startThread, visitor, type Visitor, vote } from "../../support/worker/forum.ts";
import { makeSite, type Site } from "../../support/worker/site.ts";

/** Returns every value in public JSON. */
function valuesIn(json: unknown): string[] {
  if (Array.isArray(json)) return json.flatMap(valuesIn);
  if (json !== null && typeof json === "object")
    return Object.entries(json).flatMap(([key, value]) => [key, ...valuesIn(value)]);
  return [String(json)];
}

/** Returns everything that the forum stores, except the identities that attackers create. */
async function stored(): Promise<string> {
  const tables = ["forum_threads", "forum_comments", "forum_votes", "counters"];
  const rows = await Promise.all(
    tables.map(async (table) => (await env.DB.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all()).results),
  );
  return JSON.stringify(rows);
}

/** Returns every write that an identity can make, with a valid body. */
const writesOn = (threadId: number, commentId: number): [string, string, Record<string, unknown>][] => [
  ["POST", "/threads", { title: "Said by another", content: "Words in somebody's mouth." }],
  ["POST", "/comments", { threadId, content: "Words in somebody's mouth." }],
  ["PUT", `/user/threads/${threadId}`, { title: "Taken over", content: "Taken over" }],
  ["DELETE", `/user/threads/${threadId}`, {}],
  ["PUT", `/user/comments/${commentId}`, { content: "Taken over" }],
  ["DELETE", `/user/comments/${commentId}`, {}],
  ["PUT", `/threads/${threadId}/vote`, { value: -1 }],
  ["PUT", `/comments/${commentId}/vote`, { value: -1 }],
];

async function publicValues(site: Site, threadId: number): Promise<string[]> {
  const answers = await Promise.all(
    [
      "threads",
      "threads?q=question",
      "threads/similar?title=Is+this+rent+fair",
      `thread/${threadId}`,
      `thread/${threadId}/comments`,
      `thread/${threadId}/votes`,
    ].map(async (path): Promise<unknown> => (await site.fetch(`/api/discussion/${path}`)).json()),
  );
  return [...new Set(valuesIn(answers))];
}

describe("identifiers in public JSON", () => {
  it("authorize no write in any field", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const [author, reader] = [await visitor(site), await visitor(site)];
    const { id: threadId } = await startThread(site, author);
    const { id: commentId } = await comment(site, reader, threadId);
    await comment(site, author, threadId, { parentId: commentId });
    await vote(site, reader, { thread: threadId }, 1);
    const values = await publicValues(site, threadId);
    expect(values).toEqual(expect.arrayContaining([String(author.id), author.username, String(reader.id)]));
    for (const secret of [author.anonymousId, reader.anonymousId]) expect(values.join("\n")).not.toContain(secret);
    const before = await stored();
    let tries = 0;
    for (const value of values) {
      for (const [method, path, body] of writesOn(threadId, commentId)) {
        const response = await site.fetch(`/api/discussion${path}`, {
          method,
          json: { ...body, anonymousId: value.slice(0, 200), authorId: author.id },
          as: `forum=${encodeURIComponent(value)}`,
        });
        tries += 1;
        expect([401, 403], `${method} ${path} with ${value}`).toContain(response.status);
      }
    }
    expect(tries).toBeGreaterThanOrEqual(200);
    expect(await stored()).toBe(before);
  });

  it("authorize no write for another identity either", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const [author, attacker] = [await visitor(site), await visitor(site)];
    const { id: threadId } = await startThread(site, author);
    const { id: commentId } = await comment(site, author, threadId);
    const values = await publicValues(site, threadId);
    const before = await stored();
    const own = writesOn(threadId, commentId).filter(([, path]) => path.startsWith("/user/"));
    let tries = 0;
    for (const value of values) {
      for (const [method, path, body] of own) {
        // The sender's cookie takes precedence over the body. Another author's authorId is refused.
        for (const claim of [{ anonymousId: value.slice(0, 200) }, { authorId: value.slice(0, 200) }]) {
          const response = await site.fetch(`/api/discussion${path}`, {
            method,
            json: { ...body, ...claim },
            as: attacker.cookie,
          });
          tries += 1;
          expect(response.status, `${method} ${path} with ${JSON.stringify(claim)}`).toBe(403);
        }
      }
    }
    expect(tries).toBeGreaterThanOrEqual(200);
    expect(await stored()).toBe(before);
  });

  it("contain no hashes, and the automation's account has no secret", async () => {
    const site = makeSite();
    const author = await visitor(site);
    const { id } = await startThread(site, author);
    const { results } = await env.DB.prepare("SELECT secret_hash AS hash FROM forum_users").all<{
      hash: string | null;
    }>();
    const bot = results.find(({ hash }) => hash === null);
    expect(bot).toBeDefined();
    const values = (await publicValues(site, id)).join("\n");
    for (const { hash } of results) if (hash !== null) expect(values).not.toContain(hash);
    const hashes = results.map(({ hash }) => String(hash));
    for (const secret of [...hashes, "null", "undefined", "Community Bot", "1", ""]) {
      const response = await site.fetch("/api/discussion/threads", {
        json: { title: "As the site", content: "Words of the site's own.", anonymousId: secret },
      });
      expect(response.status, secret).toBe(401);
    }
  });

  it("differ from the browser's secret, which authorizes writes from anywhere", async () => {
    const site = makeSite();
    const author = await visitor(site);
    const { id } = await startThread(site, author);
    const elsewhere: Visitor = { ...author, cookie: "", from: "198.51.100.9" };
    const response = await site.fetch(`/api/discussion/user/threads/${id}`, {
      method: "PUT",
      json: { title: "Still mine", content: "Still mine", anonymousId: elsewhere.anonymousId },
      headers: { "cf-connecting-ip": elsewhere.from },
    });
    expect(response.status).toBe(200);
  });
});
