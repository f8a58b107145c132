import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AdminListing } from "../../worker/contracts/listings.ts";
import { photoDataUrl, submitUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { type OwnServer, startOwnServer } from "../support/node/own-server.ts";
import { excessWidth, expectReadableByAll, personIn } from "../support/node/person.ts";
import { openPanel, undoLast } from "../support/node/screens.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

let browser: Browser;
let server: OwnServer;
beforeAll(async () => {
  browser = await sharedBrowser();
  server = await startOwnServer();
}, LONG_TESTS.build);
afterAll(() => server?.close());

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };

const moderator = async (viewport: typeof WIDE, path = "/admin") => {
  const person = await personIn(browser, { baseURL: server.siteUrl, viewport, reducedMotion: "reduce" });
  await openPanel(person.page, path);
  await person.page.getByRole("article").first().waitFor();
  return person;
};

const SCAM = "Currently abroad: send the deposit by wire transfer and I will mail you the keys.";
const ROOM = "Room for rent, share kitchen with two others.";
/** Submissions of landlords: most are fine; one is a scam, one a room, one above the market, and two are not homes. */
const MIXED: readonly { decision: "approve" | "scam" | "reject" | "ask" | "above"; fields: Record<string, unknown> }[] =
  [
    { decision: "approve", fields: {} },
    { decision: "approve", fields: { bedrooms: "2 Bedrooms", rent: "$2,400" } },
    { decision: "reject", fields: { additionalInfo: "Parking space for rent, indoor." } },
    { decision: "approve", fields: { additionalInfo: "Heat included. Two cats live here, allergic people beware." } },
    { decision: "scam", fields: { additionalInfo: SCAM } },
    { decision: "ask", fields: { additionalInfo: ROOM, bedrooms: "2 Bedrooms", rent: "$1,300" } },
    { decision: "approve", fields: { rent: "$1,700" } },
    { decision: "above", fields: { rent: "$3,900" } },
    { decision: "reject", fields: { additionalInfo: "Office with reception desk, business use only." } },
    { decision: "approve", fields: { rent: "$1,600" } },
  ];

async function submitMixed(street: string): Promise<number[]> {
  const ids: number[] = [];
  for (const [nth, { fields }] of MIXED.entries()) {
    const images = nth % 2 === 0 ? [await photoDataUrl("#a86"), await photoDataUrl("#68a")] : [];
    const own = {
      address: `${nth * 2 + 1} ${street}, Toronto, ON`,
      phone: `416-5${street.length}-${4_000 + nth}`,
      images,
    };
    ids.push(await submitUnit({ ...own, email: `owner${nth}@example.com`, ...fields }, server.siteUrl));
  }
  return ids;
}

const stateOf = async (page: Page, id: number) => {
  const { status } = (await (await page.request.get(`/api/admin/listings/${id}`)).json()) as AdminListing;
  return status;
};
const EXPECTED = {
  approve: "approved",
  scam: "approved",
  above: "approved",
  reject: "rejected",
  ask: "pending",
} as const;
const pane = (page: Page) => page.getByRole("dialog", { name: /Bedroom/ });
const shownTitle = (page: Page) => page.locator("#shown-listing").textContent();

