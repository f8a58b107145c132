import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedBrowser } from "../support/node/browser.ts";
import { personIn, stopClock, visit } from "../support/node/person.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

const TAGLINE = "Toronto's #1 Below Market Renters Community";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

/** Returns the scripts requested by the browser, in order. */
function scriptsOf(page: Page): string[] {
  const scripts: string[] = [];
  page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
  return scripts;
}

/** Returns the name of a script: `/assets/about-1a2b3c4d.js` → `about`. */
const nameOf = (url: string) => /assets\/([a-z-]+)-/.exec(url)?.[1] ?? url;

const footerLink = (page: Page, name: string) => page.getByRole("contentinfo").getByRole("link", { name, exact: true });

describe("the header", () => {
  it(
    "centres the name and the tagline at every width, with the sections to their right on wide screens",
    { tags: ["rest"] },
    async () => {
      const { page, leave } = await personIn(browser);
      await visit(page, "/");
      const name = page.getByRole("banner").getByRole("link", { name: TAGLINE });
      const sections = page.getByRole("banner").getByRole("navigation", { name: "Sections" });
      for (const width of [320, 360, 768, 1024, 1280, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        const siteName = name.getByText("Below Market Toronto", { exact: true });
        // At 320 px the tagline is for screen readers only.
        for (const text of width < 352 ? [siteName] : [siteName, name.getByText(TAGLINE)]) {
          const box = await text.boundingBox();
          if (!box) throw new Error(`hidden at ${width} px`);
          expect(Math.abs(box.x + box.width / 2 - width / 2), `off the centre at ${width} px`).toBeLessThanOrEqual(1);
        }
        const taken = (await name.boundingBox())?.width ?? 0;
        expect(await sections.isVisible(), `sections at ${width} px`).toBe(width >= 1024);
        if (width < 1024) continue;
        const box = await sections.boundingBox();
        expect(box?.x, `sections overlap at ${width} px`).toBeGreaterThanOrEqual(width / 2 + taken / 2);
      }
      await leave();
    },
  );
});

describe("navigation", () => {
  it("prefetches a page's code before the click", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser);
    const scripts = scriptsOf(page);
    await visit(page, "/");
    const first = scripts.length;
    await footerLink(page, "Terms of Service").hover();
    await expect.poll(() => scripts.slice(first).filter((url) => url.includes("terms-of-service"))).toHaveLength(1);
    await footerLink(page, "Terms of Service").click();
    await page.waitForURL("**/terms-of-service");
    await page.getByRole("heading", { level: 1, name: "Terms of Service" }).waitFor();
    // The page's own script, and the script that it shares with all pages except the home page.
    expect(scripts.slice(first).map(nameOf).toSorted()).toEqual(["shared", "terms-of-service"]);
    await footerLink(page, "About Us").focus();
    await expect.poll(() => scripts.filter((url) => url.includes("about"))).toHaveLength(1);
    await leave();
  });

  it("prefetches nothing in data-saver mode", { tags: ["rest"] }, async () => {
    const { page, context, leave } = await personIn(browser);
    await context.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, "connection", { get: () => ({ saveData: true }) });
    });
    const scripts = scriptsOf(page);
    await visit(page, "/");
    const first = scripts.length;
    await footerLink(page, "Terms of Service").hover();
    await footerLink(page, "About Us").focus();
    await footerLink(page, "Contact").click();
    await page.getByRole("heading", { level: 1 }).getByText("Contact").waitFor();
    expect(scripts.slice(first).map(nameOf).toSorted()).toEqual(["contact", "shared"]);
    await leave();
  });

  it(
    "leaves modified clicks, and links that are not to pages, to the browser",
    { tags: ["rest"], timeout: LONG_TESTS.start },
    async () => {
      const { page, context, leave } = await personIn(browser);
      await visit(page, "/about");
      const [tab] = await Promise.all([
        // Another tab starts a new process, which is slow while other tests run.
        context.waitForEvent("page", { timeout: LONG_TESTS.start / 2 }),
        footerLink(page, "Contact").click({ modifiers: ["ControlOrMeta"] }),
      ]);
      await tab.waitForURL("**/contact", { waitUntil: "commit" });
      expect(new URL(page.url()).pathname).toBe("/about");
      await footerLink(page, "Sitemap").click();
      await page.waitForURL("**/sitemap.xml", { waitUntil: "commit" });
      await leave();
    },
  );

  it(
    "starts pages at the top and restores the scroll position, even from another document",
    { tags: ["rest"] },
    async () => {
      const { page, leave } = await personIn(browser);
      await visit(page, "/privacy-policy");
      await page.evaluate(() => window.scrollTo(0, 900));
      await footerLink(page, "Contact").evaluate((link: HTMLElement) => link.click());
      await page.waitForURL("**/contact");
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
      await page.goBack();
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(900);
      await visit(page, "/govip");
      await page.goBack();
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(900);
      await leave();
    },
  );

  it(
    "hydrates with the scripts named in the document and requests no other before that",
    { tags: ["rest"] },
    async () => {
      const { page, leave } = await personIn(browser);
      const html = await (await page.request.get("/")).text();
      const named = [...html.matchAll(/ data-(?:entry|scripts)="([^"]+)"/g)].flatMap(([, files = ""]) =>
        files.split(" "),
      );
      expect(named).toHaveLength(2);
      const scripts = scriptsOf(page);
      await page.goto("/");
      await page.locator("html[data-live]").waitFor();
      const asked = scripts.map((url) => new URL(url).pathname).filter((path) => !path.startsWith("/assets/boot-"));
      expect(asked.filter((path) => !path.includes("/deferred-")).toSorted()).toEqual(named.toSorted());
      await leave();
    },
  );

  /** Opens a page whose timers and render-blocking styles the test delays. */
  async function openUnpainted(page: Page, path: string) {
    const styles = Promise.withResolvers<void>();
    await page.route("**/*.css", async (route) => {
      await styles.promise;
      await route.continue();
    });
    await page.clock.install();
    await stopClock(page);
    await page.goto(path, { waitUntil: "domcontentloaded" });
    return async () => {
      await page.clock.resume();
      styles.resolve();
      await page.locator("html[data-live]").waitFor();
    };
  }

  it("requests the application only after the first paint", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser);
    const scripts = scriptsOf(page);
    const paint = await openUnpainted(page, "/");
    await page.getByRole("heading", { level: 1 }).waitFor({ state: "attached" });
    expect(scripts.map((url) => /assets\/([a-z]+)-/.exec(url)?.[1])).toEqual(["boot"]);
    await paint();
    await leave();
  });

  it("requests it after two seconds if the browser reports no paint", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser);
    const scripts = scriptsOf(page);
    const paint = await openUnpainted(page, "/");
    await page.clock.runFor(1_900);
    expect(scripts.map((url) => /assets\/([a-z]+)-/.exec(url)?.[1])).toEqual(["boot"]);
    await page.clock.runFor(200);
    await expect.poll(() => scripts.filter((url) => url.includes("/index-"))).toHaveLength(1);
    await paint();
    await leave();
  });

  it.each([
    ["behind another tab", "/", true],
    ["without content", "/admin", false],
  ])("requests it at once if nothing is painted: %s", { tags: ["rest"] }, async (_, path, isHidden) => {
    const { page, context, leave } = await personIn(browser);
    if (isHidden)
      await context.addInitScript(() => Object.defineProperty(Document.prototype, "hidden", { get: () => true }));
    const scripts = scriptsOf(page);
    const paint = await openUnpainted(page, path);
    await expect.poll(() => scripts.filter((url) => url.includes("/index-"))).toHaveLength(1);
    await paint();
    await leave();
  });
});

describe("a page that fails to render", () => {
  it("shows an error instead until navigation or a reload", async () => {
    const { page, leave } = await personIn(browser);
    const failure = page.getByRole("heading", { level: 1, name: "Something went wrong" });
    await visit(page, "/about");
    // A response of the wrong shape, which makes rendering throw an error.
    await page.route("**/api/marketplace-listings?*", (route) => route.fulfill({ json: [{}] }));
    await page
      .getByRole("banner")
      .getByRole("link", { name: /Below Market/ })
      .click();
    await failure.waitFor();
    await footerLink(page, "Contact").click();
    await page.getByRole("heading", { level: 1 }).getByText("Contact").waitFor();
    expect(await failure.count()).toBe(0);
    await page.goBack();
    await failure.waitFor();
    await page.unroute("**/api/marketplace-listings?*");
    await page.getByRole("button", { name: "Reload the page" }).click();
    await page.getByRole("heading", { level: 1 }).getByText("Toronto rentals below market").waitFor();
    expect(await failure.count()).toBe(0);
    await leave([/RangeError: Invalid time value/]);
  });
});
