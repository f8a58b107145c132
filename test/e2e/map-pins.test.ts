import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { DEMO_PLACES } from "../../scripts/demo/listing-rows.ts";
import { UNITS } from "../../scripts/demo/units.ts";
import type { SearchMap } from "../../worker/contracts/search.ts";
import { pinUnit, publishUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { expectReadableByAll, personIn, visit } from "../support/node/person.ts";
import { answer } from "../support/node/screens.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser({ drawsMaps: true });
}, LONG_TESTS.start);

const zoom = (page: Page, by: "in" | "out") => page.getByRole("button", { name: `Zoom ${by}`, exact: true }).click();

describe("the map of the demo's homes", () => {
  const demo: SearchMap["points"] = UNITS.flatMap(({ address, home, offer }, nth) => {
    const at = DEMO_PLACES.get(address.street)?.at;
    const bare = { id: nth + 1, path: "/", title: address.street, belowMarketPercent: null };
    const [dollars = ""] = /\d[\d,]*/.exec(offer.rent) ?? [];
    const price = Number(dollars.replace(",", "")).toLocaleString("en-CA");
    return at && dollars !== "" ? [{ ...bare, ...at, bedrooms: home.bedrooms, price }] : [];
  }).filter(({ bedrooms }) => bedrooms !== "Private Room");

  /** Returns the visible pins and clusters, and the pairs of them that overlap. */
  const boxesOn = (page: Page) =>
    page.locator(".results-map").evaluate((map) => {
      const edges = map.getBoundingClientRect();
      const boxes = [...map.querySelectorAll<HTMLElement>(".map-marker")]
        .filter(({ style }) => style.visibility !== "hidden")
        .map((element) => ({ text: element.innerText, box: element.getBoundingClientRect() }));
      const meet = (a: DOMRect, b: DOMRect) =>
        a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
      const pairs = boxes.flatMap(({ text, box }, nth) =>
        boxes
          .slice(nth + 1)
          .filter((other) => meet(box, other.box))
          .map((other) => `${text} and ${other.text}`),
      );
      const middles = boxes.map(({ box }) => (box.left + box.right) / 2);
      return {
        cut: boxes.filter(({ box }) => box.left < edges.left || box.right > edges.right).map(({ text }) => text),
        texts: boxes.map(({ text }) => text),
        pairs,
        width: (Math.max(...middles) - Math.min(...middles)) / edges.width,
      };
    });
  const isCluster = (text: string) => /^\d+$/.test(text);

  it.each([360, 768, 1440])(
    "fits them at %i px, and no two of its pins and clusters overlap at any zoom",
    { tags: ["rest"], timeout: LONG_TESTS.map },
    async (width) => {
      const { page, leave } = await personIn(browser, {
        viewport: { width, height: 900 },
        reducedMotion: "reduce",
        hasTouch: width < 1_000,
      });
      await answer(page, "**/api/marketplace-listings/map?*", { points: demo, total: 60, rooms: 0, isCut: false });
      await visit(page, "/?view=map&follow=0");
      await page.locator(".map-marker").first().waitFor();
      const opening = await boxesOn(page);
      const homes = opening.texts.reduce((sum, text) => sum + (isCluster(text) ? Number(text) : 1), 0);
      expect(homes).toBeGreaterThanOrEqual((width < 480 ? 0.8 : 0.85) * demo.length);
      expect(opening.cut).toEqual([]);
      expect(opening.width).toBeGreaterThan(0.6);
      const prices = opening.texts.filter((text) => !isCluster(text));
      expect(prices.length).toBeGreaterThan(2);
      expect(await page.locator(".map-marker[data-selected]").count(), "before a choice").toBe(0);
      for (const price of prices) expect(price).toMatch(/^\$(?:\d,)?\d{3}$/);
      expect(opening.pairs).toEqual([]);
      for (const by of ["out", "in", "in", "in", "in", "in"] as const) {
        await zoom(page, by);
        expect((await boxesOn(page)).pairs).toEqual([]);
      }
      await leave();
    },
  );
});

