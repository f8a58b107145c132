import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { startThread, visitor } from "../../support/worker/forum.ts";
import { makeSite } from "../../support/worker/site.ts";

describe("the ban of a network", () => {
  it("is stored once, no matter in which form it is entered", async () => {
    const insert = () =>
      env.DB.prepare(
        "INSERT INTO bans (ip_address, network, reason, is_active, created_at) VALUES ('x', '192.0.2.1', 'x', 0, 0)",
      ).run();
    await insert();
    await expect(insert()).rejects.toThrow("UNIQUE");
  });

  it("uses an index when it is stored or changed, and when it is shown with an author", { tags: ["d1"] }, async () => {
    const site = makeSite();
    const as = await site.logIn();
    const author = await visitor(site);
    await startThread(site, author);
    const calls: [string, object][] = [
      ["ban", { json: { ipAddress: "203.0.113.7", reason: "One" }, as }],
      ["ban", { json: { ipAddress: "203.0.113.7", reason: "Another" }, as }],
      [`author/${author.id}`, { as }],
    ];
    let looks = 0;
    for (const [path, call] of calls) {
      const { statements } = await site.count(`/api/discussion/admin/${path}`, call);
      for (const { sql, values } of statements.filter((run) => /\bbans\b/.test(run.sql) && !/^insert/i.test(run.sql))) {
        looks += 1;
        const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
          .bind(...values)
          .all<{ detail: string }>();
        expect(results.map(({ detail }) => detail).join("; ")).not.toMatch(/SCAN bans/);
      }
    }
    // Four look-ups: the existing ban, the bans of an author's networks, and one for each of the two changes in the
    // withdrawal log.
    expect(looks).toBe(4);
  });
});
