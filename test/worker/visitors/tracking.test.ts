import { env } from "cloudflare:workers";
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { hubOf } from "../../support/worker/own-objects.ts";
import { LISTED_VISITORS } from "../../../worker/contracts/visitors.ts";
import { shardOf } from "../../../worker/features/visitors/shard-reading.ts";
import type { Deps } from "../../../worker/platform/deps.ts";
import { CREATE_VISITS } from "../../../worker/features/visitors/visit-ledger.ts";
import { LazyTables } from "../../../worker/platform/lazy-tables.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { operator } from "../../support/worker/operator.ts";
import {
  deactivate,
  DESKTOP,
  everyShard,
  heartbeat,
  PHONE,
  sessionId,
  shardStubs,
  statsFor,
  track,
  emptyShards,
} from "../../support/worker/visitors.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const pass = (site: Site, milliseconds: number) => {
  site.clock.now = new Date(site.clock.now.getTime() + milliseconds);
};
const withLimits = { vars: { RATE_LIMIT_SCALE: "1" } };

async function evictAll(): Promise<void> {
  for (const stub of shardStubs()) await evictDurableObject(stub);
}

describe("a visitor", () => {
  // On a busy machine, the file's first test may find another test's objects.
  beforeAll(emptyShards);

  it("who opens a page is active, with page, source and location", async () => {
    const site = makeSite();
    const as = await operator(site);
    const response = await track(site, { page: "/landlords?x=1", referrer: "https://google.com/search?q=secret" });
    expect([response.status, await response.text()]).toEqual([204, ""]);
    const stats = await statsFor(site, as);
    expect(stats).toMatchObject({
      activeVisitors: 1,
      hourlyVisitorCount: 1,
      todayVisits: 1,
      monthVisits: 1,
      uniqueVisitorsToday: 1,
      returningUsersToday: 0,
      desktopVisitorsToday: 1,
      pageVisitStatsToday: [{ page: "/landlords", count: 1 }],
      referrerStats: [{ referrer: "google.com", count: 1 }],
      monthReferrerStats: [{ referrer: "google.com", count: 1 }],
      generatedAt: site.clock.now.toISOString(),
    });
    expect(stats.visitors).toEqual(stats.hourlyVisitors);
    expect(stats.visitors[0]).toMatchObject({
      id: sessionId(1),
      timestamp: site.clock.now.toISOString(),
      lastSeen: site.clock.now.toISOString(),
      userAgent: DESKTOP,
      ipAddress: "203.0.113.7",
      referrer: "google.com",
      page: "/landlords",
      subscribed: false,
      subscribedAt: null,
    });
    expect(JSON.stringify(stats)).not.toContain("secret");
    expect(stats.hourlySeries).toHaveLength(24);
    expect(stats.hourlySeries.at(-1)).toEqual({ hour: "2026-11-20T15:00:00.000Z", visits: 1 });
  });

  it("counts as one visit per day and session, and as one page view per page", async () => {
    const site = makeSite();
    const as = await operator(site);
    await track(site, { page: "/" });
    await track(site, { page: "/" });
    await track(site, { page: "/about" });
    await track(site, { page: "/" });
    expect(await statsFor(site, as)).toMatchObject({
      todayVisits: 1,
      pageVisitStatsToday: [
        { page: "/", count: 2 },
        { page: "/about", count: 1 },
      ],
    });
    pass(site, 24 * HOUR);
    await track(site, { page: "/" });
    expect(await statsFor(site, await operator(site))).toMatchObject({
      todayVisits: 1,
      yesterdayVisits: 1,
      monthVisits: 2,
      uniqueVisitorsToday: 1,
      returningUsersToday: 1,
    });
  });

  it("is unique by browser and address, across sessions", async () => {
    const site = makeSite();
    const as = await operator(site);
    await track(site, { session: 1 });
    await track(site, { session: 2 });
    await track(site, { session: 3, userAgent: PHONE });
    await track(site, { session: 4, from: "198.51.100.9" });
    expect(await statsFor(site, as)).toMatchObject({
      todayVisits: 4,
      uniqueVisitorsToday: 3,
      mobileVisitorsToday: 1,
      desktopVisitorsToday: 2,
    });
  });

  it("is active for five minutes after the last signal, and inactive immediately after the page ends", async () => {
    const site = makeSite();
    const as = await operator(site);
    await track(site);
    pass(site, 4 * MINUTE);
    expect((await heartbeat(site)).status).toBe(204);
    pass(site, 5 * MINUTE - 1);
    expect(await statsFor(site, as)).toMatchObject({ activeVisitors: 1 });
    pass(site, 1);
    expect(await statsFor(site, as)).toMatchObject({ activeVisitors: 0, hourlyVisitorCount: 1, visitors: [] });
    await heartbeat(site);
    expect(await statsFor(site, as)).toMatchObject({ activeVisitors: 1 });
    expect((await deactivate(site)).status).toBe(204);
    expect(await statsFor(site, as)).toMatchObject({ activeVisitors: 0, hourlyVisitorCount: 1, todayVisits: 1 });
    pass(site, HOUR);
    expect(await statsFor(site, as)).toMatchObject({ hourlyVisitorCount: 0, hourlyVisitors: [], todayVisits: 1 });
  });

  it("can be reported only by requests with the content type of a beacon", async () => {
    const site = makeSite();
    const as = await operator(site);
    await track(site);
    const beacon = {
      body: JSON.stringify({ sessionId: sessionId(1) }),
      headers: { "content-type": "text/plain;charset=UTF-8" },
    };
    expect((await site.fetch("/api/analytics/deactivate", beacon)).status).toBe(204);
    expect(await statsFor(site, as)).toMatchObject({ activeVisitors: 0 });
    const form = { body: "sessionId=1", headers: { "content-type": "application/x-www-form-urlencoded" } };
    expect((await site.fetch("/api/analytics/deactivate", form)).status).toBe(415);
    expect((await site.fetch("/api/analytics/heartbeat", { ...beacon, body: "{" })).status).toBe(400);
  });

  it("gets their approximate location from the site itself, by network", async () => {
    const response = await makeSite().fetch("/api/geo");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await json(response)).toEqual({ city: expect.any(String), country_name: expect.any(String) });
  });
});

