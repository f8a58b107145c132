import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import type { PublicListing } from "../../worker/contracts/listings.ts";
import { LONG_TESTS } from "../support/time-limits.ts";
import { pinUnit, publishUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { accessibilityProblems, expectReadableByAll, personIn, reload, visit } from "../support/node/person.ts";
import { answer } from "../support/node/screens.ts";

const DESKTOP = { viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" } as const;
const PHONE = { viewport: { width: 360, height: 800 }, reducedMotion: "reduce" } as const;
/** Location of a terminal station, far from other tests' units. */
const KIPLING = { latitude: 43.6375, longitude: -79.5361 };
const NEAR_KIPLING = "?maxRent=2000&station=Kipling";

let browser: Browser;
/** A browser with WebGL for maps, which renders everything several times slower. */
let mapBrowser: Browser;
/** Nine units under $2,000 around the station, the most expensive first. */
let units: PublicListing[];
beforeAll(async () => {
  [browser, mapBrowser] = await Promise.all([sharedBrowser(), sharedBrowser({ drawsMaps: true })]);
  units = [];
  for (let n = 0; n < 9; n += 1) {
    const { id } = await publishUnit({ address: `${n + 1} Aukland Rd, Toronto, ON`, rent: String(1900 - n * 40) });
    const [north, east] = [Math.floor(n / 3) - 1, (n % 3) - 1];
    units.push(
      await pinUnit(id, {
        latitude: KIPLING.latitude + north * 0.004,
        longitude: KIPLING.longitude + east * 0.005,
      }),
    );
  }
  const dear = await publishUnit({ address: "90 Aukland Rd, Toronto, ON", rent: "2,950" });
  await pinUnit(dear.id, KIPLING);
  const optionalFields = { laundry: "unit", furnished: true, leaseMonths: 2 };
  const placed = await publishUnit({ address: "91 Aukland Rd, Toronto, ON", rent: "2,960", ...optionalFields });
  await pinUnit(placed.id, KIPLING);
  await publishUnit({ address: "92 Aukland Rd, Toronto, ON", rent: "2,970", ...optionalFields });
}, LONG_TESTS.start);

const query = (page: Page) => new URL(page.url()).search;
const filtersButton = (page: Page) => page.getByRole("button", { name: /^Filters/ });
const cards = (page: Page) => page.getByRole("article");
const count = (page: Page, text: string) => page.getByRole("status").getByText(text, { exact: true });
const chip = (page: Page, text: string) => page.getByRole("link", { name: `Remove filter: ${text}`, exact: true });
const marker = (page: Page, address: string) => page.getByRole("button", { name: new RegExp(`- ${address},`) });
async function chooseKipling(page: Page): Promise<void> {
  const station = page.getByRole("combobox", { name: "Closest subway station" });
  await station.fill("kip");
  await page.getByRole("option", { name: /^Kipling/ }).waitFor();
  await station.press("Enter");
  await expect.poll(() => station.inputValue()).toBe("Kipling");
}

describe("a renter who searches", () => {
  it(
    "filters by rent and station, opens a unit from the map and returns to the same results",
    { tags: ["rest"], timeout: LONG_TESTS.map },
    async () => {
      const { page, leave } = await personIn(mapBrowser, DESKTOP);
      await visit(page, "/");
      await filtersButton(page).click();
      await page.getByRole("group", { name: "Rent a month" }).getByLabel("Max").fill("$2,000");
      await chooseKipling(page);
      await page.getByRole("button", { name: "Show 9 listings" }).click();
      await expect.poll(() => count(page, "9 listings").count()).toBe(1);
      expect(query(page)).toBe(NEAR_KIPLING);
      await expect.poll(() => cards(page).count()).toBe(9);
      await page.getByRole("button", { name: "Filters (2)" }).waitFor();
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Filters (2)");

      await page.getByRole("link", { name: "Map", exact: true }).click();
      await page.getByText("9 of 9 homes on the map").waitFor();
      expect(query(page)).toBe(`${NEAR_KIPLING}&view=map`);
      expect(await page.locator('meta[name="robots"]').getAttribute("content")).toBe("noindex");
      expect(await page.locator('link[rel="canonical"]').getAttribute("href")).toMatch(/:\d+\/$/);

      const chosen = units[0]?.id ?? 0;
      await marker(page, "1 Aukland Rd").click();
      const card = page.locator(`#listing-${chosen}`);
      await expect.poll(() => card.evaluate((item) => item.contains(document.activeElement))).toBe(true);
      expect(await card.evaluate((item) => item.className)).toContain("outline-accent");
      await marker(page, "1 Aukland Rd").and(page.locator("[data-selected]")).waitFor();
      await cards(page).filter({ hasText: "2 Aukland Rd" }).hover();
      await marker(page, "2 Aukland Rd").and(page.locator("[data-selected]")).waitFor();

      await card.getByRole("heading").getByRole("link").click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("link", { name: "View full page" }).waitFor();
      const position = await page.evaluate(() => scrollY);
      expect(position, "the unit is the last of the list").toBeGreaterThan(300);
      await dialog.getByRole("link", { name: "View full page" }).click();
      await page.getByRole("heading", { level: 1, name: /1 Aukland Rd/ }).waitFor();
      await page.goBack();
      await expect.poll(() => count(page, "9 listings").count()).toBe(1);
      await expect.poll(() => cards(page).count()).toBe(9);
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(position);

      await reload(page);
      await page.getByText("9 of 9 homes on the map").waitFor();
      await page.goBack();
      await page.getByRole("link", { name: "Map", exact: true }).waitFor();
      expect(query(page)).toBe(NEAR_KIPLING);
      await page.getByRole("link", { name: "Clear all" }).click();
      await chip(page, "Kipling station").waitFor({ state: "detached" });
      expect(query(page)).toBe("");
      await expect.poll(() => page.locator('meta[name="robots"]').count()).toBe(0);
      await page.goBack();
      await chip(page, "Kipling station").waitFor();
      await leave();
    },
  );

  it("on a phone filters in a dialog that shows the count and closes with the back button", async () => {
    const { page, leave } = await personIn(browser, PHONE);
    await visit(page, "/1-bedroom-apartments-toronto?station=Kipling");
    await filtersButton(page).click();
    const dialog = page.getByRole("dialog", { name: "Filters" });
    await dialog.getByRole("button", { name: "Show 11 listings" }).waitFor();
    await dialog.getByLabel("Pets allowed").check();
    await dialog.getByRole("button", { name: "Show 0 listings" }).waitFor();
    await page.goBack();
    await dialog.waitFor({ state: "detached" });
    expect(query(page)).toBe("?station=Kipling");
    await expect.poll(() => filtersButton(page).evaluate((button) => button === document.activeElement)).toBe(true);

    await filtersButton(page).click();
    const rent = dialog.getByRole("group", { name: "Rent a month" }).getByLabel("Max");
    await rent.fill("cheap");
    await dialog.getByText("Please enter whole dollars, $15,000 at most.").waitFor();
    await dialog.getByRole("button", { name: /^Show/ }).click();
    await expect.poll(() => rent.evaluate((input) => input === document.activeElement)).toBe(true);
    await rent.fill("1700");
    await dialog.getByRole("button", { name: "Show 4 listings" }).click();
    await dialog.waitFor({ state: "detached" });
    await count(page, "4 listings").waitFor();
    expect(query(page)).toBe(NEAR_KIPLING.replace("2000", "1700"));
    await expect.poll(() => chip(page, "Up to $1,700").count()).toBe(1);
    await page.getByText("You've reached the end! Showing all 4 one-bedroom apartments").waitFor();
    await leave();
  });

  it("sees how many results are on the map", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(mapBrowser, DESKTOP);
    await visit(page, "/?with=laundry,furnished,short-lease&view=map");
    await page.getByText("1 of 2 homes on the map").waitFor();
    await page.locator(".results-map").getByRole("link", { name: "Open Government Licence – Toronto" }).waitFor();
    await marker(page, "91 Aukland Rd").click();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("href"));
    await expect.poll(focused).toMatch(/91-aukland-rd$/);
    await leave();
  });

  it(
    "opens a unit on the map that the list has not loaded, and returns to its pin with Escape",
    { tags: ["rest"] },
    async () => {
      const { page, leave } = await personIn(mapBrowser, DESKTOP);
      const first = units[0]?.id ?? 0;
      await visit(page, "/1-bedroom-apartments-toronto?station=Kipling&maxRent=2000&view=map");
      await page.getByText("9 of 9 homes on the map").waitFor();
      await expect.poll(() => cards(page).count()).toBe(8);
      expect(await page.locator(`#listing-${first}`).count()).toBe(0);
      await marker(page, "1 Aukland Rd").click();
      const inPlace = page.getByRole("region", { name: "Chosen home" });
      await inPlace.getByText("$1,900").waitFor();
      await page.keyboard.press("Escape");
      await inPlace.waitFor({ state: "detached" });
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
        .toMatch(/- 1 Aukland Rd,/);
      await leave();
    },
  );
});

