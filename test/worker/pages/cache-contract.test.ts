import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { makeApp } from "../../../worker/app.ts";
import { CATEGORIES } from "../../../worker/contracts/bedrooms.ts";
import { FEED_PATH, FORUM_PATH, threadPath } from "../../../worker/contracts/forum.ts";
import { listingFeedPath } from "../../../worker/contracts/page.ts";
import { makeDeps } from "../../../worker/platform/deps.ts";
import { CHANGES, makeWorld, settled, type World } from "../../support/worker/changes.ts";
import { makeCachedSite } from "../../support/worker/edge-cache.ts";

const API = "/api/marketplace-listings";

/** What everybody may read, of each kind one, and of what changes all that show it. */
const publicReads = ({ listing, pending, thread }: World) => [
  "/",
  ...CATEGORIES.flatMap(({ path, api }) => [path, api, listingFeedPath(path)]),
  "/about",
  listing.path,
  `/listing/${pending}/studio-12-rockford-road`,
  "/digest/2026-11-20",
  "/sitemap.xml",
  "/robots.txt",
  "/llms.txt",
  listingFeedPath(),
  FEED_PATH,
  FORUM_PATH,
  `${FORUM_PATH}?sort=newest`,
  // Under each title that it gets.
  ...["is-the-laundry-shared", "is-the-laundry-free", "laundry"].map((seoSlug) => threadPath({ ...thread, seoSlug })),
  API,
  `${API}?limit=8&sort=price`,
  `${API}/count`,
  `${API}/map`,
  `${API}/places`,
  `${API}/${listing.id}`,
  `${API}/${listing.id}/facts`,
  listing.photo,
  "/api/advertisement-settings",
];

type Read = (path: string) => Promise<Response>;

/**
 * What two answers of the same may differ in: the moment of rendering, those that the page's code keeps, and when and in
 * which data a place was looked up again, which purges nothing while nothing else came of it.
 */
const MOMENTS = /"(?:dataUpdatedAt|dehydratedAt)":\d+|\\?"(?:renderedAt|enrichedAt|dataVersion)\\?":\\?"[^"]*"/g;

async function readAll(paths: readonly string[], read: Read): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const path of paths) {
    const response = await read(path);
    const text = new TextDecoder().decode(await response.arrayBuffer()).replaceAll(MOMENTS, "");
    answers[path] = `${response.status} ${response.headers.get("location") ?? ""} ${text}`;
  }
  return answers;
}

/** Which of two readings differ: a whole page is too much to print. */
const differing = (a: Record<string, string>, b: Record<string, string>) =>
  Object.keys(a).filter((path) => a[path] !== b[path]);

describe("a cache in front of the site", () => {
  const OPEN = { now: new Date("2026-11-20T14:00:00Z") };

  it("answers after every change there is what the site itself does", async () => {
    const site = makeCachedSite(OPEN);
    const world = await makeWorld(site);
    const paths = publicReads(world);
    let before = await readAll(paths, site.visit);
    for (const [operation, isSeen, act, prepare] of CHANGES) {
      if (prepare) {
        await prepare(world);
        await settled(site);
        before = await readAll(paths, site.visit);
      }
      const response = await act(world);
      if (isSeen) expect(response?.status ?? 200, operation).toBeLessThan(300);
      await settled(site);
      const after = await readAll(paths, site.fetch);
      const visited = await readAll(paths, site.visit);
      expect(differing(after, visited), `stale after ${operation}`).toEqual([]);
      expect(differing(before, after).length > 0, `whether ${operation} is seen`).toBe(isSeen);
      before = visited;
    }
    // Otherwise nothing was kept, and nothing was tried.
    expect(site.cache.hits).toBeGreaterThan(CHANGES.length * 10);
  });

  it("knows of every change that the application can make", () => {
    const operations = makeApp(makeDeps)
      .routes.filter(({ method, path }) => !["ALL", "GET"].includes(method) && path.startsWith("/api/"))
      .map(({ method, path }) => `${method} ${path.replace(/\/$/, "")}`);
    expect(operations.length).toBeGreaterThan(50);
    const known = new Set(CHANGES.map(([operation]) => operation));
    expect([...new Set(operations)].filter((operation) => !known.has(operation))).toEqual([]);
    expect([...known].filter((operation) => !operations.includes(operation))).toEqual([]);
  });

  it("loses what time alone ends: the cron purges what has expired", async () => {
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

  it("gives everybody the same: no cookie and no session changes what may be kept, and none is set", async () => {
    const site = makeCachedSite(OPEN);
    const world = await makeWorld(site);
    const paths = publicReads(world);
    const plain = await readAll(paths, site.fetch);
    const cookies = [world.moderator, world.operator, world.author.cookie].join("; ");
    const headers = { "x-stats-session": world.operator.split("=")[1] ?? "", authorization: "Bearer x" };
    expect(differing(plain, await readAll(paths, (path) => site.fetch(path, { as: cookies, headers })))).toEqual([]);
    for (const path of paths) expect((await site.fetch(path)).headers.get("set-cookie"), path).toBeNull();
  });
});
