import type { Browser } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { busyStats } from "../support/component/statistics.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { AUDIENCE, enter, gate, openDashboard, STATS, tile } from "../support/node/dashboard.ts";
import { storedSession } from "../support/node/operator.ts";
import { expectReadableByAll, personIn } from "../support/node/person.ts";
import { answer } from "../support/node/screens.ts";
import { STATS_PASSWORD } from "../support/node/server.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

it("the dashboard opens with the password, stays open over a reload and ends by logging out", async () => {
  const { page, leave } = await personIn(browser);
  await page.goto("/stats");
  await gate(page).waitFor();
  expect(await page.locator('meta[name="robots"]').getAttribute("content")).toBe("noindex");
  await enter(page, "not the password");
  await page.getByRole("main").getByText("Invalid password").waitFor();
  await enter(page, STATS_PASSWORD);
  await tile(page, "Active Visitors").waitFor();
  const sessionId = await storedSession(page);
  expect(sessionId).toBeTruthy();
  const [asked] = await Promise.all([page.waitForRequest(AUDIENCE), page.reload()]);
  expect(asked.headers()["x-stats-session"]).toBe(sessionId);
  await tile(page, "Active Visitors").waitFor();

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
    await page.getByText("Numbers by the hour").click();
    await page.getByLabel(/^Title/).waitFor();
    // The click may have scrolled the page, and the sticky header covers what is above.
    await page.evaluate(() => scrollTo(0, 0));
    await expectReadableByAll(page);
    await leave();
  },
);