describe("the station combobox", () => {
  const station = (page: Page) => page.getByRole("combobox", { name: "Closest subway station" });
  const showButton = (page: Page) => page.getByRole("button", { name: /^Show / });

  async function openFilters(device: typeof DESKTOP | typeof PHONE, address = "/") {
    const person = await personIn(browser, device);
    await visit(person.page, address);
    await filtersButton(person.page).click();
    await showButton(person.page).waitFor();
    return person;
  }

  it("does not preselect an option; Enter in an empty field submits", { tags: ["rest"] }, async () => {
    const { page, leave } = await openFilters(DESKTOP, "/?maxRent=2000");
    await station(page).click();
    await page.getByRole("option", { name: /^Kipling/ }).waitFor();
    await expect.poll(() => station(page).getAttribute("aria-activedescendant")).toBeNull();
    await station(page).press("Enter");
    await showButton(page).waitFor({ state: "detached" });
    expect(query(page)).toBe("?maxRent=2000");

    await filtersButton(page).click();
    await station(page).fill("Atlantis");
    await station(page).press("Tab");
    await page.getByText("Choose one from the list.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await station(page).fill("");
    await station(page).press("ArrowDown");
    await expect.poll(() => station(page).getAttribute("aria-activedescendant")).not.toBeNull();
    await station(page).press("Enter");
    await expect.poll(() => station(page).inputValue()).not.toBe("");
    await leave();
  });

  it("is fully visible on a phone, above the buttons", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser, { ...PHONE, hasTouch: true });
    const places = Array.from({ length: 30 }, (_, n) => ({ name: `Station ${n}`, lines: ["1"], count: 1 }));
    await answer(page, "**/api/marketplace-listings/places", { neighbourhoods: [], stations: places });
    await visit(page, "/");
    await filtersButton(page).click();
    await station(page).click();
    await page.getByRole("option", { name: /^Station 0/ }).waitFor();
    const list = await page.getByRole("listbox").boundingBox();
    const field = await station(page).boundingBox();
    const button = await showButton(page).boundingBox();
    expect(list && field && list.y >= field.y + field.height).toBe(true);
    expect(list && button && list.y + list.height <= button.y).toBe(true);
    expect(list?.height).toBeGreaterThan(200);
    await page.getByText("Homes without a known location are not shown.").waitFor();
    await leave();
  });
});

