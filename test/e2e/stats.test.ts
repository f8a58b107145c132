import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/node/browser.ts";
import { AUDIENCE, card, enter, gate, openDashboard, REFUSED, STATS, tile, toast } from "../support/node/dashboard.ts";
import { joinAs } from "../support/node/mailbox.ts";
import { busyStats, endSession, keepSession, storedSession } from "../support/node/operator.ts";
import { expectReadableByAll, personIn } from "../support/node/person.ts";
import { answer, holdRequests } from "../support/node/screens.ts";
import { STATS_PASSWORD } from "../support/node/server.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

describe("the dashboard's login", () => {
  it("shows errors, accepts the password, persists over a reload and ends by logging out", async () => {
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

  it("shows nothing and removes a stored session that the server rejects", async () => {
    const { page, leave } = await personIn(browser);
    await keepSession(page, "not-a-session");
    await page.goto("/stats");
    await gate(page).waitFor();
    await page.getByText("Your session has ended. Please log in again.").waitFor();
    expect(await storedSession(page)).toBeNull();
    await leave([/status of 401/]);
  });

  it("locks when the session is ended elsewhere, also when only the audience request gets 401", async () => {
    const { page, sessionId, leave } = await openDashboard(browser);
    await endSession(sessionId);
    await gate(page).waitFor();
    expect(await storedSession(page)).toBeNull();
    expect(await page.getByText("Active Visitors").count()).toBe(0);
    await page.route(AUDIENCE, (route) => route.fulfill(REFUSED));
    // The first gate has closed once the dashboard sends requests, so this is a new one.
    await Promise.all([page.waitForRequest(AUDIENCE), enter(page, STATS_PASSWORD)]);
    await gate(page).waitFor();
    await page.getByText("Your session has ended. Please log in again.").waitFor();
    expect(await storedSession(page)).toBeNull();
    await leave([/status of 401/]);
  });

  it("locks the browser's other tabs, too", async () => {
    const { page, context, leave } = await openDashboard(browser);
    const other = await context.newPage();
    await other.goto("/stats");
    await tile(other, "Active Visitors").waitFor();
    // Paused, so that this tab does not learn it from a poll.
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await page.getByText("Paused", { exact: true }).waitFor();
    await other.getByRole("button", { name: "Logout" }).click();
    await gate(page).waitFor();
    await leave([/status of 401/]);
  });
});

describe("an ended session", () => {
  const SETTINGS = { title: "Movers", link: "https://one.example.com", enabled: false, updatedAt: null };

  it("keeps unsaved input until somebody logs out", async () => {
    const { page, sessionId, leave } = await openDashboard(browser, {}, (page) =>
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

  it("by logging out shows no expiry message, although a pending poll gets 401", async () => {
    const { page, leave } = await openDashboard(browser);
    // Polls are refused not earlier: one before the press would end the session by itself, and take the button away.
    const logout = await holdRequests(page, "**/api/stats/logout", () =>
      page.route(STATS, (poll) => poll.fulfill(REFUSED)),
    );
    const refused = page.waitForResponse(
      (answer) => answer.url().endsWith("/api/analytics/stats") && answer.status() === 401,
    );
    await page.getByRole("button", { name: "Logout" }).click();
    await refused;
    await page.getByText("Reconnecting", { exact: true }).waitFor();
    logout.release();
    await toast(page, "Logged Out").waitFor();
    await page.getByText("Enter the dashboard password to continue").waitFor();
    expect(await page.getByText("Your session has ended").count()).toBe(0);
    await leave([/status of 401/]);
  });
});

describe("a new subscriber", () => {
  it("causes a toast and confetti, but not on opening the page", async () => {
    await joinAs(`first-${Date.now()}@example.com`);
    const { page, leave } = await openDashboard(browser, { reducedMotion: "no-preference" });
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

  it("is not announced on returning to the dashboard, which shows no outdated number", async () => {
    let [subscriberCount, isSilent] = [1240, false];
    const { page, leave } = await openDashboard(browser, {}, (page) =>
      page.route(STATS, async (route) => {
        if (!isSilent) await route.fulfill({ json: busyStats({ subscriberCount }) });
      }),
    );
    await page.getByRole("contentinfo").getByRole("link", { name: "About Us" }).click();
    await page.getByText("Active Visitors").waitFor({ state: "detached" });
    [subscriberCount, isSilent] = [1241, true];
    const asked = page.waitForRequest(STATS);
    // Awaited from before it appears, because it goes when the unanswered request times out.
    const checking = page.getByText("Checking your session").waitFor({ state: "attached" });
    await page.goBack();
    await Promise.all([asked, checking]);
    expect(await page.getByText("Active Visitors").count()).toBe(0);
    isSilent = false;
    // The unanswered request times out after ten seconds.
    await tile(page, "Active Visitors").waitFor();
    const more = page.waitForResponse(STATS);
    await more;
    expect(await toast(page, "New Subscriber!").count()).toBe(0);
    expect(await page.locator("[data-confetti]").count()).toBe(0);
    await leave();
  });

  it("causes no confetti with reduced motion, which stops the insights, too", async () => {
    const { page, leave } = await openDashboard(browser, { reducedMotion: "reduce" }, (page) =>
      answer(page, STATS, busyStats(), busyStats({ subscriberCount: 1245 })),
    );
    await toast(page, "New Subscriber!").waitFor();
    await toast(page, "2 people confirmed.").waitFor();
    expect(await page.locator("[data-confetti]").count()).toBe(0);
    const insights = card(page, "Insights");
    await insights.getByText(/^1,946 visits today so far/).waitFor();
    await insights.getByRole("button", { name: "Next insight" }).click();
    await insights.getByText(/^The busiest hour/).waitFor();
    await leave();
  });
});

it(
  "the dashboard has no axe violations or horizontal overflow in either theme, on phone and desktop",
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
  LONG_TESTS.many,
);
