// `npm run screenshots`: captures every screen of the production build at three widths in both themes, with the demo
// data on a temporary database. The README's pictures go into docs/screenshots, all others into screenshots/, which git
// ignores. `npm run screenshots -- home gate` captures the screens whose names contain one of the words, all into
// screenshots/. A run that fails or is interrupted leaves both folders unchanged.
import { statSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { orExit, run } from "../../scripts/run.ts";
import { CATEGORIES } from "../../worker/contracts/bedrooms.ts";
import { FORUM_PATH, PAGE_NAMES, STATIC_PAGES, VIP_PATH } from "../../worker/contracts/pages.ts";
import { STATS_SESSION_KEY } from "../../worker/contracts/visitors.ts";
import { launchBrowser } from "../support/node/browser.ts";
import { ADMIN_PASSWORD, copyProduction, STATS_PASSWORD } from "../support/node/production.ts";
import { rarePages } from "../support/node/rare-pages.ts";
import { seeding } from "../support/node/seeding.ts";
import { replaceFolders, within } from "./new-folders.ts";

const README_FOLDER = "docs/screenshots";
const OTHERS_FOLDER = "screenshots";
/** Folder for unfinished pictures; git ignores it. */
const SCRATCH_FOLDER = ".cache/screenshots";
/** Time limits of the steps in milliseconds: long enough for a busy machine without a graphics card. */
const LIMITS = { build: 600_000, fill: 600_000, browser: 60_000, picture: 120_000 };
/** The placeholders of src/ui/skeleton.tsx, shown until a response arrives. */
const PLACEHOLDERS = ".animate-pulse-soft";
/**
 * Maximum milliseconds to wait for a page to draw after scrolling. A page that may not run scripts, such as an email,
 * never reports this.
 */
const FRAME_MS = 250;
/** Maximum total size of the README's pictures, because every copy of the project includes them. */
const MOST_BYTES = 1_500_000;
const QUALITY = 72;
const THEMES = ["light", "dark"] as const;
const SIZES = {
  phone: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  tablet: { viewport: { width: 768, height: 1024 }, deviceScaleFactor: 1, hasTouch: true },
  desktop: { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 },
};
type Size = keyof typeof SIZES;
const VISITS = 60;

interface Screen {
  name: string;
  path: string;
  /** Prepares the browser so that the page admits the visitor. */
  enter?: (page: Page) => Promise<unknown>;
  /** Text that is on the page when it is complete. */
  shows: string | RegExp;
  /** Brings the page into the state to capture, such as an open dialog or a map. */
  act?: (page: Page) => Promise<unknown>;
  /** True if the page polls the server, because then the network is never idle. */
  polls?: boolean;
  /** Sizes of the README's pictures, which show only the first screen. */
  readme?: readonly Size[];
}

async function operatorSession(siteUrl: string): Promise<string> {
  const response = await fetch(`${siteUrl}/api/stats/auth`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ password: STATS_PASSWORD }),
  });
  return ((await response.json()) as { sessionId: string }).sessionId;
}

/** Waits until the page has drawn, or at most {@link FRAME_MS}. */
async function nextFrame(page: Page): Promise<void> {
  const drawn = page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  // For a page that never draws, this remains pending until the page closes.
  drawn.catch(() => undefined);
  await Promise.race([drawn, new Promise((resolve) => setTimeout(resolve, FRAME_MS))]);
}

