import { readFileSync } from "node:fs";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { STATS_SESSION_KEY } from "../../worker/contracts/visitors.ts";
import { launchBrowser } from "../support/node/browser.ts";
import { joinAs } from "../support/node/mailbox.ts";
import {
  busyStats,
  endSession,
  keepSession,
  leaveSite,
  operatorSession,
  readStats,
  storedSession,
  track,
} from "../support/node/operator.ts";
import { expectReadableByAll, personIn, stopClock } from "../support/node/person.ts";
import { answer } from "../support/node/screens.ts";
import { STATS_PASSWORD } from "../support/node/server.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const STATS = "**/api/analytics/stats";
const AUDIENCE = "**/api/mailchimp/audience";
const REFUSED = { status: 401, json: { error: "Please log in.", message: "Please log in.", code: "session.required" } };

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const toast = (page: Page, title: string) =>
  page.getByRole("region", { name: /Notifications/ }).getByText(title, { exact: true });
const gate = (page: Page) => page.getByRole("heading", { name: "Dashboard Access Required" });
/** The large number of a tile. */
const tile = (page: Page, label: string) =>
  page.locator("dl[aria-label=Now] > div", { hasText: label }).locator("dd").first();
const number = async (page: Page, label: string) => Number((await tile(page, label).innerText()).replaceAll(",", ""));

/** The operator with the dashboard open. */
async function operator(
  options: BrowserContextOptions = {},
  prepare: (page: Page) => Promise<unknown> = async () => {},
) {
  const sessionId = await operatorSession();
  const person = await personIn(browser, options);
  await keepSession(person.context, sessionId);
  await prepare(person.page);
  await person.page.goto("/stats");
  await person.page.getByRole("heading", { level: 1, name: "Dashboard", exact: true }).waitFor();
  await tile(person.page, "Active Visitors").waitFor();
  return { ...person, sessionId };
}

async function enter(page: Page, password: string): Promise<void> {
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole("button", { name: "Access Dashboard" }).click();
}

/** Does something and reads the file that it gives. */
async function downloaded(page: Page, act: () => Promise<unknown>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent("download"), act()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}

describe("the gate of the dashboard", () => {
  it("says what is wrong, opens for the password, stays open, and is closed by logging out", async () => {
    const { page, leave } = await personIn(browser);
    await page.goto("/stats");
    await gate(page).waitFor();
    expect(await page.locator('meta[name="robots"]').getAttribute("content")).toBe("noindex");
    await page.getByRole("button", { name: "Access Dashboard" }).click();
    await page.getByRole("main").getByText("Please enter the password.").waitFor();
    await enter(page, "not the password");
    await page.getByRole("main").getByText("Invalid password").waitFor();
    await toast(page, "Access Denied").waitFor();
    await expect.poll(() => page.getByLabel(/^Password/).inputValue()).toBe("");
    await page.route("**/api/stats/auth", (route) => route.abort());
    await enter(page, STATS_PASSWORD);
    await page.getByRole("main").getByText("Unable to authenticate. Please try again.").waitFor();
    await page.unroute("**/api/stats/auth");
    await page.route("**/api/stats/auth", (route) => route.fulfill({ status: 401, body: "" }), { times: 1 });
    await enter(page, STATS_PASSWORD);
    await page.getByRole("main").getByText("Invalid password").waitFor();
    expect(await storedSession(page)).toBeNull();

    const firstAnswer = page.waitForRequest(STATS);
    await enter(page, STATS_PASSWORD);
    await tile(page, "Active Visitors").waitFor();
    const sessionId = await storedSession(page);
    expect(sessionId).toBeTruthy();
    expect((await firstAnswer).headers()["x-stats-session"]).toBe(sessionId);
    const [asked] = await Promise.all([page.waitForRequest(AUDIENCE), page.reload()]);
    expect(asked.headers()["x-stats-session"]).toBe(sessionId);
    await tile(page, "Active Visitors").waitFor();

    await page.getByRole("button", { name: "Logout" }).click();
    await gate(page).waitFor();
    await toast(page, "Logged Out").waitFor();
    expect(await storedSession(page)).toBeNull();
    const refused = await fetch(`${inject("siteUrl")}/api/analytics/stats`, {
      headers: { "x-stats-session": sessionId ?? "" },
    });
    expect(refused.status).toBe(401);
    await leave([/status of 401/, /ERR_FAILED/]);
  });

  it("shows nothing and forgets a stored session that the server does not accept", async () => {
    const { page, context, leave } = await personIn(browser);
    await keepSession(context, "not-a-session");
    await page.goto("/stats");
    await gate(page).waitFor();
    await page.getByText("Your session has ended. Please log in again.").waitFor();
    expect(await storedSession(page)).toBeNull();
    await leave([/status of 401/]);
  });

  it("locks when the session is ended elsewhere, and when the audience alone is refused", async () => {
    const { page, sessionId, leave } = await operator();
    await endSession(sessionId);
    await gate(page).waitFor();
    expect(await storedSession(page)).toBeNull();
    expect(await page.getByText("Active Visitors").count()).toBe(0);
    await page.route(AUDIENCE, (route) => route.fulfill(REFUSED));
    // The gate of before is gone once the dashboard asks: the one that is waited for is new.
    await Promise.all([page.waitForRequest(AUDIENCE), enter(page, STATS_PASSWORD)]);
    await gate(page).waitFor();
    await page.getByText("Your session has ended. Please log in again.").waitFor();
    expect(await storedSession(page)).toBeNull();
    await leave([/status of 401/]);
  });

  it("locks the other tabs of a browser, too", async () => {
    const { page, context, leave } = await operator();
    const other = await context.newPage();
    await other.addInitScript(() => sessionStorage.setItem("kept", "yes"));
    await other.goto("/stats");
    await tile(other, "Active Visitors").waitFor();
    // Nothing that this tab asks is to tell it.
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await page.getByText("Paused", { exact: true }).waitFor();
    await other.getByRole("button", { name: "Logout" }).click();
    await gate(page).waitFor();
    await leave([/status of 401/]);
  });
});

