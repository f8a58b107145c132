import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import { launchBrowser } from "../support/node/browser.ts";
import { startEdge } from "./edge.ts";
import { type Figures, median } from "./figures.ts";
import { sideBySide } from "./side-by-side.ts";

/** A phone of average pixel density, as in Lighthouse. */
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, hasTouch: true, isMobile: true };
/** Chromium's preset "Slow 4G": milliseconds before each response, and bytes per second. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };
const ROUNDS = 3;
const AIMS = { firstVisitKb: 250, shownMs: 200, completeMs: 800 };
/** Milliseconds for the idle page to prepare what a tap needs, and for the result of the tap to be complete. */
const IDLE_MS = 6_000;
const COMPLETE_MS = 4_000;

const TAPS = [
  { name: "Filters", target: "[data-filters]" },
  { name: "a card", target: ".listing-card h3 a, .listing-card a" },
] as const;

/** Counts the bytes that a page receives: compressed, and including headers. */
function countBytes(session: CDPSession): Map<string, number> {
  const bytes = new Map<string, number>();
  const types = new Map<string, string>();
  session.on("Network.requestWillBeSent", ({ requestId, type = "Other" }) => types.set(requestId, type));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId) ?? "Other";
    bytes.set(type, (bytes.get(type) ?? 0) + encodedDataLength);
  });
  return bytes;
}

const sum = (bytes: ReadonlyMap<string, number>) => [...bytes.values()].reduce((total, part) => total + part, 0);

/**
 * Records when a dialog appears after a tap and when its text last grew, in milliseconds. Ignores texts that change in
 * place, such as a clock.
 */
async function tapped(page: Page, target: string): Promise<{ shownMs: number; completeMs: number }> {
  await page.evaluate(() => {
    const times = { down: 0, shown: 0, complete: 0 };
    let length = 0;
    Object.assign(window, { times });
    addEventListener("pointerdown", () => (times.down ||= performance.now()), { capture: true });
    const look = () => {
      const dialog = document.querySelector("[role=dialog]");
      if (dialog && times.down > 0) {
        times.shown ||= performance.now();
        const now = (dialog.textContent ?? "").length;
        if (Math.abs(now - length) > 3) times.complete = performance.now();
        length = now;
      }
      requestAnimationFrame(look);
    };
    look();
  });
  await page.locator(target).first().tap();
  await page.locator("[role=dialog]").waitFor();
  await page.waitForTimeout(COMPLETE_MS);
  return page.evaluate(() => {
    const { times } = window as unknown as { times: { down: number; shown: number; complete: number } };
    return { shownMs: times.shown - times.down, completeMs: times.complete - times.down };
  });
}

/** Opens the home page as a first visit on a slow network, and counts the bytes it receives. */
async function firstVisit(context: BrowserContext, url: string): Promise<{ page: Page; bytes: Map<string, number> }> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", SLOW_4G);
  const bytes = countBytes(session);
  await page.goto(url, { waitUntil: "load" });
  await page.waitForTimeout(IDLE_MS);
  return { page, bytes };
}

/**
 * Counts the bytes of a first visit with data saving turned on, by kind. In this mode, nothing is loaded before it is
 * needed.
 */
async function savingVisit(browser: Browser, url: string): Promise<Map<string, number>> {
  const context = await browser.newContext(PHONE);
  await context.addInitScript(() =>
    Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true }),
  );
  const { bytes } = await firstVisit(context, url);
  const received = new Map(bytes);
  await context.close();
  return received;
}

/**
 * Measures the bytes of a first visit to the home page on a phone, and the time from a tap until its panel is shown and
 * complete.
 */
export async function measureTaps(): Promise<Figures> {
  const { front, production } = await sideBySide();
  const edge = await startEdge(front, production.port);
  const browser = await launchBrowser();
  try {
    const saving = await savingVisit(browser, production.siteUrl);
    const rows: (string | number)[][] = [];
    let whole = 0;
    for (const { name, target } of TAPS) {
      const times: Awaited<ReturnType<typeof tapped>>[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const context = await browser.newContext(PHONE);
        const { page, bytes } = await firstVisit(context, production.siteUrl);
        whole = sum(bytes);
        times.push(await tapped(page, target));
        await context.close();
      }
      rows.push([name, median(times.map(({ shownMs }) => shownMs)), median(times.map(({ completeMs }) => completeMs))]);
    }
    const kb = (bytes: number) => bytes / 1024;
    const firstKb = kb(sum(saving));
    return {
      title: "A phone's first visit, and its taps",
      meaning:
        "How many bytes a first visit to the home page loads, with the demo's pictures, and how long a panel takes from the tap until it is on the screen and until its text is complete. The network is slow 4G (562 ms before each response, 1.4 Mbit/s). While the page is idle, the browser loads what a tap needs, unless the visitor asks to save data.",
      tables: [
        {
          caption: "Home's first visit",
          columns: [{ name: "" }, { name: "received", unit: " KB" }],
          rows: [
            ...[...saving].map(([type, bytes]) => [type.toLowerCase(), kb(bytes)]),
            ["the page", firstKb],
            ["with what taps need", kb(whole)],
          ],
        },
        {
          caption: `From the tap, the median of ${ROUNDS}`,
          columns: [{ name: "" }, { name: "shown", unit: " ms" }, { name: "complete", unit: " ms" }],
          rows,
        },
      ],
      aims: [
        { text: `a first visit loads at most ${AIMS.firstVisitKb} KB`, isMet: firstKb <= AIMS.firstVisitKb },
        {
          text: `a panel is on the screen within ${AIMS.shownMs} ms of the tap`,
          isMet: rows.every(([, shown]) => Number(shown) <= AIMS.shownMs),
        },
        {
          text: `its text is complete within ${AIMS.completeMs} ms of the tap`,
          isMet: rows.every(([, , complete]) => Number(complete) <= AIMS.completeMs),
        },
      ],
    };
  } finally {
    await browser.close();
    await edge.close();
  }
}
