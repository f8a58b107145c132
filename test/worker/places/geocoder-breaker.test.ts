import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { makeDeps } from "../../../worker/platform/deps.ts";
import { hit, placeAt, placeOf, siteWithGeocoder } from "../../support/worker/geocoder.ts";
import { publish, submit } from "../../support/worker/listings.ts";
import { building, factsOf, imported } from "../../support/worker/places.ts";

const SECOND_MS = 1_000;
const PAUSE_MS = 10 * 60_000;

/** Creates a site whose geocoder answers each request only when the test lets it. */
function siteWithSlowGeocoder() {
  const open: ((response: Response) => void)[] = [];
  let onAsked = () => {};
  const { site, asked } = siteWithGeocoder(
    () =>
      new Promise<Response>((resolve) => {
        open.push(resolve);
        onAsked();
      }),
  );
  const running: Promise<void>[] = [];
  let house = 1;
  return {
    site,
    asked,
    /**
     * Looks up another unit a second later, and waits until the geocoder is called or the look-up ends without a call.
     */
    async oneMore(): Promise<void> {
      site.clock.now = new Date(site.clock.now.getTime() + SECOND_MS);
      site.queued.length = 0;
      house += 2;
      await submit(site, { address: `${house} Main Street, Toronto, ON M4E 2V6` });
      const isAsked = new Promise<void>((resolve) => (onAsked = resolve));
      const look = site.runQueue();
      running.push(look);
      await Promise.race([look, isAsked]);
    },
    /** Answers the oldest open request, and waits for the resulting work. */
    async answer(response: Response): Promise<void> {
      const nth = asked.length - open.length;
      open.shift()?.(response);
      await running[nth];
    },
  };
}

describe("overlapping requests to the remote geocoder", () => {
  it("are limited to five without a response, and to one after a pause", { tags: ["rest"] }, async () => {
    const { site, asked, oneMore, answer } = siteWithSlowGeocoder();
    for (let n = 0; n < 8; n += 1) await oneMore();
    expect(asked).toHaveLength(5);
    for (let n = 0; n < 5; n += 1) await answer(new Response("", { status: 504 }));
    await oneMore();
    expect(asked).toHaveLength(5);
    site.clock.now = new Date(site.clock.now.getTime() + PAUSE_MS);
    for (let n = 0; n < 4; n += 1) await oneMore();
    expect(asked).toHaveLength(6);
  });

  it("continue if one is answered, no matter how many fail", { tags: ["rest"] }, async () => {
    const { asked, oneMore, answer } = siteWithSlowGeocoder();
    for (let n = 0; n < 6; n += 1) await oneMore();
    await answer(Response.json([]));
    for (let n = 0; n < 3; n += 1) await oneMore();
    expect(asked).toHaveLength(6);
  });

  it("do not cancel a pause that the server requested after they began", { tags: ["rest"] }, async () => {
    const { site, asked, oneMore, answer } = siteWithSlowGeocoder();
    await oneMore();
    const { site: other } = siteWithGeocoder(() => new Response("Usage limit reached", { status: 429 }));
    other.clock.now = new Date(site.clock.now.getTime() + SECOND_MS);
    await placeAt(other, "200 Main Street, Toronto, ON M4E 2V6");
    site.clock.now = other.clock.now;
    await answer(Response.json([]));
    await oneMore();
    expect(asked).toHaveLength(1);
    site.clock.now = new Date(site.clock.now.getTime() + PAUSE_MS);
    for (let n = 0; n < 3; n += 1) await oneMore();
    expect(asked).toHaveLength(2);
  });
});

