import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { LONG_TESTS } from "../support/time-limits.ts";
import { approveUnit, publishUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { accessibilityProblems, expectReadableByAll, personIn, visit } from "../support/node/person.ts";
import { fillInListing, openPanel, viewListing } from "../support/node/screens.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
  for (let n = 1; n <= 9; n += 1)
    await publishUnit({ address: `${n} Markham St, Toronto, ON`, bedrooms: "2 Bedrooms", pets: "yes" });
  await publishUnit({ address: "90 Markham St, Toronto, ON", bedrooms: "2 Bedrooms", pets: "no" });
});

const DESKTOP = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 360, height: 800 } };
const DISCLOSURE = "More about the unit (optional)";
const pill = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const unitLink = (page: Page, address: string) => page.getByRole("link", { name: new RegExp(`- ${address}`) });

/** Returns the page's query string. */
const query = (page: Page) => new URL(page.url()).search;
const sentBy = (page: Page, method: "POST" | "PATCH", path: string) =>
  page.waitForRequest((request) => request.method() === method && request.url().includes(path));

/** Returns the path of the landlord's manage link, with which the listing's form opens. */
async function managePath(): Promise<string> {
  const find = async () => {
    const response = await fetch(`${inject("siteUrl")}/api/dev/mailbox?to=attributes@example.com`);
    const mails = (await response.json()) as { text: string }[];
    return mails.map(({ text }) => /\/manage\/\d+-[a-z2-7]+/i.exec(text)?.[0]).find(Boolean) ?? "";
  };
  await expect.poll(find).not.toBe("");
  return find();
}

describe("a unit's attributes", () => {
  it("are entered in the form, reviewed, shown to renters, and usable as filters", async () => {
    const landlord = await personIn(browser);
    await visit(landlord.page, "/landlords");
    await fillInListing(landlord.page, { address: "61 Brunswick Ave, Toronto, ON", email: "attributes@example.com" });
    expect(await landlord.page.getByLabel("Pets").isVisible()).toBe(false);
    await landlord.page.getByText(DISCLOSURE).click();
    await landlord.page.getByLabel("Unit number").fill("4B");
    await landlord.page.getByLabel("Pets").selectOption("Limited");
    await landlord.page.getByLabel("Laundry").selectOption("In the unit");
    await landlord.page.getByLabel("Utilities").selectOption("Included");
    await landlord.page.getByLabel("Furnished").selectOption("No");
    await landlord.page.getByLabel("Lease (months)").fill("0");
    const answer = landlord.page.waitForResponse("**/api/submit-property");
    await landlord.page.getByRole("button", { name: "Submit Listing" }).click();
    const { id } = (await (await answer).json()) as { id: number };
    await landlord.leave();
    await approveUnit(id);

    const renter = await personIn(browser, DESKTOP);
    const { page } = renter;
    await publishUnit({ address: "62 Brunswick Ave, Toronto, ON", bedrooms: "Studio" });
    await visit(page, "/?type=Studio");
    await unitLink(page, "62 Brunswick Ave").waitFor();
    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByLabel("Pets allowed").check();
    await page.getByRole("button", { name: "Show 1 listing" }).click();
    await unitLink(page, "62 Brunswick Ave").waitFor({ state: "detached" });
    await unitLink(page, "61 Brunswick Ave").waitFor();
    expect(await unitLink(page, "62 Brunswick Ave").count()).toBe(0);
    expect(query(page)).toBe("?type=Studio&with=pets");
    await page.getByRole("button", { name: "Filters (1)" }).click();
    await expect.poll(() => page.getByLabel("Pets allowed").isChecked()).toBe(true);
    await page.getByLabel("Utilities included").check();
    await page.getByRole("button", { name: "Show 1 listing" }).click();
    await page.getByRole("button", { name: "Filters (2)" }).waitFor();
    expect(query(page)).toBe("?type=Studio&with=pets,utilities");
    await unitLink(page, "61 Brunswick Ave").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Month to month").waitFor();
    await expect.poll(() => dialog.textContent()).not.toContain("4B");
    await page.goBack();
    await dialog.waitFor({ state: "detached" });
    await page.goBack();
    await page.goBack();
    await unitLink(page, "62 Brunswick Ave").waitFor();
    expect(query(page)).toBe("?type=Studio");
    await expect.poll(() => page.locator("[aria-pressed=true]").allTextContents()).toEqual(["Studio"]);
    await renter.leave();
  });

  it("can be edited and cleared by landlord and moderator, which sends only the changed fields", async () => {
    const path = await managePath();
    const landlord = await personIn(browser);
    await landlord.page.goto(path);
    await landlord.page.getByLabel("Pets").waitFor();
    await expect.poll(() => landlord.page.getByLabel("Utilities").inputValue()).toBe("true");
    await expect.poll(() => landlord.page.getByLabel("Lease (months)").inputValue()).toBe("0");
    await landlord.page.getByLabel("Pets").selectOption("Not said");
    await landlord.page.getByLabel("Parking").selectOption("Included");
    expect(await landlord.page.getByText("Saving takes the listing off the site").count()).toBe(0);
    const patched = sentBy(landlord.page, "PATCH", "/api/manage/");
    await landlord.page.getByRole("button", { name: "Save Changes" }).click();
    expect((await patched).postDataJSON()).toEqual({ pets: null, parking: "included" });
    await landlord.page.getByText("Listing updated successfully", { exact: true }).waitFor();
    await expect.poll(() => landlord.page.getByLabel("Pets").inputValue()).toBe("");
    await landlord.leave();

    const moderator = await personIn(browser);
    const { page } = moderator;
    await openPanel(page, "/admin?q=61+brunswick");
    const card = await viewListing(page, "61 Brunswick Ave, Toronto, ON");
    await card.getByRole("button", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit Property Listing" });
    await expect.poll(() => dialog.getByLabel("Parking").inputValue()).toBe("included");
    await expect.poll(() => dialog.getByLabel("Unit number").inputValue()).toBe("4B");
    await dialog.getByLabel("Utilities").selectOption("Not said");
    await dialog.getByLabel("Unit number").fill("");
    await dialog.getByLabel("Lease (months)").fill("");
    const edited = sentBy(page, "PATCH", "/api/admin/listings/");
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    expect((await edited).postDataJSON()).toEqual({
      utilitiesIncluded: null,
      unit: null,
      leaseMonths: null,
      revision: expect.any(Number),
    });
    await dialog.waitFor({ state: "detached" });
    await card.getByRole("button", { name: "Edit" }).click();
    await expect.poll(() => dialog.getByLabel("Utilities").inputValue()).toBe("");
    // Saving without changes closes the dialog without a request.
    const calls: string[] = [];
    page.on("request", (request) => request.method() === "PATCH" && calls.push(request.url()));
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(calls).toEqual([]);
    await moderator.leave();
  });
});

describe("a field in a closed disclosure", () => {
  const opened = (page: Page) =>
    page.locator("details", { hasText: DISCLOSURE }).evaluate((box) => "open" in box && box.open);
  const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("name"));

  it("is revealed and focused when the form or the server rejects it", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser);
    await visit(page, "/studio-apartments-toronto");
    await page.getByRole("button", { name: /^Post/ }).first().click();
    await fillInListing(page, { address: "63 Brunswick Ave, Toronto, ON", email: "attributes@example.com" });
    const fold = page.getByText(DISCLOSURE);
    await fold.click();
    await page.getByLabel("Lease (months)").fill("99");
    await fold.click();
    expect(await opened(page)).toBe(false);
    await page.getByRole("button", { name: "Submit Listing" }).click();
    await page.getByText("Check Your Listing", { exact: true }).waitFor();
    await page.getByRole("dialog").getByText("Please enter the months of the lease, at most 60.").waitFor();
    await expect.poll(() => focusedName(page)).toBe("leaseMonths");
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.getByLabel("Lease (months)").fill("12");
    await fold.click();
    const fields = { yearBuilt: "That year is not believable." };
    await page.route("**/api/property-listings", (route) =>
      route.fulfill({ status: 400, json: { error: "x", message: "x", code: "listing.invalid", fields } }),
    );
    await page.getByRole("button", { name: "Submit Listing" }).click();
    await page.getByText(fields.yearBuilt).waitFor();
    await expect.poll(() => focusedName(page)).toBe("yearBuilt");
    await leave([/status of 400/]);
  });
});

