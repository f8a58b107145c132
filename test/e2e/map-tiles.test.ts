import { readFile } from "node:fs/promises";
import type { Browser } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMO_MAP } from "../../scripts/demo/seed-map.ts";
import { pinUnit, publishUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { makeFolder } from "../support/node/import-folder.ts";
import { type OwnServer, startOwnServer } from "../support/node/own-server.ts";
import { personIn, visit } from "../support/node/person.ts";
import { cityTiles } from "../support/pmtiles.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

/** The colour of water on the map in each theme (src/app/theme.css). */
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

/** Returns the colour of a pixel at the left edge of the map, where there is no marker. */
async function colourOf(shot: Buffer): Promise<string> {
  const { data } = await sharp(shot).extract({ left: 20, top: 200, width: 1, height: 1 }).removeAlpha().raw().toBuffer({
    resolveWithObject: true,
  });
  return `#${data.toString("hex")}`;
}

describe("an imported map", () => {
  it(
    "is drawn only from our own tiles, in the theme's colours, with attribution",
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
    "shows a plain background when its tiles cannot be loaded",
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

/** The methods of the page's map that query its drawn names. */
interface DrawnMap {
  loaded(): boolean;
  isMoving(): boolean;
  jumpTo(camera: { center: [number, number]; zoom: number }): void;
  once(event: "idle", listener: () => void): void;
  queryRenderedFeatures(
    box: [[number, number], [number, number]],
    options: { layers: string[] },
  ): { properties: { name: string } }[];
}

describe("the demo's map", () => {
  const YONGE_AND_BLOOR: [number, number] = [-79.386, 43.6705];
  let demo: OwnServer;
  beforeAll(async () => {
    using folder = makeFolder({ "toronto.pmtiles": await readFile(DEMO_MAP) });
    demo = await startOwnServer({ dataFolder: folder.path });
    // Beside the station, because the pin must cover the station.
    const { id } = await publishUnit({}, demo.siteUrl);
    await pinUnit(id, { latitude: 43.6708, longitude: -79.386 }, demo.siteUrl);
  }, LONG_TESTS.build);
  afterAll(() => demo?.close());

  it.each([360, 1440])(
    "labels Yonge and Bloor Street at zoom 14 and nothing under a pin, at %i px",
    { tags: ["rest"], timeout: LONG_TESTS.map },
    async (width) => {
      const { page, leave } = await personIn(browser, {
        baseURL: demo.siteUrl,
        viewport: { width, height: width < 1_000 ? 740 : 900 },
      });
      // MapLibre does not expose its map, so the test intercepts its creation.
      await page.addInitScript(() => {
        // oxlint-disable-next-line no-extend-native -- no object that a test can reach has the map as a property
        Object.defineProperty(Object.prototype, "_canvasContainer", {
          configurable: true,
          set(this: object, value: unknown) {
            Object.assign(window, { drawnMap: this });
            Object.defineProperty(this, "_canvasContainer", { value, writable: true, configurable: true });
          },
        });
      });
      await visit(page, "/?view=map&follow=0");
      await page.locator(".map-marker").first().waitFor();
      const namesIn = (where: "view" | "pin") =>
        page.evaluate(
          ({ from, isPin }) => {
            const map = (window as unknown as { drawnMap: DrawnMap }).drawnMap;
            const edges = document.querySelector(".maplibregl-map")?.getBoundingClientRect();
            const card = document.querySelector(".pin-card")?.getBoundingClientRect();
            const pin = document.querySelector(".map-marker")?.getBoundingClientRect();
            if (!edges || !pin) return [];
            const box: [[number, number], [number, number]] = isPin
              ? [
                  [pin.left - edges.left, pin.top - edges.top],
                  [pin.right - edges.left, pin.bottom - edges.top],
                ]
              : [
                  [0, 0],
                  [edges.width, (card?.top ?? edges.bottom) - edges.top],
                ];
            const layers = isPin ? [...from, "own-station-names"] : from;
            return map
              .queryRenderedFeatures(box, { layers })
              .map(({ properties }) => properties.name.replace(/ (?:East|West)$/, ""));
          },
          { from: ["roads_labels_major", "roads_labels_minor"], isPin: where === "pin" },
        );
      await page.evaluate(async (center) => {
        const map = (window as unknown as { drawnMap: DrawnMap }).drawnMap;
        const idle = () =>
          new Promise<void>((resolve) => {
            map.once("idle", resolve);
          });
        // Waits until the page has fitted the map to its homes, because that would undo the jump.
        if (!map.loaded() || map.isMoving()) await idle();
        const drawn = idle();
        map.jumpTo({ center, zoom: 14 });
        await drawn;
      }, YONGE_AND_BLOOR);
      for (const street of ["Yonge Street", "Bloor Street"]) await expect.poll(() => namesIn("view")).toContain(street);
      await expect.poll(() => namesIn("pin")).toEqual([]);
      await leave();
    },
  );
});
