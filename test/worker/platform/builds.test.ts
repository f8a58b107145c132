import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { r2BuildStore } from "../../../worker/platform/build-store.ts";
import { makeSite } from "../../support/worker/site.ts";

const DAY_MS = 86_400_000;

/** Makes the assets of a build: the real shell, and the given scripts by name. */
function assetsOf(scripts: Readonly<Record<string, string>>): Fetcher {
  const files: Record<string, () => Response> = {
    "/build-files.json": () => Response.json(Object.keys(scripts)),
    ...Object.fromEntries(
      Object.entries(scripts).map(([name, code]) => [
        `/assets/${name}`,
        () => new Response(code, { headers: { "Content-Type": "text/javascript" } }),
      ]),
    ),
  };
  return {
    fetch: async (input: RequestInfo | URL) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      if (pathname === "/index.html") return env.ASSETS.fetch(new URL("https://site.example/index.html"));
      return files[pathname]?.() ?? new Response(null, { status: 404 });
    },
  } as Fetcher;
}

/** Returns the site as a deployment of a build, on the storage that all deployments share. */
function deployed(version: string, scripts: Readonly<Record<string, string>>, now?: Date) {
  const assets = assetsOf(scripts);
  const site = makeSite({
    keepsBuilds: true,
    ...(now && { now }),
    deps: () => ({ version, assets, builds: r2BuildStore(env.PHOTOS, assets) }),
  });
  /** Runs the build-related jobs of a cron tick. */
  const tick = async (time?: Date) => {
    for (const job of ["builds.keep", "builds.prune"]) expect(await site.runJob(job, time), job).toBe(true);
  };
  return { ...site, tick };
}

const FIRST = { "about-aaaaaaaa.js": "first", "shared-cccccccc.js": "shared", "boot-v5.js": "boot" };
const SECOND = { "about-bbbbbbbb.js": "second", "shared-cccccccc.js": "shared", "boot-v5.js": "boot" };
const keys = async (prefix: string) => (await env.PHOTOS.list({ prefix })).objects.map(({ key }) => key);

describe("a script from a previous build", () => {
  it("is served after the next deployment like one of the running build", async () => {
    const first = deployed("1", FIRST);
    const own = await first.fetch("/assets/about-aaaaaaaa.js");
    await first.fetch("/about");
    const former = await deployed("2", SECOND).fetch("/assets/about-aaaaaaaa.js");
    expect([former.status, await former.text()]).toEqual([200, "first"]);
    for (const name of ["content-type", "cache-control", "x-content-type-options"])
      expect(former.headers.get(name), name).toBe(own.headers.get(name));
    expect(former.headers.get("cache-control")).toContain("immutable");
  });

  it("is kept from the first page or the first tick on, and copied once", async () => {
    await deployed("1", FIRST).fetch("/about");
    expect(await keys("assets/")).toEqual(
      Object.keys(FIRST)
        .map((name) => `assets/${name}`)
        .toSorted(),
    );
    expect(await keys("builds/")).toEqual(["builds/1.json"]);
    const second = deployed("2", SECOND);
    await second.tick();
    expect(await keys("assets/")).toContain("assets/about-bbbbbbbb.js");
    const { uploaded } = (await env.PHOTOS.head("assets/about-bbbbbbbb.js")) ?? {};
    await second.fetch("/about");
    expect((await env.PHOTOS.head("assets/about-bbbbbbbb.js"))?.uploaded).toEqual(uploaded);
  });

  it("is deleted 90 days after its build last ran, unless a later build shares it", async () => {
    const first = deployed("1", FIRST);
    await first.tick();
    await first.tick(new Date(first.clock.now.getTime() + 10 * DAY_MS));
    const second = deployed("2", SECOND, first.clock.now);
    const after = (days: number) => second.tick(new Date(first.clock.now.getTime() + days * DAY_MS));
    await after(99);
    expect((await second.fetch("/assets/about-aaaaaaaa.js")).status).toBe(200);
    await after(101);
    expect((await second.fetch("/assets/about-aaaaaaaa.js")).status).toBe(404);
    expect(await keys("assets/")).toEqual(
      Object.keys(SECOND)
        .map((name) => `assets/${name}`)
        .toSorted(),
    );
    expect(await keys("builds/")).toEqual(["builds/2.json"]);
  });

  it("is copied again when its build runs again after that", async () => {
    const late = new Date("2027-06-01T12:00:00Z");
    await deployed("1", FIRST).tick();
    await deployed("2", SECOND).tick(late);
    await deployed("1", FIRST).tick(new Date(late.getTime() + 900_000));
    expect(await keys("builds/")).toEqual(["builds/1.json", "builds/2.json"]);
    expect(await keys("assets/")).toContain("assets/about-aaaaaaaa.js");
  });
});

describe("a script that the build compressed", () => {
  const NAME = "about-aaaaaaaa.js";
  const files = { ...FIRST, [`${NAME}.br`]: "compressed" };
  const ask = (site: Pick<ReturnType<typeof makeSite>, "fetch">, encoding: string) =>
    site.fetch(`/assets/${NAME}`, { headers: { "Accept-Encoding": encoding } });

  it("is sent compressed to clients that accept Brotli, and plain to others", async () => {
    const site = deployed("1", files);
    const compressed = await ask(site, "gzip, br");
    expect([compressed.status, compressed.headers.get("content-encoding")]).toEqual([200, "br"]);
    const plain = await ask(site, "gzip");
    expect([plain.headers.get("content-encoding"), await plain.text()]).toEqual([null, "first"]);
    for (const name of ["content-type", "cache-control", "x-content-type-options"])
      expect(compressed.headers.get(name)?.split(";")[0], name).toBe(plain.headers.get(name)?.split(";")[0]);
  });

  it("is sent plain if the switch is off", async () => {
    const assets = assetsOf(files);
    const site = makeSite({ vars: { COMPRESSED_FILES: "off" }, deps: () => ({ assets }) });
    expect((await ask(site, "br")).headers.get("content-encoding")).toBeNull();
  });
});

describe("an unknown script", () => {
  it("is a 404 and is not cached, even if the bucket contains an object with that name", async () => {
    const site = deployed("1", FIRST);
    await env.PHOTOS.put("assets/notes.txt", "private");
    await env.PHOTOS.put("listings/0/0-400.webp", "photo");
    const paths = ["gone-12345678.js", "notes.txt", "..%2flistings%2f0%2f0-400.webp", "%2e%2e/builds/1.json", ""];
    for (const path of paths) {
      const response = await site.fetch(`/assets/${path}`);
      expect([response.status, response.headers.get("cache-control")], path).toEqual([404, "no-store"]);
    }
  });
});

describe("a bucket that fails", () => {
  const failing = () => Promise.reject(new Error("R2 is down"));

  it("affects neither pages nor present scripts, and does not make a missing script cacheable", async () => {
    const assets = assetsOf(FIRST);
    const bucket = { head: failing, get: failing, put: failing } as unknown as R2Bucket;
    const site = makeSite({ keepsBuilds: true, deps: () => ({ assets, builds: r2BuildStore(bucket, assets) }) });
    expect((await site.fetch("/about")).status).toBe(200);
    expect((await site.fetch("/assets/about-aaaaaaaa.js")).status).toBe(200);
    const missing = await site.fetch("/assets/about-99999999.js");
    expect([missing.status, missing.headers.get("cache-control")]).toEqual([503, "no-store"]);
  });
});
