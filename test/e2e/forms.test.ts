import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import type { PublicListing } from "../../worker/contracts/listings.ts";
import { photoDataUrl, publishUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { accessibilityProblems, personIn, photoFile, reload, visit } from "../support/node/person.ts";
import { fillInListing, openPanel } from "../support/node/screens.ts";
import { ADMIN_PASSWORD } from "../support/node/server.ts";

let browser: Browser;
let unit: PublicListing;
beforeAll(async () => {
  browser = await sharedBrowser();
  for (let n = 1; n <= 9; n += 1)
    await publishUnit({ address: `${n} Palmerston Ave, Toronto, ON`, bedrooms: "Studio" });
  unit = await publishUnit({
    address: "12 Palmerston Ave, Toronto, ON",
    bedrooms: "Studio",
    images: [await photoDataUrl("#336688"), await photoDataUrl("#886633")],
  });
});

const STUDIOS = "/studio-apartments-toronto";
const post = (page: Page) => page.getByRole("button", { name: /^Post/ }).first();
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? "");

async function logIn(page: Page): Promise<void> {
  await openPanel(page, "/admin?q=palmerston");
  await page.getByText("12 Palmerston Ave, Toronto, ON").first().waitFor();
}

describe("the back button", () => {
  it("asks before it closes a filled-in form, but closes an empty one", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser);
    await page.goto("/landlords");
    await visit(page, STUDIOS);
    await post(page).click();
    const form = page.getByRole("dialog", { name: "Post a Listing" });
    await form.waitFor();
    await page.goBack();
    await form.waitFor({ state: "detached" });
    expect(page.url()).toContain(STUDIOS);

    await post(page).click();
    await form.getByLabel(/^Address/).fill("1 King St");
    await page.goBack();
    const question = page.getByRole("alertdialog", { name: "Discard this listing?" });
    await question.getByRole("button", { name: "Keep Editing" }).click();
    await question.waitFor({ state: "detached" });
    await expect.poll(() => form.getByLabel(/^Address/).inputValue()).toBe("1 King St");
    // The Cancel button asks the same question.
    await form.getByRole("button", { name: "Cancel" }).click();
    await question.getByRole("button", { name: "Discard" }).click();
    await form.waitFor({ state: "detached" });
    await expect.poll(() => focused(page)).toContain("Post");
    expect(page.url()).toContain(STUDIOS);
    await leave();
  });

  it(
    "asks before it leaves an unsent form of the landlords' page, but not after submission",
    { tags: ["rest"] },
    async () => {
      const { page, leave } = await personIn(browser);
      await visit(page, "/");
      await page.getByRole("link", { name: "For landlords" }).click();
      await fillInListing(page, { address: "40 Spadina Rd, Toronto, ON" });
      await reload(page);
      await page.getByText("We restored what you typed before, without the photos.").waitFor();
      expect(await page.getByLabel(/^Address/).inputValue()).toBe("40 Spadina Rd, Toronto, ON");
      expect(await page.getByLabel(/^Bedrooms/).inputValue()).toBe("Studio");
      await page.goBack();
      await page.getByRole("button", { name: "Keep Editing" }).click();
      await page.getByRole("button", { name: "Submit Listing" }).click();
      const panel = page.getByRole("main").locator("div:focus", { hasText: "We review it before it is published." });
      await panel.getByText("Your property has been submitted successfully.").waitFor();
      await page.getByText("Submission Successful", { exact: true }).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.getByRole("button", { name: "Post another" }).click();
      await expect.poll(() => page.getByLabel(/^Address/).inputValue()).toBe("");
      await page.goBack();
      await page.getByRole("heading", { name: "Listings", exact: true }).waitFor();
      await leave();
    },
  );

  it("closes only the enlarged photo, over the list and on the listing's page", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser);
    const viewer = page.getByRole("dialog", { name: /^Photos of/ });
    await visit(page, STUDIOS);
    await page.getByRole("link", { name: /12 Palmerston/ }).click();
    const enlarge = page.getByRole("button", { name: /^Enlarge/ });
    await enlarge.nth(1).click();
    await viewer.waitFor();
    await page.goBack();
    await viewer.waitFor({ state: "detached" });
    await expect.poll(() => page.getByRole("dialog", { name: unit.title }).isVisible()).toBe(true);
    await expect.poll(() => enlarge.nth(1).evaluate((button) => button === document.activeElement)).toBe(true);
    await page.goBack();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(page.url()).toContain(STUDIOS);

    await visit(page, `/listing/${unit.id}/${unit.slug}`);
    await enlarge.first().click();
    await viewer.waitFor();
    await reload(page);
    await viewer.waitFor();
    await page.keyboard.press("Escape");
    await viewer.waitFor({ state: "detached" });
    expect(page.url()).toContain(unit.slug);
    await leave();
  });
});

describe("a reload with the dialog open", () => {
  it("shows the listing even when it is not on the first page of the list", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser);
    await visit(page, STUDIOS);
    await page.getByRole("button", { name: "Load More Listings" }).click();
    await page.getByRole("link", { name: "Studio - 1 Palmerston Ave" }).click();
    const dialog = page.getByRole("dialog", { name: "Studio - 1 Palmerston Ave" });
    await dialog.waitFor();
    await reload(page);
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await leave();
  });
});

