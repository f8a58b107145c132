import type { Browser, Page, Request } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { STATS_SESSION_KEY } from "../../worker/contracts/visitors.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { card, number, openDashboard, STATS, tile } from "../support/node/dashboard.ts";
import { busyStats, keepSession, operatorSession } from "../support/node/operator.ts";
import { personIn, stopClock } from "../support/node/person.ts";
import { answer } from "../support/node/screens.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

describe("the layout", () => {
  const top = async (page: Page) => (await tile(page, "Active Visitors").boundingBox())?.y;

  it.each([360, 1440])(
    "does not shift when an insight appears or disappears, and the shown one stays (%i px)",
    async (width) => {
      const without = { todayVisits: 0, pendingSubscriberCount: 0 };
      let stats = busyStats({ ...without, referrerStats: [] });
      const { page, leave } = await openDashboard(
        browser,
        { viewport: { width, height: 800 }, reducedMotion: "reduce" },
        (page) => page.route(STATS, (route) => route.fulfill({ json: stats })),
      );
      const line = card(page, "Insights");
      const texts = () => line.getByRole("paragraph").allInnerTexts();
      await line.getByText(/^The busiest hour/).waitFor();
      const before = await top(page);
      const show = async (next: typeof stats) => {
        stats = next;
        for (let answered = 0; answered < 2; answered += 1) await page.waitForResponse(STATS);
        await expect.poll(() => number(page, "1 Hour visitors")).toBe(next.hourlyVisitorCount);
      };
      const [, , , source] = busyStats().referrerStats;
      await show(busyStats({ hourlyVisitorCount: 25, referrerStats: source ? [source] : [] }));
      expect(await texts()).toEqual([expect.stringMatching(/^The busiest hour/)]);
      expect(await top(page)).toBe(before);
      await line.getByRole("button", { name: "Next insight" }).click();
      await line.getByText(/brings the most visits today/).waitFor();
      expect(await top(page)).toBe(before);
      // The insight disappears and the next one replaces it.
      await show(busyStats({ ...without, hourlyVisitorCount: 26, referrerStats: [] }));
      expect(await texts()).toEqual([expect.stringMatching(/^The page opened most today/)]);
      expect(await top(page)).toBe(before);
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
      expect(await top(page)).toBe(before);
      await leave();
    },
  );

  it.each([360, 1440])("does not shift when the connection fails (%i px)", async (width) => {
    let fails = false;
    const { page, leave } = await openDashboard(browser, { viewport: { width, height: 800 } }, (page) =>
      page.route(STATS, (route) => (fails ? route.abort() : route.fulfill({ json: busyStats() }))),
    );
    const pause = page.getByRole("button", { name: "Pause", exact: true });
    const places = async () => [await top(page), await pause.boundingBox()];
    await page.getByText("Live", { exact: true }).waitFor();
    const before = await places();
    fails = true;
    await page.getByText("Reconnecting", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Try Now" }).waitFor();
    expect(await places()).toEqual(before);
    await leave([/ERR_FAILED/]);
  });
});

describe("the poll", () => {
  /** The dashboard with a clock that only the test advances; `state.fails` makes requests fail. */
  async function onTestClock(prepare: (page: Page) => Promise<unknown> = async () => {}) {
    const state = { calls: 0, fails: false };
    const opened = await openDashboard(browser, {}, async (page) => {
      await prepare(page);
      await page.clock.install();
      await page.route(STATS, async (route) => {
        state.calls += 1;
        if (state.fails) await route.abort();
        // Makes consecutive answers distinguishable.
        else await route.fulfill({ json: busyStats({ hourlyVisitorCount: state.calls }) });
      });
    });
    const { page } = opened;
    await stopClock(page);
    // Polls caused by setting the clock are done, so that the next one is the test's own.
    const isSettled = async () => {
      await page.clock.runFor(1);
      await arrived(page);
      return (await number(page, "1 Hour visitors")) === state.calls;
    };
    await expect.poll(isSettled).toBe(true);
    return { ...opened, state };
  }

  /** Waits until all earlier requests of the page were counted. */
  const arrived = (page: Page) => page.evaluate(async () => (await fetch("/api/site")).status);

  /** Advances the page's clock in steps of a second until a condition holds. */
  async function until(page: Page, isSo: () => Promise<boolean>): Promise<void> {
    const goOn = async () => {
      await page.clock.runFor(1_000);
      return isSo();
    };
    await expect.poll(goOn).toBe(true);
  }

  it("shows a failed connection unobtrusively, backs off and recovers by itself", async () => {
    const { page, state, leave } = await onTestClock();
    state.fails = true;
    await page.clock.runFor(1_500);
    const notice = page.getByText(/^The connection failed\. These are the numbers of \d\d:\d\d\./);
    await notice.waitFor();
    expect(await tile(page, "Active Visitors").innerText()).toBe("3");
    await page.getByText("Reconnecting", { exact: true }).waitFor();
    const failed = state.calls;
    await page.clock.runFor(1_000);
    await arrived(page);
    expect(state.calls).toBe(failed);
    await page.clock.runFor(1_500);
    await expect.poll(() => state.calls).toBe(failed + 1);
    state.fails = false;
    await until(page, async () => (await notice.count()) === 0);
    await page.getByText("Live", { exact: true }).waitFor();
    await leave([/ERR_FAILED/]);
  });

  it("can be retried at once, and stops while paused or hidden", async () => {
    const { page, state, leave } = await onTestClock();
    state.fails = true;
    await page.clock.runFor(1_500);
    const retry = page.getByRole("button", { name: "Try Now" });
    await retry.waitFor();
    state.fails = false;
    await retry.click();
    await retry.waitFor({ state: "detached" });

    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await page.getByText("Paused", { exact: true }).waitFor();
    await arrived(page);
    let { calls } = state;
    const sent: string[] = [];
    const record = (request: Request) => sent.push(new URL(request.url()).pathname);
    page.on("request", record);
    await page.clock.runFor(31_000);
    // The longest interval of a card.
    await page.clock.fastForward(301_000);
    await arrived(page);
    page.off("request", record);
    expect(sent).toEqual(["/api/site"]);
    await page.getByRole("button", { name: "Resume", exact: true }).click();
    await expect.poll(() => state.calls).toBeGreaterThan(calls);

    const look = (isHidden: boolean) =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
        Object.defineProperty(document, "visibilityState", {
          configurable: true,
          value: hidden ? "hidden" : "visible",
        });
        document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
      }, isHidden);
    await look(true);
    await arrived(page);
    calls = state.calls;
    await page.clock.runFor(30_000);
    await arrived(page);
    expect(state.calls).toBe(calls);
    await look(false);
    await expect.poll(() => state.calls).toBeGreaterThan(calls);
    await leave([/ERR_FAILED/]);
  });

  it("does not stop the rotation of insights; the pause of all live updates does", async () => {
    const { page, leave } = await onTestClock((page) => page.emulateMedia({ reducedMotion: "no-preference" }));
    const line = card(page, "Insights").getByRole("paragraph");
    const first = await line.innerText();
    await page.clock.runFor(8_500);
    await expect.poll(() => line.innerText()).not.toBe(first);
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    const stopped = await line.innerText();
    await page.clock.runFor(60_000);
    expect(await line.innerText()).toBe(stopped);
    await leave();
  });

  it("keeps what is typed in the form when the settings are refetched", async () => {
    const set = { title: "Movers", link: "https://one.example.com", enabled: false, updatedAt: null };
    const { page, leave } = await onTestClock((page) =>
      answer(page, "**/api/analytics/advertisement", set, {
        ...set,
        title: "Painters",
        link: "https://two.example.com",
      }),
    );
    const form = page.getByRole("form", { name: "Advertisement" });
    await until(page, async () => (await form.count()) === 1);
    await form.getByLabel(/^Title/).fill("Half a ti");
    await form.getByText("Not saved yet.").waitFor();
    await page.clock.fastForward(301_000);
    await until(page, async () => (await form.getByLabel(/^Link/).inputValue()) === "https://two.example.com");
    await expect.poll(() => form.getByLabel(/^Title/).inputValue()).toBe("Half a ti");
    await leave();
  });

  it("keeps a session that could not be checked, and opens once the server responds", async () => {
    const sessionId = await operatorSession();
    const { page, leave } = await personIn(browser);
    await keepSession(page, sessionId);
    await page.route(STATS, (route) => route.abort(), { times: 1 });
    await page.goto("/stats");
    await page.getByText("The connection failed. Trying again by itself.").waitFor();
    expect(await page.evaluate((key) => localStorage.getItem(key), STATS_SESSION_KEY)).toBe(sessionId);
    await tile(page, "Active Visitors").waitFor();
    await leave([/ERR_FAILED/]);
  });
});
