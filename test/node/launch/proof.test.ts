import { describe, expect, it } from "vitest";
import { lineText, type Line, type ProofOptions, runProof } from "../../../scripts/launch/proof.ts";

const URL_OF_SITE = "https://rent.test";
const START = new Date("2026-11-20T12:00:00Z");

interface Site {
  /** Minutes since the last tick at a given time; null before the first tick. */
  tick: (now: Date) => number | null;
  cache: string[];
  status: number;
  version: () => string;
  encoding: string | null;
  httpStatus: number;
  password: string;
  probe: object;
  isDown: boolean;
}

const PROBE = {
  mail: { ok: true, detail: "handed over" },
  image: { ok: true, detail: "a WebP of 44 bytes" },
  database: { region: "ENAM" },
  object: { colo: "EWR" },
};

/** Simulates our site behind the platform's cache, with a clock that each wait advances. */
function site(change: Partial<Site> = {}) {
  const given: Site = {
    tick: () => 3,
    cache: ["MISS", "HIT"],
    status: 200,
    version: () => "abc123",
    encoding: "br",
    httpStatus: 301,
    password: "a long password",
    probe: PROBE,
    isDown: false,
    ...change,
  };
  const clock = { now: START };
  const requests: string[] = [];
  const lines: Line[] = [];
  const send = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    if (given.isDown) throw new TypeError("fetch failed", { cause: new Error("ENOTFOUND rent.test") });
    const url = new URL(input instanceof Request ? input.url : input);
    requests.push(`${init.method ?? "GET"} ${url.href}`);
    if (url.protocol === "http:")
      return new Response(null, { status: given.httpStatus, headers: { location: "https://rent.test/" } });
    const body = typeof init.body === "string" ? (JSON.parse(init.body) as { password?: string }) : {};
    if (url.pathname === "/health") {
      const minutes = given.tick(clock.now);
      const detail =
        minutes === null
          ? "No tick yet, in 1 minute."
          : `Last run ${minutes === 1 ? "1 minute" : `${minutes} minutes`} ago.`;
      return Response.json({ status: "ok", version: given.version(), checks: { cron: { ok: true, detail } } });
    }
    if (url.pathname === "/api/admin/login")
      return body.password === given.password
        ? new Response("{}", { headers: { "set-cookie": "__Host-admin=s1; Path=/" } })
        : new Response("{}", { status: 401 });
    if (url.pathname.startsWith("/api/admin/system/"))
      return new Headers(init.headers).get("cookie") === "__Host-admin=s1"
        ? Response.json(given.probe)
        : new Response("{}", { status: 401 });
    return new Response("<!doctype html>", {
      status: given.status,
      headers: {
        "x-app-version": given.version(),
        ...(given.cache.length > 0 && {
          "cf-cache-status":
            given.cache[
              Math.min(requests.filter((one) => one === `GET ${URL_OF_SITE}/`).length, given.cache.length) - 1
            ] ?? "",
        }),
        ...(given.encoding !== null && { "content-encoding": given.encoding }),
      },
    });
  };
  return {
    requests,
    clock,
    lines,
    run: (options: Partial<ProofOptions> = { password: "a long password" }) =>
      runProof(
        { url: URL_OF_SITE, isWaiting: true, ...options },
        {
          fetch: send,
          now: () => clock.now,
          wait: async (ms) => void (clock.now = new Date(clock.now.getTime() + ms)),
          report: (line) => void lines.push(line),
        },
      ),
  };
}

const stateOf = (lines: readonly Line[], name: string) => lines.find((line) => line.name === name)?.state;

