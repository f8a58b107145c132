import type { Browser } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import type { StatsRange } from "../../worker/contracts/stats-periods.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { card, openDashboard, STATS } from "../support/node/dashboard.ts";
import { busyPeriod, busyStats } from "../support/component/statistics.ts";
import { answer } from "../support/node/screens.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

/**
 * Opens the trends of a busy site. The sources in each range's response are named after the range.
 * @param ready delays the response for a range until it resolves
 */
async function openBusy(ready: Promise<void> = Promise.resolve()) {
  const opened = await openDashboard(browser, { reducedMotion: "reduce" }, async (page) => {
    await answer(page, STATS, busyStats());
    await page.route("**/api/analytics/stats?*", async (route) => {
      await ready;
      const asked = new URL(route.request().url()).searchParams;
      await route.fulfill({ json: { ...busyStats(), period: busyPeriod(asked.get("range") as StatsRange) } });
    });
    const [goal, whole, before] = [50, 30, 40].map((reached) => ({ visits: 500, reached, rate: reached / 5 }));
    const row = { ...goal, whole, before };
    await page.route("**/api/analytics/goals?*", (route) => {
      const asked = Object.fromEntries(new URL(route.request().url()).searchParams);
      const rows = [{ key: "google.com", ...row }];
      return route.fulfill({ json: { ...asked, ...row, sources: rows, pages: rows, campaigns: rows } });
    });
    await page.route("**/api/analytics/searches?*", (route) =>
      route.fulfill({
        json: {
          range: new URL(route.request().url()).searchParams.get("range"),
          count: 20,
          whole: 18,
          before: 12,
          searches: [
            { query: "?q=loft", count: 9, whole: 8, before: 4 },
            { query: "other", count: 3 },
          ],
        },
      }),
    );
  });
  await opened.page.getByRole("link", { name: "Trends" }).click();
  return opened;
}

it("bars are printed in colour and the funnel as a table, without controls", { tags: ["rest"] }, async () => {
  const { page, leave } = await openBusy();
  const cell = card(page, "Funnel").getByRole("row", { name: /^Called/ });
  await card(page, "Funnel").getByText("150 compared with 300").waitFor();
  expect(await cell.count()).toBe(0);
  await page.emulateMedia({ media: "print" });
  await expect.poll(() => cell.isVisible()).toBe(true);
  await card(page, "Traffic").getByRole("row").last().waitFor();
  await card(page, "Traffic").getByText("is dotted, because it is not over").waitFor();
  for (const control of [
    page.getByRole("button", { name: "CSV" }),
    page.getByRole("button", { name: "7 days" }),
    page.locator("select"),
  ])
    expect(await control.filter({ visible: true }).count()).toBe(0);
  expect(await card(page, "Funnel").locator("ol").isVisible()).toBe(false);
  await page.getByText(/ · Trends$/).waitFor();
  await card(page, "Breakdown").getByText("By: Source").waitFor();
  const bar = card(page, "Breakdown").locator(".data-bar").first();
  expect(await bar.evaluate((element) => getComputedStyle(element).printColorAdjust)).toBe("exact");
  await page.emulateMedia({ media: "screen" });
  await page.getByRole("link", { name: "Overview" }).click();
  const rows = card(page, "Most Visited URLs Today").getByRole("row");
  await expect.poll(() => rows.count()).toBe(1 + 5);
  await page.emulateMedia({ media: "print" });
  await expect.poll(() => rows.count()).toBe(1 + 10);
  await leave();
});

it("arrows do not make a card taller when they arrive", { tags: ["rest"] }, async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { page, leave } = await openBusy(promise);
  const heights = async () => {
    const found: (number | undefined)[] = [];
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      found.push((await card(page, "Funnel").locator("> div").last().boundingBox())?.height);
    }
    return found;
  };
  await card(page, "Funnel").getByText("Visits", { exact: true }).waitFor();
  const before = await heights();
  resolve();
  await card(page, "Funnel").getByText("1,500 compared with 1,000").waitFor();
  expect(await heights()).toEqual(before);
  await leave();
});

it("no table is wider than its card", { tags: ["rest"] }, async () => {
  const { page, leave } = await openBusy();
  const goals = card(page, "From visit to subscriber");
  await goals.getByRole("combobox", { name: "By" }).selectOption("First page");
  await goals.getByRole("combobox", { name: "Goal" }).selectOption("Signed up");
  await goals.getByRole("row", { name: /google/ }).waitFor();
  for (const summary of await page.getByText("Show as a table").all()) await summary.click();
  for (const width of [360, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const overflowing = await page.evaluate(() =>
      [...document.querySelectorAll("main section")]
        .filter((section) =>
          [...section.querySelectorAll("table")].some(
            (table) => table.getBoundingClientRect().right > section.getBoundingClientRect().right,
          ),
        )
        .map((section) => section.querySelector("h2, h3")?.textContent),
    );
    expect(overflowing, `${width} px`).toEqual([]);
  }
  await leave();
});
