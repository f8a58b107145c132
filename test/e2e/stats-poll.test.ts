import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { busyStats } from "../support/component/statistics.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { figure, openDashboard, STATS } from "../support/node/dashboard.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

/** Widths of a phone and a desktop. */
const WIDTHS = [360, 1440] as const;

describe("the layout", () => {
  const top = async (page: Page) => (await figure(page, "Active Visitors").boundingBox())?.y;

  /** Measures something at each width. */
  async function atEachWidth<Measure>(page: Page, measure: () => Promise<Measure>): Promise<Measure[]> {
    const measured: Measure[] = [];
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      measured.push(await measure());
    }
    return measured;
  }

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