describe("the landlords' form", () => {
  it("has no axe violations with every hint about typed and chosen values", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser);
    await visit(page, "/landlords");
    await fillInListing(page, { address: "80 Reload Ave, Toronto, ON" });
    await page.getByLabel(/^Additional information/).fill("Quiet house. No pets please.");
    await page.getByText(/In a lease such a clause is void/).waitFor();
    await page.getByLabel(/^Rent\W*$/).fill("$455/week");
    const main = page.getByRole("main");
    const chooser = page.locator('input[type="file"]');
    const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: "#a33b2a" } });
    const webp = await picture.toFormat("webp").toBuffer();
    const photos = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => photoFile(`photo-${n}.png`, { type: "png" })));
    await chooser.setInputFiles([{ name: "webp.jpg", mimeType: "image/jpeg", buffer: webp }]);
    await main.getByText("webp.jpg: Only PNG, JPG and JPEG images can be added.").waitFor();
    await chooser.setInputFiles(photos);
    await main.getByText("You can upload a maximum of 5 images per listing.").waitFor();
    await expect.poll(() => main.getByRole("img", { name: /^photo-/ }).count()).toBe(5);
    await page.getByRole("button", { name: "Submit Listing" }).click();
    await page.getByText("Is that $1,972 a month?").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Submit Listing" }).click();
    await page.getByText("We review it before it is published.").waitFor();
    await leave();
  });
});

describe("a form with everything missing", () => {
  const WIDTHS = [360, 768, 1440];

  it.each(WIDTHS)(
    "focuses its first invalid field, which no notification covers, at %i px",
    { tags: ["rest"] },
    async (width) => {
      const { page, leave } = await personIn(browser, { viewport: { width, height: 740 } });
      for (const open of [
        async () => visit(page, "/landlords"),
        async () => {
          await visit(page, "/studio-apartments-toronto");
          await page.getByRole("button", { name: /^Post/ }).first().click();
          await page.getByRole("dialog").waitFor();
        },
      ]) {
        await open();
        await page.getByRole("button", { name: "Submit Listing" }).click();
        const toast = page.getByText("Missing Information", { exact: true });
        await toast.waitFor();
        await page.locator("form [aria-invalid=true]").first().waitFor();
        const isFirst = () =>
          page.evaluate(() => document.activeElement === document.querySelector("[aria-invalid=true]"));
        await expect.poll(isFirst).toBe(true);
        expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("address");
        const isInView = () =>
          page.evaluate(() => {
            const { top = -1, bottom = 0 } = document.activeElement?.getBoundingClientRect() ?? {};
            return top >= 0 && bottom <= innerHeight;
          });
        await expect.poll(isInView).toBe(true);
        // Checks all visible fields with errors, not only the focused one.
        const covered = await page.locator("li[data-state=open]", { has: toast }).evaluate((notification) => {
          const box = notification.getBoundingClientRect();
          return [...document.querySelectorAll("[aria-invalid=true]")].flatMap((field) => {
            const { left, right, top, bottom } = field.getBoundingClientRect();
            const isApart = right < box.left || left > box.right || bottom < box.top || top > box.bottom;
            return isApart ? [] : [field.getAttribute("name")];
          });
        });
        expect(covered).toEqual([]);
      }
      await leave();
    },
  );
});

describe("while offline", () => {
  it("shows a notice, and an error when more listings cannot be loaded", { tags: ["rest"] }, async () => {
    const { page, context, leave } = await personIn(browser, { fresh: true });
    await visit(page, STUDIOS);
    await context.setOffline(true);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    expect(
      await page.getByText("You are offline.").evaluate((notice) => notice.getBoundingClientRect().top),
    ).toBeLessThan(120);
    await page.getByRole("button", { name: "Load More Listings" }).click();
    await page.getByText("Error Loading More", { exact: true }).waitFor();
    await page.getByText("Failed to load more listings. Please try again.", { exact: true }).waitFor();
    await page.getByRole("link", { name: "For landlords" }).click();
    await page.getByRole("heading", { name: "You are offline" }).waitFor();
    await context.setOffline(false);
    await page.getByRole("link", { name: "Back to all listings" }).click();
    await page.getByRole("heading", { name: "Listings", exact: true }).waitFor();
    await leave([/ERR_INTERNET_DISCONNECTED/, /dynamically imported module/]);
  });
});

describe("the chosen theme", () => {
  it("applies before the first paint of the next page", async () => {
    const { page, leave } = await personIn(browser, { colorScheme: "light" });
    await visit(page, "/landlords");
    await page.getByRole("button", { name: "Switch between light and dark" }).click();
    // The application's code is blocked, so the page stays as first painted.
    await page.route("**/assets/index-*.js", (route) => route.abort());
    await page.goto("/");
    expect(await page.evaluate(() => document.documentElement.dataset["theme"])).toBe("dark");
    expect(await page.evaluate(() => getComputedStyle(document.body).colorScheme)).toBe("dark");
    await leave([/ERR_FAILED/]);
  });
});

describe("a moderator", () => {
  it("keeps an unsaved edit when logging in again after the session expired", { tags: ["rest"] }, async () => {
    const { page, context, leave } = await personIn(browser);
    await logIn(page);
    await page.getByRole("button", { name: "Edit" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Edit Property Listing" });
    await dialog.getByLabel(/^Rent/).fill("$1,470");
    await context.clearCookies();
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    const gate = page.getByRole("dialog", { name: "Admin Access Required" });
    await gate.getByText("Your session has ended. Please log in again.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await expect
      .poll(() => gate.getByLabel("Password").evaluate((input) => input === document.activeElement))
      .toBe(true);
    await gate.getByLabel("Password").fill(ADMIN_PASSWORD);
    await gate.getByRole("button", { name: "Access Admin Panel" }).click();
    await gate.waitFor({ state: "detached" });
    expect(await page.getByText("Failed to update listing").count()).toBe(0);
    await expect.poll(() => dialog.getByLabel(/^Rent/).inputValue()).toBe("$1,470");
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await page.getByText("Listing updated successfully", { exact: true }).waitFor();
    await leave([/401/]);
  });
});
