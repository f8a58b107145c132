import type { Browser } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { publishUnit } from "../support/node/api.ts";
import { launchBrowser } from "../support/node/browser.ts";
import { accessibilityProblems, excessWidth, personIn } from "../support/node/person.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

describe("without a connection", () => {
  it("no page is shown from a copy: a page says that one is offline, and goes on when the connection is back", async () => {
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
    expect(
      await page.evaluate(async () =>
        (await (await caches.open("offline-1")).keys()).map(({ url }) => new URL(url).pathname),
      ),
    ).toEqual(["/offline.html"]);
    await context.setOffline(false);
    await page.getByRole("link", { name: "Try Again" }).click();
    await page
      .getByRole("link", { name: /77 Elm St/ })
      .first()
      .waitFor();
    await leave([/ERR_INTERNET_DISCONNECTED/, /Failed to load resource/]);
  });

  it.each([
    ["light", 360],
    ["dark", 1440],
  ] as const)(
    "the page of it has nothing that axe finds and nothing too wide (%s, %i px)",
    async (colorScheme, width) => {
      const { page, leave } = await personIn(browser, { colorScheme, viewport: { width, height: 800 } });
      expect((await page.goto("/offline.html"))?.status()).toBe(200);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await excessWidth(page)).toBe(0);
      await leave();
    },
  );
});

describe("an installed site", () => {
  it("has a manifest whose icons are there, as large as it says", async () => {
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
