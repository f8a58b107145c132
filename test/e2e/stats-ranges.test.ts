import { readFileSync } from "node:fs";
import type { Browser, Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import type { StatsRange } from "../../worker/contracts/stats-periods.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { card, openDashboard, STATS } from "../support/node/dashboard.ts";
import { busyPeriod, busyStats } from "../support/node/operator.ts";
import { answer } from "../support/node/screens.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

/**
 * The dashboard of a busy site, with figures of each range that name it.
 * @param ready what these figures wait for
 */
const openBusy = (options: Parameters<typeof openDashboard>[1] = {}, ready: Promise<void> = Promise.resolve()) =>
  openDashboard(browser, { reducedMotion: "reduce", ...options }, async (page) => {
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

const choose = (page: Page, range: string) => page.getByRole("button", { name: range, exact: true }).click();
const cellsOf = async (row: Locator) => (await row.getByRole("cell").allInnerTexts()).map((text) => text.trim());

/** Downloads the table of a title. */
async function csvOf(page: Page, title: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: `${title} as CSV` }).click(),
  ]);
  return readFileSync(await download.path(), "utf8");
}

describe("a chosen range", () => {
  it("is compared by whole days, which the page says", async () => {
    const { page, leave } = await openBusy();
    await choose(page, "7 days");
    const chart = card(page, "Visits of the last 7 days");
    await chart.getByText("the 6 days that are over with the same weekdays a week earlier", { exact: false }).waitFor();
    await chart.getByText("compared: 1,500, before: 1,000").waitFor();
    await chart.getByText("Numbers by the day").click();
    expect(await cellsOf(chart.getByRole("row", { name: /Nov 20/ }))).toEqual(["800", "600", "↑ 33%"]);
    expect(await cellsOf(chart.getByRole("row", { name: /Nov 21/ }))).toEqual(["900", "", ""]);
    const pages = card(page, "Pages, countries and devices of the last 7 days");
    expect(await cellsOf(pages.getByRole("row", { name: /a-page/ }))).toEqual([
      "5,000",
      "100%",
      "3,000",
      "4,000",
      "↓ 25%",
    ]);
    await leave();
  });

  it("decides about the sources of visits and subscribers, and of their steps", async () => {
    const { page, leave } = await openBusy();
    await choose(page, "30 days");
    const sources = card(page, "Visits and subscribers by source");
    const visits = sources.getByRole("row", { name: /30d\.example\.org/ });
    expect(await cellsOf(visits)).toEqual(["1,200", "50%", "750", "500", "↑ 50%"]);
    await sources.getByText("Each session counts once a day.", { exact: false }).waitFor();
    expect(await csvOf(page, "Sources of the last 30 days")).toContain(
      "Source,Visits,%,Whole days,Before,Change\r\n30d.example.org,1200,50,750,500,↑ 50%\r\n",
    );
    await sources.getByRole("tab", { name: "Subscribers" }).click();
    const [, first] = await sources.getByRole("row").all();
    expect(await first?.innerText()).toMatch(/^Direct\s+20\s+83%\s+2\s+1\s+↑ 100%/);
    await sources.getByRole("tab", { name: "From visit to subscriber" }).click();
    const steps = await cellsOf(sources.getByRole("row", { name: /30d\.example\.org/ }));
    expect(steps.map((text) => text.replaceAll(/\s+/g, " "))).toEqual([
      "1,200 ↑ 50% compared: 750, before: 500",
      "1,200 100% no change compared: 700, before: 700",
      "240 20% ↓ 50% compared: 150, before: 300",
      "60 5% compared: 40, before: 0",
      "4 0.3% ↑ 100% compared: 2, before: 1",
      "0 0% compared: 0, before: 0",
    ]);
    const csv = await csvOf(page, "From visit to subscriber of the last 30 days");
    expect(csv).toContain("Visits: Whole days,Visits: Before,Visits: Change,");
    expect(csv).toContain(",750,500,↑ 50%,");
    await choose(page, "7 days");
    await sources.getByRole("row", { name: /7d\.example\.org/ }).waitFor();
    await sources.getByRole("tab", { name: "Month Visitors" }).click();
    await sources.getByText("↓ 20%").waitFor();
    await leave();
  });

  it("has goals and searches beside those of the time before", async () => {
    const { page, leave } = await openBusy();
    const goals = card(page, "Goals of the last 24 hours");
    await goals.getByText("compared: 30, before: 40").waitFor();
    expect((await goals.getByText("of 500 visits").innerText()).replaceAll(/\s+/g, " ")).toMatch(
      /^50 ↓ 25% .*\(10%\)$/,
    );
    expect(await cellsOf(goals.getByRole("row", { name: /google/ }))).toEqual([
      "500",
      "50",
      "10%",
      "30",
      "40",
      "↓ 25%",
    ]);
    const searches = card(page, "Searches without results of the last 24 hours");
    await searches.getByText("↑ 50%").waitFor();
    expect(await cellsOf(searches.getByRole("row", { name: /loft/ }))).toEqual(["9", "8", "4", "↑ 100%"]);
    expect(await cellsOf(searches.getByRole("row", { name: /Others/ }))).toEqual(["3", "", "", ""]);
    await leave();
  });
});

