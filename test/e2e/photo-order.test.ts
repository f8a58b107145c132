import type { Browser, Locator, Page } from "playwright-core";
import sharp from "sharp";
import { beforeAll, describe, expect, inject, it } from "vitest";
import type { PublicListing, Submitted } from "../../worker/contracts/listings.ts";
import { approveUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { accessibilityProblems, personIn, photoFile, visit } from "../support/node/person.ts";
import { fillInListing } from "../support/node/screens.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const COLOURS = { red: "#cc2211", green: "#11aa33", blue: "#1133cc" };
const photos = (page: Page) => page.getByRole("group", { name: "Photos" });
const photo = (page: Page, name: string) => photos(page).getByRole("img", { name: `${name}.jpg` });
const dragged = (page: Page) => page.locator("[data-dnd-dragging]");
/** Waits until the photo's drop animation has ended. */
async function landed(page: Page) {
  await expect.poll(() => page.locator("[data-dnd-dragging], [data-dnd-placeholder]").count()).toBe(0);
}
/** Returns the order according to the labels of the buttons under the photos. */
const order = (page: Page) =>
  photos(page)
    .locator("li:not([data-dnd-placeholder]) img")
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).alt.replace(".jpg", "")));

async function addPhotos(page: Page) {
  const files = Object.entries(COLOURS).map(([name, background]) => photoFile(`${name}.jpg`, { background }));
  // The code for dragging is loaded with the second photo.
  const loaded = page.waitForResponse(/photo-drag/);
  await page.locator('input[type="file"]').setInputFiles(await Promise.all(files));
  await loaded;
  await expect.poll(() => order(page)).toEqual(["red", "green", "blue"]);
}