describe("forged input", () => {
  it.each(["session_1700000000abcdefghi", "session_1700000000000000ABCdef012", "session_1700000000000_abcdefghi"])(
    "a session id such as '%s' is accepted",
    async (id) => {
      const site = makeSite();
      const sign = { sessionId: id, userAgent: DESKTOP, referrer: null, city: "", country: "", page: "/" };
      expect((await site.fetch("/api/analytics/track", { json: sign })).status).toBe(204);
      expect((await statsFor(site, await operator(site))).visitors[0]?.id).toBe(id);
    },
  );

  it.each([
    "",
    "session_1_abcdefghi",
    "session_1700000000000_abc",
    "x",
    "session_1700000000000_abcdefghij",
    "__proto__",
  ])("a session id such as '%s' is rejected, and nothing is counted", async (id) => {
    const site = makeSite();
    const as = await operator(site);
    const sign = { sessionId: id, userAgent: DESKTOP, referrer: null, city: "", country: "", page: "/" };
    for (const path of ["track", "heartbeat", "deactivate"])
      expect((await site.fetch(`/api/analytics/${path}`, { json: sign })).status, path).toBe(400);
    expect(await statsFor(site, as)).toMatchObject({ todayVisits: 0, hourlyVisitorCount: 0 });
  });

  it(
    "bots get a response but are not counted, by the user agent in the body or header",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const as = await operator(site);
      const bot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
      expect((await track(site, { userAgent: bot })).status).toBe(204);
      const sign = { sessionId: sessionId(2), page: "/" };
      await site.fetch("/api/analytics/track", { json: sign, headers: { "user-agent": bot } });
      expect(await statsFor(site, as)).toMatchObject({ todayVisits: 0, uniqueVisitorsToday: 0 });
    },
  );

  it.each([
    ["(Linux; Android 9; M bot 60) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/88.0 Mobile Safari/537.36", 1],
    ["(Linux; Android 8.1.0; M_bot_54 Build/O11019) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/70.0", 1],
    ["(Linux; U; Android 7.0; fr-fr; M bot TAB 103 Build/NRD90M) AppleWebKit/537.36 Chrome/88.0 Safari/537.36", 1],
    ["(Linux; Android 9; CUBOT X18 Plus) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/88.0", 1],
    ["(Linux; Android 9; M bot 60) AppleWebKit/537.36 Chrome/88.0 (compatible; Googlebot/2.1)", 0],
    ["(Linux; Android 6.0.1; Nexus 5X) AppleWebKit/537.36 (compatible; bingbot/2.0; +http://www.bing.com/bot.htm)", 0],
    ["(compatible; M bot 60; +http://example.org/crawler)", 0],
  ])("with the user agent Mozilla/5.0 %s counts %i times", { tags: ["rest"] }, async (rest, visits) => {
    const site = makeSite();
    const as = await operator(site);
    await track(site, { userAgent: `Mozilla/5.0 ${rest}` });
    expect((await statsFor(site, as)).visitors).toHaveLength(visits);
  });

  it("unknown pages are 'other', emailed tokens are not stored, and claimed locations are ignored", async () => {
    const site = makeSite();
    const as = await operator(site);
    const pages = [
      "/nowhere",
      "/manage/7-abcdefghijklmnop",
      "/listing/12/a-slug",
      "/listing/12/another",
      "/digest/2026-11-20",
      "//evil.example/x",
    ];
    for (const [n, page] of pages.entries())
      await track(site, { session: n + 1, page, city: "Atlantis", country: "Atlantis" });
    const { pageVisitStatsToday, visitors } = await statsFor(site, as);
    expect(Object.fromEntries(pageVisitStatsToday.map(({ page, count }) => [page, count]))).toEqual({
      other: 2,
      "/manage/:token": 1,
      "/listing/12": 2,
      "/digest/2026-11-20": 1,
    });
    expect(JSON.stringify(visitors)).not.toMatch(/abcdefghijklmnop|Atlantis/);
  });

  it.each([
    ["https://www.reddit.com/r/toronto/?token=1", "reddit.com"],
    ["https://l.facebook.com/l.php?u=secret", "facebook.com"],
    ["http://lm.facebook.com/", "facebook.com"],
    ["http://m.facebook.com", "facebook.com"],
    ["https://www.facebook.com:443/groups/1", "facebook.com"],
    ["https://touch.facebook.com/", "facebook.com"],
    ["https://L.Instagram.com/?u=x", "instagram.com"],
    ["https://out.reddit.com/t3", "reddit.com"],
    ["https://old.reddit.com/", "reddit.com"],
    ["https://www.m.kijiji.ca/", "kijiji.ca"],
    ["https://en.m.wikipedia.org/wiki/Toronto", "en.wikipedia.org"],
    ["https://mail.google.com/", "mail.google.com"],
    ["https://m.me/someone", "m.me"],
    ["https://ml.example.org/", "ml.example.org"],
    ["android-app://com.example.m.reader/", "com.example.m.reader"],
    ["", "Direct"],
    [null, "Direct"],
    ["not a host at all", "Direct"],
    ["javascript:alert(1)", "Direct"],
    ["http://localhost:8787/about", "Direct"],
    ["https://__proto__/", "Direct"],
    ["https://user:pass@news.example.org:444/a", "news.example.org"],
  ])("a referrer %j counts as %s", async (referrer, source) => {
    const site = makeSite();
    const as = await operator(site);
    await track(site, { referrer });
    expect((await statsFor(site, as)).referrerStats).toEqual([{ referrer: source, count: 1 }]);
  });

  it("a session counts as one visitor a day, no matter how many browsers it claims", { tags: ["rest"] }, async () => {
    const site = makeSite();
    for (let version = 1; version <= 20; version += 1)
      await track(site, { page: version % 2 === 0 ? "/" : "/about", userAgent: `${DESKTOP} Edg/${version}.0` });
    expect(await statsFor(site, await operator(site))).toMatchObject({
      uniqueVisitorsToday: 1,
      desktopVisitorsToday: 1,
    });
  });

  it(
    "a thousand invented sources do not displace a frequent one, and totals stay exact",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const ofOneShard = Array.from({ length: 20_000 }, (_, n) => n).filter((n) => shardOf(sessionId(n)) === 3);
      const invented = ofOneShard.slice(0, 1_050);
      const real = ofOneShard.slice(1_050, 1_080);
      for (let n = 0; n < invented.length; n += 50)
        await Promise.all(
          invented.slice(n, n + 50).map((session) => track(site, { session, referrer: `https://h${session}.example` })),
        );
      for (const session of real) await track(site, { session, referrer: "https://reddit.com/" });
      const { referrerStats } = await statsFor(site, await operator(site));
      expect(referrerStats[0]).toEqual({ referrer: "reddit.com", count: 30 });
      expect(referrerStats.reduce((sum, { count }) => sum + count, 0)).toBe(1_080);
      expect(referrerStats.at(-1)?.referrer).toBe("other");
    },
  );

  it("long values are truncated, and the visit still counts", async () => {
    const site = makeSite();
    const userAgent = `${DESKTOP} ${"x".repeat(5_000)}`;
    expect((await track(site, { userAgent, referrer: `https://news.example/${"y".repeat(9_000)}` })).status).toBe(204);
    const [visitor] = (await statsFor(site, await operator(site))).visitors;
    expect(visitor).toMatchObject({ referrer: "news.example", userAgent: userAgent.slice(0, 300) });
  });

  it("heartbeats of three hundred pages in one network are accepted", { tags: ["rest"] }, async () => {
    const site = makeSite(withLimits);
    const call = () =>
      site.fetch("/api/analytics/heartbeat", {
        json: { sessionId: sessionId(1) },
        headers: { "cf-connecting-ip": "192.0.2.200" },
      });
    // Each page sends four heartbeats a minute.
    for (let n = 0; n < 1_200; n += 50)
      expect((await Promise.all(Array.from({ length: 50 }, call))).every(({ status }) => status === 204)).toBe(true);
  });

  it("a network can begin 300 sessions an hour, and existing ones continue", { tags: ["rest"] }, async () => {
    const site = makeSite({ ...withLimits, deps: () => ({ limiters: NO_MINUTE_LIMITS }) });
    for (let n = 0; n < 300; n += 50)
      await Promise.all(Array.from({ length: 50 }, (_, k) => track(site, { session: n + k })));
    const refused = await track(site, { session: 300 });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "3600"]);
    expect((await track(site, { session: 5, page: "/about" })).status).toBe(204);
    expect((await track(site, { session: 301, from: "198.51.100.9" })).status).toBe(204);
    pass(site, HOUR);
    expect((await track(site, { session: 300 })).status).toBe(204);
  });
});

