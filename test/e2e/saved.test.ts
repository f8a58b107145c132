import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { listingPath, type PublicListing } from "../../worker/contracts/listings.ts";
import { deleteUnit, photoDataUrl, publishUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { excessWidth, expectReadableByAll, personIn, reload, visit } from "../support/node/person.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1440, height: 900 };
const SAVED = "/saved";
/** A note of the maximum length. */
const NOTE = "Ask about the cat. ".repeat(27).slice(0, 500).trim();

let browser: Browser;
let homes: PublicListing[];
beforeAll(async () => {
  browser = await sharedBrowser();
  homes = [];
  for (const [n, background] of ["#8ab", "#b98", "#9b8"].entries())
    homes.push(
      await publishUnit({
        address: `${n + 1}41 Lippincott St, Toronto, ON`,
        rent: `$${1700 + n * 150}`,
        images: [await photoDataUrl(background)],
        pets: "yes",
        parking: n === 0 ? "included" : "none",
        laundry: "unit",
        utilitiesIncluded: true,
        furnished: false,
        leaseMonths: 12,
      }),
    );
});

const home = (nth: number) => homes[nth] as PublicListing;
const heart = (page: Page, { title }: PublicListing) => page.getByRole("button", { name: `Save ${title}` }).first();
const row = (page: Page, { title }: PublicListing) => page.getByRole("article", { name: title });
const isPressed = (page: Page, listing: PublicListing) => heart(page, listing).getAttribute("aria-pressed");
/** Calls {@link expectReadableByAll}, and restores the window's size and theme. */
async function checkReadability(page: Page, what: string): Promise<void> {
  const viewport = page.viewportSize();
  await expectReadableByAll(page, what);
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme: "light" });
}
const shot = async (page: Page, name: string) => {
  if (!process.env.SHOTS) return;
  await page.evaluate(() => scrollTo(0, 0));
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${process.env.SHOTS}/${name}-${colorScheme}.png` });
  }
};

/** Saves homes on their pages. */
async function save(page: Page, ...listings: PublicListing[]): Promise<void> {
  for (const listing of listings) {
    await visit(page, listingPath(listing));
    await heart(page, listing).click();
    await expect.poll(() => isPressed(page, listing)).toBe("true");
  }
}

/** Returns the number of pages that would be printed. */
const printedPages = async (page: Page) =>
  (await page.pdf({ preferCSSPageSize: true })).toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g)?.length;

describe.each([
  ["a phone", PHONE],
  ["a desktop", DESKTOP],
])("saved homes on %s", (device, viewport) => {
  it(
    "can be annotated, compared, printed, shared, and copied by the recipient",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      const person = await personIn(browser, { viewport });
      const { page } = person;
      // Also saves a home with the heart on its card.
      await visit(page, "/?q=Lippincott");
      await heart(page, home(0)).click();
      await expect.poll(() => isPressed(page, home(0))).toBe("true");
      await shot(page, `cards-${viewport.width}`);
      await save(page, home(1), home(2));
      await visit(page, "/");
      await page.getByRole("link", { name: "Saved 3" }).filter({ visible: true }).click();
      await page.getByRole("heading", { name: "Saved homes" }).waitFor();
      await expect.poll(() => page.locator(".saved-home").count()).toBe(3);

      const first = row(page, home(0));
      await first.getByLabel(`Status of ${home(0).title}`).selectOption("viewing");
      await first.getByLabel(/^Viewing of/).fill("2027-01-28T18:30");
      await first.getByLabel(`Note on ${home(0).title}`).fill(NOTE);
      await first.getByLabel(`Note on ${home(0).title}`).blur();
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        first.getByRole("button", { name: /calendar/ }).click(),
      ]);
      const calendar = await readFile(await file.path(), "utf8");
      expect(calendar).toContain("DTSTART:20270128T233000Z");
      expect(calendar).toContain("Ask about the cat");
      await reload(page);
      await row(page, home(0)).getByRole("button", { name: "Note" }).click();
      await expect
        .poll(() =>
          row(page, home(0))
            .getByLabel(/^Note on/)
            .inputValue(),
        )
        .toBe(NOTE);
      await checkReadability(page, "saved homes");
      await shot(page, `saved-${viewport.width}`);

      await page.getByRole("button", { name: "Compare" }).click();
      await row(page, home(2)).getByRole("checkbox").uncheck();
      await page.getByRole("link", { name: "Compare 2 Homes" }).click();
      const table = page.getByRole("table");
      await table.waitFor();
      expect(await table.getByRole("columnheader").allTextContents()).toHaveLength(2);
      expect(await table.getByRole("row", { name: /^Rent .*\(best\)/ }).count()).toBe(1);
      const widths = await table.getByRole("columnheader").evaluateAll((all) => all.map((one) => one.clientWidth));
      expect(new Set(widths).size, `equal columns: ${widths.join()}`).toBe(1);
      await checkReadability(page, "comparison");
      await shot(page, `compare-${viewport.width}`);
      await page.emulateMedia({ media: "print" });
      expect(await printedPages(page)).toBe(1);
      await page.emulateMedia({ media: null });
      await page.getByRole("link", { name: "Saved homes" }).last().click();

      await page.getByRole("button", { name: "Share", exact: true }).click();
      await page.getByLabel("Title (optional)").fill(`For ${device}`);
      await page.getByRole("button", { name: "Make a Link" }).click();
      const url = await page.getByLabel("The link").inputValue();
      await shot(page, `share-${viewport.width}`);
      await person.leave();

      const other = await personIn(browser, { viewport });
      await visit(other.page, new URL(url).pathname);
      await other.page.getByRole("heading", { name: `For ${device}` }).waitFor();
      expect(await other.page.locator("article").count()).toBe(3);
      expect(await other.page.getByText("Ask about the cat").count()).toBe(0);
      await checkReadability(other.page, "shortlist");
      await shot(other.page, `shortlist-${viewport.width}`);
      await other.page.getByRole("button", { name: "Copy into my saved homes" }).click();
      await other.page.getByRole("link", { name: "All are in your saved homes" }).click();
      await expect.poll(() => other.page.locator(".saved-home").count()).toBe(3);
      await other.leave();
    },
  );
});

describe("the list of saved homes on a phone", () => {
  it("shows four on the first screen, and never scrolls sideways from 320 px on", async () => {
    const { page, leave } = await personIn(browser, { viewport: PHONE });
    const fourth = await publishUnit({
      address: "441 Lippincott St, Toronto, ON",
      images: [await photoDataUrl("#8b9")],
    });
    const all = [...homes, fourth];
    await save(page, ...all);
    await visit(page, SAVED);
    for (const listing of all) await row(page, listing).getByRole("img").waitFor();
    const end = (await page.getByRole("navigation", { name: "Sections" }).last().boundingBox())?.y ?? 0;
    for (const listing of all) {
      const box = await row(page, listing).boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? Infinity), listing.title).toBeLessThanOrEqual(end);
    }
    await page.setViewportSize({ width: 320, height: 740 });
    expect(await excessWidth(page)).toBe(0);
    await visit(page, `${SAVED}?compare=${all.map(({ id }) => id).join()}`);
    await page.getByRole("table").waitFor();
    expect(await excessWidth(page)).toBe(0);
    await page.setViewportSize(PHONE);
    const outside = await page.locator(".compare-scroll :is(th, td)").evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const { right } = cell.getBoundingClientRect();
        const words = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        const found: string[] = [];
        while (words.nextNode()) {
          const { currentNode: node } = words;
          const range = document.createRange();
          range.selectNodeContents(node);
          const isRead = node.parentElement?.closest(".sr-only") !== null;
          if (!isRead && range.getBoundingClientRect().right > right) found.push(node.nodeValue ?? "");
        }
        return found;
      }),
    );
    expect(outside, "words that run out of their cell").toEqual([]);
    const box = page.locator(".compare-scroll");
    const seen = () =>
      box.evaluate((element) => {
        const { left, right, top } = element.getBoundingClientRect();
        const first = element.querySelector("td")?.getBoundingClientRect().right ?? left;
        return [...element.querySelectorAll("thead :is(th[scope=col], td:not(:first-child))")].map((head) => {
          const at = head.getBoundingClientRect();
          return { isWhole: at.left >= first - 1 && at.right <= right, isBelowTop: at.bottom > top + 40 };
        });
      });
    const wholes = async () => (await seen()).map(({ isWhole }) => Number(isWhole)).join("");
    expect(await wholes(), "two whole columns, by address and rent").toBe("11001100");
    await box.evaluate((element) => element.scrollTo({ left: 130, top: element.scrollHeight }));
    await expect.poll(wholes, { message: "the next two columns" }).toBe("01100110");
    expect((await seen()).every(({ isBelowTop }) => isBelowTop)).toBe(true);
    await leave();
  });
});

describe("a home marked Not for me", () => {
  it(
    "is hidden in lists from the first paint on, shifts nothing, and can be restored",
    { tags: ["rest"] },
    async () => {
      const { page, leave } = await personIn(browser, { viewport: PHONE, fresh: true });
      await page.addInitScript(() => {
        const noted = window as unknown as { shifts: number[] };
        noted.shifts = [];
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
            if (!entry.hadRecentInput) noted.shifts.push(entry.value);
        }).observe({ type: "layout-shift", buffered: true });
      });
      const cards = () => page.locator("article h3 a").allTextContents();
      await visit(page, listingPath(home(0)));
      await page.getByRole("button", { name: "Not for me" }).click();
      await page.getByText("Lists no longer show this home.", { exact: false }).first().waitFor();
      await visit(page, "/?q=Lippincott");
      expect((await cards()).filter((title) => title.includes("141 Lippincott"))).toEqual([]);
      expect((await cards()).filter((title) => title.includes("241 Lippincott"))).toHaveLength(1);
      expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);

      await visit(page, SAVED);
      await page.getByRole("tab", { name: /Hidden/ }).click();
      await page.getByRole("button", { name: `Show Again: ${home(0).title}` }).click();
      await page.getByText("No hidden homes").waitFor();
      await visit(page, "/?q=Lippincott");
      await expect
        .poll(async () => (await cards()).filter((title) => title.includes("141 Lippincott")))
        .toHaveLength(1);
      await leave();
    },
  );
});

describe("the saved-homes list", () => {
  it("is updated in other tabs", { tags: ["rest"] }, async () => {
    const { page, context, leave } = await personIn(browser, { viewport: DESKTOP });
    await visit(page, SAVED);
    const other = await context.newPage();
    await save(other, home(0));
    await row(page, home(0)).waitFor();
    await row(page, home(0))
      .getByRole("button", { name: /^Remove/ })
      .click();
    await expect.poll(() => isPressed(other, home(0))).toBe("false");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => isPressed(other, home(0))).toBe("true");
    await leave();
  });

  it("marks homes that are no longer public, and opens without a connection", { tags: ["rest"] }, async () => {
    const gone = await publishUnit({ address: "941 Lippincott St, Toronto, ON", phone: "416-555-0177" });
    const { page, context, leave } = await personIn(browser, { viewport: PHONE, serviceWorkers: "allow" });
    await save(page, gone, home(0));
    await deleteUnit(gone.id);
    await visit(page, SAVED);
    await row(page, gone)
      .getByText(/^Removed, as of/)
      .waitFor();
    expect(await page.evaluate(() => localStorage.getItem("saved_homes"))).not.toContain("555-0177");
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await reload(page);
    const keptPaths = () =>
      page.evaluate(async () => (await (await caches.open("saved")).keys()).map(({ url }) => new URL(url).pathname));
    await expect.poll(keptPaths).toContain(SAVED);
    await expect.poll(async () => (await keptPaths()).filter((path) => path.startsWith("/photos/"))).toHaveLength(1);
    await context.setOffline(true);
    await page.goto(SAVED);
    await row(page, home(0)).waitFor();
    await page.getByText("Shown as this browser last saw them.", { exact: false }).waitFor();
    await expect
      .poll(() =>
        row(page, home(0))
          .getByRole("img")
          .evaluate((image: HTMLImageElement) => image.naturalWidth),
      )
      .toBeGreaterThan(0);
    await shot(page, "offline-360");
    await context.setOffline(false);
    await leave([/ERR_INTERNET_DISCONNECTED/, /Failed to load resource/, /ERR_FAILED/]);
  });
});
