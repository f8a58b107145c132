import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { AuditEntry } from "../../../worker/contracts/audit.ts";
import { logInOperator, STATS_PASSWORD } from "../../support/worker/operator.ts";
import { colleague, firstOperator } from "../../support/worker/people.ts";
import { ADMIN_PASSWORD, json, makeSite, type Site, type SiteOptions } from "../../support/worker/site.ts";

const guess = (password: string) => ({ json: { password } });
const AUDIENCE = "/api/mailchimp/audience";
const VIPS = "/api/stripe/subscriptions";
const HOUR_MS = 3_600_000;

/** The three ways to send a session. */
const ways: [string, (id: string) => { as?: string; headers?: Record<string, string> }][] = [
  ["the cookie", (id) => ({ as: `stats=${id}` })],
  ["x-stats-session", (id) => ({ headers: { "x-stats-session": id } })],
  ["X-Session-ID", (id) => ({ headers: { "X-Session-ID": id } })],
];

/** Creates a KV store that counts its calls and still returns deleted entries, as the real KV may for 60 s. */
function laggingKv() {
  const calls = { reads: 0, writes: 0, deletes: 0 };
  const kept = new Map<string, string>();
  const statsSessions = {
    async get(key: string) {
      calls.reads += 1;
      const text = kept.get(key);
      return text === undefined ? null : (JSON.parse(text) as unknown);
    },
    async put(key: string, text: string) {
      calls.writes += 1;
      kept.set(key, text);
    },
    async delete() {
      calls.deletes += 1;
    },
  } as unknown as KVNamespace;
  return { calls, options: { deps: () => ({ statsSessions }) } satisfies SiteOptions };
}

const statusOf = async (site: Site, call: { as?: string; headers?: Record<string, string> }) =>
  (await site.fetch(AUDIENCE, call)).status;

