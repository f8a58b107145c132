import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { AdvertisementStats } from "../../worker/contracts/ads.ts";
import { publishUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { accessibilityProblems, personIn } from "../support/node/person.ts";
import { STATS_PASSWORD } from "../support/node/server.ts";

let browser: Browser;
let operator: string;

async function call(method: string, path: string, body?: unknown): Promise<Response> {
  const response = await fetch(inject("siteUrl") + path, {
    method,
    headers: { "content-type": "application/json", "x-session-id": operator },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response;
}
const setAd = (enabled: boolean, title = "Movers who come on time") =>
  call("PUT", "/api/advertisement-settings", { title, link: `${inject("siteUrl")}/terms-of-service?from=ad`, enabled });
const clicks = async () => ((await (await call("GET", "/api/advertisement-stats")).json()) as AdvertisementStats).daily;

const ad = (page: Page) => page.getByRole("complementary", { name: "Advertisement" });
/** Opens a page and waits until it has loaded the advertisement's settings, which the page requests late. */
async function open(page: Page, path: string): Promise<void> {
  const asked = page.waitForResponse(/\/api\/advertisement-settings$/);
  await page.goto(path);
  await asked;
}

beforeAll(async () => {
  browser = await sharedBrowser();
  operator = "";
  const login = await call("POST", "/api/stats/auth", { password: STATS_PASSWORD });
  operator = ((await login.json()) as { sessionId: string }).sessionId;
});
afterAll(async () => {
  await setAd(false);
});

describe("the advertisement", () => {
  it(
    "appears on public pages, labelled as an advertisement, without shifting the layout",
    { tags: ["rest"] },
    async () => {
      const { id, slug } = await publishUnit({ address: "12 Sackville St, Toronto, ON" });
      await setAd(true);
      const { page, leave } = await personIn(browser, { viewport: { width: 390, height: 844 } });
      await page.addInitScript(() => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { value: number })[];
          const known = window as unknown as { shift?: number };
          known.shift = shifts.reduce((sum, { value }) => sum + value, known.shift ?? 0);
        }).observe({ type: "layout-shift", buffered: true });
      });
      const shifted = () => page.evaluate(() => (window as unknown as { shift?: number }).shift ?? 0);
      for (const path of ["/", "/2-bedroom-apartments-toronto", `/listing/${id}/${slug}`, "/about", "/landlords"]) {
        await open(page, path);
        const link = ad(page).getByRole("link", { name: "Movers who come on time" });
        await link.waitFor();
        expect(await shifted(), path).toBe(0);
        await expect.poll(() => ad(page).getByText("Advertisement", { exact: true }).isVisible()).toBe(true);
        expect(await link.getAttribute("rel")).toBe("sponsored noopener nofollow");
        expect(await link.getAttribute("target")).toBe("_blank");
        // Done in a single step, because nothing else may move the footer.
        const [withAd, withoutAd] = await ad(page).evaluate((element) => {
          const footerAt = () => document.querySelector("footer")?.getBoundingClientRect().top;
          const before = footerAt();
          element.remove();
          return [before, footerAt()];
        });
        expect(withAd, path).toBeDefined();
        expect(withoutAd, path).toBe(withAd);
      }
      await open(page, "/about");
      await ad(page).waitFor();
      await ad(page).scrollIntoViewIfNeeded();
      expect(await shifted()).toBe(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      await leave();
    },
  );

  it("fits its space with the longest title", { tags: ["rest"] }, async () => {
    await setAd(true, "A title of many words ".repeat(9).trim());
    const { page, leave } = await personIn(browser, { viewport: { width: 320, height: 640 } });
    await open(page, "/about");
    const box = await ad(page).boundingBox();
    expect(box?.height).toBeLessThanOrEqual(64);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await leave();
  });

  it("opens in a new tab and counts one click per browser and day", async () => {
    await setAd(true);
    const before = await clicks();
    const { page, context, leave } = await personIn(browser);
    await open(page, "/about");
    expect(await page.evaluate(() => localStorage.getItem("advertisement_visitor_id"))).toBeNull();
    const click = async () => {
      const counted = page.waitForResponse(/\/api\/advertisement-clicks$/);
      const [tab] = await Promise.all([context.waitForEvent("page"), ad(page).getByRole("link").click()]);
      expect((await counted).status()).toBe(200);
      expect(tab.url()).toMatch(/\/terms-of-service\?from=ad$|about:blank/);
      await tab.close();
    };
    await click();
    const id = await page.evaluate(() => localStorage.getItem("advertisement_visitor_id"));
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    await open(page, "/contact");
    await click();
    expect(await page.evaluate(() => localStorage.getItem("advertisement_visitor_id"))).toBe(id);
    expect(await clicks()).toEqual({
      totalClicks: before.totalClicks + 2,
      uniqueClicks: before.uniqueClicks + 1,
    });
    await leave();
  });

  it("does not count clicks by moderators and the operator", { tags: ["rest"] }, async () => {
    await setAd(true);
    for (const [name, value] of [
      ["admin_authenticated", "true"],
      ["stats_session_id", "an id"],
    ] as const) {
      const { page, context, leave } = await personIn(browser);
      await context.addInitScript(([key, text]) => localStorage.setItem(key, text), [name, value] as const);
      let requests = 0;
      page.on("request", (request) => {
        if (request.url().endsWith("/api/advertisement-clicks")) requests += 1;
      });
      await open(page, "/about");
      await Promise.all([context.waitForEvent("page"), ad(page).getByRole("link").click()]);
      await page.evaluate(async () => void (await fetch("/api/site")));
      expect(requests, name).toBe(0);
      expect(await page.evaluate(() => localStorage.getItem("advertisement_visitor_id"))).toBeNull();
      await leave();
    }
  });

  it("is refetched after five minutes and disappears when disabled", { tags: ["rest"] }, async () => {
    await setAd(true);
    const { page, leave } = await personIn(browser);
    await page.clock.install();
    await open(page, "/about");
    await ad(page).waitFor();
    await setAd(false);
    const again = page.waitForResponse(/\/api\/advertisement-settings$/);
    await page.clock.fastForward(5 * 60_000);
    await again;
    await ad(page).waitFor({ state: "detached" });
    await leave();
  });

  it("does not appear while it is disabled, or on private pages", { tags: ["rest"] }, async () => {
    await setAd(false);
    const { page, leave } = await personIn(browser);
    await open(page, "/");
    expect(await ad(page).count()).toBe(0);
    await setAd(true);
    let asked = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/api/advertisement-settings")) asked += 1;
    });
    for (const path of ["/admin", "/govip", "/manage/1-nothing", "/privacy/1-nothing"]) {
      const loaded = page.waitForResponse(/\/assets\/deferred-[^/]+\.js$/);
      await page.goto(path);
      await loaded;
      await page.evaluate(async () => void (await fetch("/api/site")));
      expect(await ad(page).count(), path).toBe(0);
    }
    expect(asked).toBe(0);
    await leave([/status of 40/]);
  });
});
