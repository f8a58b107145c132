import { gzipSync } from "node:zlib";
import type { Browser, Page, Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { CATEGORIES } from "../../worker/contracts/bedrooms.ts";
import { FORUM_PATH, type Thread, threadPath } from "../../worker/contracts/forum.ts";
import { listingPath, type PublicListing } from "../../worker/contracts/listings.ts";
import { STATIC_PAGES } from "../../worker/contracts/pages.ts";
import { photoDataUrl, pinUnit, publishUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { buildForDevelopment } from "../support/node/development.ts";
import { startThread, writeComment } from "../support/node/forum.ts";
import { personIn, settle, visit } from "../support/node/person.ts";
import { copyProduction } from "../support/node/production.ts";
import { rarePages } from "../support/node/rare-pages.ts";
import { LONG_TESTS, WAIT_MS } from "../support/time-limits.ts";

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

let browser: Browser;
let listing: PublicListing;
let thread: Thread;
beforeAll(async () => {
  browser = await sharedBrowser();
  for (let house = 1; house <= 9; house += 1)
    listing = await publishUnit({
      address: `${house} Dovercourt Rd, Toronto, ON`,
      images: [await photoDataUrl("#336688"), await photoDataUrl("#886633")],
    });
  // Facts are looked up after the approval. They make the page longer, so that its end is not requested at once.
  await vi.waitFor(async () => {
    const response = await fetch(`${inject("siteUrl")}/api/marketplace-listings/${listing.id}`);
    const { rentControlConfidence } = (await response.json()) as PublicListing;
    if (rentControlConfidence === null) throw new Error("The facts were not looked up in time.");
  }, WAIT_MS);
  thread = await startThread();
  const { id } = await writeComment(thread.id);
  await writeComment(thread.id, { parentId: id });
});

/** Every kind of public page, by name. */
const PAGES: Record<string, () => string> = {
  home: () => "/",
  "home, searched": () => "/?type=1+BR&sort=price",
  "home, second page": () => "/?page=2",
  ...Object.fromEntries(CATEGORIES.map(({ path }) => [path, () => path])),
  "a listing": () => listingPath(listing),
  "an unknown listing": () => "/listing/999999",
  "the discussions": () => FORUM_PATH,
  "a discussion": () => threadPath(thread),
  ...Object.fromEntries(Object.entries(STATIC_PAGES).map(([name, path]) => [name, () => path])),
  "the offer for VIPs": () => "/govip",
  "an unknown path": () => "/nowhere",
};
const NAMES = Object.keys(PAGES);
const pathOf = (name: string) => PAGES[name]?.() ?? "";

interface Shift {
  value: number;
  moved: string[];
}

/** Starts to record the page's layout shifts. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    interface LayoutShift extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null }[];
    }
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
        const moved = sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 120) : "text"));
        if (!hadRecentInput) shifts.push({ value, moved });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });

/** Lists all layout shifts, including those while the page is scrolled to its end. */
async function shiftsThroughout(page: Page): Promise<string> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += 400) {
      window.scrollTo(0, y);
      await new Promise(requestAnimationFrame);
    }
  });
  await settle(page);
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
  return shifts.map(({ value, moved }) => `${value} by ${moved.join(" and ")}`).join("\n");
}

/** Opens a window whose browser caches nothing, which makes each page a first view. */
async function newcomers() {
  const person = await personIn(browser, { fresh: true });
  const protocol = await person.context.newCDPSession(person.page);
  await protocol.send("Network.enable");
  await protocol.send("Network.setCacheDisabled", { cacheDisabled: true });
  await watchShifts(person.page);
  return person;
}

/** Clears everything that the site stored in the browser. */
async function forget({ page, context }: Awaited<ReturnType<typeof newcomers>>): Promise<void> {
  await page.goto("/robots.txt");
  await context.clearCookies();
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
}