describe("the operator's session", () => {
  it("begins with the password in an HttpOnly, SameSite cookie, and as an id for headers", async () => {
    const site = makeSite();
    const login = await site.fetch("/api/stats/auth", guess(STATS_PASSWORD));
    expect(login.status).toBe(200);
    expect(login.headers.get("cache-control")).toBe("no-store");
    expect(login.headers.get("set-cookie")).toMatch(/^stats=.+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/);
    const { sessionId } = await json<{ sessionId: string }>(login);
    expect(login.headers.get("set-cookie")).toContain(`stats=${sessionId};`);
    expect(await json(site.fetch(AUDIENCE, { as: `stats=${sessionId}` }))).toEqual({
      memberCount: 0,
      unsubscribeCount: 0,
      todayChanges: 0,
      yesterdayChanges: 0,
    });
    expect(await json(site.fetch(VIPS, { as: `stats=${sessionId}` }))).toEqual({ activeSubscriptions: 0 });
  });

  it.each(ways)("is accepted from %s, and can be ended from there", async (_, show) => {
    const site = makeSite();
    const call = show(await logInOperator(site));
    for (const path of [AUDIENCE, VIPS]) expect((await site.fetch(path, call)).status, path).toBe(200);
    const logout = await site.fetch("/api/stats/logout", { method: "POST", ...call });
    expect(await json(logout)).toEqual({ success: true });
    for (const path of [AUDIENCE, VIPS]) expect((await site.fetch(path, call)).status, path).toBe(401);
  });

  it("is accepted when one of several ids is valid, and a logout ends all of them", async () => {
    const site = makeSite();
    const [first, second] = [await logInOperator(site), await logInOperator(site)];
    expect(await statusOf(site, { as: "stats=junk", headers: { "x-stats-session": first } })).toBe(200);
    const both = { as: `stats=${first}`, headers: { "x-session-id": second } };
    await site.fetch("/api/stats/logout", { method: "POST", ...both });
    expect(await statusOf(site, { as: `stats=${first}` })).toBe(401);
    expect(await statusOf(site, { as: `stats=${second}` })).toBe(401);
  });

  it("has a new id at each login, no matter what the browser sends, and ends alone", async () => {
    const site = makeSite();
    const first = await logInOperator(site);
    const login = await site.fetch("/api/stats/auth", { ...guess(STATS_PASSWORD), as: `stats=${first}` });
    const { sessionId: second } = await json<{ sessionId: string }>(login);
    expect(second).not.toBe(first);
    await site.fetch("/api/stats/logout", { method: "POST", as: `stats=${first}` });
    expect(await statusOf(site, { as: `stats=${second}` })).toBe(200);
  });

  it("has the __Host- prefix and Secure in production, where no other cookie counts", async () => {
    const site = makeSite({ vars: { APP_ENV: "production" } });
    const cookie = (await site.fetch("/api/stats/auth", guess(STATS_PASSWORD))).headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/^__Host-stats=.+; Secure/);
    const as = cookie.split(";")[0] ?? "";
    expect(await statusOf(site, { as })).toBe(200);
    expect(await statusOf(site, { as: as.replace("__Host-", "") })).toBe(401);
    const logout = await site.fetch("/api/stats/logout", { method: "POST", as });
    expect(logout.headers.get("set-cookie")).toMatch(/^__Host-stats=; Max-Age=0/);
  });

  it("ends 12 hours after login", async () => {
    const site = makeSite();
    const as = `stats=${await logInOperator(site)}`;
    site.clock.now = new Date(site.clock.now.getTime() + 12 * HOUR_MS - 1_000);
    expect(await statusOf(site, { as })).toBe(200);
    site.clock.now = new Date(site.clock.now.getTime() + 2_000);
    expect(await statusOf(site, { as })).toBe(401);
  });

  it("is stored in KV for 12 hours under a hash of its id", async () => {
    const id = await logInOperator(makeSite());
    const { keys } = await env.STATS_SESSIONS.list();
    expect(keys).toHaveLength(1);
    expect(keys[0]?.name).toMatch(/^[0-9a-f]{64}$/);
    expect(keys[0]?.name).not.toContain(id.split(".")[0]);
    expect((keys[0]?.expiration ?? 0) - Date.now() / 1000).toBeGreaterThan(11.9 * 3_600);
  });

  it.each(ways)("is refused immediately after logout, while KV still returns it: %s", async (_, show) => {
    const { calls, options } = laggingKv();
    const site = makeSite(options);
    const call = show(await logInOperator(site));
    expect(await statusOf(site, call)).toBe(200);
    await site.fetch("/api/stats/logout", { method: "POST", ...call });
    expect(calls.deletes).toBe(1);
    for (let second = 0; second < 20; second += 1) {
      expect(await statusOf(site, call), `${second * 3} s later`).toBe(401);
      site.clock.now = new Date(site.clock.now.getTime() + 3_000);
    }
    site.clock.now = new Date(site.clock.now.getTime() + 11 * HOUR_MS);
    expect(await statusOf(site, call)).toBe(401);
    expect(calls.reads).toBeGreaterThan(20);
  });

  it("causes no write to KV, no matter how often the dashboard asks", { tags: ["rest"] }, async () => {
    const { calls, options } = laggingKv();
    const site = makeSite(options);
    const as = `stats=${await logInOperator(site)}`;
    for (let poll = 0; poll < 30; poll += 1) expect(await statusOf(site, { as })).toBe(200);
    expect(calls).toEqual({ reads: 30, writes: 1, deletes: 0 });
  });

  it("cannot be forged or guessed, and malformed ids never cause a read of KV", async () => {
    const { calls, options } = laggingKv();
    const site = makeSite(options);
    const id = await logInOperator(site);
    const [value = "", mac = ""] = id.split(".");
    const junk = [
      "",
      "x",
      value,
      `${value}.`,
      `${value}.${mac.replace(/^./, mac.startsWith("a") ? "b" : "a")}`,
      `${"0".repeat(32)}.${mac}`,
      `${value}.${mac}${mac}`,
      "__proto__",
      "x".repeat(4_000),
    ];
    for (const forged of junk) {
      for (const [name, show] of ways) {
        expect(await statusOf(site, show(forged)), `${name} ${forged.slice(0, 50)}`).toBe(401);
        expect((await site.fetch("/api/stats/logout", { method: "POST", ...show(forged) })).status).toBe(200);
      }
    }
    expect(calls).toEqual({ reads: 0, writes: 1, deletes: 0 });
    expect(await statusOf(site, { as: `stats=${id}` })).toBe(200);
  });

  it("does not grant moderators' operations, nor the other way around", async () => {
    const site = makeSite();
    const stats = await logInOperator(site);
    const admin = (await site.logIn()).replace("admin=", "");
    for (const as of [`admin=${stats}`, `stats=${stats}`]) {
      expect((await site.fetch("/api/admin/listings", { as })).status, as).toBe(401);
    }
    for (const [name, show] of ways) expect(await statusOf(site, show(admin)), name).toBe(401);
    expect(await statusOf(site, { as: `admin=${admin}` })).toBe(401);
    expect(await statusOf(site, { as: `admin=${stats}` })).toBe(401);
    expect((await site.fetch("/api/stats/auth", guess(ADMIN_PASSWORD))).status).toBe(401);
    expect((await site.fetch("/api/admin/login", guess(STATS_PASSWORD))).status).toBe(401);
  });
});

