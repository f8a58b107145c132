import axe from "axe-core";
import type { Browser, BrowserContextOptions, Page, Response } from "playwright-core";
import sharp from "sharp";
import { expect, inject } from "vitest";
import { WAIT_MS } from "../time-limits.ts";
import { leaveSite } from "./operator.ts";

/** Playwright's error when it blocks a service worker. */
const WITHOUT_SERVICE_WORKER = "Service Worker registration blocked by Playwright";

interface PersonOptions extends BrowserContextOptions {
  /** Unknown to the marketplace, so that scrolling leads to its invitations. */
  newcomer?: boolean;
}

/** Stores access in the browser, so that scrolling is not interrupted. */
function rememberAccess(): void {
  try {
    localStorage.setItem("marketplace_access", JSON.stringify({ source: "email subscription", since: Date.now() }));
  } catch {
    // Blank pages have no storage.
  }
}

/** A browser window. Errors on the page are collected and fail the test at `leave`. */
export async function personIn(browser: Browser, { newcomer = false, ...options }: PersonOptions = {}) {
  const context = await browser.newContext({
    baseURL: inject("siteUrl"),
    locale: "en-CA",
    timezoneId: "America/Vancouver",
    // Playwright cannot intercept requests of service workers.
    serviceWorkers: "block",
    ...options,
  });
  await context.grantPermissions([]);
  if (!newcomer) await context.addInitScript(rememberAccess);
  const problems: string[] = [];
  const page = await context.newPage();
  page.on("console", (message) => {
    if (message.text() === WITHOUT_SERVICE_WORKER) return;
    if (message.type() === "error" || message.type() === "warning")
      problems.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`uncaught: ${error.message}`));
  const sessions = new Set<string>();
  context.on("request", (request) => {
    if (!request.url().endsWith("/api/analytics/track")) return;
    const { sessionId } = JSON.parse(request.postData() ?? "{}") as { sessionId?: string };
    if (sessionId) sessions.add(sessionId);
  });
  context.setDefaultTimeout(WAIT_MS);
  return {
    page,
    context,
    problems,
    /** Closes the window and fails on console errors, hydration warnings and policy violations. */
    async leave(expected: RegExp[] = []): Promise<void> {
      await context.close();
      // Closing the window sends no beacon, so the visit would end minutes later during another test.
      await Promise.all([...sessions].map(leaveSite));
      expect(problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)))).toEqual([]);
    },
  };
}

/** Whether React has hydrated the page, by a private field of its root. */
function isAlive(): boolean {
  const root = document.getElementById("root") ?? document.body;
  const [, container] = Object.entries(root).find(([name]) => name.startsWith("__reactContainer$")) ?? [];
  const { current } = (container as { stateNode: { current: { child: unknown; memoizedState: object } } } | undefined)
    ?.stateNode ?? { current: null };
  return (
    current !== null &&
    current.child !== null &&
    !("isDehydrated" in current.memoizedState && current.memoizedState.isDehydrated)
  );
}

/** Waits for hydration, because input before it is lost, even when the network is idle. */
async function alive(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(isAlive)).toBe(true);
}

/** Opens a page and waits until it is loaded and hydrated. */
export async function visit(page: Page, path: string): Promise<Response | null> {
  const response = await page.goto(path, { waitUntil: "networkidle" });
  await alive(page);
  return response;
}

/** Loads the page again, as {@link visit}. */
export async function reload(page: Page): Promise<void> {
  await page.reload({ waitUntil: "networkidle" });
  await alive(page);
}

/**
 * Stops the page's fake clock a minute ahead, further than a busy machine gets meanwhile; timers due by then fire at
 * once.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
}

/** Closes the notification, or waits until its five seconds are over. */
export async function closeNotification(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: "Close notification" });
  await button.click({ timeout: 6000 }).catch(() => undefined);
  await button.waitFor({ state: "detached" });
}

/** Tags and names of axe rules. */
const ALL_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const RULES_OF_COLOURS = { type: "rule", values: ["color-contrast"] };

/**
 * The page's violations of axe rules. Scripts are evaluated through the debugger, which bypasses the page's policy.
 * @param runOnly tags or names of rules
 */
export async function accessibilityProblems(page: Page, runOnly: unknown = ALL_RULES): Promise<string[]> {
  // Waits for finite animations, because elements that fade in have too little contrast and may start further ones.
  // Animations of undrawn elements do not end, so at most a second by the real clock.
  await page.evaluate(async () => {
    for (let round = 0; round < 20; round += 1) {
      const ending = document
        .getAnimations()
        .filter(({ effect, playState }) => playState === "running" && effect?.getComputedTiming().endTime !== Infinity);
      if (ending.length === 0) return;
      const second = new Promise((resolve) => AbortSignal.timeout(1_000).addEventListener("abort", resolve));
      await Promise.race([Promise.allSettled(ending.map(({ finished }) => finished)), second]);
      for (const animation of ending) if (animation.playState === "running") animation.finish();
    }
  });
  // Injected once per document, because it is large.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(async (rules) => {
    const { axe } = window as unknown as {
      axe: {
        run: (options: object) => Promise<{
          violations: { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }[];
        }>;
      };
    };
    const { violations } = await axe.run({
      runOnly: rules,
      resultTypes: ["violations"],
      // None of the rules reads style sheets or media, and loading them takes as long as all rules.
      preload: false,
    });
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${help}: ${html.slice(0, 200)} ${failureSummary ?? ""}`),
    );
  }, runOnly);
  return found;
}

/** Pixels by which the page is wider than its window. */
export function excessWidth(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

const WIDTHS = [360, 1440] as const;
const THEMES = [
  ["light", ALL_RULES],
  ["dark", RULES_OF_COLOURS],
] as const;

/**
 * Checks a page for accessibility on a phone and a desktop in both themes. Themes differ only in colours, so the second
 * is checked only for those.
 */
export async function expectReadableByAll(page: Page, what = "", widths: readonly number[] = WIDTHS): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const [colorScheme, rules] of THEMES) {
      await page.emulateMedia({ colorScheme });
      const where = `${what} ${colorScheme} at ${width} px`;
      expect(await accessibilityProblems(page, rules), where).toEqual([]);
      expect(await excessWidth(page), where).toBeLessThanOrEqual(0);
    }
  }
}

/** A photo file for an upload field. */
export async function photoFile(
  name: string,
  {
    width = 900,
    height = 600,
    background = "#a33b2a",
    type = "jpeg",
  }: { width?: number; height?: number; background?: string; type?: "jpeg" | "png" } = {},
) {
  const buffer = await sharp({ create: { width, height, channels: 3, background } })
    .toFormat(type)
    .toBuffer();
  return { name, mimeType: `image/${type}`, buffer };
}

/** A photo so detailed that it has to be compressed for upload. */
export async function noisyPhotoFile(name: string, side = 1400) {
  const noise = Buffer.alloc(side * side * 3);
  let state = 1;
  for (let index = 0; index < noise.length; index += 1)
    noise[index] = (state = (state * 1103515245 + 12345) & 0x7fffffff) >> 16;
  return {
    name,
    mimeType: "image/jpeg",
    buffer: await sharp(noise, { raw: { width: side, height: side, channels: 3 } })
      .jpeg({ quality: 90 })
      .toBuffer(),
  };
}