describe("the first view of", () => {
  let person: Awaited<ReturnType<typeof newcomers>>;
  beforeAll(async () => {
    person = await newcomers();
  });
  afterAll(() => person.leave([/status of 404/]));

  it.each(NAMES)(
    "%s requests one document, one style sheet and few scripts, without layout shifts",
    { tags: ["rest"] },
    async (name) => {
      const { page } = person;
      const requests: Request[] = [];
      const note = (request: Request) => requests.push(request);
      await page.setViewportSize(PHONE);
      await forget(person);
      page.on("request", note);
      await visit(page, pathOf(name));
      page.off("request", note);
      const ofType = (type: string) =>
        requests.filter((request) => request.resourceType() === type).map((request) => request.url());
      expect(ofType("document")).toHaveLength(1);
      expect(ofType("stylesheet")).toHaveLength(1);
      expect(ofType("font")).toEqual([]);
      const others = requests.filter((request) => request.resourceType() !== "image").map((request) => request.url());
      // On the home page, the code shared by other pages is not in a separate file.
      const limit = ["home", "/studio-apartments-toronto"].includes(name) ? 12 : 13;
      expect(others.length, others.join("\n")).toBeLessThanOrEqual(limit);
      expect(await shiftsThroughout(page)).toBe("");
    },
  );

  it.each([
    "home",
    "/studio-apartments-toronto",
    "a listing",
    "the discussions",
    "a discussion",
    "landlords",
    "realtors",
  ])("%s has no layout shifts on a desktop", { tags: ["rest"] }, async (name) => {
    const { page } = person;
    await page.setViewportSize(DESKTOP);
    await visit(page, pathOf(name));
    expect(await shiftsThroughout(page)).toBe("");
  });

  it.each([
    ["a phone", PHONE],
    ["a desktop", DESKTOP],
  ])("the landlords' form is as high as its placeholder on %s", async (_, viewport) => {
    const { page } = person;
    await page.setViewportSize(viewport);
    const height = () =>
      page.locator("section", { hasText: "Submit Your Rental" }).evaluate((form) => form.scrollHeight);
    await page.route(/\/submission-[^/]*\.js/, (route) => route.abort());
    await page.goto(STATIC_PAGES.landlords);
    const before = await height();
    await page.unroute(/\/submission-[^/]*\.js/);
    await visit(page, STATIC_PAGES.landlords);
    await page.getByRole("button", { name: "Submit Listing" }).waitFor();
    expect(await height()).toBe(before);
  });

  it("the home page has at most 30 KB of HTML", async () => {
    const html = await (await fetch(`${inject("siteUrl")}/`)).text();
    expect(html.match(/<article/g)).toHaveLength(8);
    expect(gzipSync(html).length / 1024).toBeLessThanOrEqual(30);
  });
});

/** Publishes units of every category, with and without optional fields. @returns one with photos and a location */
async function furnish(siteUrl: string): Promise<PublicListing> {
  const optionalFields = { laundry: "unit", furnished: true, leaseMonths: 2, pets: "yes", landlordName: "Dana" };
  for (const [nth, { bedrooms }] of CATEGORIES.entries())
    await publishUnit(
      { address: `${nth + 1} Clinton St, Toronto, ON`, bedrooms, rent: String(900 + nth * 400) },
      siteUrl,
    );
  for (let house = 1; house <= 11; house += 1)
    await publishUnit({ address: `${house} Grace St, Toronto, ON`, ...(house % 2 === 0 && optionalFields) }, siteUrl);
  const images = [await photoDataUrl("#336688"), await photoDataUrl("#886633")];
  const { id } = await publishUnit({ address: "12 Grace St, Toronto, ON", images, ...optionalFields }, siteUrl);
  return pinUnit(id, { latitude: 43.6375, longitude: -79.5361 }, siteUrl);
}

describe("React's hydration warnings", () => {
  it("are absent on every public page", { tags: ["rest"], timeout: LONG_TESTS.build }, async () => {
    const { folder, forget } = await buildForDevelopment();
    const site = await copyProduction(folder);
    const close = await site.serve();
    try {
      const shown = listingPath(await furnish(site.siteUrl));
      const asked = threadPath(await startThread({}, undefined, site.siteUrl));
      const there: Record<string, string> = { "a listing": shown, "a discussion": asked };
      const { page, problems, leave } = await personIn(browser, { viewport: DESKTOP, baseURL: site.siteUrl });
      for (const name of NAMES) await visit(page, there[name] ?? pathOf(name));
      for (const [name, { path, status }] of Object.entries(await rarePages(site.siteUrl)))
        expect((await visit(page, path))?.status(), name).toBe(status);
      expect(problems.filter((problem) => !/status of (?:404|410)/.test(problem))).toEqual([]);
      await leave([/status of (?:404|410)/]);
    } finally {
      await close();
      site.forget();
      forget();
    }
  });
});
