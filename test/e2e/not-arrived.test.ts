import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { publishUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { busyStats, keepSession, operatorSession } from "../support/node/operator.ts";
import { startThread } from "../support/node/forum.ts";
import { personIn } from "../support/node/person.ts";
import { answer, openByLink, openPanel } from "../support/node/screens.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

// A figure that has not arrived is not 0, and a list that has not arrived is not empty.

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
  await publishUnit();
  await startThread();
});

/** Lists the lines of the page that tell of nothing: a figure of 0, or that there is none. */
const claims = async (page: Page): Promise<string[]> => {
  // Scales of charts begin at 0.
  await page.locator("main figure [aria-hidden]").evaluateAll((scales) => {
    for (const scale of scales) (scale as HTMLElement).style.display = "none";
  });
  const lines = (await page.locator("main").innerText()).split("\n");
  return lines.filter((line) =>
    /^\s*[+−]?0(?: |%|$)|\b0 (?:of|in|came|listings?|homes?|discussions?|people)\b|^(?:No|Nothing|None)\b/i.test(line),
  );
};

/** Leaves all requests without an answer, except those that `passes`. */
const holdBack = (page: Page, passes: RegExp) =>
  page.route("**/api/**", (route) => (passes.test(route.request().url()) ? route.fallback() : undefined));

describe("while figures are on their way", () => {
  it("the dashboard shows no 0 in their place", async () => {
    const { page, leave } = await personIn(browser);
    await keepSession(page, await operatorSession());
    await holdBack(page, /\/analytics\/stats(?:\?|$)|\/stats\/|\/track$/);
    await page.route(
      (url) => url.pathname === "/api/analytics/stats",
      (route) => (route.request().url().includes("range=") ? undefined : route.fulfill({ json: busyStats() })),
    );
    await page.goto("/stats");
    await page.getByText("Active Visitors", { exact: true }).waitFor();
    expect(await claims(page)).toEqual([]);
    expect(await page.getByText(/came in the last 30 minutes/).count()).toBe(0);
    await leave();
  });

  it(
    "the panel shows no 0 and no empty list in their place, in any tab",
    async () => {
      const { page, leave } = await personIn(browser);
      await page.goto("/robots.txt");
      await holdBack(page, /\/api\/admin\/(?:session|login)$/);
      await openPanel(page);
      const tabs = page.getByRole("tablist", { name: "Admin sections" }).getByRole("tab");
      await tabs.first().waitFor();
      const names = await tabs.allInnerTexts();
      expect(names.length).toBeGreaterThan(8);
      for (const [nth, name] of names.entries()) {
        await tabs.nth(nth).click();
        expect(await tabs.nth(nth).getAttribute("aria-selected")).toBe("true");
        expect(await claims(page), name).toEqual([]);
      }
      await leave();
    },
    LONG_TESTS.many,
  );

  it.each([
    ["contentinfo", "Studio Apartments"],
    ["banner", "Discussions"],
    ["banner", /Below Market/],
  ] as const)("the page behind the link in the %s, %s, shows none either", async (from, name) => {
    const { page, leave } = await personIn(browser);
    await answer(page, "**/api/**", "silence");
    await openByLink(page, from, name);
    await page.getByRole("main").locator(".animate-pulse-soft").first().waitFor();
    expect(await claims(page)).toEqual([]);
    await leave();
  });
});