describe("a search", () => {
  it("shows its results without JavaScript, with a chip per filter that links to the list without it", async () => {
    const { page, leave } = await personIn(browser, { ...DESKTOP, javaScriptEnabled: false });
    await page.goto(`/${NEAR_KIPLING}`);
    await expect.poll(() => count(page, "9 listings").count()).toBe(1);
    await expect.poll(() => cards(page).count()).toBe(8);
    expect(await page.locator('meta[name="robots"]').getAttribute("content")).toBe("noindex");
    await chip(page, "Up to $2,000").click();
    await page.waitForURL(/\/\?station=Kipling$/);
    await expect.poll(() => count(page, "11 listings").count()).toBe(1);
    await page.getByRole("link", { name: "Map", exact: true }).click();
    await page.waitForURL(/view=map$/);
    expect(await cards(page).count(), "the list stands beside it").toBe(8);
    await leave();
  });
});

describe("the filters and the map", () => {
  it.each([360, 1440])(
    "have no axe violations or horizontal overflow at %i px",
    { tags: ["rest"], timeout: LONG_TESTS.map },
    async (width) => {
      const { page, leave } = await personIn(mapBrowser, width === 360 ? PHONE : DESKTOP);
      await visit(page, `/${NEAR_KIPLING}&view=map`);
      await page.getByText("9 of 9 homes on the map").waitFor();
      // On a phone, the markers are too close together to be shown separately.
      await page
        .getByRole("button", { name: /Aukland Rd,|listings here: zoom in/ })
        .first()
        .waitFor();
      await expectReadableByAll(page, "map", [width]);
      await filtersButton(page).click();
      await page.getByRole("combobox", { name: "Closest subway station" }).click();
      await page.getByRole("option", { name: /^Kipling/ }).waitFor();
      await expectReadableByAll(page, "stations", [width]);
      // Escape closes the list first, then the dialog that contains it.
      await page.keyboard.press("Escape");
      await page.getByRole("option", { name: /^Kipling/ }).waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Show 9 listings" }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Show 9 listings" }).waitFor({ state: "detached" });
      await expect.poll(() => filtersButton(page).evaluate((button) => button === document.activeElement)).toBe(true);
      await leave();
    },
  );
});
