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
 * The dashboard of a busy site, with figures of each range that name it.
 * @param ready what these figures wait for
 */
const openBusy = (ready: Promise<void> = Promise.resolve()) =>
  openDashboard(browser, { reducedMotion: "reduce" }, async (page) => {
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

it("bars are printed in colour beside their tables, without controls", { tags: ["rest"] }, async () => {
  const { page, leave } = await openBusy();
  const cell = card(page, "Funnel of the last 24 hours").getByRole("row", { name: /^Call clicked/ });
  await card(page, "Funnel of the last 24 hours").getByText("compared: 150, before: 300").waitFor();
  expect(await cell.count()).toBe(0);
  await page.emulateMedia({ media: "print" });
  await expect.poll(() => cell.isVisible()).toBe(true);
  await card(page, "Today's Visits")
    .getByRole("row", { name: /^Desktop/ })
    .waitFor();
  await card(page, "Visits of the last 24 hours").getByRole("row").last().waitFor();
  for (const control of [page.getByRole("button", { name: "CSV" }), page.getByRole("button", { name: "7 days" })])
    expect(await control.filter({ visible: true }).count()).toBe(0);
  const bar = card(page, "Funnel of the last 24 hours").locator("ol .bg-accent").first();
  expect(await bar.evaluate((element) => getComputedStyle(element).printColorAdjust)).toBe("exact");
  await leave();
});

it("arrows make no card taller when they arrive", { tags: ["rest"] }, async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { page, leave } = await openBusy(promise);
  const heights = async () => {
    const found: (number | undefined)[] = [];
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      for (const name of ["Visits of the last 24 hours", "Funnel of the last 24 hours", "Today's Visits"])
        found.push((await card(page, name).locator("> div").last().boundingBox())?.height);
    }
    return found;
  };
  await card(page, "Visits of the last 24 hours").getByText("Numbers by the hour").waitFor();
  const before = await heights();
  resolve();
  for (const name of ["Visits of the last 24 hours", "Today's Visits"])
    await card(page, name).getByText("compared: 1,500, before: 1,000").first().waitFor();
  expect(await heights()).toEqual(before);
  await leave();
});

it("no table is wider than its card", { tags: ["rest"] }, async () => {
  const { page, leave } = await openBusy();
  await card(page, "Goals of the last 24 hours").getByRole("combobox", { name: "Goal" }).selectOption("Listing opened");
  await card(page, "Goals of the last 24 hours")
    .getByRole("row", { name: /google/ })
    .waitFor();
  for (const summary of ["Numbers by the hour", "Numbers by the step", "Numbers of today"])
    await page.getByText(summary).click();
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
