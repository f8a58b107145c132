import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { makeApp } from "../../../worker/app.ts";
import { makeDeps } from "../../../worker/platform/deps.ts";
import { CHANGES, SEEN_LATER } from "../../support/worker/changes.ts";
import { makeCachedSite } from "../../support/worker/edge-cache.ts";
import { differing, publicReads, readAll } from "../../support/worker/public-reads.ts";
import { makeWorld, settled } from "../../support/worker/world.ts";
import { fullSize } from "../../support/worker/full-size.ts";
import { LONG_TESTS } from "../../support/time-limits.ts";

/** Maximum number of consecutive changes without a public effect that are checked together. */
const READ_TOGETHER = fullSize(1, 20);

describe("a cache in front of the site", () => {
  const OPEN = { now: new Date("2026-11-20T14:00:00Z") };

  it(
    "serves the same as the site itself after every change",
    { tags: ["rest"], timeout: LONG_TESTS.changes },
    async () => {
      const site = makeCachedSite(OPEN);
      const world = await makeWorld(site);
      const paths = publicReads(world);
      let before = await readAll(paths, site.visit);
      let unread: string[] = [];
      for (const [nth, [operation, status, isSeen, act, prepare]] of CHANGES.entries()) {
        if (prepare) {
          await prepare(world);
          await settled(site);
          before = await readAll(paths, site.visit);
        }
        const response = await act(world);
        expect(response.status, operation).toBe(status);
        await settled(site);
        unread.push(operation);
        const [, , isNextSeen = true, , preparesNext] = CHANGES[nth + 1] ?? [];
        if (!isSeen && !isNextSeen && !preparesNext && unread.length < READ_TOGETHER) continue;
        const changes = unread.join(", ");
        unread = [];
        const after = await readAll(paths, site.fetch);
        const visited = await readAll(paths, site.visit);
        expect(differing(before, after).length > 0, `whether ${changes} is seen`).toBe(isSeen);
        if (SEEN_LATER.has(operation)) {
          expect(differing(before, visited), `purged by ${changes}`).toEqual([]);
          // Simulates that the copies expire.
          site.cache.clear();
          before = await readAll(paths, site.visit);
          continue;
        }
        expect(differing(after, visited), `stale after ${changes}`).toEqual([]);
        before = visited;
      }
      // Otherwise, nothing would be cached or tested.
      expect(site.cache.hits).toBeGreaterThan(CHANGES.length * 10);
    },
  );

  it("is tested with every write operation of the application", () => {
    const operations = makeApp(makeDeps)
      .routes.filter(({ method }) => !["ALL", "GET"].includes(method))
      .map(({ method, path }) => `${method} ${path.replace(/\/$/, "")}`);
    expect(operations.length).toBeGreaterThan(50);
    const known = new Set(CHANGES.map(([operation]) => operation));
    expect([...new Set(operations)].filter((operation) => !known.has(operation))).toEqual([]);
    expect([...known].filter((operation) => !operations.includes(operation))).toEqual([]);
  });

  it("drops content that expires over time, because the cron purges it", { tags: ["rest"] }, async () => {
    const site = makeCachedSite(OPEN);
    const world = await makeWorld(site);
    const paths = publicReads(world);
    site.clock.now = new Date(site.clock.now.getTime() + 15 * 60_000);
    await readAll(paths, site.visit);
    await env.DB.prepare("UPDATE listings SET expires_at = ? WHERE id = ?")
      .bind(site.clock.now.getTime() - 1, world.listing.id)
      .run();
    expect(differing(await readAll(paths, site.fetch), await readAll(paths, site.visit))).not.toEqual([]);
    await site.tick();
    await settled(site);
    expect(differing(await readAll(paths, site.fetch), await readAll(paths, site.visit))).toEqual([]);
  });

  it(
    "is the same for everybody: no cookie or session affects cacheable responses, and none is set",
    { tags: ["rest"] },
    async () => {
      const site = makeCachedSite(OPEN);
      const world = await makeWorld(site);
      const paths = publicReads(world);
      const plain = await readAll(paths, site.fetch);
      const cookies = [world.moderator, world.operator, world.author.cookie].join("; ");
      const headers = { "x-stats-session": world.operator.split("=")[1] ?? "", authorization: "Bearer x" };
      expect(differing(plain, await readAll(paths, (path) => site.fetch(path, { as: cookies, headers })))).toEqual([]);
      for (const path of paths) expect((await site.fetch(path)).headers.get("set-cookie"), path).toBeNull();
    },
  );
});
