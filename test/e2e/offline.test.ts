import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import sharp from "sharp";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { publishUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { expectReadableByAll, personIn } from "../support/node/person.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

describe("while offline", () => {
  it(
    "shows an offline page instead of a cached page, and reloads when the connection returns",
    { tags: ["rest"] },
    async () => {
      await publishUnit({ address: "77 Elm St, Toronto, ON" });
      const { page, context, leave } = await personIn(browser, { serviceWorkers: "allow" });
      await page.goto("/");
      await page.evaluate(async () => void (await navigator.serviceWorker.ready));
      await page
        .getByRole("link", { name: /77 Elm St/ })
        .first()
        .waitFor();
      await context.setOffline(true);
      await page.goto("/about");
      await page.getByRole("heading", { name: "You are offline" }).waitFor();
      await page.goto("/");
      await page.getByRole("heading", { name: "You are offline" }).waitFor();
      expect(await page.getByText("77 Elm St").count()).toBe(0);
      // The cache's name contains a hash of the page.
      const hash = createHash("sha256").update(readFileSync("public/offline.html")).digest("hex");
      const kept = await page.evaluate(async () => {
        const names = await caches.keys();
        const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
        return { names, paths: requests.flat().map(({ url }) => new URL(url).pathname) };
      });
      expect(kept).toEqual({ names: [`offline-${hash.slice(0, 12)}`], paths: ["/offline.html"] });
      await context.setOffline(false);
      await page.getByRole("link", { name: "Try Again" }).click();
      await page
        .getByRole("link", { name: /77 Elm St/ })
        .first()
        .waitFor();
      await leave([/ERR_INTERNET_DISCONNECTED/, /Failed to load resource/]);
    },
  );

  it("the offline page has no axe violations or horizontal overflow", async () => {
    const { page, leave } = await personIn(browser);
    expect((await page.goto("/offline.html"))?.status()).toBe(200);
    await expectReadableByAll(page);
    await leave();
  });
});

describe("files at well-known paths", () => {
  it("include the favicon and the site's preview picture", async () => {
    const icon = await fetch(`${inject("siteUrl")}/favicon.ico`);
    expect(icon.status).toBe(200);
    const bytes = Buffer.from(await icon.arrayBuffer());
    expect([bytes.readUInt16LE(2), bytes.readUInt16LE(4)]).toEqual([1, 1]);
    expect(bytes.length).toBe(bytes.readUInt32LE(14) + bytes.readUInt32LE(18));
    expect(await sharp(bytes.subarray(bytes.readUInt32LE(18))).metadata()).toMatchObject({ width: 48, height: 48 });
    const about = await (await fetch(`${inject("siteUrl")}/about`)).text();
    const [, picture = ""] = /<meta property="og:image" content="([^"]+)">/.exec(about) ?? [];
    const response = await fetch(inject("siteUrl") + new URL(picture).pathname);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
    const drawn = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect(drawn).toMatchObject({ format: "png", width: 1200, height: 630 });
  });
});

describe("the installed site", () => {
  it("has a manifest whose icons exist in the stated sizes", async () => {
    const read = (path: string) => fetch(inject("siteUrl") + path);
    const manifest = (await (await read("/manifest.webmanifest")).json()) as {
      start_url: string;
      icons: { src: string; sizes: string; type: string }[];
      shortcuts: { url: string }[];
    };
    for (const { url } of [{ url: manifest.start_url }, ...manifest.shortcuts])
      expect((await read(url)).status, url).toBe(200);
    for (const { src, sizes, type } of [
      ...manifest.icons,
      { src: "/apple-touch-icon.png", sizes: "180x180", type: "image/png" },
    ]) {
      const response = await read(src);
      expect([response.status, response.headers.get("content-type")], src).toEqual([200, type]);
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      if (sizes !== "any") expect(`${width}x${height}`, src).toBe(sizes);
    }
  });
});