describe("a session that ends", () => {
  const SETTINGS = { title: "Movers", link: "https://one.example.com", enabled: false, updatedAt: null };

  it("costs nothing of what was being typed, until somebody logs out", async () => {
    const { page, sessionId, leave } = await operator({}, (page) =>
      answer(page, "**/api/analytics/advertisement", SETTINGS),
    );
    const form = page.getByRole("form", { name: "Advertisement" });
    await form.getByLabel(/^Title/).fill("Half a ti");
    await endSession(sessionId);
    await gate(page).waitFor();
    expect(await form.count()).toBe(0);
    await enter(page, STATS_PASSWORD);
    await form.getByText("Not saved yet.").waitFor();
    await expect.poll(() => form.getByLabel(/^Title/).inputValue()).toBe("Half a ti");
    await expect.poll(() => form.getByLabel(/^Link/).inputValue()).toBe(SETTINGS.link);

    await page.getByRole("button", { name: "Logout" }).click();
    await gate(page).waitFor();
    await enter(page, STATS_PASSWORD);
    await form.getByText("Never set yet.").waitFor();
    await expect.poll(() => form.getByLabel(/^Title/).inputValue()).toBe(SETTINGS.title);
    await leave([/status of 401/]);
  });

  it("by logging out is not said to have ended, though a poll on its way is refused", async () => {
    const { page, leave } = await operator();
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route("**/api/stats/logout", async (route) => {
      await held;
      await route.continue();
    });
    await page.route(STATS, (route) => route.fulfill(REFUSED));
    const refused = page.waitForResponse(STATS);
    await page.getByRole("button", { name: "Logout" }).click();
    await refused;
    await page.getByText("Reconnecting", { exact: true }).waitFor();
    letGo();
    await toast(page, "Logged Out").waitFor();
    await page.getByText("Enter the dashboard password to continue").waitFor();
    expect(await page.getByText("Your session has ended").count()).toBe(0);
    await leave([/status of 401/]);
  });
});