/** Opens a screen, and brings it into the state to capture. */
async function open(page: Page, { path, enter, shows, act, polls = false }: Screen): Promise<void> {
  // Scrolling opens the invitations to join, so both are marked as closed.
  await page.addInitScript(() => localStorage.setItem("marketplace_gate", `2 ${Date.now()}`));
  await enter?.(page);
  await page.goto(path);
  await page.getByText(shows).filter({ visible: true }).first().waitFor();
  // Once the network is idle, data that only the browser loads has arrived.
  if (!polls) await page.waitForLoadState("networkidle");
  else {
    const placeholder = page.locator(PLACEHOLDERS).first();
    // A number that never arrives is captured as visitors would see it.
    await placeholder.waitFor({ state: "hidden" }).catch(() => undefined);
  }
  await act?.(page);
  if (act && !polls) await page.waitForLoadState("networkidle");
  const { height, step } = await page.evaluate(() => ({
    height: document.documentElement.scrollHeight,
    step: innerHeight,
  }));
  // Lazy content loads when it scrolls into view.
  for (let top = 0; top < height; top += step) {
    await page.evaluate((to) => scrollTo(0, to), top);
    await nextFrame(page);
  }
  await page.evaluate(() => scrollTo(0, 0));
  if (!polls) await page.waitForLoadState("networkidle");
  // An image that is never shown, for example in a closed section, is never loaded either.
  await page.evaluate(() =>
    Promise.allSettled([
      document.fonts.ready,
      ...[...document.images].filter(({ complete }) => complete).map((image) => image.decode()),
    ]),
  );
}

/** Captures a screen at all sizes in both themes. @returns the bytes of the README's pictures */
async function take(
  browser: Browser,
  siteUrl: string,
  screen: Screen,
  { others, readme }: { others: string; readme: string | null },
): Promise<number> {
  let bytes = 0;
  for (const size of Object.keys(SIZES) as Size[]) {
    for (const colorScheme of THEMES) {
      const file = `${screen.name}-${size}-${colorScheme}.webp`;
      const context = await browser.newContext({
        ...SIZES[size],
        baseURL: siteUrl,
        colorScheme,
        locale: "en-CA",
        timezoneId: "America/Toronto",
        reducedMotion: "reduce",
      });
      const page = await context.newPage();
      await within(`Opening ${file}`, LIMITS.picture, open(page, screen));
      if (readme !== null && screen.readme?.includes(size)) {
        const target = join(readme, file);
        await sharp(await page.screenshot())
          .webp({ quality: QUALITY, effort: 6 })
          .toFile(target);
        bytes += statSync(target).size;
      } else {
        const isWhole = screen.act === undefined;
        const { width, height } = await sharp(await page.screenshot({ fullPage: isWhole }))
          // The largest picture that the format supports.
          .resize({ width: 16_000, height: 16_000, fit: "inside", withoutEnlargement: true })
          .webp({ quality: QUALITY, effort: 2 })
          .toFile(join(others, file));
        console.log(`${file} ${width}×${height}`);
      }
      await within(`Closing ${file}`, LIMITS.browser, context.close());
    }
  }
  return bytes;
}

