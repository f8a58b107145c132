import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { STATIC_PAGES } from "../../worker/contracts/pages.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { accessibilityProblems, expectReadableByAll, personIn, visit } from "../support/node/person.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const PHONE = { width: 360, height: 800 };

describe("the static pages", () => {
  it(
    "have no axe violations, horizontal overflow or console messages in either theme, on phone and desktop",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      const visitor = await personIn(browser, { reducedMotion: "reduce" });
      const { page } = visitor;
      for (const path of Object.values(STATIC_PAGES)) {
        await visit(page, path);
        expect(await page.getByRole("heading", { level: 1 }).count(), path).toBe(1);
        await expectReadableByAll(page, path);
      }
      await visitor.leave();
    },
  );

  it("can be reached from the footer and have their own titles", { tags: ["rest"] }, async () => {
    const visitor = await personIn(browser);
    const { page } = visitor;
    await visit(page, "/");
    for (const [label, path] of [
      ["About Us", "/about"],
      ["For realtors", "/realtors"],
      ["Contact", "/contact"],
      ["Privacy Policy", "/privacy-policy"],
      ["Terms of Service", "/terms-of-service"],
    ] as const) {
      await page.getByRole("contentinfo").getByRole("link", { name: label, exact: true }).click();
      await page.waitForURL(`**${path}`);
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
      const canonical = page.locator('link[rel="canonical"]');
      await expect.poll(() => canonical.getAttribute("href")).toContain(path);
    }
    await expect.poll(() => page.title()).toBe("Terms of Service | Below Market Toronto");
    await visitor.leave();
  });
});

describe("the menu of the page for realtors", () => {
  it("on a phone opens by its button and closes by Escape or a followed link", { tags: ["rest"] }, async () => {
    const realtor = await personIn(browser, { viewport: PHONE });
    const { page } = realtor;
    await visit(page, "/realtors");
    const toggle = page.getByRole("button", { name: "Menu" });
    const menu = page.getByRole("navigation", { name: "For realtors" });
    const about = menu.getByRole("link", { name: "About Us" });
    await expect.poll(() => toggle.getAttribute("aria-expanded")).toBe("false");
    expect(await about.isVisible()).toBe(false);

    await toggle.click();
    await expect.poll(() => toggle.getAttribute("aria-expanded")).toBe("true");
    await about.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await about.focus();
    await page.keyboard.press("Escape");
    await about.waitFor({ state: "hidden" });
    await expect.poll(() => toggle.getAttribute("aria-expanded")).toBe("false");
    await expect.poll(() => toggle.evaluate((button) => button === document.activeElement)).toBe(true);

    await page.keyboard.press("Enter");
    await about.waitFor();
    // Simulates a click that opens a new tab: this page stays, and its menu closes.
    await about.evaluate((link) => {
      link.addEventListener("click", (event) => event.preventDefault(), { once: true });
    });
    await about.click({ modifiers: ["Control"] });
    await about.waitFor({ state: "hidden" });
    await toggle.click();
    await menu.getByRole("link", { name: "Contact" }).click();
    await page.getByRole("heading", { level: 1, name: "Contact" }).waitFor();
    await realtor.leave();
  });

  it("on a wide screen is always open, and its logo links to the home page", { tags: ["rest"] }, async () => {
    const realtor = await personIn(browser, { viewport: { width: 1440, height: 900 } });
    const { page } = realtor;
    await visit(page, "/realtors");
    expect(await page.getByRole("button", { name: "Menu" }).count()).toBe(0);
    const menu = page.getByRole("navigation", { name: "For realtors" });
    await expect.poll(() => menu.getByRole("link", { name: "Contact" }).isVisible()).toBe(true);
    await menu.getByRole("link", { name: /Below Market Toronto/ }).click();
    await page.waitForURL((url) => url.pathname === "/");
    await page.getByRole("heading", { name: "Listings", exact: true }).waitFor();
    await realtor.leave();
  });
});
