import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { photoDataUrl, publishUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { personIn, visit } from "../support/node/person.ts";

const PHONE = { width: 360, height: 740 };

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
  for (let house = 1; house <= 9; house += 1)
    await publishUnit({
      address: `${house} Beatrice St, Toronto, ON`,
      bedrooms: house % 2 === 0 ? "Studio" : "1 Bedroom",
      images: [await photoDataUrl("#336688")],
    });
});

/** Returns the top edge of the first listing's price, in pixels from the top of the window. */
const firstPrice = async (page: Page) =>
  Math.round((await page.locator("main article .display").first().boundingBox())?.y ?? Number.NaN);

const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`There is no ${selector}.`);
  return box;
};

describe("in the first view of the home page", () => {
  it.each([
    [360, 740, 620],
    [768, 1024, 680],
    [1440, 900, 620],
  ])("at %i×%i the first price begins at y ≤ %i", { tags: ["rest"] }, async (width, height, limit) => {
    const { page, leave } = await personIn(browser, { newcomer: true, viewport: { width, height } });
    await visit(page, "/");
    const top = await firstPrice(page);
    console.log(`first price at ${width}×${height}: y = ${top} of ${limit}`);
    expect(top).toBeLessThanOrEqual(limit);
    await leave();
  });

  it.each([
    ["a chosen type", "/", "Studio"],
    ["a search in the address", "/?q=studio+zeppelin+under+2500", undefined],
  ])("on a phone, the first price with %s begins at y ≤ 620", { tags: ["rest"] }, async (_, path, type) => {
    const { page, leave } = await personIn(browser, { newcomer: true, viewport: PHONE });
    await visit(page, path);
    if (type) await page.getByRole("button", { name: type, exact: true }).click();
    const chosen = page.getByRole("button", { name: "Studio", exact: true, pressed: true });
    // The chosen type comes first.
    await expect.poll(async () => (await chosen.boundingBox())?.x).toBe(16);
    await page.getByRole("button", { name: /^Email me/ }).waitFor();
    const top = await firstPrice(page);
    console.log(`first price of ${path} with ${type}: y = ${top}`);
    expect(top).toBeLessThanOrEqual(620);
    await leave();
  });

  it("a confirmation replaces the sign-up field, and the list stays", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser, { newcomer: true, viewport: PHONE });
    await visit(page, "/");
    const top = await firstPrice(page);
    await page.getByLabel("Your email address").fill("renter-of-the-first-minute@example.com");
    await page.getByRole("button", { name: "Join the Community" }).click();
    await page.getByRole("button", { name: "Choose rent and area" }).waitFor();
    expect((await page.locator(".sign-up-consent").boundingBox())?.height).toBeLessThan(5);
    expect(await firstPrice(page)).toBeLessThanOrEqual(top);
    await leave();
  });

  it("the list starts higher for a browser that has joined, or a URL with conditions", { tags: ["rest"] }, async () => {
    const newcomer = await personIn(browser, { newcomer: true, viewport: PHONE });
    await visit(newcomer.page, "/");
    const first = await firstPrice(newcomer.page);
    await visit(newcomer.page, "/?type=Studio");
    expect(await firstPrice(newcomer.page)).toBeLessThan(first - 40);
    // The only offer of emails is beside the count of homes. The sign-up field expands when it gets the focus.
    await newcomer.page.getByRole("button", { name: /^Email me/ }).waitFor();
    expect(await newcomer.page.locator(".hero").getByText("Email me").count()).toBe(0);
    const field = newcomer.page.getByLabel("Your email address");
    await field.focus();
    expect(await field.evaluate((element) => element.closest(".sign-up-row")?.clientHeight)).toBeGreaterThanOrEqual(44);
    await newcomer.leave();
    const member = await personIn(browser, { viewport: PHONE });
    await visit(member.page, "/");
    expect(await firstPrice(member.page)).toBeLessThan(first - 40);
    await member.leave();
  });

  it.each([["/"], ["/?type=Studio"]])(
    "a browser that has joined sees no invitation on %s",
    { tags: ["rest"] },
    async (path) => {
      const { page, leave } = await personIn(browser, { viewport: PHONE });
      const seen = () => page.locator(".hero").getByRole("textbox");
      // Checked before the application has started, and afterwards.
      await page.route("**/assets/*.js", (route) =>
        route.request().url().includes("/boot-") ? route.continue() : route.abort(),
      );
      await page.goto(path);
      await page.getByRole("timer").waitFor();
      expect(await seen().filter({ visible: true }).count()).toBe(0);
      await page.unroute("**/assets/*.js");
      await visit(page, path);
      expect(await seen().filter({ visible: true }).count()).toBe(0);
      const high = await page.locator(".hero").evaluate((hero) => hero.clientHeight);
      expect(high).toBeGreaterThan(20);
      // A link to the form still opens the form.
      await page.goto("/#join");
      await page.getByRole("form", { name: "Join the Community" }).getByRole("textbox").waitFor();
      await leave([/Failed to (load|fetch)/, /ERR_FAILED/]);
    },
  );

  it(
    "the consent is shown in full while an email address is typed, and the list does not move",
    { tags: ["rest"] },
    async () => {
      const { page, leave } = await personIn(browser, { newcomer: true, viewport: PHONE });
      await visit(page, "/");
      const consent = page.getByRole("form", { name: "Join the Community" }).getByText(/^By joining you agree/);
      const height = async () => Math.round((await consent.boundingBox())?.height ?? Number.NaN);
      const shown = async () => (await consent.evaluate((text) => text.parentElement?.clientHeight)) ?? 0;
      expect(await shown()).toBeLessThan(5);
      const top = await firstPrice(page);
      await page.getByLabel("Your email address").fill("renter@example.com");
      expect(await shown()).toBeGreaterThanOrEqual(await height());
      expect(await firstPrice(page)).toBe(top);
      await page.getByRole("button", { name: "Join the Community" }).focus();
      expect(await shown(), "still there at the button").toBeGreaterThanOrEqual(await height());
      await leave();
    },
  );
});

