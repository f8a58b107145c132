// @module-tag rest
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MapTiles } from "../../worker/contracts/map-tiles.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { type Started, startIn } from "../support/node/own-start.ts";
import { personIn, visit } from "../support/node/person.ts";
import { copySources } from "../support/node/source-copy.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

/** Returns the scripts of a page: those it names, and those that its inline modules import. */
const scriptsIn = (html: string) =>
  [...html.matchAll(/<script[^<>]* src="([^"]+)"|import [^"]* from "(\/[^"]+)"/g)].map(
    ([, named, imported]) => named ?? imported ?? "",
  );
/** Returns the modules of the site's own code that a module imports, statically or on demand. */
const modulesIn = (script: string) =>
  [...script.matchAll(/(?:from|import)\s*\(?\s*"(\/(?:src|worker)\/[^"]+)"/g)].map(([, path = ""]) => path);

/** Tag of a layer in a vector tile: field 3, with a length (vector tile specification 2.1). */
const LAYER = 0x1a;

/** Returns the position after the last layer of a vector tile, by the lengths that the layers state. */
function endOfLayers(tile: Uint8Array): number {
  let at = 0;
  while (at < tile.length && tile[at] === LAYER) {
    let length = 0;
    let shift = 0;
    let byte = 0;
    do {
      at += 1;
      byte = tile[at] ?? 0;
      length += (byte & 0x7f) << shift;
      shift += 7;
    } while (byte > 0x7f);
    at += 1 + length;
  }
  return at;
}

/** One edit in each kind of markup: a page, its frame, its constant parts, and a card, which the server caches. */
const EDITS = [
  { path: "/about", file: "src/pages/about.tsx", from: "Our mission", to: "The mission of the test" },
  { path: "/about", file: "src/app/header.tsx", from: "Toronto's #1", to: "The test's" },
  { path: "/about", file: "src/app/footer.tsx", from: "How It Works", to: "How the Test Works" },
  { path: "/", file: "src/pages/parts/home-faqs.tsx", from: "Check a rent", to: "Check a rent of the test" },
  { path: "/", file: "src/features/listings/card/listing-card.tsx", from: "Monthly", to: "Each Month" },
];

describe("`npm run dev` in a fresh copy", () => {
  let copy: ReturnType<typeof copySources>;
  let site: Started;
  beforeAll(async () => {
    copy = copySources(["migrations", ".dev.vars.example"]);
    site = await startIn(copy.folder, { LOCAL_CRON: "0" }, "dev");
  }, LONG_TESTS.build);
  afterAll(async () => {
    await site?.stop();
    copy.forget();
  }, LONG_TESTS.build);

  const get = async (path: string) => {
    const response = await fetch(site.siteUrl + path, { redirect: "manual" });
    return {
      status: response.status,
      type: response.headers.get("content-type") ?? "",
      tag: response.headers.get("etag") ?? "",
      text: await response.text(),
    };
  };

  /** Replaces a text in a file of the copy. */
  function edit(file: string, from: string, to: string): void {
    const path = join(copy.folder, file);
    const before = readFileSync(path, "utf8");
    expect(before).toContain(from);
    writeFileSync(path, before.replaceAll(from, to));
  }

  /** Requests a page until it shows a text, and expects every response to be a page. */
  async function expectSoon(path: string, text: string): Promise<void> {
    const refused: string[] = [];
    const ask = async () => {
      const page = await get(path).catch((error: unknown) => ({ status: 0, text: String(error) }));
      if (page.status !== 200) refused.push(`${page.status} ${page.text.slice(0, 500)}`);
      return page.text.includes(text);
    };
    await expect.poll(ask, { timeout: LONG_TESTS.build / 3, interval: 100 }).toBe(true);
    expect(refused).toEqual([]);
  }

  it("prints that it is building, then where the site, the mailbox and the passwords are, and nothing alarming", () => {
    const printed = site.output();
    expect(printed).toMatch(/^Building/);
    for (const fact of [
      site.siteUrl,
      "/dev/mailbox",
      "ADMIN_PASSWORD",
      "STATS_PASSWORD",
      join(copy.folder, ".dev.vars"),
    ])
      expect(printed).toContain(fact);
    expect(printed).not.toMatch(/error|warn|QUEUE|^\{/im);
  });

  it(
    "serves every script of the home page, Vite's own ones, and each module that they import",
    async () => {
      const page = await get("/");
      expect(page.status).toBe(200);
      const scripts = scriptsIn(page.text);
      expect(scripts).toEqual(expect.arrayContaining(["/src/main.tsx", "/@vite/client", "/@react-refresh"]));
      const found = new Set(scripts);
      const refused: string[] = [];
      for (const path of found) {
        const { status, type, text } = await get(path);
        if (status !== 200 || !type.includes("javascript")) refused.push(`${path}: ${status} ${type}`);
        for (const next of modulesIn(text)) found.add(next);
      }
      expect(refused).toEqual([]);
      expect([...found].filter((path) => path.startsWith("/worker/contracts/")).length).toBeGreaterThan(10);
      // Requests for pages must not print failures or stack traces.
      expect(site.output().replace(/[^]*Ctrl\+C/, "")).not.toMatch(/error|warn|QUEUE|^\{/im);
    },
    LONG_TESTS.build,
  );

  it("serves no secrets and none of the worker's own code", async () => {
    for (const path of ["/.dev.vars", `/@fs${copy.folder}/.dev.vars`, "/worker/app.ts"])
      expect([path, (await get(path)).status]).toEqual([path, expect.toBeOneOf([403, 404])]);
  });

  it("serves complete map tiles, although the local runtime decompresses them", async () => {
    const { version } = JSON.parse((await get("/tiles/current.json")).text) as MapTiles;
    // The tile with Yonge and Bloor.
    const response = await fetch(`${site.siteUrl}/tiles/${version}/10/286/373.mvt`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(endOfLayers(bytes)).toBe(bytes.length);
  });

  it.each(EDITS)(
    "shows an edit of $file on the open page and on one opened afterwards, without an error",
    async ({ path, file, from, to }) => {
      const browser = await sharedBrowser();
      // Uses a fresh window that is not reused: Vite may reload a page at any moment, which interrupts every other
      // navigation.
      const { page, leave } = await personIn(browser, { fresh: true });
      await visit(page, site.siteUrl + path);
      const { tag } = await get(path);
      edit(file, from, to);
      await page.getByText(to).first().waitFor({ state: "attached" });
      const kept = await fetch(site.siteUrl + path, { headers: { "if-none-match": tag } });
      expect(kept.status).toBe(200);
      await leave();
      const later = await personIn(browser, { fresh: true });
      await visit(later.page, site.siteUrl + path);
      await later.page.getByText(to).first().waitFor({ state: "attached" });
      await later.leave();
    },
    LONG_TESTS.build,
  );

  it(
    "keeps serving while a worker/contracts file changes, even one that Vite's configuration imports",
    async () => {
      const starts = () => site.output().match(/\.dev\.vars$/gm)?.length;
      const before = starts();
      edit("worker/contracts/pages.ts", '"About Us"', '"About the Test"');
      await expectSoon("/about", "About the Test");
      expect(starts()).toBe(before);
    },
    LONG_TESTS.build,
  );
});