describe("the moderators' desk", () => {
  it(
    "opens on the listing that has waited longest, and ten mixed units take at most 25 keys",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      const ids = await submitMixed("Brock Ave");
      const { page, leave } = await moderator(WIDE);
      expect(await page.getByRole("button", { name: "Pending", pressed: true }).count()).toBe(1);
      await page.getByRole("article").nth(9).waitFor();
      const heights = await page
        .getByRole("article")
        .evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().height)));
      expect(new Set(heights)).toEqual(new Set([96]));
      expect((await page.locator("#desk-list").boundingBox())?.width).toBe(560);
      expect(await shownTitle(page)).toContain("1 Brock Ave");

      let keys = 0;
      const press = async (key: string) => {
        keys += 1;
        await page.keyboard.press(key);
      };
      for (const [nth, { decision }] of MIXED.entries()) {
        await expect.poll(() => shownTitle(page)).toContain(`${nth * 2 + 1} Brock Ave`);
        if (decision === "reject") {
          await press("r");
          await page.getByRole("dialog", { name: "Reject this listing?" }).waitFor();
          await press("4");
          await press("Enter");
        } else if (decision === "ask") {
          await press("m");
          await page.getByRole("dialog", { name: "Ask the landlord" }).waitFor();
          await press("2");
          await press("Enter");
          await page.getByRole("dialog", { name: "Ask the landlord" }).waitFor({ state: "detached" });
          await press("j");
        } else {
          await press("a");
          if (decision !== "approve") {
            await page.getByText("Approve Anyway").waitFor();
            await press("y");
          }
        }
        await expect.poll(() => stateOf(page, ids[nth] ?? 0)).toBe(EXPECTED[decision]);
      }
      console.log(`Ten mixed units: ${keys} keys.`);
      expect(keys).toBeLessThanOrEqual(25);
      // Only the listing with a question is still pending.
      await expect.poll(() => page.getByRole("article").count()).toBe(1);
      await press("z");
      await expect.poll(() => stateOf(page, ids[9] ?? 0)).toBe("pending");
      await leave();
    },
  );

  it(
    "shows everything that a decision needs without scrolling at 1440 by 900",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      const theirs = { email: "many@example.com", address: "77 Gladstone Ave, Toronto, ON", unit: "4" };
      await submitUnit({ ...theirs, phone: "416-555-0456" }, server.siteUrl);
      const images = [await photoDataUrl("#a86"), await photoDataUrl("#68a"), await photoDataUrl("#6a8")];
      const id = await submitUnit(
        { ...theirs, phone: "416-555-0456", additionalInfo: `${SCAM} ${ROOM}`, images },
        server.siteUrl,
      );
      const { page, leave } = await moderator(WIDE, `/admin?q=%23${id}&status=pending`);
      const shown = pane(page);
      const needed = [
        shown.getByRole("img", { name: /^Photo 1 of 3/ }),
        shown.getByRole("button", { name: "Show photo 3 of 3" }),
        shown.getByText(/^\d+% below \$2,210\.$/),
        shown.getByRole("list", { name: "Review notes" }),
        shown.getByText("wire transfer").first(),
        shown.getByText("many@example.com"),
        shown.getByText("416-555-0456"),
        shown.getByRole("region", { name: "Listings to compare" }),
        shown.getByText(/^1 other listing of this landlord/),
        shown.getByText("Place", { exact: true }),
        shown.getByRole("button", { name: "Approve" }),
        shown.getByRole("button", { name: "Reject" }),
        shown.getByRole("button", { name: "Ask" }),
        shown.getByRole("button", { name: "Delete" }),
      ];
      for (const part of needed) {
        await part.waitFor();
        const box = await part.boundingBox();
        expect((box?.y ?? 0) + (box?.height ?? Infinity), String(part)).toBeLessThanOrEqual(WIDE.height);
      }
      await shown
        .getByRole("button", { name: /^Compare with #/ })
        .first()
        .click();
      const beside = page.getByRole("dialog", { name: "Side by side" });
      await beside.getByRole("img", { name: /^Photo 1 of This one/ }).waitFor();
      await page.keyboard.press("Escape");
      await beside.waitFor({ state: "detached" });
      await page.keyboard.press("?");
      await page
        .getByRole("dialog", { name: "Keyboard shortcuts" })
        .getByText("Ask the landlord. Then press 1 to 6")
        .waitFor();
      await page.keyboard.press("Escape");
      await expectReadableByAll(page, "desk");
      await leave();
    },
  );

  it(
    "works with thumbs: ten mixed units take at most 30 taps and 6 screens of scrolling",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      const ids = await submitMixed("Sorauren Ave");
      const { page, leave } = await moderator(PHONE, "/admin?q=sorauren&status=pending");
      await page.getByRole("article").nth(9).waitFor();
      // A search lists the newest listings first.
      const units = MIXED.map((unit, nth) => ({
        ...unit,
        id: ids[nth] ?? 0,
        street: `${nth * 2 + 1} Sorauren Ave`,
      })).toReversed();
      let taps = 0;
      let screens = 0;
      const tap = async (name: string, role: "button" | "radio" = "button") => {
        taps += 1;
        await page.getByRole(role, { name, exact: true }).last().click();
      };
      await page.getByRole("article").first().getByRole("button", { name: "View" }).click();
      taps += 1;
      for (const { decision, id, street } of units) {
        const view = page.getByRole("dialog", { name: new RegExp(`- ${street}`) });
        await view.waitFor();
        // Finds the last line of data, which the buttons could cover.
        const data = view.getByText("416-5", { exact: false }).last();
        await data.waitFor();
        const { y = 0, height = 0 } = (await data.boundingBox()) ?? {};
        // All actions are in one row.
        expect((await view.locator("footer").boundingBox())?.height).toBeLessThanOrEqual(80);
        const footer = (await view.locator("footer").boundingBox())?.y ?? PHONE.height;
        screens += Math.max(0, y + height - footer) / PHONE.height;
        if (decision === "reject") {
          await tap("Reject");
          await tap("Not a home to rent", "radio");
          await tap("Reject Listing");
        } else if (decision === "ask") {
          await tap("Ask");
          await tap("Room or whole home?");
          await tap("Ask");
          await page.getByRole("dialog", { name: "Ask the landlord" }).waitFor({ state: "detached" });
          await tap("Next listing");
        } else {
          await tap("Approve");
          if (decision !== "approve") await tap("Approve Anyway");
        }
        await expect.poll(() => stateOf(page, id)).toBe(EXPECTED[decision]);
      }
      console.log(`Ten mixed units on a phone: ${taps} taps, ${screens.toFixed(1)} screens of scrolling.`);
      expect(taps).toBeLessThanOrEqual(30);
      expect(screens).toBeLessThanOrEqual(6);
      expect(await excessWidth(page)).toBeLessThanOrEqual(0);
      await leave();
    },
  );

  it(
    "decides on several units in each way, with a summary first",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      for (const number of [1, 3, 5])
        await submitUnit(
          { address: `${number} Rusholme Rd, Toronto, ON`, phone: `416-555-010${number}` },
          server.siteUrl,
        );
      const { page, leave } = await moderator(WIDE, "/admin?q=rusholme&status=pending");
      await page.getByRole("checkbox", { name: "Select all shown" }).check();
      const bar = page.getByRole("region", { name: "Selection" });
      // The bar does not cover the pane beside the list.
      expect((await bar.boundingBox())?.width).toBeLessThanOrEqual(560);
      await bar.getByRole("button", { name: "More" }).click();
      await page.getByRole("menuitem", { name: "Delete 3" }).click();
      const question = page.getByRole("dialog", { name: "Delete 3 listings?" });
      await question.getByText("1 Bedroom - 5 Rusholme Rd, Toronto, ON").waitFor();
      await question.getByRole("button", { name: "Delete 3" }).click();
      await page.getByText("3 listings deleted").first().waitFor();
      await page.getByText("No listings found").waitFor();
      await undoLast(page);
      await expect.poll(() => page.getByRole("article").count()).toBe(3);
      await leave();
    },
  );
});
