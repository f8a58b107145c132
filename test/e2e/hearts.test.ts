import type { Browser, Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { listingPath, type PublicListing } from "../../worker/contracts/listings.ts";
import { LONG_TESTS } from "../support/time-limits.ts";
import { photoDataUrl, publishUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { personIn, visit } from "../support/node/person.ts";
import { holdRequests } from "../support/node/screens.ts";

/** The code that a heart loads when tapped. It does not arrive before the visitor leaves the page. */
const SAVING = "**/assets/saving-*.js";
const NARROWED = "/?minRent=5230&maxRent=5240";

let browser: Browser;
let homes: PublicListing[];
beforeAll(async () => {
  browser = await sharedBrowser();
  homes = [];
  for (const house of [1, 2]) {
    const images = [await photoDataUrl("#8ab")];
    const home = await publishUnit({
      address: `${house} Heartsease Rd, Toronto, ON`,
      rent: String(5230 + house),
      images,
    });
    homes.push(home);
  }
}, LONG_TESTS.start);

const home = () => homes[0] as PublicListing;
const heart = (at: Page | Locator) => at.getByRole("button", { name: `Save ${home().title}` }).first();

/**
 * Simulates a browser that is busy until the visitor leaves the page: it never loads code that waits for idle time,
 * such as the code for saving.
 */
const neverIdle = (page: Page) => page.addInitScript(() => (window.requestIdleCallback = () => 0));

/** Taps a button and leaves the page at the same moment. */
async function pressAndLeave(page: Page, button: Locator): Promise<void> {
  const left = page.waitForURL("**/robots.txt");
  await button.evaluate((element: HTMLElement) => {
    element.click();
    location.assign("/robots.txt");
  });
  await left;
}

describe("a heart", () => {
  it(
    "tapped just before leaving saves the home, or removes it again",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      const { page, leave } = await personIn(browser);
      await neverIdle(page);
      await holdRequests(page, SAVING);
      for (const [pressed, count] of [
        ["true", 1],
        ["false", 0],
      ] as const) {
        await visit(page, NARROWED);
        await pressAndLeave(page, heart(page));
        await visit(page, NARROWED);
        expect(await heart(page).getAttribute("aria-pressed"), "back on the page").toBe(pressed);
        await page.unroute(SAVING);
        await visit(page, "/saved");
        await page.getByRole("heading", { name: "Saved homes" }).waitFor();
        await expect.poll(() => page.locator(".saved-home").count()).toBe(count);
        await holdRequests(page, SAVING);
      }
      await leave();
    },
  );
});

describe("taps before the code has loaded", () => {
  it("take effect in order, in this tab and in others", { tags: ["rest"] }, async () => {
    const { page, context, leave } = await personIn(browser);
    await holdRequests(page, SAVING);
    await visit(page, NARROWED);
    const other = await context.newPage();
    await visit(other, "/saved");
    for (const one of homes)
      await page
        .getByRole("button", { name: `Save ${one.title}` })
        .first()
        .click();
    await expect.poll(() => other.locator(".saved-home").count()).toBe(2);
    await heart(page).click();
    await expect.poll(() => other.locator(".saved-home").count()).toBe(1);
    await other.reload();
    await other.getByRole("article", { name: homes[1]?.title ?? "" }).waitFor();
    expect(await other.locator(".saved-home").count()).toBe(1);
    await leave();
  });

  it("on Not for me hide the home", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser);
    await neverIdle(page);
    await holdRequests(page, SAVING);
    await visit(page, listingPath(home()));
    await pressAndLeave(page, page.getByRole("button", { name: "Not for me" }));
    await visit(page, NARROWED);
    await page
      .getByRole("link", { name: homes[1]?.title ?? "" })
      .first()
      .waitFor();
    expect(await page.getByRole("article").filter({ hasText: home().title }).count()).toBe(0);
    await page.unroute(SAVING);
    await visit(page, "/saved");
    await page
      .getByText(/^Hidden/)
      .first()
      .click();
    await page.getByRole("button", { name: `Show Again: ${home().title}` }).click();
    await visit(page, NARROWED);
    await page.getByRole("article").filter({ hasText: home().title }).waitFor();
    await leave();
  });
});
