import type { Browser, Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { LONG_TESTS } from "../support/time-limits.ts";
import { pinUnit, publishUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { expectReadableByAll, personIn, reload, visit } from "../support/node/person.ts";

const DESKTOP = { viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" } as const;
const PHONE = { viewport: { width: 360, height: 740 }, reducedMotion: "reduce" } as const;
/**
 * Two homes far to the west, nearer to Royal York than to Kipling, and three homes in one building in the east. No
 * other test searches for their rents.
 */
const WEST = { latitude: 43.6205, longitude: -79.4932 };
const EAST = { latitude: 43.7731, longitude: -79.2578 };
const ALL = "/?minRent=4410&maxRent=4450&view=map";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser({ drawsMaps: true });
  for (let n = 0; n < 5; n += 1) {
    const { id } = await publishUnit({ address: `${n + 1} Lake Shore Blvd W, Toronto, ON`, rent: String(4420 + n) });
    await pinUnit(id, n < 2 ? { ...WEST, longitude: WEST.longitude + n * 0.01 } : EAST);
  }
}, LONG_TESTS.start);

const parameters = (page: Page) => new URL(page.url()).searchParams;
const cluster = (page: Page, count: number) =>
  page.getByRole("button", { name: `${count} listings here: zoom in`, exact: true });
const cards = (page: Page) => page.getByRole("article");
const zoomIn = (page: Page) => page.getByRole("button", { name: "Zoom in", exact: true });
const follow = (page: Page) => page.getByRole("switch", { name: "Search as I move" });

describe("a renter on the map", () => {
  it(
    "sees the homes of the area beside the map after each move, with one request per move, and the URL keeps the area",
    { tags: ["rest"], timeout: LONG_TESTS.map },
    async () => {
      const { page, leave } = await personIn(browser, DESKTOP);
      const asked: string[] = [];
      page.on("request", (request) => {
        const { pathname, searchParams } = new URL(request.url());
        if (pathname.startsWith("/api/marketplace-listings") && searchParams.has("bbox")) asked.push(pathname);
      });
      await visit(page, ALL);
      await page.getByText("5 of 5 homes on the map").waitFor();
      expect(parameters(page).get("bbox"), "the map was fitted, not moved").toBeNull();
      await cluster(page, 2).click();
      await page.getByText("2 homes in this area").waitFor();
      await expect.poll(() => cards(page).count()).toBe(2);
      expect(asked.toSorted()).toEqual(["/api/marketplace-listings", "/api/marketplace-listings/map"]);
      const bbox = parameters(page).get("bbox");
      expect(bbox).toMatch(/^-79\.\d+,43\.\d+,-79\.\d+,43\.\d+$/);
      await page.getByRole("button", { name: /1 Lake Shore Blvd W,/ }).waitFor();

      await reload(page);
      await page.getByText("2 homes in this area").waitFor();
      await expect.poll(() => cards(page).count()).toBe(2);
      expect(parameters(page).get("bbox")).toBe(bbox);

      await page.getByRole("link", { name: "Remove filter: Map area" }).click();
      await page.getByText("5 of 5 homes on the map").waitFor();
      await cluster(page, 3).waitFor();
      await leave();
    },
  );

  it(
    "searches an area only on request when the switch is off",
    { tags: ["rest"], timeout: LONG_TESTS.map },
    async () => {
      const { page, leave } = await personIn(browser, DESKTOP);
      await visit(page, ALL);
      await cluster(page, 2).waitFor();
      await follow(page).click();
      await expect.poll(() => parameters(page).get("follow")).toBe("0");
      await cluster(page, 2).click();
      const here = page.getByRole("button", { name: "Search this area" });
      await here.waitFor();
      expect(parameters(page).get("bbox")).toBeNull();
      expect(await cards(page).count()).toBe(5);
      await here.click();
      await page.getByText("2 homes in this area").waitFor();
      await here.waitFor({ state: "detached" });
      await reload(page);
      await page.getByText("2 homes in this area").waitFor();
      expect(await follow(page).getAttribute("aria-checked")).toBe("false");
      await leave();
    },
  );

  it(
    "opens a list of the homes in one building, and highlights a chosen one in the list beside the map",
    { tags: ["rest"], timeout: LONG_TESTS.map },
    async () => {
      const { page, leave } = await personIn(browser, DESKTOP);
      await visit(page, ALL);
      await cluster(page, 3).click();
      const building = page.getByRole("region", { name: "3 homes in one place" });
      await building.getByRole("button", { name: /4 Lake Shore Blvd W/ }).click();
      await building.waitFor({ state: "detached" });
      await expectReadableByAll(page, "home chosen on the map", [1440]);
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/4 Lake Shore Blvd W/);
      expect(await page.getByRole("region", { name: "Chosen home" }).count()).toBe(0);
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("link", { name: "View full page" }).click();
      await page.getByRole("heading", { level: 1, name: /4 Lake Shore Blvd W/ }).waitFor();
      await leave();
    },
  );

  it(
    "has a map that fills a phone's screen, and a button back to the same position in the list",
    { tags: ["rest"], timeout: LONG_TESTS.map },
    async () => {
      const { page, leave } = await personIn(browser, PHONE);
      await visit(page, ALL.replace("&view=map", ""));
      await expect.poll(() => cards(page).count()).toBe(5);
      await page.evaluate(() => scrollTo(0, 900));
      const before = await page.evaluate(() => scrollY);
      await page
        .getByRole("link", { name: "Map", exact: true })
        .first()
        .evaluate((link: HTMLElement) => link.click());
      await page.getByText("5 of 5 homes on the map").waitFor();
      await zoomIn(page).waitFor();
      const map = await page.locator("canvas").boundingBox();
      expect(map?.y).toBeLessThanOrEqual(50);
      expect(map?.width).toBe(360);
      expect(map?.height).toBeGreaterThan(480);
      expect(await cards(page).first().isVisible()).toBe(false);
      await expectReadableByAll(page, "map on a phone", [360]);
      await page.getByRole("link", { name: "List", exact: true }).click();
      await expect.poll(() => cards(page).first().isVisible()).toBe(true);
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
      await leave();
    },
  );
});

