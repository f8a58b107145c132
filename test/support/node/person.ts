import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, BrowserContext, BrowserContextOptions, Page, Request, Response } from "playwright-core";
import sharp from "sharp";
import { expect, inject, onTestFailed, TestRunner } from "vitest";
import { hasRestTag } from "../../../scripts/test-suites.ts";
import { WAIT_MS } from "../time-limits.ts";
import { reportsCalls } from "../../../scripts/called-functions.ts";
import { leaveSite } from "./operator.ts";

/** Playwright's error when it blocks a service worker. */
const WITHOUT_SERVICE_WORKER = "Service Worker registration blocked by Playwright";

interface PersonOptions extends BrowserContextOptions {
  /** True for a new visitor, who gets invitations to the marketplace when scrolling. */
  newcomer?: boolean;
  /** True to start with an empty cache. */
  fresh?: boolean;
}

/** Stores the access to the marketplace in the browser, because invitations would interrupt scrolling. */
function rememberAccess(): void {
  try {
    localStorage.setItem("marketplace_access", JSON.stringify({ source: "email subscription", since: Date.now() }));
  } catch {
    // Blank pages have no storage.
  }
}

/** A page of the site without scripts. Its storage can be read and written. */
const BARE_PAGE = "/robots.txt";
const WINDOW = { viewport: { width: 1280, height: 720 }, reducedMotion: "reduce", colorScheme: "light" } as const;

interface Seat {
  context: BrowserContext;
  page: Page;
  /** True if a setting was changed that cannot be undone. */
  isSpoilt: boolean;
}

/**
 * Unused windows, on {@link BARE_PAGE} and without data. They are stored globally, because vitest evaluates modules
 * again for each file.
 */
const kept = globalThis as { freeSeats?: WeakMap<Browser, Seat[]> };
const freeSeats = (kept.freeSeats ??= new WeakMap());

/** Marks a window as not reusable after a call whose effect cannot be undone. */
function noteSpoiling(seat: Seat): void {
  const watch = <Target extends object>(target: Target, ...names: (keyof Target)[]) => {
    for (const name of names) {
      const call = target[name] as (...given: unknown[]) => unknown;
      const noted = (...given: unknown[]) => {
        seat.isSpoilt = true;
        return call.apply(target, given);
      };
      Object.assign(target, { [name]: noted });
    }
  };
  const { context, page } = seat;
  watch(context, "addInitScript", "newPage", "grantPermissions", "setOffline", "newCDPSession", "route");
  watch(page, "addInitScript");
  watch(page.clock, "install");
}

/** Has the functions that run in the browser report their calls to test/support/called.ts. */
async function reportCalls(context: BrowserContext): Promise<void> {
  const listening = globalThis as { called?: Set<number> };
  await context.exposeBinding("reportCall", (_, number: number) => void listening.called?.add(number));
  await context.addInitScript(() => {
    const seen = new Set<number>();
    const add = (number: number) => {
      if (!seen.has(number)) (globalThis as unknown as { reportCall: (one: number) => void }).reportCall(number);
      seen.add(number);
    };
    Object.assign(globalThis, { called: { add } });
  });
}

async function newSeat(browser: Browser, options: BrowserContextOptions): Promise<Seat> {
  const context = await browser.newContext({
    baseURL: inject("siteUrl"),
    locale: "en-CA",
    timezoneId: "America/Vancouver",
    // Playwright cannot intercept the requests of service workers.
    serviceWorkers: "block",
    ...WINDOW,
    ...options,
  });
  await context.grantPermissions([]);
  context.setDefaultTimeout(WAIT_MS);
  if (reportsCalls) await reportCalls(context);
  return { context, page: await context.newPage(), isSpoilt: false };
}

/** Returns an unused window, or else a new one. A new window costs as much processor time as two pages. */
async function reusedSeat(browser: Browser, options: Pick<BrowserContextOptions, keyof typeof WINDOW>): Promise<Seat> {
  const free = freeSeats.get(browser)?.pop();
  const { viewport, ...media } = { ...WINDOW, ...options };
  if (free) {
    if (viewport) await free.page.setViewportSize(viewport);
    // Undoes what the previous test emulated, such as print media.
    await free.page.emulateMedia({ media: null, forcedColors: null, contrast: null, ...media });
    return free;
  }
  const seat = await newSeat(browser, options);
  noteSpoiling(seat);
  await seat.page.goto(BARE_PAGE);
  return seat;
}

