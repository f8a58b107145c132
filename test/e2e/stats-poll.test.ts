import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { busyStats } from "../support/component/statistics.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { card, number, openDashboard, STATS, tile } from "../support/node/dashboard.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

/** A phone and a desktop. */
const WIDTHS = [360, 1440] as const;

describe("the layout", () => {
  const top = async (page: Page) => (await tile(page, "Active Visitors").boundingBox())?.y;

  /** Something that is measured at each width. */
  async function atEachWidth<Measure>(page: Page, measure: () => Promise<Measure>): Promise<Measure[]> {
    const measured: Measure[] = [];
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      measured.push(await measure());
    }
    return measured;
  }

  it("does not shift when an insight appears or disappears, and the shown one stays", { tags: ["rest"] }, async () => {
    const without = { todayVisits: 0, pendingSubscriberCount: 0 };
    let stats = busyStats({ ...without, referrerStats: [] });
    const { page, leave } = await openDashboard(browser, { reducedMotion: "reduce" }, (page) =>
      page.route(STATS, (route) => route.fulfill({ json: stats })),
    );
    const line = card(page, "Insights");
    const texts = () => line.getByRole("paragraph").allInnerTexts();
    const tops = () => atEachWidth(page, () => top(page));
    await line.getByText(/^The busiest hour/).waitFor();
    const before = await tops();
    const show = async (next: typeof stats) => {
      stats = next;
      // A browser that is online again asks at once.
      await page.evaluate(() => dispatchEvent(new Event("online")));
      await expect.poll(() => number(page, "1 Hour visitors")).toBe(next.hourlyVisitorCount);
    };
    const [, , , source] = busyStats().referrerStats;
    await show(busyStats({ hourlyVisitorCount: 25, referrerStats: source ? [source] : [] }));
    expect(await texts()).toEqual([expect.stringMatching(/^The busiest hour/)]);
    expect(await tops()).toEqual(before);
    await line.getByRole("button", { name: "Next insight" }).click();
    await line.getByText(/brings the most visits today/).waitFor();
    expect(await tops()).toEqual(before);
    // The insight disappears and the next one replaces it.
    await show(busyStats({ ...without, hourlyVisitorCount: 26, referrerStats: [] }));
    expect(await texts()).toEqual([expect.stringMatching(/^The page opened most today/)]);
    expect(await tops()).toEqual(before);
    const nothing = { visits: 0, uniqueVisitors: 0 };
    await show(
      busyStats({
        ...without,
        hourlyVisitorCount: 27,
        hourlySeries: stats.hourlySeries.map(({ hour }) => ({ hour, visits: 0 })),
        referrerStats: [],
        pageVisitStatsToday: [],
        uniqueVisitorsToday: 0,
        returningUsersToday: 0,
        conversionRateStats: [],
        subscriberSourceStats24h: [],
        days: stats.days.map(({ day }) => ({ day, ...nothing })),
      }),
    );
    expect(await texts()).toEqual(["Nothing stands out yet."]);
    expect(await tops()).toEqual(before);
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