describe("a renter with a phone", () => {
  it(
    "reaches single homes by tapping the largest cluster repeatedly",
    { tags: ["rest"], timeout: LONG_TESTS.map },
    async () => {
      // Homes at a centre, at a point on each side of it, and on both sides of each of these points; distances are in
      // degrees of longitude. At zoom 12, the cluster of a side point includes the homes beside it. At zoom 11, the
      // cluster of the centre includes both of these clusters. It fills the window before it splits. The map forms
      // clusters from the first places that it receives, so the centre and the side points come first and last.
      const [side, beside] = [0.0209, 0.0093];
      const centres = [0, -side, side];
      const ends = [-side, side].flatMap((east) => [east - beside, east + beside]);
      for (const [n, east] of [...centres, ...ends, ...centres.toReversed()].entries()) {
        const { id } = await publishUnit({ address: `${n + 1} Yonge St, Toronto, ON`, rent: String(4460 + n) });
        const isAgain = n >= centres.length + ends.length;
        await pinUnit(id, { latitude: isAgain ? 43.6506 : 43.65, longitude: -79.38 + east });
      }
      const { page, leave } = await personIn(browser, { ...PHONE, hasTouch: true });
      await visit(page, "/?minRent=4460&maxRent=4469&follow=0&view=map");
      const clusters = page.locator(".map-marker[data-kind=cluster]:visible");
      await clusters.first().waitFor();
      const sizes = async () => (await clusters.allInnerTexts()).map(Number);
      const state = async () => JSON.stringify(await sizes());
      for (let press = 0; press < 12 && (await clusters.count()) > 0; press += 1) {
        const before = await state();
        const counts = await sizes();
        await clusters.nth(counts.indexOf(Math.max(...counts))).tap();
        await expect.poll(state, { message: `after ${press + 1} presses` }).not.toBe(before);
      }
      expect(await clusters.count()).toBe(0);
      await leave();
    },
  );

  it(
    "sees the whole discount of a chosen home, even on the smallest phone",
    { tags: ["rest"], timeout: LONG_TESTS.map },
    async () => {
      const { id } = await publishUnit({ address: "17 Yonge St, Toronto, ON", bedrooms: "Studio", rent: "$1,451" });
      await pinUnit(id, EAST);
      const { page, leave } = await personIn(browser, { ...PHONE, viewport: { width: 320, height: 640 } });
      await visit(page, "/?minRent=1451&maxRent=1451&follow=0&view=map");
      await page.locator(".map-marker").first().click();
      const card = await page.locator(".pin-card").boundingBox();
      const discount = await page.locator(".pin-card .discount").boundingBox();
      if (!card || !discount) throw new Error("no discount in the card");
      expect(card.x + card.width).toBeLessThanOrEqual(320);
      expect(discount.x + discount.width).toBeLessThanOrEqual(card.x + card.width);
      expect(discount.y + discount.height).toBeLessThanOrEqual(card.y + card.height);
      await leave();
    },
  );
});