describe("the cards", () => {
  it("show what the visitors of a moment ago did, to the last one", async () => {
    const { page, sessionId, leave } = await operator();
    const before = await readStats(sessionId);
    const phone =
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1";
    const source = `https://forum-${Date.now()}.example.org/thread/1`;
    const reader = await track({ referrer: source, userAgent: phone, page: "/realtors" });
    await track({ sessionId: reader, referrer: source, userAgent: phone, page: "/listing/987654/a-flat" });
    const other = await track({
      page: "/realtors",
      userAgent: `Mozilla/5.0 (X11; Linux x64) Firefox/${Date.now() % 1000}.0`,
    });

    await expect.poll(() => number(page, "Active Visitors")).toBe(before.activeVisitors + 2);
    expect(await number(page, "1 Hour visitors")).toBe(before.hourlyVisitorCount + 2);
    const host = new URL(source).hostname;
    const live = card(page, "Live visitors");
    const row = live.getByRole("row", { name: new RegExp(host) });
    await row.getByText("/listing/987654").waitFor();
    await row.getByText("Just now").waitFor();
    await row.getByText("Here now:").waitFor();
    const today = card(page, "Today's Visits");
    await today
      .getByText(String(before.todayVisits + 2), { exact: true })
      .first()
      .waitFor();
    for (const part of ["Returning", "New", "Mobile", "Desktop"])
      await today.getByText(part, { exact: true }).waitFor();
    await today
      .getByText(/\(\d+%\)/)
      .first()
      .waitFor();
    await today.getByText("Yesterday:").waitFor();
    for (const name of ["Today's Traffic Sources", "Month Visitors"])
      await card(page, name)
        .getByRole("row", { name: `${host} 1` })
        .waitFor();
    const realtors = before.pageVisitStatsToday.find((counted) => counted.page === "/realtors")?.count ?? 0;
    await card(page, "Most Visited URLs Today")
      .getByRole("row", { name: new RegExp(`^/realtors ${realtors + 2} `) })
      .waitFor();
    // Visits, listings opened, and nothing further.
    await card(page, "From visit to subscriber")
      .getByRole("row", { name: new RegExp(`^${host} 1 1 100% 0 0%`) })
      .waitFor();
    await card(page, "Conversion Rate by Source")
      .getByRole("row", { name: `${host} 1 0 0%` })
      .waitFor();
    await card(page, "Week over week").getByText("Week before", { exact: true }).first().waitFor();

    await leaveSite(reader);
    await row.getByText("Left:").waitFor();
    await expect.poll(() => number(page, "Active Visitors")).toBe(before.activeVisitors + 1);
    await leaveSite(other);
    await leave();
  });

  it("count listings, readers who pay and the audience from their own endpoints, and say when one fails", async () => {
    const { page, leave } = await operator({}, async (page) => {
      await answer(page, AUDIENCE, { memberCount: 1243, unsubscribeCount: 61, todayChanges: 4, yesterdayChanges: -2 });
      await answer(page, "**/api/stripe/subscriptions", "failure");
      await answer(page, "**/api/marketplace-listings/count", { count: 87 });
    });
    await expect.poll(() => tile(page, "Mailing-list audience").innerText()).toBe("1,243");
    await page.getByText("+4 today, −2 yesterday; 61 unsubscribed").waitFor();
    await expect.poll(() => tile(page, "Listings").innerText()).toBe("87");
    await page.getByText("Could not be loaded").waitFor();
    await answer(page, "**/api/stripe/subscriptions", { activeSubscriptions: 12 });
    await page.getByRole("button", { name: "Load again: VIP subscriptions" }).click();
    await expect.poll(() => tile(page, "VIP subscriptions").innerText()).toBe("12");
    expect(await page.getByText("Could not be loaded").count()).toBe(0);
    await leave([/status of 500/]);
  });

  it("say that a figure is old when it could not be read again", async () => {
    const { page, leave } = await operator({}, async (page) => {
      await page.clock.install();
      await answer(
        page,
        AUDIENCE,
        { memberCount: 1243, unsubscribeCount: 61, todayChanges: 4, yesterdayChanges: -2 },
        "failure",
      );
    });
    await page.getByText("61 unsubscribed").waitFor();
    await page.clock.fastForward(31_000);
    await page.getByText(/^Old: of \d\d:\d\d$/).waitFor();
    expect(await tile(page, "Mailing-list audience").innerText()).toBe("1,243");
    await leave([/status of 500/]);
  });

  it("keep who is here in the order they came, whoever was seen last", async () => {
    const [first, second, gone] = busyStats().hourlyVisitors.map((visitor, index) => ({
      ...visitor,
      page: `/visitor-${index}`,
      timestamp: new Date(Date.now() - (index + 1) * 60_000).toISOString(),
      lastSeen: new Date(Date.now() - (20 - index) * 1_000).toISOString(),
    }));
    if (!first || !second || !gone) throw new Error("Three visitors are needed.");
    const seen = (...hourlyVisitors: (typeof first)[]) =>
      busyStats({ hourlyVisitors, hourlyVisitorCount: 3, visitors: hourlyVisitors.filter(({ id }) => id !== gone.id) });
    const { page, leave } = await operator({}, (page) =>
      answer(page, STATS, seen(first, second, gone), seen(gone, second, { ...first, page: "/elsewhere" })),
    );
    const order = async () => (await card(page, "Live visitors").getByRole("rowheader").allInnerTexts()).join(" ");
    await expect.poll(order).toMatch(/elsewhere.*visitor-1.*visitor-2/s);
    await leave();
  });

  it("give a long name on a narrow screen a line of its own", async () => {
    const { page, leave } = await operator({ viewport: { width: 360, height: 800 } }, (page) =>
      answer(page, STATS, busyStats()),
    );
    const row = card(page, "Live visitors")
      .getByRole("row", { name: /a-very-long-name/ })
      .first();
    const width = async (name: RegExp) => (await row.getByRole("cell", { name }).boundingBox())?.width ?? 0;
    const whole = (await row.boundingBox())?.width ?? Number.NaN;
    expect(await width(/a-very-long-name/)).toBe(whole);
    expect(await width(/ago|Just now/)).toBeLessThan(whole / 2);
    await leave();
  });

  it("hold the ten most visited pages, the rest on demand, and the hours as a curve and as numbers", async () => {
    const stats = busyStats();
    const hourlySeries = stats.hourlySeries.map((hour, index) => (index === 23 ? { ...hour, visits: 12_345 } : hour));
    const { page, leave } = await operator({}, (page) => answer(page, STATS, { ...stats, hourlySeries }));
    const pages = card(page, "Most Visited URLs Today");
    await expect.poll(() => pages.getByRole("row").count()).toBe(11);
    await pages.getByRole("button", { name: "Show all 14" }).click();
    await expect.poll(() => pages.getByRole("row").count()).toBe(15);
    const hours = card(page, "Visits of the last 24 hours");
    await hours.locator("svg path").first().waitFor({ state: "attached" });
    await hours.getByText("Numbers by the hour").click();
    await expect.poll(() => hours.getByRole("row").count()).toBe(25);
    await hours.getByText("20,000", { exact: true }).waitFor();
    const file = await downloaded(page, () => hours.getByRole("button", { name: / as CSV$/ }).click());
    const now = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000);
    expect(file.text.split("\r\n")).toContain(`${now.toISOString()},12345`);
    await leave();
  });
});

