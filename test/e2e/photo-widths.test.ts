// @module-tag rest
import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PHOTO_WIDTHS } from "../../worker/contracts/photos.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { personIn, visit } from "../support/node/person.ts";
import { copyProduction, type Production } from "../support/node/production.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

let browser: Browser;
let site: Production;
let close: () => Promise<void>;
beforeAll(async () => {
  browser = await sharedBrowser();
  site = await copyProduction();
  await site.seedDemo();
  close = await site.serve();
}, LONG_TESTS.start);
afterAll(async () => {
  await close();
  site.forget();
});

/** Windows in pixels with densities that phones, tablets and desktops have. */
const SCREENS: [width: number, height: number, density: number][] = [
  [360, 740, 2],
  [360, 740, 3],
  [412, 915, 2.625],
  [768, 1024, 2],
  [1440, 900, 1],
  [1440, 900, 2],
];
/** How far from a photo's real width its `sizes` may be. */
const TOLERANCE = 1.1;
/** The gallery's `sizes` are for photos of 4:3; others need less. */
const WIDEST_PHOTO = 4 / 3;

/** The width of a photo's file, the width that its `sizes` state, and that at which it covers its box, in pixels. */
const readPhoto = (photo: Locator) =>
  photo.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const fileWidth = Number(new URL(image.currentSrc).searchParams.get("w"));
    // The browser divides the file's width by the density that follows from `sizes`.
    const { width, height } = image.getBoundingClientRect();
    return {
      fileWidth,
      stated: image.naturalWidth,
      box: Math.max(width, (height * image.naturalWidth) / image.naturalHeight),
    };
  });

/** Widths that a browser may choose for a box: the smallest that is sharp, or one that lacks less than a fifth. */
function fitting(needed: number): number[] {
  const least = PHOTO_WIDTHS.find((width) => width >= needed) ?? Math.max(...PHOTO_WIDTHS);
  return [...PHOTO_WIDTHS.filter((width) => width < needed && width * 1.2 >= needed), least];
}

describe("photos", () => {
  it.each(SCREENS)("are as large as a screen of %i × %i at density %d needs", async (width, height, density) => {
    const { page, leave } = await personIn(browser, { viewport: { width, height }, deviceScaleFactor: density });
    const check = async (where: string, photo: Locator, factor = 1) => {
      const { fileWidth, stated, box } = await readPhoto(photo);
      const said = `sizes of ${where}: ${stated} for ${box}`;
      expect(stated, said).toBeGreaterThanOrEqual(box / TOLERANCE);
      expect(stated, said).toBeLessThanOrEqual(box * TOLERANCE * factor);
      expect(fitting(stated * density), where).toContain(fileWidth);
    };
    await visit(page, `${site.siteUrl}/`);
    const card = page.getByRole("main").getByRole("article").first();
    const link = card.getByRole("link").first();
    const path = (await link.getAttribute("href")) ?? "";
    await check("a card", card.getByRole("img").first());
    await link.click();
    await check("the dialog", page.getByRole("dialog").getByRole("img").first(), WIDEST_PHOTO);
    await visit(page, site.siteUrl + path);
    await check("the page", page.getByRole("main").getByRole("img").first(), WIDEST_PHOTO);
    await leave();
  });
});
