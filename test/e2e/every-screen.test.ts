// @module-tag rest
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { CATEGORIES } from "../../worker/contracts/bedrooms.ts";
import { threadPath, type Thread } from "../../worker/contracts/forum.ts";
import { listingPath, type PublicListing } from "../../worker/contracts/listings.ts";
import { PAGES } from "../../worker/contracts/pages.ts";
import { approveUnit, photoDataUrl, publishUnit, submitUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { startThread, writeComment } from "../support/node/forum.ts";
import { joinAs, mailAbout, pathIn } from "../support/node/mailbox.ts";
import { busyStats, keepSession, operatorSession } from "../support/node/operator.ts";
import { personIn, visit } from "../support/node/person.ts";
import { allTabs, answer, openPanel } from "../support/node/screens.ts";
import { followed, stopOnly, TOKEN } from "../support/subscriptions.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

/** Widths of a small and a typical phone, a tablet and a desktop. */
const WIDTHS = [320, 360, 768, 1440];
const EMAIL = `${"m".repeat(60)}@${"example-".repeat(7)}toronto.example.com`;
const long = (length: number) => "w".repeat(length);

let browser: Browser;
let listing: PublicListing;
let thread: Thread;
/** Paths of emailed links, by page. */
const mailed: Record<string, string> = {};

/** A listing with the longest texts that the contract allows, and a discount relative to an estimated benchmark. */
const LONGEST = {
  address: `901 Queen St ${long(165)}, Toronto, ON`,
  bedrooms: "Studio",
  rent: "$1,450.00",
  landlordName: long(80),
  phone: "+1 (416) 555-0123 x1234567",
  additionalInfo: `${long(300)} ${"Bright and quiet. ".repeat(40)}`,
};

const SCAM = "I am out of the country. Pay the deposit by wire transfer before the viewing, and I mail you the keys.";

beforeAll(async () => {
  browser = await sharedBrowser();
});

async function fill(): Promise<void> {
  const images = await Promise.all(["#336688", "#886633"].map((colour) => photoDataUrl(colour)));
  listing = await publishUnit({ ...LONGEST, images });
  thread = await startThread({ title: long(200), content: long(1_000) });
  const { id } = await writeComment(thread.id, { content: long(1_000) });
  await writeComment(thread.id, { content: long(300), parentId: id });
  const ownerId = await submitUnit({ ...LONGEST, address: `903 Queen St ${long(165)}, Toronto, ON`, email: EMAIL });
  const receipt = await mailAbout(EMAIL, /./);
  for (const page of ["manage", "delete"]) mailed[page] = pathIn(receipt, page);
  await approveUnit(ownerId);
  // With the listing above, these are as many similar homes as a listing's page shows. The last one is outside the
  // browser window.
  for (const house of [911, 913]) await publishUnit({ ...LONGEST, address: `${house} Queen St W, Toronto, ON` });
  // These listings are pending in the panel. One of them has as many warning signs as possible.
  await submitUnit({ ...LONGEST, address: `905 Queen St ${long(165)}, Toronto, ON` });
  await submitUnit({ ...LONGEST, address: "907 Queen St W, Toronto, ON", rent: "$700.00", additionalInfo: SCAM });
  const reader = "every-screen@example.com";
  const welcome = await joinAs(reader);
  for (const page of ["preferences", "unsubscribe"]) mailed[page] = pathIn(welcome, page);
}
let filled: Promise<void> | undefined;
/** Fills the site once. Called within a test, because filling waits for emails. */
const fillOnce = () => (filled ??= fill());

const ANSWERS: Record<string, [path: string, answer: Record<string, unknown>]> = {
  appeal: [
    "**/api/appeals/*",
    { title: long(200), reason: long(1_000), until: "2027-12-20T15:00:00.000Z", canAppeal: true, appeal: null },
  ],
  follow: [
    "**/api/emails/*",
    followed(
      {
        email: `m***@${long(200)}.example`,
        status: "asked",
        canConfirm: true,
        thread: { title: long(200), path: "/Toronto-Apartment-Discussions" },
      },
      { email: `m***@${long(200)}.example` },
    ),
  ],
  never: ["**/api/emails/*", stopOnly.never(false)],
  shortlist: [
    "**/api/shortlists/*",
    { title: long(60), expiresAt: "2027-12-20T15:00:00.000Z", homes: [], gone: [], listings: [] },
  ],
  adminInvitation: [
    "**/api/admin/invitations/*",
    { email: EMAIL, role: "moderator", invitedBy: long(80), expiresAt: "2027-12-20T15:00:00.000Z" },
  ],
};

/** Paths of a page, by its name in the table of pages. */
const PATHS: Partial<Record<keyof typeof PAGES, () => string[]>> = {
  home: () => ["/", `/?q=${long(80)}`, "/?view=map"],
  category: () => CATEGORIES.slice(0, 2).map(({ path }) => path),
  listing: () => [listingPath(listing), "/listing/999999"],
  digest: () => ["/digest/2026-01-05"],
  thread: () => [threadPath(thread)],
  market: () => ["/market", "/market/nowhere"],
  rent_check: () => ["/rent-check", `/rent-check?rent=${long(40)}`],
  not_found: () => [`/${long(200)}`],
  delete: () => ["/delete", mailed["delete"] ?? ""],
};

/** Returns the paths of a page. The path of an emailed link has a real token if an email contained one. */
function pathsOf(name: keyof typeof PAGES): string[] {
  const own = PATHS[name]?.();
  if (own) return own;
  return PAGES[name].paths.map((path) => mailed[path.split("/")[1] ?? ""] ?? path.replace(/:\w+\??/, TOKEN));
}

/** Lists the elements of a page, in its current state, that do not fit or are too small. */
const faultsOf = (page: Page) =>
  page.evaluate(() => {
    /** Legal lines, chart axes, and the tagline beside the mark. */
    const MAY_BE_SMALL = ".text-legal, .text-axis, .maplibregl-ctrl-attrib, .site-name";
    const isDashboard = location.pathname.startsWith("/stats");
    /** Tabs and filters of the panel, which must never scroll sideways. */
    const NEVER_CUT =
      "[aria-label='Admin sections'] [role=tab], [aria-haspopup=menu], #desk-list fieldset [aria-pressed]";
    const { clientWidth } = document.documentElement;
    const name = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""} ${(element.textContent ?? "").slice(0, 40)}`;
    const faults: string[] = [];
    const excess = document.documentElement.scrollWidth - clientWidth;
    const wide = [...document.querySelectorAll("body *")].filter(
      (at) => at.getBoundingClientRect().right > clientWidth,
    );
    if (excess > 0) faults.push(`${excess} px too wide, perhaps because of: ${wide.slice(-3).map(name).join("; ")}`);
    for (const element of document.querySelectorAll("body *")) {
      const style = getComputedStyle(element);
      const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
      const isSeen = width > 1 && height > 1 && style.visibility === "visible";
      if (isSeen && style.position === "fixed" && style.pointerEvents !== "none" && bottom > 0)
        if (left < -1 || right > clientWidth + 1 || top < -1 || bottom > innerHeight + 1)
          faults.push(`leaves the window: ${name(element)}`);
      // iOS zooms into a control with smaller text.
      const isTyped = element.matches(
        "select, textarea, input:not([type=checkbox], [type=radio], [type=range], [type=file], [type=hidden])",
      );
      if (isTyped && Number.parseFloat(style.fontSize) < 16) faults.push(`${style.fontSize}: ${name(element)}`);
      const isSmall = Number.parseFloat(style.fontSize) < 14 && !element.closest(MAY_BE_SMALL);
      if (
        isSeen &&
        isSmall &&
        !isDashboard &&
        [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim())
      )
        faults.push(`${style.fontSize} text: ${name(element)}`);
      if (isSeen && element.matches(NEVER_CUT) && (left < 0 || right > clientWidth || element.scrollWidth > width + 1))
        faults.push(`is cut: ${name(element)}`);
      if (!isSeen || !element.matches(".discount, .chip")) continue;
      const box = element.closest("article, section, li");
      const edge = box?.getBoundingClientRect().right ?? clientWidth;
      let strip = element.parentElement;
      while (strip && !/auto|scroll/.test(getComputedStyle(strip).overflowX)) strip = strip.parentElement;
      if (right > Math.min(edge, strip ? Infinity : clientWidth) + 1 && !element.closest(".photo-strip"))
        faults.push(`is cut: ${name(element)}`);
    }
    const spaced = /\d[\s\u00a0\u202f]+%/.exec(document.body.innerText);
    if (spaced) faults.push(`a space before %: ${spaced[0]}`);
    return faults;
  });

/** Checks that a screen fits at all widths. */
async function expectFit(page: Page, what: string, widths = WIDTHS): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    expect.soft((await faultsOf(page)).join("\n"), `${what} at ${width} px`).toBe("");
  }
}

/** Expected console messages of pages with unknown links and editions. */
const EXPECTED = [/Failed to load resource/];

describe("every screen fits windows from 320 px on with the longest texts; text has at least 14 px and controls 16", () => {
  const names = Object.keys(PAGES).filter((name) => name !== "admin" && name !== "stats") as (keyof typeof PAGES)[];

  it.each(names)(
    "%s",
    async (name) => {
      await fillOnce();
      const { page, leave } = await personIn(browser);
      const mocked = ANSWERS[name];
      if (mocked) await answer(page, ...mocked);
      if (name === "saved") {
        await visit(page, listingPath(listing));
        await page.getByRole("button", { name: /^Save/ }).first().click();
      }
      for (const path of pathsOf(name)) {
        await visit(page, path);
        if (name === "saved") await page.locator(".saved-home .discount").waitFor();
        await expectFit(page, path.slice(0, 60));
      }
      await leave(EXPECTED);
    },
    LONG_TESTS.many,
  );

  it(
    "the dialogs of a list and its search",
    async () => {
      await fillOnce();
      const { page, leave } = await personIn(browser);
      // On phones, the filters are in a dialog as well.
      const phone = { width: 360, height: 800 };
      await page.setViewportSize(phone);
      await visit(page, "/");
      for (const button of [/^Post/, /^Filters/]) {
        await page.getByRole("button", { name: button }).first().click();
        await page.getByRole("dialog").waitFor();
        await expectFit(page, String(button));
        await page.setViewportSize(phone);
        // At a larger width, the controls may have been beside the list. Back at a phone's width, they are in a new
        // dialog.
        await page.locator("[role=dialog]:focus-within").waitFor();
        await page.keyboard.press("Escape");
        await page.getByRole("dialog").waitFor({ state: "detached" });
      }
      await page.locator("article h3 a").first().click();
      await page.getByRole("dialog").waitFor();
      await expectFit(page, "a listing's dialog");
      await leave(EXPECTED);
    },
    LONG_TESTS.many,
  );

  it(
    "the panel and each of its tabs",
    async () => {
      await fillOnce();
      const { page, leave } = await personIn(browser);
      await visit(page, "/admin");
      await expectFit(page, "the gate");
      await openPanel(page);
      await page.getByRole("tab").first().waitFor();
      for await (const name of allTabs(page)) {
        // Maps are excluded, because they take longer without a graphics card; their placeholder fills the box.
        const placeholders = page.locator("main .animate-pulse-soft:not(.size-full)");
        await expect.poll(() => placeholders.count(), { message: name }).toBe(0);
        await expectFit(page, name, [...WIDTHS, 1024]);
      }
      await leave(EXPECTED);
    },
    LONG_TESTS.many,
  );

  it(
    "the dashboard and its login page",
    async () => {
      await fillOnce();
      const { page, leave } = await personIn(browser);
      await visit(page, "/stats");
      await expectFit(page, "the gate");
      await keepSession(page, await operatorSession());
      const referrer = `${"forum-".repeat(30)}example.org`;
      await page.route(
        (url) => url.pathname === "/api/analytics/stats" && !url.searchParams.has("range"),
        (route) =>
          route.fulfill({
            json: busyStats({
              pageVisitStatsToday: [{ page: `/listing/1/${long(180)}`, count: 7 }],
              referrerStats: [{ referrer, count: 4 }],
            }),
          }),
      );
      await page.goto("/stats");
      await page.getByText("Active Visitors", { exact: true }).waitFor();
      await expectFit(page, "the dashboard");
      await page.getByRole("link", { name: "Trends" }).click();
      await page.getByText("Public, below market", { exact: true }).waitFor();
      await expectFit(page, "the trends");
      await leave(EXPECTED);
    },
    LONG_TESTS.many,
  );
});
