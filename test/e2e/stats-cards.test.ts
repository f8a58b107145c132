import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/node/browser.ts";
import { card, number, openDashboard, toast } from "../support/node/dashboard.ts";
import { keepSession, leaveSite, operatorSession, readStats, track } from "../support/node/operator.ts";
import { personIn } from "../support/node/person.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

/** Performs an action that downloads a file, and reads the file. */
async function downloaded(page: Page, act: () => Promise<unknown>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent("download"), act()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}

describe("the cards", () => {
  it("include visits that have just begun", { tags: ["rest"] }, async () => {
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
    const inTable = (name: string, row: string | RegExp) => card(page, name).getByRole("row", { name: row }).waitFor();
    for (const name of ["Today's Traffic Sources", "Month Visitors"]) await inTable(name, `${host} 1`);
    const realtors = before.pageVisitStatsToday.find((counted) => counted.page === "/realtors")?.count ?? 0;
    await inTable("Conversion Rate by Source", `${host} 1 0 0%`);
    const file = await downloaded(page, () =>
      page.getByRole("button", { name: "Most Visited URLs Today as CSV" }).click(),
    );
    expect(file.name).toBe("most-visited-urls-today.csv");
    expect(file.text).toMatch(new RegExp(`^\u{feff}.*\r\n/realtors,${realtors + 2},`, "su"));

    await leaveSite(reader);
    await row.getByText("Left:").waitFor();
    await expect.poll(() => number(page, "Active Visitors")).toBe(before.activeVisitors + 1);
    await leaveSite(other);
    await leave();
  });
});

describe("the advertisement of a public page", () => {
  it("is refetched after a change in the dashboard", { tags: ["rest"] }, async () => {
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
    await page.goBack();
    await shown.getByText("After", { exact: true }).waitFor();
    await set("After", false);
    await leave();
  });
});