describe("on a phone", () => {
  it("the header is 48 px high, and each tab has a target of at least 44 px", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser, { viewport: PHONE });
    await visit(page, "/?view=map");
    expect((await boxOf(page, "header.site-header")).height).toBe(48);
    const tabs = page.getByRole("navigation", { name: "Sections" }).getByRole("link");
    expect(await tabs.allTextContents()).toEqual(["Rentals", "Map", "Saved", "Discussions", "Post"]);
    const sizes = await Promise.all((await tabs.all()).map((tab) => tab.boundingBox()));
    console.log(`tabs: ${sizes.map((box) => `${Math.round(box?.width ?? 0)}×${box?.height}`).join(", ")}`);
    for (const box of sizes) expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    expect(await tabs.nth(1).getAttribute("aria-current")).toBe("page");
    await tabs.nth(3).click();
    await page.getByRole("heading", { level: 1, name: "Toronto Apartment Discussions" }).waitFor();
    await expect.poll(() => tabs.nth(3).getAttribute("aria-current")).toBe("page");
    await leave();
  });

  it(
    "the last line of a page is not behind the tabs, which give way to a page's own bar",
    { tags: ["rest"] },
    async () => {
      const { page, leave } = await personIn(browser, { viewport: PHONE });
      await visit(page, "/about");
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      const footer = await boxOf(page, "footer");
      expect(Math.round(footer.y + footer.height)).toBeLessThanOrEqual(Math.round((await boxOf(page, ".tab-bar")).y));
      await page.evaluate(() => document.body.append(Object.assign(document.createElement("div"), { id: "bar" })));
      await page.evaluate(() => document.querySelector("#bar")?.setAttribute("data-call-bar", ""));
      await page.locator(".tab-bar").waitFor({ state: "hidden" });
      await leave();
    },
  );

  it.each([
    ["far below", 1800],
    ["at the top", 0],
  ])(
    "a filter chosen %s leaves the count in view, or scrolls it below the filters",
    { tags: ["rest"] },
    async (_, from) => {
      const { page, leave } = await personIn(browser, { viewport: PHONE });
      await visit(page, "/");
      await page.evaluate((y) => window.scrollTo(0, y), from);
      await page.getByRole("button", { name: "Studio", exact: true }).click();
      const count = page.getByRole("status").filter({ hasText: /^\d+ listings?$/ });
      await expect.poll(() => page.evaluate(() => location.search)).toBe("?type=Studio");
      await count.waitFor();
      const below = async () => {
        const row = await boxOf(page, ".filter-row");
        return Math.round((await boxOf(page, ".found")).y - row.y - row.height);
      };
      await expect.poll(below).toBe(0);
      expect((await boxOf(page, ".filter-row")).y).toBeGreaterThanOrEqual(48);
      if (from === 0) expect(await page.evaluate(() => window.scrollY), "nothing moved").toBe(0);
      await leave();
    },
  );

  it(
    "the sign-up dialogs take at most 40 % of the height until typing starts, and focus a field",
    { tags: ["rest"] },
    async () => {
      const { page, leave } = await personIn(browser, { newcomer: true, viewport: PHONE });
      const watching = page.waitForResponse(/\/assets\/deferred-[^/]+\.js/);
      await visit(page, "/");
      await watching;
      for (const name of ["Enter your email to proceed for free", "Get new listings by email"]) {
        const gate = page.getByRole("dialog", { name });
        await expect
          .poll(async () => {
            await page.evaluate(() => window.scrollBy(0, 60));
            return gate.count();
          })
          .toBe(1);
        const box = await gate.boundingBox();
        console.log(`${name}: ${Math.round(box?.height ?? 0)} px of ${PHONE.height * 0.4}`);
        expect(box?.height).toBeLessThanOrEqual(PHONE.height * 0.4);
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(PHONE.height);
        const field = gate.getByLabel("Your email address");
        await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
        await gate.getByRole("button", { name: "Close" }).click();
        await gate.waitFor({ state: "detached" });
      }
      await page.evaluate(() => sessionStorage.clear());
      const asked: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      await visit(page, "/");
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
      await page.evaluate(() => fetch("/api/site").then(() => undefined));
      expect(
        asked.filter((url) => /gate-dialog|api\/access/.test(url)),
        "remembered in a later visit",
      ).toEqual([]);
      await leave();
    },
  );
});