async function middleOf(element: Locator) {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (!box) throw new Error("It is not on the screen.");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * Presses and releases a photo until the drag starts, because the drag code becomes active some moments after it loads,
 * which the page does not show.
 */
async function take(page: Page, press: () => Promise<unknown>, letGo: () => Promise<unknown>) {
  const attempt = async () => {
    await press();
    const isHeld = await dragged(page)
      .waitFor({ timeout: 3000 })
      .then(
        () => true,
        () => false,
      );
    if (!isHeld) await letGo();
    return isHeld;
  };
  await expect.poll(attempt).toBe(true);
}

/** Drags a photo with the mouse over the position of another one, without dropping it. */
async function carry(page: Page, from: Locator, to: Locator) {
  const start = await middleOf(from);
  const end = await middleOf(to);
  const press = async () => {
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move(start.x + 12, start.y + 6, { steps: 4 });
  };
  await take(page, press, () => page.mouse.up());
  await page.mouse.move(end.x, end.y, { steps: 12 });
}

describe("the photos of a listing", () => {
  it("can be reordered by dragging, and renters see the first one", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser);
    await visit(page, "/landlords");
    await addPhotos(page);
    expect(await accessibilityProblems(page)).toEqual([]);
    await carry(page, photo(page, "blue"), photo(page, "red"));
    await expect.poll(() => order(page)).toEqual(["blue", "red", "green"]);
    await page.mouse.up();
    await landed(page);
    await photos(page).getByText("blue.jpg is now photo 1 of 3.").waitFor({ state: "attached" });
    expect(await order(page)).toEqual(["blue", "red", "green"]);
    expect(await accessibilityProblems(page)).toEqual([]);

    await fillInListing(page, { address: "61 Euclid Ave, Toronto, ON" });
    const answer = page.waitForResponse(/submit-property/);
    await page.getByRole("button", { name: "Submit Listing" }).click();
    const { id } = (await (await answer).json()) as Submitted;
    await approveUnit(id);
    const url = inject("siteUrl");
    const { images } = (await (await fetch(`${url}/api/marketplace-listings/${id}`)).json()) as PublicListing;
    const cover = await (await fetch(url + (images[0] ?? ""))).arrayBuffer();
    const { channels } = await sharp(Buffer.from(cover)).stats();
    const [red = 0, green = 0, blue = 0] = channels.map(({ mean }) => mean);
    expect(blue).toBeGreaterThan(Math.max(red, green) + 100);
    await leave();
  });

  it("can be moved and removed by keyboard, even after a drag", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser);
    await visit(page, "/landlords");
    await addPhotos(page);
    await carry(page, photo(page, "red"), photo(page, "green"));
    await expect.poll(() => order(page)).toEqual(["green", "red", "blue"]);
    await page.mouse.up();
    await landed(page);

    await page.getByRole("button", { name: "Move photo 3 left" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => order(page)).toEqual(["green", "blue", "red"]);
    await page.keyboard.press("Enter");
    await expect.poll(() => order(page)).toEqual(["blue", "green", "red"]);
    await photos(page).getByText("blue.jpg is now photo 1 of 3.").waitFor({ state: "attached" });
    const name = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    await expect.poll(name).toBe("Move photo 1 right");
    await page.getByRole("button", { name: "Remove photo 2" }).press("Enter");
    await expect.poll(() => order(page)).toEqual(["blue", "red"]);
    // Photos are not tab stops, but their buttons are.
    expect(await photos(page).locator("li[tabindex], li[role]").count()).toBe(0);
    await leave();
  });

  it("keep their order when Escape cancels the drag, and the dialog stays open", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser);
    await visit(page, "/");
    await page.getByRole("button", { name: /^Post/ }).first().click();
    const form = page.getByRole("dialog", { name: "Post a Listing" });
    await form.waitFor();
    await addPhotos(page);
    await carry(page, photo(page, "red"), photo(page, "green"));
    await expect.poll(() => order(page)).toEqual(["green", "red", "blue"]);
    await page.keyboard.press("Escape");
    await landed(page);
    await page.mouse.up();
    await expect.poll(() => order(page)).toEqual(["red", "green", "blue"]);
    expect(await page.getByRole("alertdialog").count()).toBe(0);
    await expect.poll(() => form.isVisible()).toBe(true);
    await leave();
  });

  it("are dragged on a touch screen after a long press; a swipe scrolls", { tags: ["rest"] }, async () => {
    const { page, context, leave } = await personIn(browser, {
      hasTouch: true,
      isMobile: true,
      viewport: { width: 360, height: 740 },
    });
    await visit(page, "/landlords");
    await addPhotos(page);
    const fingers = await context.newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", point?: { x: number; y: number }) =>
      fingers.send("Input.dispatchTouchEvent", { type, touchPoints: point ? [point] : [] });

    const blue = await middleOf(photo(page, "blue"));
    const before = await page.evaluate(() => scrollY);
    // Moves without pauses, because a touch that lasts a quarter of a second starts a drag.
    const swipe = Array.from({ length: 10 }, (_, step) => ({ x: blue.x, y: blue.y - (step + 1) * 15 }));
    await Promise.all([
      touch("touchStart", blue),
      ...swipe.map((point) => touch("touchMove", point)),
      touch("touchEnd"),
    ]);
    await expect.poll(() => page.evaluate(() => scrollY)).not.toBe(before);
    expect(await order(page)).toEqual(["red", "green", "blue"]);
    // The page scrolls on after the swipe, under the next finger.
    await page.evaluate(async () => {
      for (let still = 0, last = scrollY; still < 10; last = scrollY) {
        await new Promise(requestAnimationFrame);
        still = scrollY === last ? still + 1 : 0;
      }
    });

    const from = await middleOf(photo(page, "green"));
    const to = await middleOf(photo(page, "red"));
    await take(
      page,
      () => touch("touchStart", from),
      () => touch("touchEnd"),
    );
    for (let step = 1; step <= 10; step += 1)
      await touch("touchMove", { x: from.x + ((to.x - from.x) * step) / 10, y: from.y });
    await expect.poll(() => order(page)).toEqual(["green", "red", "blue"]);
    await touch("touchEnd");
    await landed(page);
    expect(await order(page)).toEqual(["green", "red", "blue"]);
    await leave();
  });
});
