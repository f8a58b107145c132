import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { makeSite } from "../../support/worker/site.ts";

const HEARTBEAT = "https://monitor.example/ping/secret";

function makeWatchedSite(answer: () => Promise<Response> = async () => new Response(null)) {
  const pinged: string[] = [];
  const site = makeSite({
    vars: { HEARTBEAT_URL: HEARTBEAT },
    deps: () => ({
      fetch: async (input) => {
        pinged.push(new Request(input).url);
        return answer();
      },
    }),
  });
  return { site, pinged };
}

const nextTick = async (site: ReturnType<typeof makeSite>) => {
  site.clock.now = new Date(site.clock.now.getTime() + 15 * 60_000);
  await site.tick();
};

describe("the dead-man's switch", () => {
  it("is fetched once by each successful tick", async () => {
    const { site, pinged } = makeWatchedSite();
    await site.tick();
    await nextTick(site);
    expect(pinged).toEqual([HEARTBEAT, HEARTBEAT]);
  });

  it("is not fetched by a tick with a failed job", async () => {
    const { site, pinged } = makeWatchedSite();
    await env.DB.prepare("ALTER TABLE bans RENAME TO gone").run();
    await site.tick();
    expect(pinged).toEqual([]);
    await env.DB.prepare("ALTER TABLE gone RENAME TO bans").run();
    await nextTick(site);
    expect(pinged).toEqual([HEARTBEAT]);
  });

  it("does not fail the tick when it does not respond", { tags: ["rest"] }, async () => {
    const { site, pinged } = makeWatchedSite(() => Promise.reject(new Error("no such host")));
    await site.tick();
    expect(pinged).toEqual([HEARTBEAT]);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM job_runs WHERE error IS NOT NULL").first("n")).toBe(0);
  });

  it("is fetched only over https", { tags: ["rest"] }, async () => {
    const pinged: string[] = [];
    const site = makeSite({
      vars: { HEARTBEAT_URL: "http://monitor.example/ping" },
      deps: () => ({ fetch: async (input) => new Response(String(pinged.push(new Request(input).url))) }),
    });
    await site.tick();
    expect(pinged).toEqual([]);
  });
});
