import type { Browser } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pinUnit, publishUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { makeFolder } from "../support/node/import-folder.ts";
import { type OwnServer, startOwnServer } from "../support/node/own-server.ts";
import { personIn, visit } from "../support/node/person.ts";
import { cityTiles } from "../support/pmtiles.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

/** The map's water in either theme (src/app/theme.css). */
const WATER = { light: "#b4d5e4", dark: "#12303f" } as const;

let browser: Browser;
let server: OwnServer;
beforeAll(async () => {
  browser = await sharedBrowser({ drawsMaps: true });
  using folder = makeFolder({ "toronto.pmtiles": await cityTiles("water", { attribution: "Test <b>maker</b>" }) });
  server = await startOwnServer({ dataFolder: folder.path });
  const { id } = await publishUnit({}, server.siteUrl);
  await pinUnit(id, { latitude: 43.6534, longitude: -79.3841 }, server.siteUrl);
}, LONG_TESTS.build);
afterAll(() => server?.close());

/** The colour of a pixel at the left edge of the map, where no marker is. */
async function colourOf(shot: Buffer): Promise<string> {
  const { data } = await sharp(shot).extract({ left: 20, top: 200, width: 1, height: 1 }).removeAlpha().raw().toBuffer({
    resolveWithObject: true,
  });
  return `#${data.toString("hex")}`;
}

describe("an imported map", () => {
  it(
    "is drawn from our own tiles alone, in the theme's colours, and names who made it",
    { tags: ["rest"], timeout: LONG_TESTS.map },
    async () => {
      const { page, leave } = await personIn(browser, { baseURL: server.siteUrl });
      const tiles: number[] = [];
      page.on("response", (response) => {
        if (/\/tiles\/[^/]+\/\d+\//.test(response.url())) tiles.push(response.status());
      });
      const origins = new Set<string>();
      page.on(
        "request",
        (request) => void (request.url().startsWith("http") && origins.add(new URL(request.url()).origin)),
      );
      await visit(page, "/?view=map");
      const canvas = page.locator("canvas").first();
      for (const theme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme: theme });
        await expect.poll(async () => colourOf(await canvas.screenshot())).toBe(WATER[theme]);
      }
      await page.getByRole("link", { name: "© OpenStreetMap contributors" }).first().waitFor();
      await page.getByText(", Test maker").waitFor();
      expect(tiles.length).toBeGreaterThan(0);
      expect(new Set(tiles)).toEqual(new Set([200]));
      expect([...origins]).toEqual([server.siteUrl]);
      expect(await page.getByText("The map's background could not be loaded.").count()).toBe(0);
      await leave();
    },
  );

  it(
    "leaves the plain ground when its tiles cannot be loaded",
    { tags: ["rest"], timeout: LONG_TESTS.map },
    async () => {
      const { page, leave } = await personIn(browser, { baseURL: server.siteUrl });
      await page.route("**/tiles/*/*/*/*.mvt", (route) => route.fulfill({ status: 503, body: "" }));
      await visit(page, "/?view=map");
      await page.getByText("The map's background could not be loaded.").waitFor();
      expect(await page.locator("canvas").count()).toBe(1);
      await leave([/503/]);
    },
  );
});