describe("the operator's password", () => {
  it.each(["wrong", STATS_PASSWORD.toUpperCase(), `${STATS_PASSWORD} `, " ", "Ω"])(
    "is not %j, which is refused with the gate's text",
    async (password) => {
      const response = await makeSite().fetch("/api/stats/auth", guess(password));
      expect(response.status).toBe(401);
      expect(await json(response)).toMatchObject({ error: "Invalid password", code: "session.wrong_stats_password" });
      expect(response.headers.get("set-cookie")).toBeNull();
    },
  );

  it.each([{}, { password: "" }, { password: 123 }, { password: null }, { password: "x".repeat(201) }, [], "x"])(
    "is refused in a login with %j, with the reason",
    async (json) => {
      expect((await makeSite().fetch("/api/stats/auth", { json })).status).toBe(400);
    },
  );

  it.each([{ STATS_PASSWORD: "" }, { SESSION_SECRET: "" }])("grants no access with %j", async (vars) => {
    const site = makeSite({ vars });
    for (const password of ["undefined", "stats", STATS_PASSWORD]) {
      const response = await site.fetch("/api/stats/auth", guess(password));
      expect(response.status).toBe(503);
      expect(await json(response)).toMatchObject({ code: "session.not_configured" });
    }
    for (const [name, show] of ways)
      expect(await statusOf(site, show(`${"0".repeat(32)}.${"a".repeat(32)}`)), name).toBe(401);
  });

  it(
    "is checked at most 25 times for 1,000 guesses from 250 networks, without locking anybody out",
    { tags: ["rest"] },
    async () => {
      const site = makeSite({ vars: { RATE_LIMIT_SCALE: "1" } });
      let evaluated = 0;
      for (let round = 0; round < 50; round += 1) {
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, index) =>
            site.fetch("/api/stats/auth", {
              ...guess(`guess ${round}.${index}`),
              headers: { "cf-connecting-ip": `10.0.${(round * 20 + index) % 250}.9` },
            }),
          ),
        );
        evaluated += answers.filter(({ status }) => status === 401).length;
        site.clock.now = new Date(site.clock.now.getTime() + 1_000);
      }
      expect(evaluated).toBeLessThanOrEqual(25);
      expect(evaluated).toBeGreaterThan(5);
      expect((await site.fetch("/api/admin/login", guess(ADMIN_PASSWORD))).status).toBe(200);
      site.clock.now = new Date(site.clock.now.getTime() + 31_000);
      expect((await site.fetch("/api/stats/auth", guess(STATS_PASSWORD))).status).toBe(200);
    },
  );

  it("is refused from a network after 5 wrong guesses, for 15 minutes", async () => {
    const site = makeSite({ vars: { RATE_LIMIT_SCALE: "1" } });
    for (let n = 0; n < 5; n += 1) expect((await site.fetch("/api/stats/auth", guess("wrong"))).status).toBe(401);
    const stopped = await site.fetch("/api/stats/auth", guess(STATS_PASSWORD));
    expect(stopped.status).toBe(429);
    expect(Number(stopped.headers.get("retry-after"))).toBeGreaterThan(0);
    site.clock.now = new Date(site.clock.now.getTime() + HOUR_MS / 4 + 1_000);
    expect((await site.fetch("/api/stats/auth", guess(STATS_PASSWORD))).status).toBe(200);
  });
});