describe("The checks of a deployment", () => {
  it("pass for a site that is set up correctly", async () => {
    const lines = await site().run({ version: "abc123", password: "a long password" });
    expect(lines.map(({ name, state }) => [name, state])).toEqual(
      [
        "the site answers",
        "the page is cached",
        "the page is compressed",
        "http leads to https",
        "a mail to the operator",
        "an image is made",
        "place of the database",
        "place of the objects",
        "a cron tick",
      ].map((name) => [name, "ok"]),
    );
  });

  it.each([
    ["the site answers", { status: 503 }],
    ["the site answers", { isDown: true }],
    ["the page is cached", { cache: ["MISS", "MISS"] }],
    ["the page is cached", { cache: [] }],
    ["the page is compressed", { encoding: null }],
    ["http leads to https", { httpStatus: 200 }],
    ["a mail to the operator", { probe: { ...PROBE, mail: { ok: false, detail: "E_SENDER_NOT_VERIFIED" } } }],
    ["an image is made", { probe: { ...PROBE, image: { ok: false, detail: "9423" } } }],
    ["place of the database", { probe: { ...PROBE, database: { region: "WEUR" } } }],
    ["a cron tick", { tick: () => null }],
  ] satisfies [string, Partial<Site>][])("fail at: %s (%o), and name the page to read", async (name, change) => {
    const lines = await site(change).run();
    expect(stateOf(lines, name)).toBe("failed");
    expect(lines.filter(({ state }) => state === "failed").length).toBe(1);
    expect(lines.map(lineText).join("\n")).toMatch(/FAILED .*docs\/operations\.md#/);
  });

  it("wait until the new version answers: for two minutes, or fifteen on a new domain", async () => {
    const starting = site({
      version: () => (starting.clock.now.getTime() - START.getTime() < 20_000 ? "former" : "abc123"),
    });
    expect(stateOf(await starting.run({ version: "abc123" }), "the site answers")).toBe("ok");
    const unreachable = site({ isDown: true });
    expect(stateOf(await unreachable.run({ version: "abc123", isFirst: true }), "the site answers")).toBe("failed");
    expect(unreachable.clock.now.getTime() - START.getTime()).toBeGreaterThanOrEqual(15 * 60_000);
    const stuck = site({ version: () => "former" });
    const lines = await stuck.run({ version: "abc123" });
    expect([lines.length, lines[0]?.state, lines[0]?.detail]).toEqual([1, "failed", expect.stringContaining("former")]);
  });

  it("wait up to 30 minutes for a tick since the deployment", async () => {
    const ticking = site({ tick: (now) => (now.getTime() - START.getTime() < 10 * 60_000 ? 12 : 0) });
    expect(stateOf(await ticking.run({ since: START }), "a cron tick")).toBe("ok");
    expect(ticking.clock.now.getTime() - START.getTime()).toBeGreaterThanOrEqual(10 * 60_000);
    const silent = site({ tick: () => null });
    expect(stateOf(await silent.run({ since: START }), "a cron tick")).toBe("failed");
    expect(silent.clock.now.getTime() - START.getTime()).toBeGreaterThanOrEqual(30 * 60_000);
  });

  it("do not wait for the tick with --no-wait, and skip checks that need a login when there is none", async () => {
    const visited = site({ tick: () => 12 });
    const lines = await visited.run({ since: START, isWaiting: false });
    expect(stateOf(lines, "a cron tick")).toBe("open");
    expect(lines.filter(({ state }) => state === "unknown").map(({ name }) => name)).toEqual([
      "a mail to the operator",
      "an image is made",
      "place of the database",
      "place of the objects",
    ]);
    expect(visited.requests.filter((request) => request.startsWith("POST"))).toEqual([]);
  });

  it("fail with a wrong password, which they do not print", async () => {
    const lines = await site().run({ password: "guess" });
    expect(stateOf(lines, "a mail to the operator")).toBe("failed");
    expect(lines.map(lineText).join("\n")).not.toContain("guess");
  });

  it("accept an immediate HIT, because other visitors may have requested the page first", async () => {
    expect(stateOf(await site({ cache: ["HIT"] }).run(), "the page is cached")).toBe("ok");
  });
});