describe("the interval of a second between two requests", () => {
  it("is measured by one clock, not by those of the callers", async () => {
    const given: unknown[][] = [];
    const counter = {
      take: async (...values: unknown[]) => (given.push(values), { allowed: true }),
      seen: async (...values: unknown[]) => (given.push(values), false),
    };
    const attempts = { idFromName: () => "id", get: () => counter };
    const deps = makeDeps({ ...env, ATTEMPTS: attempts as unknown as typeof env.ATTEMPTS }, createExecutionContext());
    const limit = { count: 1, windowMs: 3_600_000 };
    await deps.attempts.take("clock", limit);
    await deps.attempts.seen("clock", 1);
    expect(given).toEqual([[limit], [1, undefined]]);
    const real = makeDeps(env, createExecutionContext()).attempts;
    expect(await real.take("clock", limit)).toMatchObject({ allowed: true });
    expect(await real.take("clock", limit)).toMatchObject({ allowed: false });
    expect(await real.seen("clock", limit.windowMs)).toBe(true);
  });
});

describe("while the remote geocoder is unavailable", () => {
  it("a listing gets all other facts: building and rent control", { tags: ["rest"] }, async () => {
    const { site, behaviour } = siteWithGeocoder(() => new Response("", { status: 503 }));
    await imported();
    await building({ rsn: 7, address: "85 MAIN ST", fsa: "M4E" });
    const { id } = await publish(site, { address: "85 Main Street, Toronto, ON M4E 2V6" });
    await site.runQueue();
    expect(await factsOf(site, id)).toMatchObject({
      location: { latitude: null, method: "fsa", confidence: "low" },
      building: { rsn: 7 },
      rentControl: { isRentControlled: true, confidence: "high" },
    });
    behaviour.answer = () => Response.json([hit()]);
    site.clock.now = new Date(site.clock.now.getTime() + 60_000);
    await site.runQueue();
    expect(await factsOf(site, id)).toMatchObject({
      location: { latitude: 43.6845, method: "remote", confidence: "high" },
      building: { rsn: 7 },
    });
  });

  it("a listing keeps the location that was found before", { tags: ["rest"] }, async () => {
    const { site, behaviour } = siteWithGeocoder(() => Response.json([hit()]));
    const { id } = await publish(site, { address: "85 Main Street, Toronto, ON M4E 2V6" });
    await site.runQueue();
    await env.DB.prepare("DELETE FROM geocode_answers").run();
    behaviour.answer = () => new Response("", { status: 503 });
    site.clock.now = new Date(site.clock.now.getTime() + 60_000);
    await imported(["schools"]);
    await site.tick();
    await site.runQueue();
    const { location, nearby } = await factsOf(site, id);
    expect(location).toMatchObject({ latitude: 43.6845, method: "remote" });
    expect(nearby).toHaveLength(1);
  });
});

describe("the responses of the remote geocoder", () => {
  it("are deleted after 180 days, by an index", { tags: ["rest"] }, async () => {
    const { site, asked } = siteWithGeocoder(() => Response.json([hit()]));
    const id = await submit(site, { address: "85 Main Street, Toronto, ON M4E 2V6" });
    await site.runQueue();
    const kept = async () => (await env.DB.prepare("SELECT query FROM geocode_answers").all()).results.length;
    expect(await kept()).toBe(1);
    const DAY_MS = 86_400_000;
    const start = site.clock.now.getTime();
    site.clock.now = new Date(start + 179 * DAY_MS);
    await site.tick();
    expect(await kept()).toBe(1);
    site.clock.now = new Date(start + 181 * DAY_MS);
    await site.tick();
    expect(await kept()).toBe(0);
    expect(await placeOf(site, id)).toMatchObject({ method: "remote" });
    expect(asked).toHaveLength(1);
    const { results } = await env.DB.prepare(
      `EXPLAIN QUERY PLAN DELETE FROM geocode_answers WHERE rowid IN
       (SELECT rowid FROM geocode_answers WHERE requested_at < 1 LIMIT 5)`,
    ).all<{ detail: string }>();
    expect(results.map(({ detail }) => detail).join("; ")).toContain("geocode_answers_requested");
  });
});