describe("a phone's map", () => {
  const PATH = "/?minRent=4481&maxRent=4489&follow=0&view=map";
  beforeAll(async () => {
    for (const [n, longitude] of [-79.5, -79.42, -79.34].entries()) {
      const { id } = await publishUnit({ address: `${n + 1} Dupont St, Toronto, ON`, rent: String(4481 + n) });
      await pinUnit(id, { latitude: 43.67, longitude });
    }
  }, LONG_TESTS.start);

  const personOnTheMap = async () => {
    const person = await personIn(browser, {
      viewport: { width: 360, height: 740 },
      reducedMotion: "reduce",
      hasTouch: true,
    });
    await visit(person.page, PATH);
    await person.page.locator(".map-marker").first().waitFor();
    return person;
  };
  const pin = (page: Page, n: number) => page.getByRole("button", { name: new RegExp(`- ${n} Dupont St,`) });
  const isSelected = (page: Page, n: number) => pin(page, n).and(page.locator("[data-selected]")).waitFor();
  const cards = (page: Page) => page.getByRole("region", { name: "Chosen home" });
  const cardOf = (page: Page, n: number) => cards(page).getByRole("link", { name: new RegExp(`- ${n} Dupont St`) });

  it(
    "has a row of cards that follows the selected pin, and a selection that follows swipes and arrow keys",
    { tags: ["rest"], timeout: LONG_TESTS.map },
    async () => {
      const { page, leave } = await personOnTheMap();
      await pin(page, 2).tap();
      await isSelected(page, 2);
      await cardOf(page, 2).waitFor();
      await expectReadableByAll(page, "cards on the map", [320, 360]);
      const swipe = (by: number) =>
        page.locator(".pin-row").evaluate((row, cards) => row.scrollBy({ left: 320 * cards }), by);
      await swipe(-1);
      // The newest listing comes first in the list.
      await isSelected(page, 3);
      await page.keyboard.press("ArrowRight");
      await isSelected(page, 2);
      await swipe(1);
      await isSelected(page, 1);
      await pin(page, 3).tap();
      await isSelected(page, 3);
      await cardOf(page, 3).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("link", { name: "View full page" }).waitFor();
      await page.goBack();
      await dialog.waitFor({ state: "detached" });
      await cardOf(page, 3).waitFor();
      await cards(page).getByRole("button", { name: "Close" }).click();
      await cards(page).waitFor({ state: "detached" });
      await leave();
    },
  );

  it(
    "moves to a selected home that is out of view, or under the cards",
    { tags: ["rest"], timeout: LONG_TESTS.map },
    async () => {
      const { page, leave } = await personOnTheMap();
      await pin(page, 2).tap();
      for (let press = 0; press < 3; press += 1) await zoom(page, "in");
      await page.locator(".pin-row").evaluate((row) => row.scrollBy({ left: 320 }));
      await isSelected(page, 1);
      const isInTheOpen = () =>
        pin(page, 1).evaluate((element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          return element.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
        });
      await expect.poll(isInTheOpen).toBe(true);
      for (const by of ["in", "out", "out", "in"] as const) {
        await zoom(page, by);
        await expect.poll(isInTheOpen).toBe(true);
      }
      await leave();
    },
  );

  it(
    "stays at a home when the buttons zoom in, and shows the switch once it has moved",
    { tags: ["rest"], timeout: LONG_TESTS.map },
    async () => {
      const { page, leave } = await personOnTheMap();
      await visit(page, PATH.replace("&follow=0", ""));
      await page.locator(".map-marker").first().waitFor();
      const follow = page.getByRole("switch", { name: "Search as I move" });
      expect(await follow.count()).toBe(0);
      for (let press = 0; press < 4; press += 1) await zoom(page, "in");
      await follow.waitFor();
      await page.getByText("1 home in this area").waitFor();
      await leave();
    },
  );

  it(
    "shows the attribution until the first gesture, and then behind a button",
    { tags: ["rest"], timeout: LONG_TESTS.map },
    async () => {
      const { page, leave } = await personOnTheMap();
      const licence = page.locator(".results-map").getByRole("link", { name: "Open Government Licence – Toronto" });
      await licence.waitFor();
      await pin(page, 2).tap();
      await licence.waitFor({ state: "hidden" });
      const boxOf = async (selector: string) => {
        const box = await page.locator(selector).boundingBox();
        if (!box) throw new Error(`${selector} is not shown`);
        return box;
      };
      const [button, card] = [await boxOf(".maplibregl-ctrl-attrib-button"), await boxOf(".pin-row")];
      expect(button.x).toBeLessThan(60);
      expect(card.y - button.y).toBeLessThan(60);
      expect(button.y + button.height).toBeLessThanOrEqual(card.y);
      await page.getByLabel("Toggle attribution").click();
      await licence.waitFor();
      await leave();
    },
  );
});
