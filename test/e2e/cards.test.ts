import { brotliCompressSync, constants } from "node:zlib";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PHOTO_WIDTHS } from "../../worker/contracts/photos.ts";
import { listingPath, type PublicListing } from "../../worker/contracts/listings.ts";
import { torontoDay } from "../../worker/platform/toronto-time.ts";
import { publishUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { expectReadableByAll, personIn, visit } from "../support/node/person.ts";
import { copyProduction, type Production } from "../support/node/production.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
/** Bytes that a server sends before it waits for the first acknowledgement: ten segments (RFC 6928). */
const FIRST_ROUND_TRIP = 14_600;
/** Maximum height of a card according to docs/design.md, at a width of 360. */
const MAX_HEIGHT = 460;

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

const cards = (page: Page) => page.getByRole("main").getByRole("article");

/** Returns the top and height of each card. */
const boxes = (page: Page) =>
  cards(page).evaluateAll((all) =>
    all.map((card) => {
      const { top, height } = card.getBoundingClientRect();
      return {
        top: Math.round(top),
        height: Math.round(height * 10) / 10,
        title: card.querySelector("h3")?.textContent,
      };
    }),
  );

/** Returns all pages of the demo's lists. */
async function lists(): Promise<string[]> {
  const response = await fetch(`${site.siteUrl}/api/marketplace-listings?limit=1`);
  const pages = Math.ceil(Number(response.headers.get("X-Total-Count")) / 8);
  return [...Array.from({ length: pages }, (_, nth) => `/?page=${nth + 1}`), "/?type=Private+Room"];
}

describe("the home page of the demo", () => {
  it("arrives in the first network round trip", { tags: ["rest"] }, async () => {
    const response = await fetch(site.siteUrl);
    // Level 4 is what Cloudflare's edge uses for pages.
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };
    const body = brotliCompressSync(await response.text(), { params }).length;
    const headers = [...response.headers].join("\r\n").length;
    expect(body + headers).toBeLessThan(FIRST_ROUND_TRIP);
  });
});

describe("the photos outside of a phone's first screen", () => {
  const photosIn = (page: Page) => page.getByRole("main").locator("li img");
  const areShown = (page: Page) =>
    photosIn(page).evaluateAll((all) => all.map((image) => image.checkVisibility() && image.clientWidth > 0));

  it(
    "wait until the page is interactive, because the first photo needs the network alone",
    { tags: ["rest"] },
    async () => {
      const { page, leave } = await personIn(browser, { ...PHONE, baseURL: site.siteUrl });
      let start = () => {};
      const started = new Promise<void>((resolve) => (start = resolve));
      await page.route("**/assets/index-*.js", async (route) => {
        await started;
        await route.continue();
      });
      await page.goto("/", { waitUntil: "commit" });
      await cards(page).nth(3).waitFor({ state: "attached" });
      expect((await areShown(page)).slice(0, 4)).toEqual([true, true, false, false]);
      start();
      await expect.poll(async () => (await areShown(page)).slice(0, 3)).toEqual([true, true, true]);
      await leave();
    },
  );

  it("appear without scripts", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser, { ...PHONE, javaScriptEnabled: false, baseURL: site.siteUrl });
    await page.goto("/");
    const third = cards(page).nth(2).locator("img").first();
    await third.scrollIntoViewIfNeeded();
    await expect.poll(() => third.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await leave();
  });
});

describe("a card", () => {
  it(
    "is at most 460 px high on a phone, with any listing of the demo and with the longest texts",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      await publishUnit(
        {
          address: `901 Queen St ${"q".repeat(100)}`,
          additionalInfo: "x".repeat(300),
          rent: `1500 ${"y".repeat(50)}`,
          homeType: "basement",
        },
        site.siteUrl,
      );
      const { page, leave } = await personIn(browser, { ...PHONE, baseURL: site.siteUrl });
      const heights: number[] = [];
      for (const path of await lists()) {
        await visit(page, path);
        for (const { title, height } of await boxes(page)) {
          expect(height, title ?? path).toBeLessThanOrEqual(MAX_HEIGHT);
          heights.push(height);
        }
      }
      console.log(`${heights.length} cards of ${Math.min(...heights)} to ${Math.max(...heights)} px`);
      expect(heights.length).toBeGreaterThan(50);
      await leave();
    },
  );

  it("is as high as its neighbours, and Load More fills an incomplete row", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser, { baseURL: site.siteUrl });
    for (const width of [768, 1100, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await visit(page, "/1-bedroom-apartments-toronto");
      const rows = Map.groupBy(await boxes(page), ({ top }) => top);
      for (const row of rows.values()) expect(new Set(row.map(({ height }) => height)).size, `at ${width}`).toBe(1);
      const columns = width === 768 ? 2 : width === 1100 ? 3 : 4;
      const last = [...rows.values()].at(-1);
      const more = await page.getByRole("button", { name: "Load More Listings" }).boundingBox();
      const end = await page.evaluate(() => scrollY).then((y) => (last?.[0]?.top ?? 0) + (last?.[0]?.height ?? 0) + y);
      expect(last?.length === columns, `a full last row at ${width}`).toBe((more?.y ?? 0) > end);
    }
    await leave();
  });
});

