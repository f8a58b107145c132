import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { photoDataUrl, publishUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { expectReadableByAll, personIn, visit } from "../support/node/person.ts";

const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const cards = (page: Page) => page.getByRole("main").getByRole("article");

describe("a card's photos", () => {
  /** Opens a list whose only card has three photos. @returns the photos requested so far */
  async function openCard(page: Page): Promise<Set<string>> {
    const asked = new Set<string>();
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith("/photos/")) asked.add(pathname);
    });
    await visit(page, "/?q=swipeable");
    await cards(page).first().scrollIntoViewIfNeeded();
    await expect.poll(() => asked.size).toBe(1);
    return asked;
  }
  beforeAll(async () => {
    const images = await Promise.all(["#336688", "#886633", "#338866"].map((colour) => photoDataUrl(colour)));
    await publishUnit({ address: "5 Ward St, Toronto, ON", images, additionalInfo: "Swipeable." });
  });

  it("load on touch, are swiped, and a tap still opens the listing", { tags: ["rest"] }, async () => {
    const { page, context, leave } = await personIn(browser, PHONE);
    const asked = await openCard(page);
    const card = cards(page).first();
    await card.getByText("+2 more", { exact: true }).waitFor();
    expect(await card.getByRole("img").count()).toBe(1);
    const photo = await card.getByRole("img").first().boundingBox();
    if (photo === null) throw new Error("The photo is not there.");
    const finger = await context.newCDPSession(page);
    const y = photo.y + photo.height / 2;
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", x?: number) =>
      finger.send("Input.dispatchTouchEvent", { type, touchPoints: x === undefined ? [] : [{ x, y }] });
    await touch("touchStart", 300);
    for (let x = 280; x >= 60; x -= 20) {
      await touch("touchMove", x);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    await touch("touchEnd");
    await card.getByText("2/3", { exact: true }).waitFor();
    await expect.poll(() => asked.size).toBeGreaterThanOrEqual(2);
    await expectReadableByAll(page, "", [360]);
    await page.touchscreen.tap(photo.x + 100, y);
    await page.getByRole("dialog").getByText("Photos (3)").waitFor();
    await leave();
  });

  it("load when a mouse steps through them", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser);
    const asked = await openCard(page);
    const card = cards(page).first();
    await card.hover();
    await card.locator("button", { hasText: "›" }).click();
    await card.getByText("2/3", { exact: true }).waitFor();
    await expect.poll(() => asked.size).toBeGreaterThanOrEqual(2);
    await card.locator("button", { hasText: "‹" }).click();
    await card.getByText("+2 more", { exact: true }).waitFor();
    await card.click({ position: { x: 150, y: 150 } });
    await page.getByRole("dialog").getByText("Photos (3)").waitFor();
    await leave();
  });
});
