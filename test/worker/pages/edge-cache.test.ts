import { describe, expect, it } from "vitest";
import { EdgeCache } from "../../support/worker/edge-cache.ts";

type Call = Parameters<EdgeCache["answer"]>[1];

/** Puts the cache in front of a site that counts its requests and responds with that count. */
function cacheBefore(answer: (call: Call) => { status?: number; headers?: Record<string, string> }) {
  const clock = { now: new Date("2026-11-20T15:00:00Z") };
  const cache = new EdgeCache(() => clock.now);
  const asked: Call[] = [];
  const fetch = async (_path: string, call: Call) => {
    asked.push(call);
    const { status = 200, headers } = answer(call);
    const hasBody = call.method !== "HEAD" && status !== 304;
    return new Response(hasBody ? `answer ${asked.length}` : null, { status, ...(headers && { headers }) });
  };
  return {
    cache,
    asked,
    visit: (path = "/", call: Call = {}) => cache.answer(path, call, fetch),
    read: async (path = "/", call: Call = {}) => (await cache.answer(path, call, fetch)).text(),
    pass: (seconds: number) => void (clock.now = new Date(clock.now.getTime() + seconds * 1_000)),
  };
}
const always = (headers: Record<string, string>, status = 200) => cacheBefore(() => ({ status, headers }));

describe("the model of the edge cache", () => {
  it("serves a copy for exactly its lifetime", async () => {
    const { read, pass, cache } = always({ "cache-control": "public, max-age=300" });
    expect(await read()).toBe("answer 1");
    pass(299);
    expect([await read(), cache.hits]).toEqual(["answer 1", 1]);
    pass(1);
    expect([await read(), cache.hits]).toEqual(["answer 2", 1]);
  });

  it.each([
    [
      { "cloudflare-cdn-cache-control": "max-age=10", "cdn-cache-control": "no-store", "cache-control": "no-store" },
      10,
    ],
    [{ "cdn-cache-control": "max-age=10", "cache-control": "max-age=99" }, 10],
    [{ "cache-control": "public, max-age=5, s-maxage=10" }, 10],
    [{ "cloudflare-cdn-cache-control": "no-store", "cache-control": "max-age=99" }, 0],
    [{ "cloudflare-cdn-cache-control": "max-age=10", "cache-control": "public, max-age=0, must-revalidate" }, 10],
    [{ "cache-control": "private, max-age=99" }, 0],
    [{ "cache-control": "public, max-age=0, must-revalidate" }, 0],
  ])("obeys the header that is most specific to the edge: %o", async (headers, seconds) => {
    const { read, pass } = always(headers);
    await read();
    pass(seconds - 0.001);
    expect(await read()).toBe(seconds > 0 ? "answer 1" : "answer 2");
    pass(0.001);
    expect(await read()).toBe(seconds > 0 ? "answer 2" : "answer 3");
  });

  it.each([
    [200, 7_200],
    [301, 1_200],
    [404, 180],
    [410, 180],
    [500, 0],
  ])("keeps a response with status %i and no lifetime for %i seconds", async (status, seconds) => {
    const { read, pass } = always({}, status);
    await read();
    pass(seconds - 1);
    expect(await read()).toBe(seconds > 0 ? "answer 1" : "answer 2");
    pass(1);
    expect(await read()).toBe(seconds > 0 ? "answer 2" : "answer 3");
  });

  it("serves a stale copy while it revalidates, for as long as the response allows", async () => {
    const control = "public, max-age=300, stale-while-revalidate=60, stale-if-error=3600";
    const { read, pass } = always({ "cloudflare-cdn-cache-control": control });
    expect(await read()).toBe("answer 1");
    pass(359);
    expect(await read()).toBe("answer 1");
    expect(await read()).toBe("answer 2");
    pass(360);
    expect(await read()).toBe("answer 3");
  });

  it("drops exactly the copies with a purged tag", async () => {
    const { read, cache } = cacheBefore(() => ({
      headers: { "cache-control": "max-age=300", "cache-tag": "listings,listing:1" },
    }));
    await read();
    cache.purge(["listing:2", "listing"]);
    expect(await read()).toBe("answer 1");
    cache.purge(["forum", "listing:1"]);
    expect(await read()).toBe("answer 2");
  });

  it("keys copies only by path and query, not by cookies or headers", async () => {
    const { read } = always({ "cache-control": "public, max-age=300" });
    expect(await read("/?page=2")).toBe("answer 1");
    expect(await read("/")).toBe("answer 2");
    expect(await read("/?page=2", { as: "session=1", headers: { "accept-language": "fr" } })).toBe("answer 1");
  });

  it("serves HEAD from copies without storing the response, and passes writes through", async () => {
    const { read, visit, asked } = always({ "cache-control": "max-age=300", "x-some": "thing" });
    expect(await read("/", { method: "HEAD" })).toBe("");
    expect(await read()).toBe("answer 2");
    const head = await visit("/", { method: "HEAD" });
    expect([await head.text(), head.headers.get("x-some"), asked.length]).toEqual(["", "thing", 2]);
    expect(await read("/", { method: "POST" })).toBe("answer 3");
    expect(await read("/", { json: {} })).toBe("answer 4");
    expect(await read()).toBe("answer 2");
  });

  it("returns 304 for a matching ETag, even on the first request", async () => {
    const { read, visit, asked } = always({ "cache-control": "max-age=300", etag: '"a"' });
    for (const known of ['"a"', 'W/"a"', '"b", "a"']) {
      const response = await visit("/", { headers: { "if-none-match": known } });
      expect([response.status, await response.text(), response.headers.get("etag")]).toEqual([304, "", '"a"']);
    }
    expect(await read("/", { headers: { "if-none-match": '"b"' } })).toBe("answer 1");
    expect(asked).toHaveLength(1);
  });

  it("revalidates a stale copy by its ETag, and extends it by the lifetime of the 304", async () => {
    const { read, pass, asked } = cacheBefore(({ headers }): { status?: number; headers: Record<string, string> } =>
      headers?.["if-none-match"] === '"a"'
        ? { status: 304, headers: { etag: '"a"', "cache-control": "max-age=20" } }
        : { headers: { etag: '"a"', "cache-control": "max-age=300", "content-type": "text/css" } },
    );
    expect(await read()).toBe("answer 1");
    pass(300);
    expect(await read()).toBe("answer 1");
    pass(19);
    expect([await read(), asked.length]).toEqual(["answer 1", 2]);
    pass(1);
    expect([await read(), asked.length]).toEqual(["answer 1", 3]);
  });

  it("stores no cookies", async () => {
    const { visit } = always({ "cache-control": "public, max-age=300", "set-cookie": "session=1" });
    await expect(visit()).rejects.toThrow("sets a cookie");
  });
});