describe("the text of cards", () => {
  it.each([360, 1440])("is not truncated on nine of ten cards at %i px", { tags: ["rest"] }, async (width) => {
    const { page, leave } = await personIn(browser, { viewport: { width, height: 900 }, baseURL: site.siteUrl });
    const cut: (string | null)[] = [];
    let count = 0;
    for (const path of await lists()) {
      await visit(page, path);
      count += await cards(page).count();
      const lines = cards(page).locator(".card-line:not(h3)");
      const cutHere = await lines.evaluateAll((all) =>
        all
          .filter((line) => line.scrollWidth > line.clientWidth || line.scrollHeight > line.clientHeight + 1)
          .map((line) => line.textContent),
      );
      cut.push(...cutHere);
    }
    console.log(`${cut.length} of ${count} cards at ${width} px cut their type or neighbourhood: ${cut.join("; ")}`);
    expect(cut.length).toBeLessThanOrEqual(count / 10);
    await leave();
  });

  it("leaves room for the share button and the photo arrows, which never overlap", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser, { viewport: { width: 1440, height: 900 }, baseURL: site.siteUrl });
    await visit(page, "/");
    const card = cards(page).filter({ hasText: "more" }).first();
    await card.hover();
    const boxes = await Promise.all(
      [".share-corner", ".heart-corner", ".photo-arrow", ".discount"].map((part) =>
        card.locator(part).first().boundingBox(),
      ),
    );
    for (const [nth, one] of boxes.entries())
      for (const other of boxes.slice(nth + 1)) {
        if (!one || !other) throw new Error("A part is missing.");
        const isApart =
          one.x + one.width <= other.x ||
          other.x + other.width <= one.x ||
          one.y + one.height <= other.y ||
          other.y + other.height <= one.y;
        expect(isApart, `${JSON.stringify(one)} and ${JSON.stringify(other)}`).toBe(true);
      }
    await leave();
  });
});

describe("a listing on paper", () => {
  it(
    "fits on one Letter page for each listing of the demo, even with a print dialog's margins",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      const { page, leave } = await personIn(browser, { baseURL: site.siteUrl });
      const response = await fetch(`${site.siteUrl}/api/marketplace-listings?limit=100`);
      const listings = (await response.json()) as PublicListing[];
      expect(listings.length).toBeGreaterThan(50);
      await page.route("**/assets/*.js", (route) => route.abort());
      await page.route("**/photos/**", (route) => route.abort());
      const long: string[] = [];
      for (const listing of listings) {
        await page.goto(listingPath(listing), { waitUntil: "domcontentloaded" });
        const margin = "0.4in";
        const margins = { top: margin, right: margin, bottom: margin, left: margin };
        const pdf = (await page.pdf({ format: "Letter", margin: margins })).toString("latin1");
        if (pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length !== 1) long.push(listing.title);
      }
      expect(long).toEqual([]);
      await leave([/ERR_FAILED/, /Failed to (load|fetch)/]);
    },
  );
});

const listings = async (query: string) =>
  (await (await fetch(`${site.siteUrl}/api/marketplace-listings?limit=100&${query}`)).json()) as PublicListing[];
const dollars = (cents: number) => `$${(cents / 100).toLocaleString("en-CA")}`;

