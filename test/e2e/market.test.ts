import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PublicListing } from "../../worker/contracts/listings.ts";
import { deleteStreet, publishUnit, submitUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { expectReadableByAll, personIn } from "../support/node/person.ts";
import { openMore, openPanel, viewListing } from "../support/node/screens.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
afterAll(() => deleteStreet("wychwood"));

const toast = (page: Page, title: string) =>
  page.getByRole("region", { name: /Notifications/ }).getByText(title, { exact: true });
const type = (page: Page, name: string) => page.getByRole("listitem", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");
const pressIn = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true }).click();

async function moderator(options: BrowserContextOptions = {}) {
  const person = await personIn(browser, options);
  await openPanel(person.page);
  await person.page.getByRole("tab", { name: /^Property Listings \(\d+\)$/ }).waitFor();
  return person;
}

async function inMarketTab(page: Page): Promise<void> {
  await openMore(page, "Market");
  await page.getByRole("heading", { name: "Private Room", exact: true }).waitFor();
}

/** A listing with strong evidence of a scam, far below the market. */
const SUSPICIOUS = {
  address: "7 Wychwood Ave, Toronto, ON",
  rent: "$1,100",
  additionalInfo: [
    "I am out of the country and the keys will be mailed to you.",
    "A deposit is required before viewing, by e - transfer or Western Union.",
    "WhatsApp +44 7911 123456.",
    "Security deposit, application fee and 12 post-dated cheques.",
    "No pets, no kids, professionals only.",
  ].join(" "),
};

describe("the market tab", () => {
  it(
    "shows the current benchmarks, previews and saves a month, and reverts it",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      const unit = await publishUnit({
        address: "8 Wychwood Ave, Toronto, ON",
        bedrooms: "4+ Bedrooms",
        rent: "$4,200",
      });
      expect(unit.belowMarketPercent).toBe(4);
      const { page, context, leave } = await moderator();
      await inMarketTab(page);
      const large = type(page, "4+ Bedrooms");
      await large.getByText("$4,370", { exact: true }).first().waitFor();
      await large.getByText("Estimate", { exact: true }).waitFor();
      await large.getByText("Source, listings and 1 month").click();
      await large.getByText(/^How it was derived: Three-bedroom rent/).waitFor();
      await page
        .getByText(/October 2025, City of Toronto: asking rents, Rentals\.ca & Urbanation National Rent Report\./)
        .waitFor();

      await large.getByRole("button", { name: "Add Month" }).click();
      await pressIn(page, "See What Changes");
      await dialog(page).getByText("Please choose a month, for example 2026-10.").waitFor();
      await dialog(page).getByText("Please enter a monthly rent from $300 to $15,000.").waitFor();
      await dialog(page)
        .getByLabel(/^Month/)
        .fill("2026-09");
      await dialog(page).getByLabel(/^Rent/).fill("$3,600");
      await dialog(page).getByLabel("This is an estimate, not a published figure").check();
      await pressIn(page, "See What Changes");
      await dialog(page).getByText("Please say how the estimate was made.").waitFor();
      await dialog(page)
        .getByLabel(/^How it was derived/)
        .fill("From three-bedroom homes");
      await pressIn(page, "See What Changes");
      await dialog(page)
        .getByText("The current figure changes from $4,370 (October 2025) to $3,600 (September 2026): 17.6% lower.")
        .waitFor();
      await dialog(page)
        .getByText(/would stop and 0 would start being below market\.$/)
        .waitFor();
      await dialog(page)
        .getByText(/^The figure changes by more than 15%\./)
        .waitFor();
      await pressIn(page, "Back");
      await expect.poll(() => dialog(page).getByLabel(/^Rent/).inputValue()).toBe("$3,600");
      await pressIn(page, "See What Changes");
      await pressIn(page, "Save Month");
      await toast(page, "Month added").waitFor();
      await large.getByText("$3,600", { exact: true }).first().waitFor();

      const percent = async () => {
        const read = await context.request.get(`/api/marketplace-listings/${unit.id}`);
        return ((await read.json()) as PublicListing).belowMarketPercent;
      };
      await expect.poll(percent).toBe(-17);

      await large.getByText("Source, listings and 2 months").waitFor();
      await large.getByText(/September 2026: added, \$3,600 by a moderator/).waitFor();
      await large.getByRole("button", { name: "Delete September 2026" }).click();
      await dialog(page)
        .getByText(/changes from \$3,600 \(September 2026\) to \$4,370 \(October 2025\): 21\.4% higher\.$/)
        .waitFor();
      await pressIn(page, "Delete Month");
      await toast(page, "Month deleted").waitFor();
      await expect.poll(percent).toBe(4);
      expect(await large.getByRole("button", { name: /^Delete/ }).count()).toBe(0);
      await leave();
    },
  );

  it(
    "has no axe violations or horizontal overflow in either theme, on phone and desktop",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      const { page, leave } = await moderator({ reducedMotion: "reduce" });
      await inMarketTab(page);
      for (const summary of await page.getByText(/^Source, listings and/).all()) await summary.click();
      // axe reports a target half covered by the sticky header as too small.
      await page.evaluate(() => window.scrollTo(0, 0));
      await expectReadableByAll(page);
      await type(page, "Studio").getByRole("button", { name: "Correct October 2025" }).click();
      await dialog(page).getByLabel(/^Rent/).fill("2600");
      await expectReadableByAll(page, "correction");
      await pressIn(page, "See What Changes");
      await dialog(page).getByRole("list", { name: "Warnings" }).waitFor();
      await expectReadableByAll(page, "warnings");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Import CSV" }).click();
      await dialog(page).getByLabel("CSV text").fill("type,area,rent,kind,source,month\n7 Bedrooms,,,,,");
      await expectReadableByAll(page, "import");
      await pressIn(page, "See What Changes");
      await dialog(page).getByRole("region", { name: "What changes" }).waitFor();
      await expectReadableByAll(page, "what an import changes");
      await leave();
    },
  );
});

describe("a suspicious listing in the queue", () => {
  it("shows its scam band, quotations and rules", { tags: ["rest"] }, async () => {
    await submitUnit({ ...SUSPICIOUS, address: "360 Wychwood Ave, Toronto, ON" });
    const { page, leave } = await moderator({ reducedMotion: "reduce" });
    const card = await viewListing(page, "360 Wychwood Ave");
    await card.getByText("50% below $2,210.", { exact: true }).waitFor();
    await card.getByText(/^(?:Sign|Strong signs) of a scam$/).waitFor();
    const notes = card.getByRole("list", { name: "Review notes" });
    await notes
      .getByText(/\$1,100 against \$2,210 \(Rentals\.ca & Urbanation National Rent Report, 2025-10\)/)
      .waitFor();
    await notes.getByText("No pets, no kids", { exact: true }).waitFor();
    const rule = notes.getByRole("link", { name: "Residential Tenancies Act, 2006, s. 108" });
    expect(await rule.getAttribute("href")).toBe("https://www.ontario.ca/laws/statute/06r17");
    expect(await rule.getAttribute("rel")).toContain("noopener");
    await expectReadableByAll(page);
    await leave();
  });
});