describe("a list filtered by attributes", () => {
  it("pages through its matches and keeps the filters when the type changes", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser, DESKTOP);
    await visit(page, "/2-bedroom-apartments-toronto?with=pets");
    await page.getByText("Showing 8 two-bedroom apartments").waitFor();
    await page.getByRole("button", { name: "Load More Listings" }).click();
    await page.getByText("You've reached the end! Showing all 9 two-bedroom apartments").waitFor();
    expect(await unitLink(page, "90 Markham St").count()).toBe(0);
    const types = page.getByRole("navigation", { name: "Filter by bedrooms" });
    await types.getByRole("link", { name: "4+ BR" }).click();
    await page.getByRole("heading", { name: "No listings found" }).waitFor();
    await page.getByText("Try adjusting your filters.").waitFor();
    expect(query(page)).toBe("?with=pets");
    await page.getByRole("button", { name: "Clear all filters" }).click();
    await page.getByRole("button", { name: "Clear all filters" }).waitFor({ state: "detached" });
    expect(query(page)).toBe("");
    await page.goBack();
    await page.getByRole("heading", { name: "No listings found" }).waitFor();
    await types.getByRole("link", { name: "All" }).click();
    await pill(page, "All").and(page.locator("[aria-pressed=true]")).waitFor();
    expect(query(page)).toBe("?with=pets");
    // Fewer than 20 matches are loaded without Load More.
    await expect.poll(() => unitLink(page, "\\d Markham St").count()).toBe(9);
    await pill(page, "2 BR").click();
    await pill(page, "2 BR").and(page.locator("[aria-pressed=true]")).waitFor();
    expect(query(page)).toBe("?type=2+BR&with=pets");
    await leave();
  });

  it(
    "collapses its filters on a phone and shows how many are set",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      const { page, leave } = await personIn(browser, { ...PHONE, reducedMotion: "reduce" });
      const dialog = page.getByRole("dialog", { name: "Filters" });
      for (const path of ["/?with=pets,somewhere", "/2-bedroom-apartments-toronto?with=pets"]) {
        await visit(page, path);
        expect(await page.getByLabel("Pets allowed").count()).toBe(0);
        await page.getByRole("button", { name: "Filters (1)" }).click();
        await expect.poll(() => dialog.getByLabel("Pets allowed").isChecked()).toBe(true);
        await expectReadableByAll(page, path, [360]);
        await dialog.getByLabel("Furnished").check();
        await dialog.getByRole("button", { name: "Show 0 listings" }).click();
        await page.getByRole("button", { name: "Filters (2)" }).waitFor();
        await page.getByRole("heading", { name: "No listings found" }).waitFor();
        await expectReadableByAll(page, `${path}, two set`, [360]);
      }
      await leave();
    },
  );
});