const NO_MINUTE_LIMITS = Object.fromEntries(
  ["writes", "uploads", "tracking"].map((name) => [name, { limit: async () => ({ success: true }) }]),
) as unknown as Deps["limiters"];

describe("acknowledged visits", () => {
  it("survive the eviction of all objects, with heartbeats accurate to 15 seconds", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const as = await operator(site);
    for (let n = 1; n <= 40; n += 1) {
      await track(site, { session: n, page: n % 2 === 0 ? "/" : "/about", from: `203.0.113.${n}` });
      pass(site, 1);
    }
    await deactivate(site, 3);
    const before = await statsFor(site, as);
    await evictAll();
    expect(await statsFor(site, as)).toEqual(before);
    pass(site, 15_000);
    await heartbeat(site, 1);
    pass(site, 15_000);
    await heartbeat(site, 1);
    await evictAll();
    const seen = (await statsFor(site, as)).visitors.find(({ id }) => id === sessionId(1));
    expect(site.clock.now.getTime() - Date.parse(seen?.lastSeen ?? "")).toBeLessThanOrEqual(15_000);
  });

  it("have their addresses masked after a day, and are deleted after 30", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await track(site, { session: 1, from: "203.0.113.77" });
    await track(site, { session: 2, from: "2001:db8:1:2:3::4" });
    const keep = () => everyShard((shard) => shard.maintain(site.clock.now.getTime()));
    pass(site, 24 * HOUR);
    await keep();
    expect((await storedAddresses()).sort()).toEqual(["2001:db8:1:2:3::4", "203.0.113.77"]);
    pass(site, 1);
    await keep();
    expect((await storedAddresses()).sort()).toEqual(["2001:db8:1::/48", "203.0.113.0/24"]);
    pass(site, 29 * 24 * HOUR);
    await keep();
    expect(await storedAddresses()).toEqual([]);
  });

  it(
    "are masked a day after the address was sent, even if the page stays open and the database fails",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      await track(site, { from: "203.0.113.77" });
      const broken = new Proxy(env.DB, {
        get() {
          throw new Error("the database is away");
        },
      });
      for (const stub of shardStubs())
        await runInDurableObject(stub, (shard) => {
          const object = shard as unknown as { env: object };
          object.env = { ...object.env, DB: broken };
        });
      const as = await operator(site);
      for (let hour = 0; hour < 10; hour += 1) {
        pass(site, HOUR);
        await heartbeat(site);
      }
      pass(site, 14 * HOUR + 1);
      await heartbeat(site);
      // Upkeep runs only once an hour. Until then, the statistics themselves mask the address.
      const again = await operator(site);
      expect(again).not.toBe(as);
      expect((await statsFor(site, again)).visitors[0]?.ipAddress).toBe("203.0.113.0/24");
      expect(await storedAddresses()).toEqual(["203.0.113.77"]);
      await everyShard((shard) => shard.maintain(site.clock.now.getTime()).catch(() => {}));
      expect(await storedAddresses()).toEqual(["203.0.113.0/24"]);
      await heartbeat(site);
      await deactivate(site);
      expect(await storedAddresses()).toEqual(["203.0.113.0/24"]);
    },
  );

  it("are stored in the database once the day is over, and only once", async () => {
    const site = makeSite();
    await track(site, { session: 1, page: "/about", referrer: "https://google.com" });
    await track(site, { session: 2, page: "/about", userAgent: PHONE });
    const keep = () => everyShard((shard) => shard.maintain(site.clock.now.getTime()));
    const days = () =>
      env.DB.prepare("SELECT kind, key, sum(count) AS n FROM visitor_days WHERE day = '2026-11-20' GROUP BY kind, key")
        .all<{ kind: string; key: string; n: number }>()
        .then(({ results }) => Object.fromEntries(results.map(({ kind, key, n }) => [`${kind} ${key}`.trim(), n])));
    await keep();
    expect(await days()).toEqual({});
    pass(site, 24 * HOUR);
    await keep();
    await keep();
    expect(await days()).toEqual({
      visits: 2,
      views: 2,
      unique: 2,
      mobile: 1,
      desktop: 1,
      "page /about": 2,
      "country Unknown": 2,
      "source Direct": 1,
      "source google.com": 1,
    });
  });
});

