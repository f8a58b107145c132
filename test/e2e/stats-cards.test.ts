import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/node/browser.ts";
import { AUDIENCE, card, number, openDashboard, STATS, tile, toast } from "../support/node/dashboard.ts";
import { busyStats, keepSession, leaveSite, operatorSession, readStats, track } from "../support/node/operator.ts";
import { personIn } from "../support/node/person.ts";
import { answer } from "../support/node/screens.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

/** Opens a tab of the sources. @returns its table's region */
async function inSources(page: Page, name: string) {
  await page.getByRole("tab", { name, exact: true }).click();
  return page.getByRole("region", { name, exact: true });
}

/** Does something that downloads a file, and reads the file. */
async function downloaded(page: Page, act: () => Promise<unknown>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent("download"), act()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}

describe("the cards", () => {
  it("include visits of a moment ago", async () => {
    const { page, sessionId, leave } = await openDashboard(browser);
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
      await today.getByRole("term").getByText(part, { exact: true }).waitFor();
    await today
      .getByText(/\(\d+%\)/)
      .first()
      .waitFor();
    await today.getByText("Yesterday:").waitFor();
    const inTable = (name: string, row: string | RegExp) =>
      inSources(page, name).then((table) => table.getByRole("row", { name: row }).waitFor());
    for (const name of ["Today's Traffic Sources", "Month Visitors"]) await inTable(name, `${host} 1`);
    const realtors = before.pageVisitStatsToday.find((counted) => counted.page === "/realtors")?.count ?? 0;
    const visited = card(page, "Most Visited URLs Today");
    // Ten other pages may have more views from other tests.
    const rest = visited.getByRole("button", { name: /^Show all/ });
    if ((await rest.count()) > 0) await rest.click();
    await visited.getByRole("row", { name: new RegExp(`^/realtors ${realtors + 2} `) }).waitFor();
    await inTable("Conversion Rate by Source", `${host} 1 0 0%`);

    await leaveSite(reader);
    await row.getByText("Left:").waitFor();
    await expect.poll(() => number(page, "Active Visitors")).toBe(before.activeVisitors + 1);
    await leaveSite(other);
    await leave();
  });

  it("load listings, paying subscribers and audience from their own endpoints, and show when one fails", async () => {
    const { page, leave } = await openDashboard(browser, {}, async (page) => {
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

  it("mark a figure as old when its refresh failed", async () => {
    const { page, leave } = await openDashboard(browser, {}, async (page) => {
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

  it("list live visitors in order of arrival, not of last activity", async () => {
    const [first, second, gone] = busyStats().hourlyVisitors.map((visitor, index) => ({
      ...visitor,
      page: `/visitor-${index}`,
      timestamp: new Date(Date.now() - (index + 1) * 60_000).toISOString(),
      lastSeen: new Date(Date.now() - (20 - index) * 1_000).toISOString(),
    }));
    if (!first || !second || !gone) throw new Error("Three visitors are needed.");
    const seen = (...hourlyVisitors: (typeof first)[]) =>
      busyStats({ hourlyVisitors, hourlyVisitorCount: 3, visitors: hourlyVisitors.filter(({ id }) => id !== gone.id) });
    const { page, leave } = await openDashboard(browser, {}, (page) =>
      answer(page, STATS, seen(first, second, gone), seen(gone, second, { ...first, page: "/elsewhere" })),
    );
    const order = async () => (await card(page, "Live visitors").getByRole("rowheader").allInnerTexts()).join(" ");
    await expect.poll(order).toMatch(/elsewhere.*visitor-1.*visitor-2/s);
    await leave();
  });

  it("tell where a goal is reached from, and what was searched for and not found", async () => {
    const campaign = `flyer ${Date.now() % 1_000_000}`;
    const words = `balcony${Date.now() % 10_000}`;
    const reader = await personIn(browser);
    const counted = reader.page.waitForResponse("**/api/analytics/track");
    await reader.page.goto(`/landlords?utm_source=newsletter.example&utm_campaign=${encodeURIComponent(campaign)}`);
    await counted;
    const search = { filter: "Studio", maxRent: 900, q: words };
    for (let n = 0; n < 2; n += 1) {
      const sessionId = await track({ campaign });
      await fetch(`${inject("siteUrl")}/api/analytics/searches`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ sessionId, search }),
      });
    }
    const told = reader.page.waitForRequest("**/api/analytics/searches");
    await reader.page.goto(`/?type=Studio&q=${words}&maxRent=900`);
    await reader.page.getByText("Try adjusting your filters.").waitFor();
    expect(((await told).postDataJSON() as { search: unknown }).search).toMatchObject({ filter: "Studio", q: words });

    const { page, leave } = await openDashboard(browser, { reducedMotion: "reduce" });
    await page.getByRole("button", { name: "Today", exact: true }).click();
    const goals = card(page, "Goals of today");
    await goals.getByRole("combobox", { name: "Goal" }).selectOption("Called");
    await goals.getByRole("tab", { name: "Campaigns" }).click();
    const row = goals.getByRole("row", { name: new RegExp(campaign) });
    expect((await row.getByRole("cell").allTextContents()).join(" ")).toMatch(/^Visits3 Called0 Rate %0% /);
    const searches = card(page, "Searches without results of today");
    const link = searches.getByRole("link", { name: `Studio, “${words}”, Up to $900` });
    expect(await link.getAttribute("href")).toBe(`/?type=Studio&q=${words}&maxRent=900`);
    expect(
      await searches
        .getByRole("row", { name: new RegExp(words) })
        .getByRole("cell")
        .allTextContents(),
    ).toEqual(["Times3", expect.stringMatching(/^Whole hours\d+$/), "Before0", "Change"]);
    await leave();
    await reader.leave();
  });

  it("tell the state of listings and of each edition's mails", async () => {
    const edition = {
      date: "2026-11-20",
      scheduledAt: "2026-11-20T15:00:00.000Z",
      status: "done",
      listingCount: 3,
      frozen: 1_240,
      sent: 1_200,
      skipped: 38,
      uncertain: 2,
      bounced: 3,
      complained: 1,
      unsubscribed: 8,
      pausedUntil: null,
      problem: null,
      finishedAt: null,
    };
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    const { page, leave } = await openDashboard(browser, { reducedMotion: "reduce" }, (page) =>
      answer(page, "**/api/analytics/site", {
        listings: {
          public: 53,
          approved: 61,
          all: 77,
          waiting: 9,
          oldestWaiting: ago(30),
          medianWaiting: ago(5),
          scamBands: { none: 6, some: 2, strong: 1 },
          medianApproved: ago(11 * 24),
          expiring: 4,
          bands: { below: 40, about: 8, above: 2, unconfirmed: 1, unknown: 2 },
        },
        editions: [edition],
        threads: { all: 12, automated: 3 },
        comments: { all: 88, automated: 22 },
        countedAt: ago(0),
      }),
    );
    const listings = card(page, "Listings");
    await listings.getByText("Found by visitors; 61 approved, 77 in all states but deleted").waitFor();
    await listings.getByText("The longest 30 h, in the middle 5 h").waitFor();
    await listings.getByText("11 d", { exact: true }).waitFor();
    await listings.getByText("25%", { exact: true }).waitFor();
    await listings
      .getByRole("row", { name: /strong scam signs/ })
      .getByText("1", { exact: true })
      .waitFor();
    const file = await downloaded(page, () =>
      listings.getByRole("button", { name: "Listings by band as CSV" }).click(),
    );
    expect(file.text).toContain('"Public, below market",40');
    const mails = card(page, "Mails by edition").getByRole("row", { name: /2026-11-20/ });
    expect((await mails.getByRole("cell").allTextContents()).join(" ")).toMatch(
      /Sent1,200 Skipped38 Uncertain2 Bounced3 Complained1 Unsubscribed8$/,
    );
    await leave();
  });

  it("put a long name on its own line on a narrow screen", async () => {
    const { page, leave } = await openDashboard(browser, { viewport: { width: 360, height: 800 } }, (page) =>
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

  it("show the ten most visited pages, the rest on demand, and the hours as a chart and a table", async () => {
    const stats = busyStats();
    const hourlySeries = stats.hourlySeries.map((hour, index) => (index === 23 ? { ...hour, visits: 12_345 } : hour));
    const { page, leave } = await openDashboard(browser, {}, (page) => answer(page, STATS, { ...stats, hourlySeries }));
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
    // The hours before stand beside them once they were read.
    const row = file.text.split("\r\n").find((line) => line.startsWith(now.toISOString()));
    expect(row?.split(",")[1]).toBe("12345");
    await leave();
  });
});

describe("a table", () => {
  it("is exported as quoted CSV without spreadsheet formulas", async () => {
    const stats = busyStats({
      monthReferrerStats: [
        { referrer: '=HYPERLINK("http://evil.example","a")', count: 3 },
        { referrer: "forum, with a comma", count: 1 },
        { referrer: "@sum", count: 0 },
      ],
    });
    const { page, leave } = await openDashboard(browser, {}, (page) => answer(page, STATS, stats));
    await inSources(page, "Month Visitors");
    const file = await downloaded(page, () => page.getByRole("button", { name: "Month Visitors as CSV" }).click());
    expect(file.name).toBe("month-visitors.csv");
    expect(file.text).toBe(
      '\u{feff}Source,Visits,%\r\n"\'=HYPERLINK(""http://evil.example"",""a"")",3,75\r\n"forum, with a comma",1,25\r\n\'@sum,0,0\r\n',
    );
    const csv = (name: string) => page.getByRole("button", { name: `${name} as CSV` });
    for (const name of [
      "Visits of the last 24 hours",
      "Funnel of the last 24 hours",
      "Pages of the last 24 hours",
      "Today's Visits",
      "Most Visited URLs Today",
      "Live visitors",
      "Newest subscribers",
      "Advertisement clicks",
    ])
      await csv(name).waitFor();
    for (const name of ["Subscriber Sources Lifetime", "Conversion Rate by Source"]) {
      await inSources(page, name);
      await csv(name).waitFor();
    }
    const pages = await downloaded(page, () =>
      page.getByRole("button", { name: "Most Visited URLs Today as CSV" }).click(),
    );
    // All rows, not only the ten that are shown.
    expect(pages.text.split("\r\n")).toHaveLength(14 + 2);
    await leave();
  });
});

describe("the advertisement", () => {
  it("is validated, saved with the session and public", async () => {
    const { page, sessionId, leave } = await openDashboard(browser);
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

describe("the advertisement of a public page", () => {
  it("is refetched after a change in the dashboard", async () => {
    const sessionId = await operatorSession();
    const set = (title: string, enabled = true) =>
      fetch(`${inject("siteUrl")}/api/advertisement-settings`, {
        method: "PUT",
        headers: { "content-type": "application/json", "x-session-id": sessionId },
        body: JSON.stringify({ title, link: "https://movers.example.com", enabled }),
      });
    await set("Before");
    const { page, leave } = await personIn(browser);
    await keepSession(page, sessionId);
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