describe("a new subscriber", () => {
  it("is cheered with a toast and confetti, not when the page is opened", async () => {
    await joinAs(`first-${Date.now()}@example.com`);
    const { page, leave } = await operator();
    await page.getByRole("heading", { name: "Newest subscribers" }).waitFor();
    expect(await page.locator("[data-confetti]").count()).toBe(0);
    expect(await toast(page, "New Subscriber!").count()).toBe(0);
    const source = card(page, "Newest subscribers");
    const cheered = page.locator("[data-confetti]").waitFor({ state: "attached" });
    await joinAs(`second-${Date.now()}@example.com`);
    await toast(page, "New Subscriber!").waitFor();
    await cheered;
    await source
      .getByRole("row", { name: /^s\*\*\*@example\.com/ })
      .first()
      .waitFor();
    await page.locator("[data-confetti]").waitFor({ state: "detached" });
    await leave();
  });

  it("is no news to somebody who comes back to the dashboard, and no old number is shown", async () => {
    let [subscriberCount, isSilent] = [1240, false];
    const { page, leave } = await operator({}, (page) =>
      page.route(STATS, async (route) => {
        if (!isSilent) await route.fulfill({ json: busyStats({ subscriberCount }) });
      }),
    );
    await page.getByRole("contentinfo").getByRole("link", { name: "About Us" }).click();
    await page.getByText("Active Visitors").waitFor({ state: "detached" });
    [subscriberCount, isSilent] = [1241, true];
    const asked = page.waitForRequest(STATS);
    await page.goBack();
    await asked;
    await page.getByText("Checking your session").waitFor({ state: "attached" });
    expect(await page.getByText("Active Visitors").count()).toBe(0);
    isSilent = false;
    // The one that is not answered fails after ten seconds.
    await tile(page, "Active Visitors").waitFor();
    const more = page.waitForResponse(STATS);
    await more;
    expect(await toast(page, "New Subscriber!").count()).toBe(0);
    expect(await page.locator("[data-confetti]").count()).toBe(0);
    await leave();
  });

  it("brings no confetti to somebody who wants less motion, for whom the insights stand still, too", async () => {
    const { page, leave } = await operator({ reducedMotion: "reduce" }, (page) =>
      answer(page, STATS, busyStats(), busyStats({ subscriberCount: 1245 })),
    );
    await toast(page, "New Subscriber!").waitFor();
    await toast(page, "2 people confirmed.").waitFor();
    expect(await page.locator("[data-confetti]").count()).toBe(0);
    const insights = card(page, "Insights");
    await insights.getByRole("button", { name: "Rotate insights" }).waitFor();
    await insights.getByText(/^1,946 visits today so far/).waitFor();
    await insights.getByRole("button", { name: "Next insight" }).click();
    await insights.getByText(/^The busiest hour/).waitFor();
    await leave();
  });
});