describe("bars", () => {
  it("of the funnel and of today have a table and a file", async () => {
    const { page, leave } = await openBusy();
    const funnel = card(page, "Funnel of the last 24 hours");
    await funnel.getByText("Numbers by the step").click();
    expect(await cellsOf(funnel.getByRole("row", { name: /^Call clicked/ }))).toEqual([
      "240",
      "10%",
      "150",
      "300",
      "↓ 50%",
    ]);
    const today = card(page, "Today's Visits");
    await today.getByText("compared: 1,500, before: 1,000").first().waitFor();
    await today.getByText("Numbers of today").click();
    expect(await cellsOf(today.getByRole("row", { name: /^Unique visitors/ }))).toEqual([
      "1,702",
      "1,200",
      "1,000",
      "↑ 20%",
    ]);
    expect(await csvOf(page, "Today's Visits")).toBe(
      [
        "\u{feff}Counted,Today,Whole hours,Before,Change",
        "Visits,1946,1500,1000,↑ 50%",
        "Unique visitors,1702,1200,1000,↑ 20%",
        "Returning,412,300,200,↑ 50%",
        "New,1290,900,800,↑ 13%",
        "Mobile,1223,900,1000,↓ 10%",
        "Desktop,479,300,0,",
        "",
      ].join("\r\n"),
    );
    await leave();
  });

  it("are printed in colour beside their tables, without controls", async () => {
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
});

it.each([360, 768, 1280])("arrows make no card taller when they arrive (%i px)", async (width) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { page, leave } = await openBusy({ viewport: { width, height: 800 } }, promise);
  const heights = () =>
    Promise.all(
      ["Visits of the last 24 hours", "Funnel of the last 24 hours", "Today's Visits"].map(
        async (name) => (await card(page, name).locator("> div").last().boundingBox())?.height,
      ),
    );
  await card(page, "Visits of the last 24 hours").getByText("Numbers by the hour").waitFor();
  const before = await heights();
  resolve();
  for (const name of ["Visits of the last 24 hours", "Today's Visits"])
    await card(page, name).getByText("compared: 1,500, before: 1,000").first().waitFor();
  expect(await heights()).toEqual(before);
  await leave();
});

it.each([360, 768, 1024, 1280])("no table is wider than its card (%i px)", async (width) => {
  const { page, leave } = await openBusy({ viewport: { width, height: 800 } });
  await card(page, "Goals of the last 24 hours").getByRole("combobox", { name: "Goal" }).selectOption("Listing opened");
  await card(page, "Goals of the last 24 hours")
    .getByRole("row", { name: /google/ })
    .waitFor();
  for (const summary of ["Numbers by the hour", "Numbers by the step", "Numbers of today"])
    await page.getByText(summary).click();
  const overflowing = await page.evaluate(() =>
    [...document.querySelectorAll("main section")]
      .filter((section) =>
        [...section.querySelectorAll("table")].some(
          (table) => table.getBoundingClientRect().right > section.getBoundingClientRect().right,
        ),
      )
      .map((section) => section.querySelector("h2, h3")?.textContent),
  );
  expect(overflowing).toEqual([]);
  await leave();
});
