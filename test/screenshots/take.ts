// `npm run screenshots`: the pictures of the README, taken of the production build with the demo data, on a database
// that is thrown away afterwards. What is on them is made up, and the site runs as a visitor meets it.
import { mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { run } from "../../scripts/run.ts";
import { STATS_SESSION_KEY } from "../../worker/contracts/visitors.ts";
import { launchBrowser } from "../support/node/browser.ts";
import { ADMIN_PASSWORD, copyProduction, STATS_PASSWORD } from "../support/node/production.ts";
import { seeding } from "../support/node/seeding.ts";

const FOLDER = "docs/screenshots";
/** All pictures together: they come with every copy of the project. */
const MOST_BYTES = 1_500_000;
const QUALITY = 72;
const THEMES = ["light", "dark"] as const;
const SIZES = {
  phone: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 },
};
const VISITS = 60;

interface Screen {
  name: string;
  path: string;
  /** Leaves what the page needs to let somebody in. */
  enter?: (page: Page) => Promise<unknown>;
  /** Is on the page when it is complete. */
  shows: string | RegExp;
  /** Asks the server again and again: it is never quiet. */
  polls?: boolean;
}

async function operatorSession(siteUrl: string): Promise<string> {
  const response = await fetch(`${siteUrl}/api/stats/auth`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ password: STATS_PASSWORD }),
  });
  return ((await response.json()) as { sessionId: string }).sessionId;
}

async function take(
  browser: Browser,
  siteUrl: string,
  { name, path, enter, shows, polls = false }: Screen,
): Promise<number> {
  let bytes = 0;
  for (const [size, options] of Object.entries(SIZES)) {
    for (const colorScheme of THEMES) {
      const context = await browser.newContext({
        ...options,
        baseURL: siteUrl,
        colorScheme,
        locale: "en-CA",
        timezoneId: "America/Toronto",
        reducedMotion: "reduce",
      });
      const page = await context.newPage();
      await enter?.(page);
      await page.goto(path);
      await page.getByText(shows).filter({ visible: true }).first().waitFor();
      // What only the browser shows has been asked for and answered then.
      if (!polls) await page.waitForLoadState("networkidle");
      await page.evaluate(async () => {
        const seen = [...document.images].filter(({ loading }) => loading !== "lazy");
        await Promise.allSettled([document.fonts.ready, ...seen.map((image) => image.decode())]);
      });
      const picture = await sharp(await page.screenshot())
        .webp({ quality: QUALITY, effort: 6 })
        .toBuffer();
      const file = join(FOLDER, `${name}-${size}-${colorScheme}.webp`);
      await sharp(picture).toFile(file);
      bytes += statSync(file).size;
      await context.close();
    }
  }
  return bytes;
}

async function main(): Promise<void> {
  await run("vite", ["build"]);
  const production = await copyProduction();
  const { siteUrl } = production;
  let close: (() => Promise<void>) | undefined;
  let browser: Browser | undefined;
  try {
    await production.seedDemo();
    close = await production.serve();
    const site = seeding(siteUrl);
    const thread = await site.discussions();
    const listing = await site.newestListing();
    await site.waitingUnits();
    await site.visits(VISITS, [listing.path, thread.path]);
    const stats = await operatorSession(siteUrl);
    const screens: Screen[] = [
      { name: "home", path: "/", shows: /below market/i },
      { name: "listing", path: listing.path, shows: /Available|Move/ },
      { name: "thread", path: thread.path, shows: /chapter 497/ },
      {
        name: "dashboard",
        path: "/stats",
        enter: (page) =>
          page.addInitScript(([key, value]) => localStorage.setItem(key, value), [STATS_SESSION_KEY, stats] as const),
        shows: /Most Visited URLs Today/,
        polls: true,
      },
      {
        name: "admin",
        path: "/admin",
        enter: (page) => page.request.post("/api/admin/login", { data: { password: ADMIN_PASSWORD } }),
        shows: /Dovercourt/,
      },
    ];
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
    browser = await launchBrowser();
    let bytes = 0;
    for (const screen of screens) bytes += await take(browser, siteUrl, screen);
    if (bytes > MOST_BYTES) throw new Error(`The pictures have ${bytes} bytes together, ${MOST_BYTES} is the most.`);
    console.log(`${screens.length * 4} pictures in ${FOLDER}, ${Math.round(bytes / 1_000)} KB together.`);
  } finally {
    await browser?.close();
    await close?.();
    production.forget();
  }
}

await main();