/** Fills the site, and returns its screens. */
async function screensOf(siteUrl: string): Promise<Screen[]> {
  const site = seeding(siteUrl);
  const thread = await site.discussions();
  const listing = await site.newestListing();
  await site.waitingUnits();
  await site.visits(VISITS, [listing.path, thread.path]);
  const rare = await rarePages(siteUrl);
  const mailed = await site.mailedPages();
  const stats = await operatorSession(siteUrl);
  const press = (name: string | RegExp) => (page: Page) =>
    page.getByRole("button", { name }).filter({ visible: true }).first().click();
  const asModerator = (page: Page) => page.request.post("/api/admin/login", { data: { password: ADMIN_PASSWORD } });
  const asOperator = (page: Page) =>
    page.addInitScript(([key, value]) => localStorage.setItem(key, value), [STATS_SESSION_KEY, stats] as const);
  const [, oneBedroom] = CATEGORIES;
  return [
    { name: "home", path: "/", shows: /below market/i, readme: ["phone", "desktop"] },
    { name: "home-narrowed", path: "/?type=1+BR&maxRent=2000", shows: /\$[\d,]+/ },
    { name: "home-nothing-found", path: "/?q=palace+of+ice", shows: /No listings/ },
    { name: "home-map", path: "/?view=map", shows: /homes on the map/ },
    {
      name: "home-filters",
      path: "/",
      shows: /below market/i,
      act: async (page) => {
        await press(/^Filters/)(page);
        await page.getByRole("group", { name: "Rent a month" }).getByLabel("Max").waitFor();
      },
    },
    {
      name: "home-dialog",
      path: "/",
      shows: /below market/i,
      act: async (page) => {
        await page.locator("main article h3 a").first().click();
        await page.getByRole("dialog").waitFor();
      },
    },
    {
      name: "home-post",
      path: "/",
      shows: /below market/i,
      act: async (page) => {
        await press(/^Post/)(page);
        await page
          .getByRole("dialog")
          .getByLabel(/^Address/)
          .waitFor();
      },
    },
    { name: "category", path: oneBedroom.path, shows: /below market/i },
    { name: "listing", path: listing.path, shows: /Available|Move/, readme: ["phone"] },
    { name: "listing-gone", path: rare["a listing that is gone"]?.path ?? "", shows: /Listing Not Found/ },
    { name: "edition", path: rare["an edition"]?.path ?? "", shows: /\$[\d,]+/ },
    { name: "discussions", path: FORUM_PATH, shows: /heating|heat/ },
    { name: "thread", path: thread.path, shows: /chapter 497/, readme: ["phone"] },
    { name: "vip", path: VIP_PATH, shows: /\$4\.99/ },
    { name: "not-found", path: "/nowhere", shows: /not found/i },
    ...Object.entries(STATIC_PAGES).map(([page, path]) => ({
      name: page,
      path,
      shows: PAGE_NAMES[page as keyof typeof PAGE_NAMES],
    })),
    ...mailed.map(({ name, path }) => ({ name, path, shows: /\w/ })),
    {
      name: "dashboard",
      path: "/stats",
      enter: asOperator,
      shows: /Most Visited URLs Today/,
      polls: true,
      readme: ["desktop"],
    },
    { name: "trends", path: "/stats?view=trends", enter: asOperator, shows: /Listing health/, polls: true },
    { name: "admin", path: "/admin", enter: asModerator, shows: /Dovercourt/, readme: ["desktop"] },
  ];
}

/** Captures screens into the folders. @throws when a step fails or takes too long */
async function takeAll(words: readonly string[], others: string, readme: string | null): Promise<void> {
  await within("The build", LIMITS.build, run("vite", ["build"]));
  const production = await copyProduction();
  let close: (() => Promise<void>) | undefined;
  let browser: Browser | undefined;
  try {
    await within("The demo data", LIMITS.fill, production.seedDemo());
    close = await production.serve();
    const all = await within("Filling the site", LIMITS.fill, screensOf(production.siteUrl));
    const screens = words.length === 0 ? all : all.filter(({ name }) => words.some((word) => name.includes(word)));
    let bytes = 0;
    for (const screen of screens) {
      // After hundreds of pages without a graphics card, a browser stops drawing.
      browser = await launchBrowser({ drawsMaps: true });
      bytes += await take(browser, production.siteUrl, screen, { others, readme });
      await within("Closing the browser", LIMITS.browser, browser.close());
    }
    if (bytes > MOST_BYTES) throw new Error(`The README's pictures have ${bytes} bytes; ${MOST_BYTES} is the most.`);
    console.log(`${screens.length} screens; the README's pictures have ${Math.round(bytes / 1_000)} KB together.`);
  } finally {
    // A hang while closing must not hide the first error.
    await within("Closing", LIMITS.browser, Promise.all([browser?.close(), close?.()])).catch(console.error);
    production.forget();
  }
}

const words = process.argv.slice(2);
const folders = words.length === 0 ? [OTHERS_FOLDER, README_FOLDER] : [OTHERS_FOLDER];
await orExit(replaceFolders(folders, SCRATCH_FOLDER, ([others = "", readme = null]) => takeAll(words, others, readme)));
// A step that timed out may still be running.
process.exit();