describe("nothing moves the page", () => {
  const top = async (page: Page) => (await tile(page, "Active Visitors").boundingBox())?.y;

  it.each([360, 1440])(
    "at %i px: an insight that appears or vanishes, and the one that is shown stays",
    async (width) => {
      const without = { todayVisits: 0, pendingSubscriberCount: 0 };
      let stats = busyStats({ ...without, referrerStats: [] });
      const { page, leave } = await operator({ viewport: { width, height: 800 }, reducedMotion: "reduce" }, (page) =>
        page.route(STATS, (route) => route.fulfill({ json: stats })),
      );
      const line = card(page, "Insights");
      const told = () => line.getByRole("paragraph").allInnerTexts();
      await line.getByText(/^The busiest hour/).waitFor();
      const before = await top(page);
      const show = async (next: typeof stats) => {
        stats = next;
        for (let answered = 0; answered < 2; answered += 1) await page.waitForResponse(STATS);
        await expect.poll(() => number(page, "1 Hour visitors")).toBe(next.hourlyVisitorCount);
      };
      const [, , , source] = busyStats().referrerStats;
      await show(busyStats({ hourlyVisitorCount: 25, referrerStats: source ? [source] : [] }));
      expect(await told()).toEqual([expect.stringMatching(/^The busiest hour/)]);
      expect(await top(page)).toBe(before);
      await line.getByRole("button", { name: "Next insight" }).click();
      await line.getByText(/brings the most visits today/).waitFor();
      expect(await top(page)).toBe(before);
      // It vanishes, and the next takes its place.
      await show(busyStats({ ...without, hourlyVisitorCount: 26, referrerStats: [] }));
      expect(await told()).toEqual([expect.stringMatching(/^The page opened most today/)]);
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
      expect(await told()).toEqual(["Nothing stands out yet."]);
      expect(await top(page)).toBe(before);
      await leave();
    },
  );

  it.each([360, 1440])("at %i px: a connection that fails", async (width) => {
    let fails = false;
    const { page, leave } = await operator({ viewport: { width, height: 800 } }, (page) =>
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
  /** The dashboard with a clock that only the test moves; `fail` decides what the server does. */
  async function onTestClock(prepare: (page: Page) => Promise<unknown> = async () => {}) {
    const state = { calls: 0, fails: false };
    const opened = await operator({}, async (page) => {
      await prepare(page);
      await page.clock.install();
      await page.route(STATS, async (route) => {
        state.calls += 1;
        if (state.fails) await route.abort();
        // Each answer can be told from the one before.
        else await route.fulfill({ json: busyStats({ hourlyVisitorCount: state.calls }) });
      });
    });
    const { page } = opened;
    await stopClock(page);
    // What the jump of the clock set off is answered and shown, so that the next call is the test's own.
    const isSettled = async () => {
      await page.clock.runFor(1);
      await arrived(page);
      return (await number(page, "1 Hour visitors")) === state.calls;
    };
    await expect.poll(isSettled).toBe(true);
    return { ...opened, state };
  }

  /** Whatever the page has asked for until now has been counted. */
  const arrived = (page: Page) => page.evaluate(async () => (await fetch("/api/site")).status);

  /** Lets the time of the page go on, a second at a time, until something is so. */
  async function until(page: Page, isSo: () => Promise<boolean>): Promise<void> {
    const goOn = async () => {
      await page.clock.runFor(1_000);
      return isSo();
    };
    await expect.poll(goOn).toBe(true);
  }

  it("says quietly that the connection failed, asks ever more seldom, and recovers by itself", async () => {
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

  it("can be tried at once, and stops while it is paused or nobody looks", async () => {
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
    let calls = state.calls;
    await page.clock.runFor(10_000);
    await arrived(page);
    expect(state.calls).toBe(calls);
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

  it("goes on while one insight takes the place of another, until they are told to stand still", async () => {
    const { page, leave } = await onTestClock();
    const line = card(page, "Insights").getByRole("paragraph");
    const first = await line.innerText();
    await page.clock.runFor(8_500);
    await expect.poll(() => line.innerText()).not.toBe(first);
    await page.getByRole("button", { name: "Stop rotating insights" }).click();
    const stopped = await line.innerText();
    await page.clock.runFor(60_000);
    expect(await line.innerText()).toBe(stopped);
    await leave();
  });

  it("leaves alone what is being typed into the form when the settings are read again", async () => {
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

  it("keeps a session that could not be checked, and opens once the server answers", async () => {
    const sessionId = await operatorSession();
    const { page, context, leave } = await personIn(browser);
    await keepSession(context, sessionId);
    await page.route(STATS, (route) => route.abort(), { times: 1 });
    await page.goto("/stats");
    await page.getByText("The connection failed. Trying again by itself.").waitFor();
    expect(await page.evaluate((key) => localStorage.getItem(key), STATS_SESSION_KEY)).toBe(sessionId);
    await tile(page, "Active Visitors").waitFor();
    await leave([/ERR_FAILED/]);
  });
});

describe("a table", () => {
  it("is given as CSV, quoted, and with nothing in it that a spreadsheet would run", async () => {
    const stats = busyStats({
      referrerStats: [
        { referrer: '=HYPERLINK("http://evil.example","a")', count: 3 },
        { referrer: "forum, with a comma", count: 1 },
        { referrer: "@sum", count: 0 },
      ],
    });
    const { page, leave } = await operator({}, (page) => answer(page, STATS, stats));
    const file = await downloaded(page, () =>
      page.getByRole("button", { name: "Today's Traffic Sources as CSV" }).click(),
    );
    expect(file.name).toBe("today-s-traffic-sources.csv");
    expect(file.text).toBe(
      '\u{feff}Source,Visits,%\r\n"\'=HYPERLINK(""http://evil.example"",""a"")",3,75\r\n"forum, with a comma",1,25\r\n\'@sum,0,0\r\n',
    );
    for (const name of [
      "Visits of the last 24 hours",
      "Most Visited URLs Today",
      "Live visitors",
      "Month Visitors",
      "From visit to subscriber",
      "Subscriber Sources 24 hours",
      "Subscriber Sources Lifetime",
      "Conversion Rate by Source",
      "Newest subscribers",
      "Week over week",
      "Advertisement clicks",
    ])
      await page.getByRole("button", { name: `${name} as CSV` }).waitFor();
    const pages = await downloaded(page, () =>
      page.getByRole("button", { name: "Most Visited URLs Today as CSV" }).click(),
    );
    // All of them, not the ten that are shown.
    expect(pages.text.split("\r\n")).toHaveLength(14 + 2);
    await leave();
  });
});

describe("the advertisement", () => {
  it("is checked, saved with the session, and read by everybody", async () => {
    const { page, sessionId, leave } = await operator();
    const form = page.getByRole("form", { name: "Advertisement" });
    await form.getByLabel(/^Title/).fill("  ");
    await form.getByLabel(/^Link/).fill("");
    await form.getByRole("button", { name: "Save Advertisement" }).click();
    await form.getByText("Advertisement title is required.").waitFor();
    await form.getByText("Advertisement link is required.").waitFor();
    await toast(page, "Failed to update advertisement settings").waitFor();
    await toast(page, "Advertisement title is required.").waitFor();
    expect(await form.getByLabel(/^Link/).getAttribute("type")).toBe("url");
    await form.getByLabel(/^Title/).fill("Movers of Leslieville");
    await form.getByLabel(/^Link/).fill("not an address");
    await form.getByRole("button", { name: "Save Advertisement" }).click();
    await form.getByText("Please enter a web address that begins with http:// or https://.").waitFor();
    await toast(page, "Please enter a web address that begins with http:// or https://.").waitFor();
    expect(await form.getByText("Begins with https://").count()).toBe(0);
    await form.getByLabel(/^Link/).fill(" https://movers.example.com/?from=here ");
    await form.getByRole("switch", { name: "Show it on public pages" }).click();
    const settings = "**/api/advertisement-settings";
    await page.route(settings, (route) => route.fulfill({ status: 500, body: "" }), { times: 1 });
    await form.getByRole("button", { name: "Save Advertisement" }).click();
    await toast(page, "Failed to update advertisement settings").waitFor();
    const [saved] = await Promise.all([
      page.waitForRequest((request) => request.method() === "PUT"),
      form.getByRole("button", { name: "Save Advertisement" }).click(),
    ]);
    expect(saved.headers()["x-session-id"]).toBe(sessionId);
    await toast(page, "Advertisement Settings Updated").waitFor();
    await card(page, "Advertisement Controls").getByText("Shown", { exact: true }).waitFor();
    const shown = await (await fetch(`${inject("siteUrl")}/api/advertisement-settings`)).json();
    expect(shown).toMatchObject({
      title: "Movers of Leslieville",
      link: "https://movers.example.com/?from=here",
      enabled: true,
    });
    await fetch(`${inject("siteUrl")}/api/advertisement-clicks`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ sessionId: "a-browser-of-its-own" }),
    });
    await page.reload();
    const clicks = card(page, "Advertisement clicks");
    for (const period of ["Today", "This month", "Lifetime"])
      await clicks.getByRole("row", { name: new RegExp(`^${period} [1-9]\\d* [1-9]\\d*$`) }).waitFor();
    await form.getByRole("switch", { name: "Show it on public pages" }).click();
    await form.getByRole("button", { name: "Save Advertisement" }).click();
    await card(page, "Advertisement Controls").getByText("Not shown", { exact: true }).waitFor();
    await expect.poll(() => form.getByLabel(/^Title/).inputValue()).toBe("Movers of Leslieville");
    await leave([/status of 500/]);
  });
});

describe("the advertisement that a public page showed", () => {
  it("is read again there after it was changed here", async () => {
    const sessionId = await operatorSession();
    const set = (title: string, enabled = true) =>
      fetch(`${inject("siteUrl")}/api/advertisement-settings`, {
        method: "PUT",
        headers: { "content-type": "application/json", "x-session-id": sessionId },
        body: JSON.stringify({ title, link: "https://movers.example.com", enabled }),
      });
    await set("Before");
    const { page, context, leave } = await personIn(browser);
    await keepSession(context, sessionId);
    await page.goto("/about");
    const shown = page.getByRole("complementary", { name: "Advertisement" });
    await shown.getByText("Before", { exact: true }).waitFor();
    await page.evaluate(() => {
      history.pushState({ key: "stats" }, "", "/stats");
      dispatchEvent(new PopStateEvent("popstate", { state: history.state as unknown }));
    });
    const form = page.getByRole("form", { name: "Advertisement" });
    await form.getByLabel(/^Title/).fill("After");
    await form.getByRole("button", { name: "Save Advertisement" }).click();
    await toast(page, "Advertisement Settings Updated").waitFor();
    await page.getByRole("contentinfo").getByRole("link", { name: "About Us" }).click();
    await shown.getByText("After", { exact: true }).waitFor();
    await set("After", false);
    await leave();
  });
});

it(
  "in both themes, on a phone and a desktop: axe finds nothing, nothing is wider than the screen",
  async () => {
    const options = { reducedMotion: "reduce" } as const;
    const locked = await personIn(browser, options);
    await locked.page.goto("/stats");
    await gate(locked.page).waitFor();
    await expectReadableByAll(locked.page, "gate");
    await locked.leave();

    const { page, leave } = await operator(options, (page) => answer(page, STATS, busyStats()));
    await page.getByText("Numbers by the hour").click();
    await page.getByLabel(/^Title/).waitFor();
    // The click may have scrolled, and the header of the site lies over what is above.
    await page.evaluate(() => scrollTo(0, 0));
    await expectReadableByAll(page);
    await leave();
  },
  LONG_TESTS.many,
);
