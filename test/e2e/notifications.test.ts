import type { Browser, Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { listingPath, type PublicListing } from "../../worker/contracts/listings.ts";
import { photoDataUrl, publishUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { personIn, visit } from "../support/node/person.ts";

let browser: Browser;
let unit: PublicListing;
beforeAll(async () => {
  browser = await sharedBrowser();
  unit = await publishUnit({
    address: "31 Palmerston Ave, Toronto, ON",
    bedrooms: "Studio",
    images: [await photoDataUrl("#226688")],
  });
});

const region = (page: Page) => page.getByRole("region", { name: /Notifications/ });
const isFocused = (what: Locator) => what.evaluate((element) => element === document.activeElement);
const holdsFocus = (what: Locator) => what.evaluate((element) => element.contains(document.activeElement));

/** Waits for a notification and keeps it open: none expires while the window is in the background. */
async function kept(page: Page, title: string): Promise<Locator> {
  const shown = region(page).getByText(title);
  await shown.waitFor();
  await page.evaluate(() => window.dispatchEvent(new Event("blur")));
  return shown;
}

/** Opens the form's dialog, with a notification and the focus in the first field. */
async function formWithNotification(page: Page) {
  await visit(page, "/studio-apartments-toronto");
  await page.getByRole("button", { name: /^Post/ }).first().click();
  const form = page.getByRole("dialog", { name: "Post a Listing" });
  const address = form.getByLabel(/^Address/);
  await address.fill("1 King St W, Toronto, ON");
  const file = { name: "big.jpg", mimeType: "image/jpeg", buffer: Buffer.alloc(6 * 1024 * 1024) };
  const show = async () => {
    await form.locator("input[type=file]").first().setInputFiles(file);
    const shown = await kept(page, "File Too Large");
    await address.focus();
    return shown;
  };
  return { form, address, show };
}

describe("F8 while a dialog is open", () => {
  it("focuses the notification; closing it by keyboard restores the focus", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser);
    const { form, address, show } = await formWithNotification(page);
    const shown = await show();
    await page.keyboard.press("F8");
    expect(await holdsFocus(region(page))).toBe(true);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    expect(await isFocused(page.getByRole("button", { name: "Close notification" }))).toBe(true);
    await page.keyboard.press("Enter");
    await shown.waitFor({ state: "detached" });
    await expect.poll(() => isFocused(address)).toBe(true);
    expect(await form.isVisible()).toBe(true);

    // Escape in the notification closes only the notification.
    const again = await show();
    await page.keyboard.press("F8");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
    await again.waitFor({ state: "detached" });
    await expect.poll(() => isFocused(address)).toBe(true);
    expect(await address.inputValue()).toBe("1 King St W, Toronto, ON");
    await leave();
  });

  it("returns the focus to the dialog when Tab leaves the notification at either end", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser);
    const { address, show } = await formWithNotification(page);
    const shown = await show();
    await page.keyboard.press("F8");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    expect(await isFocused(address)).toBe(true);
    await page.keyboard.press("F8");
    await page.keyboard.press("Shift+Tab");
    expect(await isFocused(address)).toBe(true);
    expect(await shown.isVisible()).toBe(true);
    await leave();
  });

  it("works from a confirmation above a dialog, which stays open", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser);
    const { form, address, show } = await formWithNotification(page);
    const shown = await show();
    await address.press("Escape");
    const question = page.getByRole("alertdialog", { name: "Discard this listing?" });
    const wayBack = question.getByRole("button", { name: "Keep Editing" });
    await expect.poll(() => isFocused(wayBack)).toBe(true);
    await page.keyboard.press("F8");
    expect(await holdsFocus(region(page))).toBe(true);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
    await shown.waitFor({ state: "detached" });
    await expect.poll(() => isFocused(wayBack)).toBe(true);
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    expect(await form.isVisible()).toBe(true);
    await leave();
  });

  it("works from an enlarged photo, which stays open", { tags: ["rest"] }, async () => {
    const { page, context, leave } = await personIn(browser);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await visit(page, listingPath(unit));
    await page
      .getByRole("button", { name: /^Share/ })
      .first()
      .click();
    await kept(page, "Link Copied");
    await page
      .getByRole("button", { name: /^Enlarge/ })
      .first()
      .click();
    const photo = page.locator("dialog[open]");
    await photo.waitFor();
    const shown = await kept(page, "Link Copied");
    await page.keyboard.press("F8");
    expect(await holdsFocus(region(page))).toBe(true);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
    await shown.waitFor({ state: "detached" });
    expect(await photo.isVisible()).toBe(true);
    await expect.poll(() => holdsFocus(photo)).toBe(true);
    await page.keyboard.press("Escape");
    await photo.waitFor({ state: "detached" });
    await leave();
  });
});
