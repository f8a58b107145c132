import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pinUnit, publishUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { type OwnServer, startOwnServer } from "../support/node/own-server.ts";
import { expectReadableByAll, personIn, reload, visit } from "../support/node/person.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

const PHONE = { viewport: { width: 360, height: 740 }, reducedMotion: "reduce" } as const;
const DESKTOP = { viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" } as const;

/** Homes at stations of the demo's timetable, by distance from Union; the last one has no location. */
const HOMES = [
  { rent: "$2,100", place: { latitude: 43.6706, longitude: -79.3868 } },
  { rent: "$2,200", place: { latitude: 43.7806, longitude: -79.4149 } },
  { rent: "$2,300", place: { latitude: 43.7325, longitude: -79.2637 } },
  { rent: "$2,400", place: null },
];

let browser: Browser;
let server: OwnServer;
let page1: string;
beforeAll(async () => {
  browser = await sharedBrowser({ drawsMaps: true });
  server = await startOwnServer({ hasTimetable: true });
  for (const [nth, { rent, place }] of HOMES.entries()) {
    const { id, slug } = await publishUnit({ rent, address: `${nth + 1} Nowhere Road, Toronto, ON` }, server.siteUrl);
    if (place) await pinUnit(id, place, server.siteUrl);
    page1 ??= `/listing/${id}/${slug}`;
  }
}, LONG_TESTS.build);
afterAll(() => server?.close());

/** Returns each card's commutes as text: the lines, then the minutes. */
const commutes = async (page: Page) =>
  (await page.getByRole("list", { name: "Commutes to your places" }).allInnerTexts()).map((text) =>
    text.replaceAll(/\s+/g, " ").trim(),
  );
const prices = (page: Page) => page.locator("article .display").allInnerTexts();
const isInAddress = (page: Page) => /\bcommute=|43\.|-79\./.test(page.url());

/** Selects Union station by typing, using only the keyboard, from the focused button. */
async function nameWork(page: Page): Promise<void> {
  await page.keyboard.press("Enter");
  const field = page.getByRole("combobox", { name: /^Where do you work/ });
  await field.focus();
  await page.keyboard.type("union station");
  await page.getByRole("option", { name: "Union station" }).waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => field.inputValue()).toBe("Union station");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Work", exact: true }).waitFor();
}