/** Resets a window, except its cache, for another test. */
async function clear(browser: Browser, seat: Seat): Promise<void> {
  const { context, page } = seat;
  await page.unrouteAll({ behavior: "ignoreErrors" });
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.goto(BARE_PAGE);
  await page.mouse.move(0, 0);
  await context.clearCookies();
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  for (const event of ["console", "pageerror", "request", "response", "dialog", "download", "popup"])
    page.removeAllListeners(event);
  for (const event of ["request", "requestfinished", "requestfailed"]) context.removeAllListeners(event);
  const free = freeSeats.get(browser) ?? [];
  freeSeats.set(browser, [...free, seat]);
}

/** Requests that have not finished yet, by window. Beacons are excluded, because Chromium does not report their end. */
const pendingRequests = new WeakMap<BrowserContext, Set<Request>>();

function watchRequests(context: BrowserContext): void {
  const pending = new Set<Request>();
  pendingRequests.set(context, pending);
  context.on("request", (request) => void (request.resourceType() !== "ping" && pending.add(request)));
  const end = (request: Request) => void pending.delete(request);
  context.on("requestfinished", end);
  context.on("requestfailed", end);
}

/**
 * Opens a browser window for a user. Errors on the page are collected and make the test fail at `leave`. The window of
 * a failed test is closed, so that it does not slow down other tests.
 */
export async function personIn(browser: Browser, { newcomer = false, fresh = false, ...options }: PersonOptions = {}) {
  const isReused = !fresh && Object.keys(options).every((name) => name in WINDOW);
  const seat = isReused ? await reusedSeat(browser, options) : await newSeat(browser, options);
  const { context, page } = seat;
  let isLeft = false;
  if (TestRunner.getCurrentTest()) onTestFailed(() => (isLeft ? undefined : context.close()));
  if (!newcomer) await (isReused ? page.evaluate(rememberAccess) : context.addInitScript(rememberAccess));
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.text() === WITHOUT_SERVICE_WORKER) return;
    if (message.type() === "error" || message.type() === "warning")
      problems.push(`${message.type()}: ${message.text()} ${message.location().url}`.trimEnd());
  });
  page.on("pageerror", (error) => problems.push(`uncaught: ${error.message}`));
  watchRequests(context);
  const sessions = new Set<string>();
  context.on("request", (request) => {
    if (!request.url().endsWith("/api/analytics/track")) return;
    const { sessionId } = JSON.parse(request.postData() ?? "{}") as { sessionId?: string };
    if (sessionId) sessions.add(sessionId);
  });
  return {
    page,
    context,
    problems,
    /** Releases the window and fails on console errors, hydration warnings and policy violations. */
    async leave(expected: RegExp[] = []): Promise<void> {
      isLeft = true;
      await (isReused && !seat.isSpoilt ? clear(browser, seat) : context.close());
      // Closing the window sends no beacon. The visit would therefore end minutes later, during another test.
      await Promise.all([...sessions].map(leaveSite));
      expect(problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)))).toEqual([]);
    },
  };
}

/** Returns whether React has hydrated the page, according to a private field of its root. */
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

/** Waits for hydration. Input before hydration is lost, even when the network is idle. */
async function alive(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(isAlive)).toBe(true);
}

/** Runs in the page. Resolves after its idle callbacks, some of which load code, and after the next frame. */
const afterIdleWork = () =>
  new Promise<void>((resolve) => {
    requestIdleCallback(() => requestAnimationFrame(() => requestIdleCallback(() => resolve())));
  });

/**
 * Waits until the page has finished its requests and has nothing left to run, twice in a row. Playwright's own
 * "networkidle" always takes half a second longer. Here, "networkidle" ends the wait only on pages whose clock is
 * stopped.
 */
export async function settle(page: Page): Promise<void> {
  const quiet = page.waitForLoadState("networkidle").then(() => "quiet" as const);
  quiet.catch(() => undefined);
  const pending = pendingRequests.get(page.context());
  let idleRounds = 0;
  while (idleRounds < 2) {
    const outcome = await Promise.race([quiet, pending ? page.evaluate(afterIdleWork) : quiet]);
    if (outcome === "quiet") return;
    idleRounds = pending?.size === 0 ? idleRounds + 1 : 0;
  }
}

