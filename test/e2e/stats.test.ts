import type { Browser, Locator } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { busyStats } from "../support/component/statistics.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { AUDIENCE, card, enter, figure, gate, openDashboard, STATS } from "../support/node/dashboard.ts";
import { storedSession } from "../support/node/operator.ts";
import { expectReadableByAll, personIn } from "../support/node/person.ts";
import { answer } from "../support/node/screens.ts";
import { STATS_PASSWORD } from "../support/node/server.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

it("the dashboard opens with the password, stays open over a reload and closes on logout", async () => {
  const { page, leave } = await personIn(browser);
  await page.goto("/stats");
  await gate(page).waitFor();
  expect(await page.locator('meta[name="robots"]').getAttribute("content")).toBe("noindex");
  await enter(page, "not the password");
  await page.getByRole("main").getByText("Invalid password").waitFor();
  await enter(page, STATS_PASSWORD);
  await figure(page, "Active Visitors").waitFor();
  const sessionId = await storedSession(page);
  expect(sessionId).toBeTruthy();
  const [asked] = await Promise.all([page.waitForRequest(AUDIENCE), page.reload()]);
  expect(asked.headers()["x-stats-session"]).toBe(sessionId);
  await figure(page, "Active Visitors").waitFor();

  await page.getByRole("button", { name: "Logout" }).click();
  await gate(page).waitFor();
  expect(await storedSession(page)).toBeNull();
  const refused = await fetch(`${inject("siteUrl")}/api/analytics/stats`, {
    headers: { "x-stats-session": sessionId ?? "" },
  });
  expect(refused.status).toBe(401);
  await leave([/status of 401/]);
});

it(
  "the dashboard has no axe violations or horizontal overflow in either theme, on phone and desktop",
  { tags: ["rest"], timeout: LONG_TESTS.many },
  async () => {
    const options = { reducedMotion: "reduce" } as const;
    const locked = await personIn(browser, options);
    await locked.page.goto("/stats");
    await gate(locked.page).waitFor();
    await expectReadableByAll(locked.page, "gate");
    await locked.leave();

    const { page, leave } = await openDashboard(browser, options, (page) => answer(page, STATS, busyStats()));
    await page.getByLabel(/^Title/).waitFor();
    await page.getByRole("button", { name: "About Month Visitors" }).click();
    await expectReadableByAll(page, "overview");
    await page.getByRole("link", { name: "Trends" }).click();
    await page.getByText("Show as a table").first().click();
    await page.getByRole("combobox", { name: "By" }).last().waitFor();
    // The click may have scrolled the page, and the sticky header covers what is above.
    await page.evaluate(() => scrollTo(0, 0));
    await expectReadableByAll(page);
    await leave();
  },
);

/** The overview and trends views, each with a text that appears once the view is complete. */
const VIEWS = [
  ["Overview", "Save Advertisement"],
  ["Trends", "Public, below market"],
] as const;

const bottom = async (locator: Locator) => {
  const box = await locator.boundingBox();
  return (box?.y ?? Number.NaN) + (box?.height ?? 0);
};

it("the dashboard shows now and today first, and stays short at every screen size", async () => {
  const { page, leave } = await openDashboard(browser, { reducedMotion: "reduce" }, (page) =>
    answer(page, STATS, busyStats()),
  );
  const sizes = [
    { width: 1440, height: 900, most: 3_200 },
    { width: 1024, height: 800, most: 5_000 },
    { width: 768, height: 1_024, most: 5_000 },
    { width: 360, height: 740, most: 5_000 },
    { width: 320, height: 640, most: 6_000 },
  ];
  for (const [view, shows] of VIEWS) {
    await page.getByRole("link", { name: view, exact: true }).click();
    await page.getByText(shows, { exact: true }).waitFor();
    for (const { width, height, most } of sizes) {
      await page.setViewportSize({ width, height });
      const { whole, wide, cut } = await page.evaluate(() => ({
        whole: document.documentElement.scrollHeight,
        wide: document.documentElement.scrollWidth,
        // Tables must fit into their cards, and no switch may be cut off.
        cut: [...document.querySelectorAll("main :is(nav, fieldset, section)")]
          .filter(
            (box) =>
              box.scrollWidth > box.clientWidth ||
              [...box.querySelectorAll("table")].some(
                (table) => table.getBoundingClientRect().right > box.getBoundingClientRect().right,
              ),
          )
          .map((box) => box.textContent?.slice(0, 40)),
      }));
      expect(whole, `${view} at ${width}`).toBeLessThanOrEqual(most);
      expect(wide, `${view} at ${width}`).toBe(width);
      expect(cut, `${view} at ${width}`).toEqual([]);
    }
  }
  await page.getByRole("link", { name: "Overview" }).click();
  await page.getByText("Save Advertisement", { exact: true }).waitFor();
  const isIn = async (titles: readonly string[], height: number) => {
    for (const title of titles) expect(await bottom(card(page, title)), title).toBeLessThanOrEqual(height);
  };
  await page.setViewportSize({ width: 1440, height: 900 });
  await isIn(["Active Visitors", "1 Hour visitors", "Today's Visits", "Mailing-list audience"], 900);
  await isIn(["VIP subscriptions", "Listings"], 900);
  await page.setViewportSize({ width: 360, height: 740 });
  await isIn(["Active Visitors", "Today's Visits"], 740);
  await leave();
});