/** Starts to record layout shifts that were not caused by input. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const noted = window as unknown as { shifts: number[] };
    noted.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) noted.shifts.push(entry.value);
    }).observe({ type: "layout-shift", buffered: true });
  });
const shifts = (page: Page) => page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);

describe("a renter with a destination", () => {
  it(
    "sets it by keyboard on a phone, sees the commute on each card, filters and sorts by it, and finds it again later",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      const { page, leave } = await personIn(browser, { ...PHONE, baseURL: server.siteUrl, fresh: true });
      await watchShifts(page);
      await visit(page, "/");
      await page.getByRole("button", { name: "Filters" }).click();
      await page.getByRole("button", { name: "Your places", exact: true }).focus();
      await nameWork(page);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog", { name: "Filters" }).waitFor();
      await page.keyboard.press("Escape");
      await expect.poll(() => commutes(page)).toHaveLength(4);
      expect(await commutes(page)).toContainEqual(expect.stringMatching(/^Line 1 \d+ min to work$/));
      expect(await commutes(page)).toContainEqual(expect.stringMatching(/^Line 2 Line 1 \d+ min to work$/));
      expect((await commutes(page)).at(0)).toBe("Commute time unknown");
      for (const card of await page.getByRole("article").all())
        expect((await card.boundingBox())?.height).toBeLessThanOrEqual(460);

      await page.getByRole("button", { name: "Filters" }).click();
      await page.getByRole("button", { name: "Your places", exact: true }).click();
      await page.getByRole("checkbox", { name: "Only homes within 35 min" }).check();
      await page.getByRole("button", { name: "Done" }).click();
      await page.getByRole("link", { name: "Remove filter: ≤ 35 min to Work" }).waitFor();
      await page.getByRole("button", { name: "Filters (1)" }).click();
      await page.getByRole("combobox", { name: "Sort by" }).selectOption({ label: "Shortest commute" });
      await page.getByRole("button", { name: "Show 2 listings" }).click();
      await expect.poll(() => prices(page)).toEqual(["$2,100", "$2,200"]);
      expect(isInAddress(page), page.url()).toBe(false);

      await reload(page);
      await expect.poll(() => prices(page)).toEqual(["$2,100", "$2,200"]);
      await expect.poll(() => commutes(page)).toHaveLength(2);
      expect(await shifts(page)).toEqual([]);
      await page.getByRole("link", { name: "Remove filter: ≤ 35 min to Work" }).click();
      await expect.poll(() => prices(page)).toEqual(["$2,100", "$2,200", "$2,300", "$2,400"]);
      await leave();
    },
  );

  it(
    "shares the list with the destination, which the recipient's page shows and keeps",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      const sharer = await personIn(browser, { ...DESKTOP, baseURL: server.siteUrl, fresh: true });
      await sharer.context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await visit(sharer.page, "/");
      await sharer.page.getByRole("button", { name: "Filters" }).click();
      await sharer.page.getByRole("button", { name: "Your places", exact: true }).focus();
      await nameWork(sharer.page);
      await sharer.page.getByRole("checkbox", { name: "Only homes within 35 min" }).check();
      await sharer.page.getByRole("button", { name: "Done" }).click();
      await sharer.page.getByRole("button", { name: "Share with places" }).click();
      await expect.poll(() => new URL(sharer.page.url()).searchParams.get("commute")).toBe("43.646,-79.381");
      const link = await sharer.page.evaluate(() => navigator.clipboard.readText());
      await sharer.leave();

      const html = await (await fetch(link)).text();
      expect(html).toContain("≤ 35 min to Place 1");
      expect(html.match(/<article/g)).toHaveLength(2);
      const { page, leave } = await personIn(browser, { ...DESKTOP, baseURL: server.siteUrl, fresh: true });
      await visit(page, new URL(link).search);
      await expect.poll(() => commutes(page)).toContainEqual(expect.stringMatching(/^Line 1 \d+ min to Place 1$/));
      await page.getByRole("button", { name: "Keep these places" }).click();
      await expect.poll(() => isInAddress(page)).toBe(false);
      await expect.poll(() => prices(page)).toHaveLength(2);
      await reload(page);
      await expect.poll(() => commutes(page)).toHaveLength(2);
      await leave();
    },
  );

  it(
    "sees each leg on the listing's page, and places a pin when nothing is found",
    { tags: ["rest"], timeout: LONG_TESTS.map },
    async () => {
      const { page, leave } = await personIn(browser, { ...DESKTOP, baseURL: server.siteUrl, fresh: true });
      await watchShifts(page);
      await visit(page, page1);
      await page.getByRole("button", { name: "How long to work?" }).first().focus();
      await page.keyboard.press("Enter");
      await page.getByRole("combobox", { name: /^Where do you work/ }).fill("zzzz");
      await page.getByText("Nothing found. Put a pin on the map.").waitFor();
      await expectReadableByAll(page, "a new place");
      await page.getByRole("button", { name: "Pick it on the map" }).press("Enter");
      await page.getByRole("button", { name: "Put the pin at the centre of the map" }).press("Enter");
      await page.getByRole("button", { name: "Add this place" }).press("Enter");
      await page.getByRole("button", { name: "Edit Work" }).waitFor();
      await expectReadableByAll(page, "the places");
      await page.keyboard.press("Escape");
      const card = page.getByRole("region", { name: "Getting to work" });
      await card.getByText(/^\d+ min to work$/).waitFor();
      await card.getByText("min on foot").waitFor();
      await card.getByText("Subway only (sample timetable)").waitFor();
      await expectReadableByAll(page, "a listing with commutes");

      await reload(page);
      await card.getByText(/^\d+ min to work$/).waitFor();
      expect(await shifts(page)).toEqual([]);
      await leave();
    },
  );
});
