import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { makeApp } from "../../../worker/app.ts";
import { filledTags, PUBLIC_READS } from "../../../worker/platform/caching.ts";
import { OPERATIONS } from "../../../worker/contracts/operations.ts";
import { makeDeps } from "../../../worker/platform/deps.ts";
import { makeCachedSite } from "../../support/worker/edge-cache.ts";
import { follow } from "../../support/worker/follows.ts";
import { dataUrl, png } from "../../support/worker/images.ts";
import { publish } from "../../support/worker/listings.ts";
import { mailsTo } from "../../support/worker/mailbox.ts";
import { logInOperator } from "../../support/worker/operator.ts";
import { differing, readAll, readsOf } from "../../support/worker/public-reads.ts";
import { shared } from "../../support/worker/saved.ts";
import { json } from "../../support/worker/site.ts";
import { linkIn, subscribe } from "../../support/worker/subscribers.ts";
import { makeWorld, settled, type World } from "../../support/worker/world.ts";

/** Routes of the application that respond to GET, without the patterns of their parameters. */
const GET_ROUTES = [
  ...new Set(
    makeApp(makeDeps)
      .routes.filter(({ method }) => method === "GET")
      .map(({ path }) => path.replaceAll(/(:\w+)\{(?:[^{}]|\{\d+(?:,\d+)?\})*\}/g, "$1")),
  ),
];

const KEPT_ROUTES = new Set<string>([
  ...Object.values(PUBLIC_READS).flatMap(({ routes }) => routes),
  ...OPERATIONS.flatMap(({ operation: { path }, rule: { tags } }) => (tags ? [path] : [])),
]);

const makeOpenWorld = async () => makeWorld(makeCachedSite({ now: new Date("2026-11-20T14:00:00Z") }));

/** A well-formed token that is not valid. */
const NO_TOKEN = `1-${"a".repeat(32)}`;

/** Returns a value for each route parameter, by the path segment before it. */
async function parametersIn(world: World): Promise<Record<string, Record<string, string | number>>> {
  const { site, listing, thread, author } = world;
  await subscribe(site, "ana@example.com");
  await site.fetch("/api/privacy/request", { json: { email: "ana@example.com" } });
  return {
    ":id": {
      listings: listing.id,
      thread: thread.id,
      author: author.id,
      sessions: 999,
      // Value for the `:id` after this token.
      [NO_TOKEN]: 1,
      mailbox: (await json<{ id: number }[]>(site.fetch("/api/dev/mailbox")))[0]?.id ?? 0,
    },
    ":token": {
      manage: listing.manage,
      delete: await site.tokenFor("delete", listing.id),
      confirm: await site.tokenFor("confirm", 1),
      unsubscribe: await site.tokenFor("unsubscribe", 1),
      preferences: await site.tokenFor("preferences", 1),
      privacy: linkIn((await mailsTo(site, "ana@example.com"))[0], "privacy"),
      login: NO_TOKEN,
      invitation: NO_TOKEN,
      alerts: NO_TOKEN,
      emails: await site.tokenFor("preferences", 1),
      // An appeal token for a listing that was not rejected, which therefore grants nothing.
      appeals: await site.tokenFor("appeal", listing.id),
      never: await site.neverToken("f@example.com"),
      shortlist: NO_TOKEN,
      shortlists: await shared(site, [listing.id]),
      follow: await follow(site, thread.id, "f@example.com"),
    },
    ":slug": { [thread.id]: thread.seoSlug },
    ":date": { digest: "2026-11-20" },
  };
}

/** Returns a URL that a route answers. */
function addressOf(route: string, parameters: Awaited<ReturnType<typeof parametersIn>>): string {
  const segments: string[] = [];
  for (const segment of route.split("/")) {
    if (!segment.startsWith(":")) segments.push(segment === "*" ? "nowhere" : segment);
    else {
      const value = parameters[segment]?.[segments.at(-1) ?? ""];
      if (value === undefined) throw new Error(`Say what ${segment} of ${route} may be.`);
      segments.push(String(value));
    }
  }
  return segments.join("/");
}

const OTHER_STATUSES: Record<string, number> = {
  "/*": 404,
  "/marketplace": 301,
  "/email": 301,
  // These requests lack required parameters.
  "/api/addresses": 400,
  "/api/commute/area": 400,
  "/api/rent-comparison": 400,
  "/api/rent-check": 400,
  "/api/analytics/goals": 400,
  "/api/analytics/searches": 400,
  "/api/v1/rent-check": 400,
  // These tokens and ids do not exist.
  "/api/appeals/:token": 404,
  "/api/alerts/:token": 404,
  "/api/alerts/:token/:id/found": 404,
  "/api/admin/invitation/:token": 404,
  "/api/admin/sessions/:id": 404,
};