/** Goes to a page and waits until it is loaded, hydrated and idle. */
async function arrive(page: Page, navigate: () => Promise<Response | null>): Promise<Response | null> {
  pendingRequests.get(page.context())?.clear();
  const response = await navigate();
  await alive(page);
  await settle(page);
  return response;
}

/** Opens a page and waits until it is loaded, hydrated and idle. */
export const visit = (page: Page, path: string): Promise<Response | null> => arrive(page, () => page.goto(path));

/** Reloads the page and waits as in {@link visit}. */
export const reload = (page: Page): Promise<Response | null> => arrive(page, () => page.reload());

/**
 * Stops the page's fake clock a minute ahead, which even a busy machine does not reach in the meantime. Timers due
 * before that time run at once.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
}

/** Closes the notification, or waits until it closes after its five seconds. */
export async function closeNotification(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: "Close notification" });
  await button.click({ timeout: 6000 }).catch(() => undefined);
  await button.waitFor({ state: "detached" });
}

const require = createRequire(import.meta.url);
const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** Tags and names of axe rules. */
const ALL_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const RULES_OF_COLOURS = { type: "rule", values: ["color-contrast"] };

/**
 * Returns the page's violations of axe rules. Scripts are evaluated through the debugger, which bypasses the page's
 * policy.
 * @param runOnly tags or names of rules
 */
export async function accessibilityProblems(page: Page, runOnly: unknown = ALL_RULES): Promise<string[]> {
  // Waits for finite animations: elements that fade in have too little contrast, and they may start further animations.
  // Animations of elements that are not drawn never end, so this waits at most a second of real time.
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
  // A control halfway under a dialog's sticky header would be reported as too small.
  await page.evaluate(() => {
    for (const part of document.querySelectorAll(":is(dialog, [role=dialog]), :is(dialog, [role=dialog]) *"))
      if (part.scrollTop > 0) part.scrollTo({ top: 0, behavior: "instant" });
  });
  // Injected only once per document, because it is large.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
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
      // Failures identify elements by their markup. Computing selectors would take half as long as running all rules.
      selectors: false,
      // No rule uses style sheets or media. Loading them would take as long as running all rules.
      preload: false,
    });
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${help}: ${html.slice(0, 200)} ${failureSummary ?? ""}`),
    );
  }, runOnly);
  return found;
}

/** Returns the number of pixels by which the page is wider than its window. */
export function excessWidth(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

const WIDTHS = [360, 1440] as const;
const THEMES = [
  ["light", ALL_RULES],
  ["dark", RULES_OF_COLOURS],
] as const;

/** Scrolls to a vertical position, and returns the previous one. */
const scrollTo = (page: Page, top: number) =>
  page.evaluate((to) => {
    const before = window.scrollY;
    window.scrollTo({ top: to, behavior: "instant" });
    return before;
  }, top);

/**
 * Checks a page for accessibility on a phone in the light theme and on a desktop in the dark theme. Tests that only
 * `npm run test:rest` runs check both widths in both themes, because some parts appear only on phones. Themes differ
 * only in colours, so the dark theme is checked only for colours. Scrolls to the top first: a control halfway under the
 * sticky header would be reported as too small.
 */
export async function expectReadableByAll(page: Page, what = "", widths: readonly number[] = WIDTHS): Promise<void> {
  const scrolled = await scrollTo(page, 0);
  const isThorough = hasRestTag(TestRunner.getCurrentTest()?.tags ?? []);
  for (const [nth, width] of widths.entries()) {
    await page.setViewportSize({ width, height: 900 });
    // The order alternates, because each change of theme restyles the whole page.
    const themes = nth % 2 === 0 ? THEMES : THEMES.toReversed();
    for (const [colorScheme, rules] of isThorough ? themes : themes.slice(0, 1)) {
      await page.emulateMedia({ colorScheme });
      const where = `${what} ${colorScheme} at ${width} px`;
      expect(await accessibilityProblems(page, rules), where).toEqual([]);
      expect(await excessWidth(page), where).toBeLessThanOrEqual(0);
    }
  }
  await scrollTo(page, scrolled);
}

/** Returns a photo file for an upload field. */
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

/** Returns a photo with so much detail that it has to be compressed for upload. */
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
