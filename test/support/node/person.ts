import axe from "axe-core";
import type { Browser, BrowserContextOptions, Page, Response } from "playwright-core";
import sharp from "sharp";
import { expect, inject } from "vitest";
import { WAIT_MS } from "../time-limits.ts";
import { leaveSite } from "./operator.ts";

/** What Playwright says where it keeps a service worker out. */
const WITHOUT_SERVICE_WORKER = "Service Worker registration blocked by Playwright";

interface PersonOptions extends BrowserContextOptions {
  /** Nobody that the marketplace knows: scrolling leads to its invitations. */
  newcomer?: boolean;
}

/** Leaves what a browser stores for somebody with access, so that scrolling is not interrupted. */
function rememberAccess(): void {
  try {
    localStorage.setItem("marketplace_access", JSON.stringify({ source: "email subscription", since: Date.now() }));
  } catch {
    // An empty page has no storage.
  }
}

/** Somebody in front of a browser. What goes wrong on the page is collected and fails the test at `leave`. */
export async function personIn(browser: Browser, { newcomer = false, ...options }: PersonOptions = {}) {
  const context = await browser.newContext({
    baseURL: inject("siteUrl"),
    locale: "en-CA",
    timezoneId: "America/Vancouver",
    // What a test answers in place of the server is not seen by one.
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
    /** Closes the browser's window; every console error, hydration warning and policy violation fails here. */
    async leave(expected: RegExp[] = []): Promise<void> {
      await context.close();
      // A window that is closed so tells nobody: the visit would be over minutes later, in the midst of another test.
      await Promise.all([...sessions].map(leaveSite));
      expect(problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)))).toEqual([]);
    },
  };
}

/** Whether React has put the page's code to work: as a private field of its root tells, for lack of a public one. */
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

/** Until the page's code is at work: what is pressed or typed before is lost, however quiet the network may be. */
async function alive(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(isAlive)).toBe(true);
}

/** Opens a page, until nothing more is loaded and its code is at work. */
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
 * Stops the clock of a page that has a test's, a minute ahead: so far that a busy machine does not get there before. What
 * the jump makes due is done at once.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
}

/** Closes the notification that is shown, or sees it go by itself: on a busy machine its five seconds are soon over. */
export async function closeNotification(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: "Close notification" });
  await button.click({ timeout: 6000 }).catch(() => undefined);
  await button.waitFor({ state: "detached" });
}

/** What axe finds wrong with the page as it is shown now. Scripts are evaluated by the debugger, which the page's policy does not bind. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  // What fades in is pale half way, and may set off what fades next; what never ends is not waited for.
  await page.evaluate(async () => {
    for (;;) {
      const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
      if (ending.length === 0) return;
      await Promise.allSettled(ending.map(({ finished }) => finished));
    }
  });
  // It is large: once a document is enough.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: {
        run: (options: object) => Promise<{
          violations: { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }[];
        }>;
      };
    };
    const { violations } = await axe.run({
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
      // What is right is not described one by one.
      resultTypes: ["violations"],
      // No rule that is run looks at style sheets or media as files; reading them takes as long as all rules.
      preload: false,
    });
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${help}: ${html.slice(0, 200)} ${failureSummary ?? ""}`),
    );
  });
  return found;
}

/** Pixels that the page is wider than its window: a page that scrolls sideways has some. */
export function excessWidth(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

const WIDTHS = [360, 1440] as const;

/** A phone and a desktop in both themes: what a page that can be read by everybody must pass, in one visit. */
export async function expectReadableByAll(page: Page, what = "", widths: readonly number[] = WIDTHS): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const where = `${what} ${colorScheme} at ${width} px`;
      expect(await accessibilityProblems(page), where).toEqual([]);
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

/** A photo so detailed that it must be compressed before it is sent. */
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
