import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { describe, expect, it } from "vitest";
import type { Health } from "../../../worker/contracts/system.ts";
import type { Deps } from "../../../worker/platform/deps.ts";
import { mailsTo } from "../../support/worker/mailbox.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const MINUTE_MS = 60_000;
const later = (site: Site, minutes: number) => {
  site.clock.now = new Date(site.clock.now.getTime() + minutes * MINUTE_MS);
};
const healthOf = (site: Site) => json<Health>(site.fetch("/health"));
const failing = async (site: Site) =>
  Object.entries((await healthOf(site)).checks)
    .filter(([, { ok }]) => !ok)
    .map(([name]) => name);

/** Simulates bindings that fail, or hang until their time limit passes. */
function makeFaultySite() {
  const faults: { down: Set<"d1" | "r2" | "kv" | "queue">; hangs: boolean } = { down: new Set(), hangs: false };
  const limits = new Set<() => void>();
  const unless = <Result>(name: "d1" | "r2" | "kv" | "queue", work: () => Promise<Result>): Promise<Result> => {
    if (!faults.down.has(name)) return work();
    if (!faults.hangs) return Promise.reject(new Error(`secret text of ${name}`));
    // Simulates that all time limits set so far have passed. This also ends every other check that is still running.
    queueMicrotask(() => setTimeout(() => limits.forEach((pass) => pass())));
    return new Promise(() => {});
  };
  const database = new Proxy(env.DB, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property);
      if (property === "prepare") {
        return (query: string) => {
          if (faults.down.has("d1")) throw new Error("D1_ERROR: secret text");
          return target.prepare(query);
        };
      }
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  let reads = 0;
  const site = makeSite({
    deps: (deps): Partial<Deps> => ({
      db: drizzle(database, { casing: "snake_case" }),
      photos: {
        ...deps.photos,
        ping: () => {
          reads += 1;
          return unless("r2", () => deps.photos.ping());
        },
      },
      statsSessions: { get: () => unless("kv", async () => null) } as unknown as KVNamespace,
      after: (_, act) => {
        limits.add(act);
        return () => void limits.delete(act);
      },
    }),
  });
  return { site, faults, reads: () => reads };
}

describe("GET /health", () => {
  it(
    "returns the fixed shape to anybody, uncached and without a cookie, for GET and HEAD",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      await site.tick();
      const response = await site.fetch("/health");
      expect(response.status).toBe(200);
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(response.headers.get("set-cookie")).toBeNull();
      const health = await json<Health>(response);
      expect(Object.keys(health)).toEqual(["status", "version", "checks"]);
      expect(health.status).toBe("ok");
      expect(Object.keys(health.checks)).toEqual(["d1", "r2", "kv", "queue", "cron", "outbox"]);
      expect(Object.values(health.checks).every(({ ok }) => ok)).toBe(true);
      const head = await site.fetch("/health", { method: "HEAD" });
      expect([head.status, await head.text()]).toEqual([200, ""]);
    },
  );

  it(
    "is 503 without the database, and 200 with the state degraded without anything else",
    { tags: ["rest"] },
    async () => {
      const { site, faults } = makeFaultySite();
      await site.tick();
      for (const name of ["r2", "kv"] as const) {
        faults.down = new Set([name]);
        later(site, 1);
        const response = await site.fetch("/health");
        expect(response.status).toBe(200);
        const { status, checks } = await json<Health>(response);
        expect([status, checks[name].ok]).toEqual(["degraded", false]);
      }
      faults.down = new Set(["d1"]);
      later(site, 1);
      const response = await site.fetch("/health");
      const text = await response.text();
      expect(response.status).toBe(503);
      expect(JSON.parse(text)).toMatchObject({ status: "down", checks: { d1: { ok: false }, r2: { ok: true } } });
      expect(text).not.toContain("secret");
      faults.down.clear();
      later(site, 1);
      expect((await site.fetch("/health")).status).toBe(200);
    },
  );

  it("responds even when a binding hangs", async () => {
    const { site, faults } = makeFaultySite();
    await site.tick();
    faults.down = new Set(["kv"]);
    faults.hangs = true;
    const { status, checks } = await healthOf(site);
    expect(status).not.toBe("ok");
    expect(checks.kv).toEqual({ ok: false, detail: "No answer within 3 seconds." });
  });

  it("checks once for all requests within ten seconds", async () => {
    const { site, reads } = makeFaultySite();
    await Promise.all(Array.from({ length: 20 }, () => site.fetch("/health")));
    expect(reads()).toBe(1);
    site.clock.now = new Date(site.clock.now.getTime() + 9_999);
    await site.fetch("/health");
    expect(reads()).toBe(1);
    site.clock.now = new Date(site.clock.now.getTime() + 1);
    await site.fetch("/health");
    expect(reads()).toBe(2);
  });

  it(
    "allows the cron half an hour for its first tick, and as long for each following one",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      expect(await failing(site)).toEqual([]);
      later(site, 29);
      expect(await failing(site)).toEqual([]);
      later(site, 1);
      expect(await failing(site)).toEqual(["cron"]);
      expect((await site.fetch("/health")).status).toBe(200);
      await site.tick();
      later(site, 29);
      expect(await failing(site)).toEqual([]);
      later(site, 1);
      expect(await failing(site)).toEqual(["cron"]);
    },
  );

  it("starts the half hour of a new site at its first migration", async () => {
    const site = makeSite();
    await env.DB.prepare("CREATE TABLE d1_migrations (name TEXT, applied_at TIMESTAMP)").run();
    await env.DB.prepare("INSERT INTO d1_migrations VALUES ('0000.sql', '2026-11-20 14:29:00')").run();
    expect(await failing(site)).toEqual(["cron"]);
  });

  it("reports messages that no consumer accepts, until a later one arrives", async () => {
    const site = makeSite();
    await site.beginTick();
    later(site, 14);
    expect(await failing(site)).toEqual([]);
    later(site, 1);
    await site.beginTick();
    expect((await healthOf(site)).checks.queue).toEqual({
      ok: false,
      detail: "Waiting too long: jobs for 15 minutes.",
    });
    // Simulates that the earlier messages are lost.
    const newest = site.canaries.slice(-3);
    for (const message of [...newest, ...newest]) await site.goOnWith(message);
    later(site, 1);
    expect(await failing(site)).toEqual([]);
  });

  it("reports work that is overdue, but not work that is not due yet", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const insert = env.DB.prepare("INSERT INTO outbox (kind, payload, created_at, due_at) VALUES (?, '{}', ?, ?)");
    const now = site.clock.now.getTime();
    await insert.bind("alerts.news", now, now + 60 * MINUTE_MS).run();
    await insert.bind("listing.draw_previews", now, null).run();
    later(site, 60);
    await site.tick();
    expect(await failing(site)).toEqual([]);
    later(site, 29);
    await site.tick();
    expect(await failing(site)).toEqual([]);
    later(site, 29);
    await site.tick();
    later(site, 32);
    await site.tick();
    expect(await failing(site)).toEqual(["outbox"]);
  });

  it("notifies the operator of a fault once, at its second tick", { tags: ["rest"] }, async () => {
    const { site, faults } = makeFaultySite();
    const told = async () => (await mailsTo(site, env.CONTACT_EMAIL)).length;
    faults.down = new Set(["r2"]);
    await site.tick();
    expect(await told()).toBe(0);
    for (let ticks = 0; ticks < 3; ticks += 1) {
      later(site, 15);
      await site.tick();
    }
    expect(await told()).toBe(1);
  });
});