describe("the table of cacheable routes", () => {
  it("lists existing routes", () => {
    expect([...KEPT_ROUTES].filter((route) => !GET_ROUTES.includes(route))).toEqual([]);
  });

  it("is complete: everything else is no-store, even when authorized", { tags: ["rest"] }, async () => {
    const world = await makeOpenWorld();
    const { site } = world;
    const parameters = await parametersIn(world);
    await settled(site);
    const as = [world.moderator, world.operator, world.author.cookie].join("; ");
    const headers = { "x-stats-session": await logInOperator(site) };
    const others = GET_ROUTES.filter((route) => !KEPT_ROUTES.has(route));
    expect(others.length).toBeGreaterThan(50);
    for (const route of others) {
      const response = await site.fetch(addressOf(route, parameters), { as, headers });
      expect(response.status, route).toBe(OTHER_STATUSES[route] ?? 200);
      // Clients cache the open API's answers privately, and revalidate them by ETag.
      const isKeptByCaller = route.startsWith("/api/v1/") && response.ok;
      expect(response.headers.get("cache-control"), route).toBe(isKeptByCaller ? "private, no-cache" : "no-store");
      expect(response.headers.get("cloudflare-cdn-cache-control"), route).toBeNull();
      expect(response.headers.get("cache-tag"), route).toBeNull();
    }
  });

  it("states the lifetime and tags of each route", { tags: ["rest"] }, async () => {
    const world = await makeOpenWorld();
    const { site, listing, thread } = world;
    const unmade = await publish(site, { images: [dataUrl(await png({ width: 1000, height: 500 }))] });
    for (const { name, paths, ...row } of readsOf(world)) {
      const isUnmade = name === "GET /photos, not made yet";
      const id = isUnmade ? unmade.id : row.tags.some((tag) => tag.startsWith("thread")) ? thread.id : listing.id;
      const kept: string[] = [];
      for (const path of isUnmade ? [`${unmade.images[0]}?w=400`] : paths) {
        const { headers } = await site.fetch(path);
        const browsers = headers.get("cache-control") ?? "";
        if (browsers === "no-store") continue;
        kept.push(path);
        const edge =
          headers.get("cloudflare-cdn-cache-control") ?? browsers.replace(/max-age=\d+, s-maxage/, "max-age");
        expect(browsers, path).toContain(`public, max-age=${row.browserSeconds}`);
        expect(edge, path).toContain(`public, max-age=${row.edgeSeconds}`);
        expect(headers.get("cache-tag") ?? "", path).toBe(filledTags(row.tags, id).join(","));
      }
      expect(kept, name).not.toEqual([]);
    }
  });

  it("contains no route that is cached with an unknown parameter", { tags: ["rest"] }, async () => {
    const world = await makeOpenWorld();
    for (const { paths } of readsOf(world))
      for (const path of paths) {
        const address = `${path}${path.includes("?") ? "&" : "?"}unknown=1`;
        expect((await world.site.fetch(address)).headers.get("cache-control"), address).toBe("no-store");
      }
  });

  it("contains no route that is cached beyond an expiry that changes it", { tags: ["rest"] }, async () => {
    const world = await makeOpenWorld();
    const { site } = world;
    const expiresAt = (await env.DB.prepare("SELECT min(expires_at) AS at FROM listings").first<number>("at")) ?? 0;
    site.clock.now = new Date(expiresAt - 90_000);
    // Discussions do not expire, but they show the age of posts.
    const paths = readsOf(world)
      .filter(({ tags }) => tags.some((tag) => tag.startsWith("listing")))
      .flatMap((read) => read.paths);
    const before = await readAll(paths, site.fetch);
    const said = new Map<string, string | null>();
    for (const path of paths) {
      const { headers } = await site.fetch(path);
      said.set(path, headers.get("cloudflare-cdn-cache-control") ?? headers.get("cache-control"));
    }
    site.clock.now = new Date(expiresAt);
    const changed = differing(before, await readAll(paths, site.fetch));
    expect(changed.length).toBeGreaterThan(15);
    for (const path of changed) expect(["public, max-age=90", "no-store"], path).toContain(said.get(path));
  });
});
