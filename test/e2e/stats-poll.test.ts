import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { busyStats } from "../support/component/statistics.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { card, figure, openDashboard, STATS } from "../support/node/dashboard.ts";
import { answer } from "../support/node/screens.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

/** Widths of a phone and a desktop. */
const WIDTHS = [360, 1440] as const;

describe("the layout", () => {
  const top = async (page: Page) => (await figure(page, "Active Visitors").boundingBox())?.y;

  /** Takes a measurement at each width. */
  async function atEachWidth<Measure>(page: Page, measure: () => Promise<Measure>): Promise<Measure[]> {
    const measured: Measure[] = [];
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      measured.push(await measure());
    }
    return measured;
  }

  it(
    "keeps its columns, and opening a card does not change the height of the cards beside it",
    { tags: ["rest"] },
    async () => {
      const { page, leave } = await openDashboard(browser, {}, (page) => answer(page, STATS, busyStats()));
      const box = async (name: string) => {
        const found = await card(page, name).boundingBox();
        if (!found) throw new Error(`${name} is not visible.`);
        return found;
      };
      await page.setViewportSize({ width: 768, height: 1_024 });
      expect((await box("Today's Traffic Sources")).y).toBe((await box("Most Visited URLs Today")).y);
      await page.setViewportSize({ width: 1440, height: 900 });
      for (const [above, below] of [
        ["Today's Visits", "Today's Traffic Sources"],
        ["Mailing-list audience", "Month Visitors"],
      ] as const)
        expect((await box(below)).x).toBeCloseTo((await box(above)).x, 0);
      const { height } = await box("Month Visitors");
      await page.getByRole("button", { name: "Show the top 10" }).click();
      await page.getByRole("button", { name: "Show the first 5" }).waitFor();
      expect((await box("Month Visitors")).height).toBeLessThanOrEqual(height);
      await leave();
    },
  );

  it("has the single numbers in one row when printed", { tags: ["rest"] }, async () => {
    const { page, leave } = await openDashboard(browser);
    await page.setViewportSize({ width: 740, height: 900 });
    await page.emulateMedia({ media: "print" });
    const tops = ["1 Hour visitors", "Mailing-list audience", "VIP subscriptions", "Listings"].map(
      async (name) => (await card(page, name).boundingBox())?.y,
    );
    expect(new Set(await Promise.all(tops)).size).toBe(1);
    await leave();
  });

  it("does not shift when the connection fails", { tags: ["rest"] }, async () => {
    let fails = false;
    const { page, leave } = await openDashboard(browser, {}, (page) =>
      page.route(STATS, (route) => (fails ? route.abort() : route.fulfill({ json: busyStats() }))),
    );
    const pause = page.getByRole("button", { name: "Pause", exact: true });
    const places = () => atEachWidth(page, async () => [await top(page), await pause.boundingBox()]);
    await page.getByText("Live", { exact: true }).waitFor();
    const before = await places();
    fails = true;
    await page.getByText("Reconnecting", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Try Now" }).waitFor();
    expect(await places()).toEqual(before);
    await leave([/ERR_FAILED/]);
  });
});