/** Returns the row count of each table, the totals, and the contents of the sessions' store. */
async function stored(): Promise<object> {
  const tables = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%' AND name NOT LIKE '%_search%'",
  ).all<{ name: string }>();
  const counts = await env.DB.batch<{ n: number }>(
    tables.results.map(({ name }) => env.DB.prepare(`SELECT count(*) AS n FROM "${name}"`)),
  );
  const totals = await env.DB.prepare("SELECT key, value FROM counters ORDER BY key").all();
  const { keys } = await env.STATS_SESSIONS.list();
  return { rows: counts.map(({ results }) => results[0]?.n), totals: totals.results, keys };
}

/** Returns the addresses that the shards store. */
async function storedAddresses(): Promise<string[]> {
  const addresses = shardStubs().map((stub) =>
    runInDurableObject(stub, (_, state) =>
      // Without a session, there is no table either.
      new LazyTables(state.storage.sql, "sessions", CREATE_VISITS)
        .exec<{ address: string }>("SELECT address FROM sessions")
        .toArray()
        .map(({ address }) => address),
    ),
  );
  return (await Promise.all(addresses)).flat();
}

describe("the operator's statistics", () => {
  it(
    "list the newest visitors of the hour and active ones, no matter how they are distributed",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const as = await operator(site);
      const numbers = Array.from({ length: 4_000 }, (_, n) => n).filter((n) => shardOf(sessionId(n)) === 3);
      const [others, crowd] = [Array.from({ length: 30 }, (_, n) => 5_000 + n), numbers.slice(0, 120)];
      for (const session of [...others, ...crowd]) {
        await track(site, { session });
        pass(site, 1_000);
      }
      const left = crowd.slice(-60);
      for (const session of left) await deactivate(site, session);
      const newestOf = (sessions: number[]) => sessions.toReversed().slice(0, LISTED_VISITORS).map(sessionId);
      const stats = await statsFor(site, as);
      expect(stats.hourlyVisitors.map(({ id }) => id)).toEqual(newestOf([...others, ...crowd]));
      expect(stats.visitors.map(({ id }) => id)).toEqual(newestOf([...others, ...crowd.slice(0, 60)]));
      expect(stats).toMatchObject({ hourlyVisitorCount: 150, activeVisitors: 90 });
      for (const session of crowd.slice(0, 45)) await deactivate(site, session);
      expect((await statsFor(site, as)).visitors.map(({ id }) => id)).toEqual(
        newestOf([...others, ...crowd.slice(45, 60)]),
      );
    },
  );

  it("are only for the operator, by cookie or header, until logout", async () => {
    const site = makeSite();
    const as = await operator(site);
    const id = decodeURIComponent(as.split("=")[1] ?? "");
    expect((await site.fetch("/api/analytics/stats")).status).toBe(401);
    for (const name of ["x-stats-session", "X-Session-ID"])
      expect((await site.fetch("/api/analytics/stats", { headers: { [name]: id } })).status, name).toBe(200);
    await site.fetch("/api/stats/logout", { method: "POST", as });
    expect((await site.fetch("/api/analytics/stats", { as })).status).toBe(401);
    expect((await site.fetch("/api/analytics/stats", { as: await site.logIn() })).status).toBe(401);
  });

  it("write neither to the database nor to KV, and neither do visits", async () => {
    const site = makeSite();
    const as = await operator(site);
    const before = await stored();
    await track(site);
    const { queries } = await site.count("/api/analytics/heartbeat", { json: { sessionId: sessionId(1) } });
    expect(queries).toBe(0);
    expect(await statsFor(site, as)).toMatchObject({ activeVisitors: 1 });
    await deactivate(site);
    expect(await stored()).toEqual(before);
  });

  it(
    "query each shard once per interval for all dashboards, and are never older than the request",
    { tags: ["rest"] },
    async () => {
      const intervalMs = 200;
      const site = makeSite({ deps: ({ visitors }) => ({ visitors: { ...visitors, intervalMs } }) });
      const as = await operator(site);
      let calls = 0;
      const counted = new Proxy(env.VISITOR_SHARDS, {
        get(target, property) {
          const value: unknown = Reflect.get(target, property);
          if (property !== "get") return typeof value === "function" ? value.bind(target) : value;
          return (id: DurableObjectId) => {
            calls += 1;
            return target.get(id);
          };
        },
      });
      await runInDurableObject(hubOf(), (hub) => {
        const object = hub as unknown as { env: object };
        object.env = { ...object.env, VISITOR_SHARDS: counted };
      });
      const began = Date.now();
      const told = await Promise.all(Array.from({ length: 60 }, () => statsFor(site, as)));
      expect(told.every(({ activeVisitors }) => activeVisitors === 0)).toBe(true);
      // The shards are read at once for the first call, and at regular intervals for all others, no matter how long the
      // calls took to arrive.
      const readings = calls / 16;
      expect(Number.isInteger(readings)).toBe(true);
      expect(readings).toBeLessThanOrEqual(2 + (Date.now() - began) / intervalMs);
      await track(site);
      expect(await statsFor(site, as)).toMatchObject({ activeVisitors: 1 });
      expect(calls).toBe((readings + 1) * 16);
    },
  );

  it("use the same day for all shards, even if some have seen the next day", { tags: ["rest"] }, async () => {
    const site = makeSite({ now: new Date("2026-11-21T04:59:59.990Z") });
    const as = await operator(site);
    for (let session = 0; session < 32; session += 1) await track(site, { session });
    pass(site, 20);
    for (let session = 0; session < 16; session += 1) await heartbeat(site, session);
    pass(site, -15);
    expect(await statsFor(site, as)).toMatchObject({ todayVisits: 32, yesterdayVisits: 0 });
    pass(site, 15);
    expect(await statsFor(site, as)).toMatchObject({ todayVisits: 0, yesterdayVisits: 32 });
  });
});