describe("the history of a rent", () => {
  it("has the same words in the dialog and on the page, from the filter on", { tags: ["rest"] }, async () => {
    const reduced = await listings("dropped=1&sort=drop");
    const [most] = reduced;
    const drop = most?.priceDrop;
    if (!most || !drop) throw new Error("No rent of the demo was reduced.");
    const amount = dollars(drop.fromCents - drop.toCents);
    const { page, leave } = await personIn(browser, { viewport: { width: 360, height: 740 }, baseURL: site.siteUrl });
    await visit(page, "/");
    await page.getByRole("button", { name: /^Filters/ }).click();
    await page.getByRole("combobox", { name: "Sort by" }).selectOption({ label: "Biggest drop" });
    await page.getByRole("checkbox", { name: "Rent reduced" }).click();
    await page.getByRole("button", { name: "Show listings" }).click();
    await expect.poll(() => new URL(page.url()).search).toBe("?dropped=1&sort=drop");
    const cards = page.getByRole("main").getByRole("article");
    await expect.poll(() => cards.count()).toBe(reduced.length);
    await cards.first().getByRole("link", { name: most.title }).click();
    const words = new RegExp(`^Reduced by \\${amount} on \\w+ \\d+ \\(−${drop.percent}%\\)$`);
    await page.getByRole("dialog").getByText(words).waitFor();
    await page.getByRole("dialog").getByRole("link", { name: "View full page" }).click();
    await page.getByRole("heading", { level: 1, name: most.title }).waitFor();
    await page.getByRole("main").getByText(words).waitFor();
    // The page shows the rent at the end of each day, but no history if there is only one day. The number of days
    // varies, because the times in the demo's data depend on when it was created.
    const rents = new Map(most.priceHistory.map(({ from, rentCents }) => [torontoDay(new Date(from)), rentCents]));
    await page.getByRole("main").getByText("How we know").click();
    const story = page.getByRole("main").getByRole("region", { name: "History of the rent" });
    expect(await story.getByRole("listitem").allInnerTexts()).toEqual(
      rents.size < 2 ? [] : [...rents.values()].map((rent) => expect.stringContaining(dollars(rent))),
    );
    await expectReadableByAll(page);
    await leave();
  });

  it("shows an increase and a previous listing without JavaScript", { tags: ["rest"] }, async () => {
    const all = await listings("");
    const raised = all.find(
      ({ priceDrop, previousListing, priceHistory }) => !priceDrop && !previousListing && priceHistory.length > 1,
    );
    const again = all.find(({ previousListing }) => previousListing !== null);
    if (!raised || !again) throw new Error("The demo has no such listings.");
    const { page, leave } = await personIn(browser, { javaScriptEnabled: false, baseURL: site.siteUrl });
    await page.goto(listingPath(raised));
    expect(await page.getByText(/^Raised by \$\d+ on \w+ \d+ \(\+\d+%\)$/).count()).toBe(1);
    await page.goto(listingPath(again));
    await page.getByText("How we know").click();
    expect(await page.getByText(/^Previously listed at \$[\d,]+, until \w+( \d{4})?$/).isVisible()).toBe(true);
    await leave();
  });
});

/** Windows in pixels with pixel densities of phones, tablets and desktops. */
const SCREENS: [width: number, height: number, density: number][] = [
  [360, 740, 2],
  [360, 740, 3],
  [412, 915, 2.625],
  [768, 1024, 2],
  [1440, 900, 1],
  [1440, 900, 2],
];
/** Maximum ratio between a photo's real width and the width in its `sizes`. */
const TOLERANCE = 1.1;
/** Aspect ratio for which the gallery's `sizes` are made. Narrower photos need a smaller width. */
const WIDEST_PHOTO = 4 / 3;

/**
 * Returns the width of a photo's file, the width stated in its `sizes`, and the width that covers its box, in pixels.
 */
const readPhoto = (photo: Locator) =>
  photo.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const fileWidth = Number(new URL(image.currentSrc).searchParams.get("w"));
    // The browser divides the file's width by the density that results from `sizes`.
    const { width, height } = image.getBoundingClientRect();
    return {
      fileWidth,
      stated: image.naturalWidth,
      box: Math.max(width, (height * image.naturalWidth) / image.naturalHeight),
    };
  });

/**
 * Returns the widths that a browser may choose for a box: the smallest sharp one, or one that is less than a fifth too
 * small.
 */
function fitting(needed: number): number[] {
  const least = PHOTO_WIDTHS.find((width) => width >= needed) ?? Math.max(...PHOTO_WIDTHS);
  return [...PHOTO_WIDTHS.filter((width) => width < needed && width * 1.2 >= needed), least];
}

describe("photos", () => {
  it.each(SCREENS)(
    "are as large as a screen of %i × %i at density %d needs",
    { tags: ["rest"] },
    async (width, height, density) => {
      const { page, leave } = await personIn(browser, { viewport: { width, height }, deviceScaleFactor: density });
      const check = async (where: string, photo: Locator, factor = 1) => {
        const { fileWidth, stated, box } = await readPhoto(photo);
        const said = `sizes of ${where}: ${stated} for ${box}`;
        expect(stated, said).toBeGreaterThanOrEqual(box / TOLERANCE);
        expect(stated, said).toBeLessThanOrEqual(box * TOLERANCE * factor);
        expect(fitting(stated * density), where).toContain(fileWidth);
      };
      await visit(page, `${site.siteUrl}/`);
      const card = cards(page)
        .filter({ has: page.locator("img") })
        .first();
      const link = card.getByRole("link").first();
      const path = (await link.getAttribute("href")) ?? "";
      await check("a card", card.locator("img").first());
      await link.click();
      await check("the dialog", page.getByRole("dialog").getByRole("img").first(), WIDEST_PHOTO);
      await visit(page, site.siteUrl + path);
      await check("the page", page.getByRole("main").getByRole("img").first(), WIDEST_PHOTO);
      await leave();
    },
  );
});
