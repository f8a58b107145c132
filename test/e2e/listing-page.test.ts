import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listingPath, type PublicListing } from "../../worker/contracts/listings.ts";
import { photoDataUrl, publishUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { personIn, visit } from "../support/node/person.ts";

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1440, height: 900 };

let browser: Browser;
let listings: PublicListing[];
beforeAll(async () => {
  browser = await sharedBrowser();
  const images = [];
  for (const colour of ["#336688", "#886633", "#338866", "#663388", "#883366"]) images.push(await photoDataUrl(colour));
  listings = [];
  for (let house = 1; house <= 4; house += 1)
    listings.push(await publishUnit({ address: `${house} Gallery Rd, Toronto, ON`, phone: "416-555-0123", images }));
});

describe("a renter on a phone", () => {
  let renter: Awaited<ReturnType<typeof personIn>>;
  beforeAll(async () => {
    renter = await personIn(browser, { viewport: PHONE, hasTouch: true });
  });
  afterAll(() => renter.leave());

  it("calls with at most three taps from the home page, and sees the price first", { tags: ["rest"] }, async () => {
    const { page } = renter;
    await visit(page, "/");
    let presses = 0;
    await page.locator("article h3 a").first().tap();
    presses += 1;
    const call = page.getByRole("dialog").getByRole("link", { name: "Call", exact: true });
    await call.waitFor();
    const href = await call.getAttribute("href");
    presses += 1;
    expect(href).toMatch(/^tel:/);
    console.log(`presses from home to a call: ${presses}`);
    expect(presses).toBeLessThanOrEqual(3);
  });

  it(
    "sees one bar at the bottom of a listing instead of the tabs, with Call and, after scrolling, the rent",
    { tags: ["rest"] },
    async () => {
      const { page } = renter;
      await visit(page, listingPath(listings[0] as PublicListing));
      const bar = page.locator("[data-call-bar]");
      expect(await bar.getByRole("link", { name: "Call", exact: true }).count()).toBe(1);
      expect(await bar.innerText(), "the price of the page is in view").not.toContain("$");
      expect(await page.locator(".tab-bar").isVisible()).toBe(false);
      const price = await page.locator("main .display").first().boundingBox();
      expect((price?.y ?? 0) + (price?.height ?? 0)).toBeLessThan(740 - 64);
      await page.mouse.wheel(0, 600);
      await expect.poll(() => bar.innerText()).toMatch(/^\$[\d,]+/);
    },
  );

  it("sees what, where and how much on the first screen, and saves with one tap", { tags: ["rest"] }, async () => {
    const { page } = renter;
    const home = listings[2] as PublicListing;
    await visit(page, listingPath(home));
    const main = page.getByRole("main");
    const heart = main.getByRole("button", { name: `Save ${home.title}` }).first();
    for (const part of [
      main.getByRole("link", { name: "Back to all listings" }),
      main.getByRole("button", { name: "Share", exact: true }),
      heart,
      main.locator(".display").first(),
      main.locator(".discount").first(),
      main.getByRole("heading", { level: 1, name: home.title }),
      main.getByText("Apartment · ").first(),
    ]) {
      const box = await part.boundingBox();
      expect((box?.y ?? Number.NaN) + (box?.height ?? 0), String(part)).toBeLessThan(740 - 64);
    }
    await heart.tap();
    await expect.poll(() => heart.getAttribute("aria-pressed")).toBe("true");
  });

  it(
    "swipes through all photos, which are as wide as the screen and loaded when near",
    { tags: ["rest"] },
    async () => {
      const { page } = renter;
      await visit(page, listingPath(listings[1] as PublicListing));
      const strip = page.getByRole("region", { name: "Photos (5)" }).getByRole("list");
      expect(await strip.evaluate((list) => list.scrollWidth / list.clientWidth)).toBe(5);
      await strip.evaluate((list) => list.scrollTo({ left: list.clientWidth * 4, behavior: "instant" }));
      const last = strip.getByRole("img").last();
      await expect
        .poll(() => last.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
        .toBe(true);
      await strip.getByText("5 / 5").waitFor();
    },
  );
});

describe("the photos of a listing", () => {
  it.each([
    [360, 1],
    [360, 2],
    [768, 1],
    [1440, 1],
    [1440, 2],
  ])(
    "match their displayed size at %i px and %i dots per pixel",
    { tags: ["rest"] },
    async (width, deviceScaleFactor) => {
      const person = await personIn(browser, { viewport: { width, height: 900 }, deviceScaleFactor });
      await visit(person.page, listingPath(listings[2] as PublicListing));
      const photos = await person.page
        .getByRole("region", { name: "Photos (5)" })
        .getByRole("img")
        .evaluateAll((images) =>
          (images as HTMLImageElement[])
            .filter((image) => image.currentSrc !== "" && image.offsetParent !== null)
            .map((image) => {
              const { width: shown, height } = image.getBoundingClientRect();
              const asked = Number(new URL(image.currentSrc).searchParams.get("w"));
              // To cover a cell, a photo of 4:3 must be at least as wide as its height requires.
              return { asked, needed: Math.min(1_600, Math.max(shown, (height * 4) / 3) * devicePixelRatio) };
            }),
        );
      expect(photos.length).toBeGreaterThan(0);
      for (const { asked, needed } of photos) expect(asked).toBeGreaterThanOrEqual(needed);
      await person.leave();
    },
  );
});

describe("a listing's dialog", () => {
  it(
    "moves to the adjacent listings by buttons and arrow keys, and closes with one step back",
    { tags: ["rest"] },
    async () => {
      const person = await personIn(browser, { viewport: DESKTOP });
      const { page } = person;
      await visit(page, "/");
      const titles = await page.locator("article h3").allInnerTexts();
      await page.locator("article h3 a").first().click();
      const dialog = page.getByRole("dialog");
      await dialog.waitFor();
      expect(await dialog.getByRole("button", { name: "Previous listing" }).getAttribute("aria-disabled")).toBe("true");
      await dialog.getByRole("button", { name: "Next listing" }).click();
      await expect.poll(() => page.getByRole("dialog").getAttribute("aria-labelledby")).not.toBeNull();
      const title = () => dialog.getByRole("heading", { level: 2 }).first().innerText();
      await expect.poll(title).toContain(titles[1]?.split(" · ")[0]?.replace(/^.* - /, "") ?? "");
      await page.keyboard.press("ArrowRight");
      await expect.poll(title).toContain(titles[2]?.split(" · ")[0]?.replace(/^.* - /, "") ?? "");
      await page.keyboard.press("ArrowLeft");
      await page.goBack();
      await dialog.waitFor({ state: "detached" });
      expect(new URL(page.url()).pathname).toBe("/");
      await person.leave();
    },
  );
});

describe("the end of a listing", () => {
  it("shows three similar homes, even when the listing is gone", { tags: ["rest"] }, async () => {
    const person = await personIn(browser, { viewport: DESKTOP });
    const { page } = person;
    await visit(page, listingPath(listings[3] as PublicListing));
    await page.getByRole("heading", { name: "Similar homes" }).scrollIntoViewIfNeeded();
    const homes = page.getByRole("region", { name: "Similar homes" });
    await expect.poll(() => homes.locator("article").count()).toBe(3);
    await homes.locator("article h3 a").first().click();
    await page.getByRole("dialog").waitFor();
    await person.leave();
  });

  it("prints on one page, without controls that work only on a screen", { tags: ["rest"] }, async () => {
    const person = await personIn(browser, { viewport: DESKTOP });
    const { page } = person;
    await visit(page, listingPath(listings[3] as PublicListing));
    await page.emulateMedia({ media: "print" });
    for (const name of ["Share", "Copy number"])
      expect(await page.getByRole("button", { name, exact: true }).isVisible()).toBe(false);
    expect(await page.locator("header:not(main *)").isVisible()).toBe(false);
    const pdf = (await page.pdf({ format: "Letter" })).toString("latin1");
    expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
    await person.leave();
  });
});