describe("at 1440 × 900", () => {
  it.each(["/", ALL])(
    "the map opened from %s and the chosen home's card in the list end in view",
    { tags: ["rest"], timeout: LONG_TESTS.map },
    async (path) => {
      const { page, leave } = await personIn(browser, { ...DESKTOP, newcomer: true });
      await visit(page, path.replace("&view=map", ""));
      await page.getByRole("link", { name: "Map", exact: true }).filter({ visible: true }).click();
      await page.locator(".map-marker").first().waitFor();
      const bottomOf = async (selector: string) => {
        const box = await page.locator(selector).boundingBox();
        return (box?.y ?? 0) + (box?.height ?? 9_999);
      };
      expect(await bottomOf(".map-foot")).toBeLessThanOrEqual(900);
      if (path === ALL) {
        await cluster(page, 2).click();
        const pin = page.locator(".map-marker:not([data-kind=cluster]):visible");
        await pin.first().waitFor();
        await pin.first().click();
        await expect.poll(() => bottomOf("li.outline-3")).toBeLessThanOrEqual(900);
        expect(await page.locator(".pin-card").count()).toBe(0);
      }
      await leave();
    },
  );

  it(
    "the label of a home at an edge of the map is fully visible",
    { tags: ["rest"], timeout: LONG_TESTS.map },
    async () => {
      const { page, leave } = await personIn(browser, DESKTOP);
      await visit(page, `${ALL}&follow=0`);
      await cluster(page, 2).click();
      const pin = page.locator(".results-map").getByRole("button", { name: /1 Lake Shore Blvd W,/ });
      const boxOf = async (element: Locator) => {
        const box = await element.boundingBox();
        if (!box) throw new Error("not shown");
        return { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height };
      };
      await pin.waitFor();
      const map = await boxOf(page.locator(".results-map canvas"));
      const middle = { x: (map.left + map.right) / 2, y: (map.top + map.bottom) / 2 };
      // All edges except the lower one, because labels are above their pins. The point at the upper edge is beside the
      // controls.
      const edges = [
        { ...middle, x: map.left + 16 },
        { x: (3 * map.left + map.right) / 4, y: map.top + 16 },
        { ...middle, x: map.right - 16 },
      ];
      for (const edge of edges) {
        const at = await boxOf(pin);
        // A point on the map's background, beside both pins.
        const from = { ...middle, y: middle.y + 60 };
        await page.mouse.move(from.x, from.y);
        await page.mouse.down();
        const to = { x: from.x + edge.x - (at.left + at.right) / 2, y: from.y + edge.y - (at.top + at.bottom) / 2 };
        await page.mouse.move(to.x, to.y, { steps: 8 });
        await page.mouse.up();
        // Repeated in case the map was still moving.
        const isWhole = async () => {
          await pin.hover();
          const label = await pin.locator(".map-marker-label").boundingBox();
          if (!label) return false;
          const [right, bottom] = [label.x + label.width, label.y + label.height];
          return label.x >= map.left && label.y >= map.top && right <= map.right && bottom <= map.bottom;
        };
        await expect.poll(isWhole, { message: JSON.stringify(edge) }).toBe(true);
      }
      await leave();
    },
  );
});
