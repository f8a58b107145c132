import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { RELAY_CRON } from "../../worker/platform/queues.ts";
import { isTicking, relayOnce, startTicks } from "../../scripts/local-start.ts";

/** Makes a clock whose timers fire when a test advances it, and a site that records the requested ticks. */
function world(start: string) {
  let now = Date.parse(start);
  const timers: { at: number; callback: () => void }[] = [];
  const asked: URL[] = [];
  const warnings: string[] = [];
  const answers: (Response | Error)[] = [];
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    asked,
    warnings,
    answers,
    times: () => asked.map((url) => new Date(Number(url.searchParams.get("time"))).toISOString()),
    deps: {
      now: () => now,
      setTimer: (callback: () => void, ms: number) => void timers.push({ at: now + ms, callback }),
      fetch: async (url: string) => {
        asked.push(new URL(url));
        const answer = answers.shift() ?? new Response("ok");
        if (answer instanceof Error) throw answer;
        return answer;
      },
      warn: (line: string) => void warnings.push(line),
    },
    async moveTo(time: string) {
      const target = Date.parse(time);
      for (;;) {
        const [next] = timers.sort((a, b) => a.at - b.at);
        if (!next || next.at > target) break;
        timers.shift();
        now = next.at;
        next.callback();
        await settle();
      }
      now = target;
    },
    /** Simulates a computer that sleeps: timers fire late, when it wakes. */
    async sleepUntil(time: string) {
      now = Date.parse(time);
      const [next] = timers.splice(0, 1);
      next?.callback();
      await settle();
    },
  };
}

const SITE = "http://localhost:8787";

describe("the cron of a local server", () => {
  it("ticks immediately for the current quarter of an hour, then at :00, :15, :30 and :45", async () => {
    const { deps, moveTo, times, asked } = world("2026-11-20T14:52:10Z");
    await startTicks(SITE, deps);
    await moveTo("2026-11-20T15:44:59Z");
    expect(times()).toEqual([
      "2026-11-20T14:45:00.000Z",
      "2026-11-20T15:00:00.000Z",
      "2026-11-20T15:15:00.000Z",
      "2026-11-20T15:30:00.000Z",
    ]);
    expect(asked[0]?.origin).toBe(SITE);
    expect(asked[0]?.pathname).toBe("/cdn-cgi/handler/scheduled");
    expect(asked[0]?.searchParams.get("cron")).toBe("*/15 * * * *");
  });

  it("logs a failure on one line and continues", async () => {
    const { deps, moveTo, times, warnings, answers } = world("2026-11-20T15:00:00Z");
    answers.push(new Response("Error: broken\n    at somewhere", { status: 500 }), new Error("fetch failed"));
    await startTicks(SITE, deps);
    await moveTo("2026-11-20T15:30:00Z");
    expect(warnings).toEqual([
      "Cron tick of 2026-11-20T15:00:00.000Z failed: 500 Error: broken",
      "Cron tick of 2026-11-20T15:15:00.000Z failed: fetch failed",
    ]);
    expect(times()).toHaveLength(3);
  });

  it("runs one tick after the machine has slept, then continues on schedule", async () => {
    const { deps, sleepUntil, moveTo, times } = world("2026-11-20T15:00:00Z");
    await startTicks(SITE, deps);
    await sleepUntil("2026-11-20T18:20:00Z");
    await moveTo("2026-11-20T18:30:00Z");
    expect(times().slice(1)).toEqual(["2026-11-20T18:15:00.000Z", "2026-11-20T18:30:00.000Z"]);
  });

  it("relays the outbox once when ticks are off, but runs no jobs", async () => {
    const { deps, asked, moveTo } = world("2026-11-20T15:07:00Z");
    await relayOnce(SITE, deps);
    await moveTo("2026-11-20T16:00:00Z");
    expect(asked.map(({ searchParams }) => searchParams.get("cron"))).toEqual([RELAY_CRON]);
    expect(readFileSync("wrangler.toml", "utf8")).toContain('crons = ["*/15 * * * *"]');
  });

  it("is switched off only by LOCAL_CRON=0", () => {
    expect([undefined, "", "1", "0"].map((value) => isTicking({ LOCAL_CRON: value }))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});