describe("a named operator", () => {
  const enter = async (site: Site, as: string) => site.fetch("/api/stats/auth/person", { method: "POST", as });
  const idOf = async (answer: Response | Promise<Response>) =>
    `stats=${(await json<{ sessionId: string }>(answer)).sessionId}`;

  it("opens the dashboard without the password, and is named in the audit log", async () => {
    const site = makeSite();
    const olga = await firstOperator(site);
    const entered = await enter(site, olga.as);
    expect(entered.status).toBe(200);
    expect(entered.headers.get("set-cookie")).toMatch(/stats=.*HttpOnly.*SameSite=Strict/i);
    const as = await idOf(entered);
    expect(await statusOf(site, { as })).toBe(200);
    const settings = { title: "Boxes", link: "https://example.com/", enabled: true };
    expect((await site.fetch("/api/advertisement-settings", { method: "PUT", json: settings, as })).status).toBe(200);
    const log = await json<AuditEntry[]>(site.fetch("/api/admin/audit", { as: olga.as }));
    expect(log.find(({ action }) => action === "advertisement.change")?.person).toEqual({ id: olga.id, name: "Olga" });
    await site.fetch("/api/stats/logout", { method: "POST", as });
    expect(await statusOf(site, { as })).toBe(401);
    expect((await site.fetch("/api/admin/people", { as: olga.as })).status).toBe(200);
  });

  it(
    "loses access at once with the panel's session, the role or the account, and after 12 hours",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const olga = await firstOperator(site);
      const losses: [string, (id: number, as: string) => Promise<unknown>][] = [
        ["logging out", (_, as) => site.fetch("/api/admin/logout", { method: "POST", as })],
        [
          "another role",
          (id) => site.fetch(`/api/admin/people/${id}`, { method: "PATCH", json: { role: "moderator" }, as: olga.as }),
        ],
        ["removal", (id) => site.fetch(`/api/admin/people/${id}`, { method: "DELETE", as: olga.as })],
        ["the time", async () => void (site.clock.now = new Date(site.clock.now.getTime() + 12 * HOUR_MS + 1))],
      ];
      for (const [how, lose] of losses) {
        const { id, as } = await colleague(
          site,
          olga.as,
          "operator",
          `Omar${losses.findIndex(([name]) => name === how)}`,
        );
        const session = await idOf(enter(site, as));
        expect(await statusOf(site, { as: session }), how).toBe(200);
        await lose(id, as);
        expect(await statusOf(site, { as: session }), how).toBe(401);
      }
    },
  );

  it("cannot be a moderator, a reader, a user of the shared password, or another site's page", async () => {
    const site = makeSite();
    expect((await enter(site, "")).status).toBe(401);
    expect((await enter(site, await site.logIn())).status).toBe(403);
    const olga = await firstOperator(site);
    for (const role of ["moderator", "reader"] as const) {
      const { as } = await colleague(site, olga.as, role, role);
      const refused = await enter(site, as);
      expect([refused.status, (await json(refused))["code"]]).toEqual([403, "session.forbidden"]);
    }
    const foreign = { method: "POST", as: olga.as, headers: { origin: "https://evil.example" } };
    expect((await site.fetch("/api/stats/auth/person", foreign)).status).toBe(403);
  });
});
