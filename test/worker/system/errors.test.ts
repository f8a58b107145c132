import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { SystemState } from "../../../worker/contracts/system.ts";
import { submit } from "../../support/worker/listings.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const errorsOf = async (site: Site) =>
  (await json<SystemState>(site.fetch("/api/admin/system", { as: await site.logIn() }))).errors;
const MINUTE_MS = 60_000;

/** Returns a site on which reading one table fails. */
function makeBrokenSite() {
  const site = makeSite();
  return {
    site,
    breakIt: () => env.DB.prepare("ALTER TABLE forum_threads RENAME TO gone").run(),
    fail: (id = "ray-1") => site.fetch("/api/discussion/threads", { headers: { "cf-ray": id } }),
  };
}

describe("the errors of the last hour", () => {
  it("are counted by kind, with the newest request and without their texts", async () => {
    const { site, breakIt, fail } = makeBrokenSite();
    await breakIt();
    expect((await fail()).status).toBe(500);
    site.clock.now = new Date(site.clock.now.getTime() + 30 * MINUTE_MS);
    expect((await fail("ray-2")).status).toBe(500);
    expect(await errorsOf(site)).toEqual([
      {
        event: "request.failed",
        code: "server.failed",
        count: 2,
        firstAt: "2026-11-20T15:00:00.000Z",
        lastAt: "2026-11-20T15:30:00.000Z",
        requestId: "ray-2",
      },
    ]);
    const { results } = await env.DB.prepare("SELECT * FROM error_counts").run();
    expect(JSON.stringify(results)).not.toContain("forum_threads");
    site.clock.now = new Date(site.clock.now.getTime() + 71 * MINUTE_MS);
    expect(await errorsOf(site)).toEqual([]);
  });

  it("contain nothing that a visitor sent", async () => {
    const { site, breakIt, fail } = makeBrokenSite();
    await breakIt();
    await fail("<script>ana@example.com</script>".repeat(20));
    const [error] = await errorsOf(site);
    expect(error?.requestId).toMatch(/^[\w.:-]{1,64}$/);
  });

  it("are limited in number, and deleted after a week", async () => {
    const { site, breakIt, fail } = makeBrokenSite();
    const slot = site.clock.now.getTime();
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50)
       INSERT INTO error_counts (slot, event, code, count, first_at, last_at) SELECT ?1, 'e', 'c' || i, 1, ?1, ?1 FROM n`,
    )
      .bind(slot)
      .run();
    await breakIt();
    await fail();
    const count = () => env.DB.prepare("SELECT count(*) AS n FROM error_counts").first("n");
    expect(await count()).toBe(50);
    site.clock.now = new Date(slot + 8 * 86_400_000);
    await site.runJob("prune");
    expect(await count()).toBe(0);
  });

  it("cause no other failure when they cannot be counted", async () => {
    const site = makeSite();
    await env.DB.prepare("DROP TABLE error_counts").run();
    await env.DB.prepare("ALTER TABLE forum_threads RENAME TO gone").run();
    expect((await site.fetch("/api/discussion/threads")).status).toBe(500);
    await env.DB.prepare("ALTER TABLE gone RENAME TO forum_threads").run();
    expect(await submit(site)).toBeGreaterThan(0);
  });
});
