import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { LOGIN_LINK_MESSAGE } from "../../worker/contracts/sessions.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { mailAbout, pathIn } from "../support/node/mailbox.ts";
import { accessibilityProblems, noisyPhotoFile, personIn, photoFile, visit } from "../support/node/person.ts";
import { viewListing } from "../support/node/screens.ts";
import { ADMIN_PASSWORD } from "../support/node/server.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

describe("a listing on its way from landlord to renter", () => {
  it("is submitted with two photos, approved, found by its type, opened and called", async () => {
    const landlord = await personIn(browser);
    await visit(landlord.page, "/landlords");
    const form = landlord.page.getByRole("main");
    await form.getByLabel(/^Address\W*$/).fill("742 Dovercourt Rd, Toronto, ON");
    await form.getByLabel(/^Rent\W*$/).fill("$2,300/month");
    await form.getByLabel(/^Move-in date\W*$/).fill("2027-01-01");
    await form.getByLabel(/^Bedrooms\W*$/).selectOption("2 Bedrooms");
    await form.getByLabel(/^Bathrooms\W*$/).selectOption("1");
    await form.getByRole("radio", { name: "No", exact: true }).check();
    await form.getByLabel("Kind of home").selectOption("House");
    await form.getByLabel(/^Email\W*$/).fill("landlord@example.com");
    await form.getByLabel(/^Phone/).fill("416-555-0142");
    await form.getByLabel(/^Additional information/).fill("Second floor of a brick semi, steps from Bloor.");
    await form
      .locator('input[type="file"]')
      .setInputFiles([await photoFile("front.jpg"), await noisyPhotoFile("kitchen.jpg")]);
    await expect.poll(() => form.getByRole("img", { name: /front|kitchen|photo/i }).count()).toBeGreaterThanOrEqual(2);
    await form.getByRole("button", { name: /submit/i }).click();
    await landlord.page.getByText("Submission Successful", { exact: true }).waitFor();
    await landlord.leave();

    const moderator = await personIn(browser);
    await moderator.page.goto("/admin");
    await moderator.page.getByText("Admin Access Required").waitFor();
    await moderator.page.getByLabel("Password").fill("not the password");
    await moderator.page.getByRole("button", { name: "Access Admin Panel" }).click();
    await moderator.page.getByText("Access Denied", { exact: true }).waitFor();
    await expect.poll(() => moderator.page.getByLabel("Password").inputValue()).toBe("");
    await moderator.page.getByLabel("Password").fill(ADMIN_PASSWORD);
    await moderator.page.getByRole("button", { name: "Access Admin Panel" }).click();
    const review = await viewListing(moderator.page, "742 Dovercourt Rd, Toronto, ON");
    await review.getByText("landlord@example.com").waitFor();
    await expect.poll(() => review.getByRole("button", { name: /^Show photo/ }).count()).toBe(2);
    await review.getByRole("button", { name: "Approve", exact: true }).click();
    await moderator.page.getByText("Listing status updated", { exact: true }).waitFor();
    // The browser logs the 401 status of the wrong password.
    await moderator.leave([/401/]);

    const renter = await personIn(browser);
    // Before hydration, a card is a plain link to the listing's page.
    await visit(renter.page, "/");
    await renter.page.getByRole("button", { name: "2 BR", exact: true }).click();
    await renter.page.getByRole("button", { name: "2 BR", exact: true, pressed: true }).waitFor();
    const card = renter.page.getByRole("link", { name: /742 Dovercourt Rd/ }).first();
    await card.waitFor();
    await expect.poll(() => renter.page.getByText("20% below market").first().isVisible()).toBe(true);
    await card.click();
    const dialog = renter.page.getByRole("dialog");
    await dialog
      .getByText(
        "Please verify rent control status and all details directly with the landlord before making any decisions.",
      )
      .waitFor();
    expect(await dialog.getByRole("link", { name: /call/i }).first().getAttribute("href")).toBe("tel:4165550142");
    await dialog.getByText("Photos (2)").waitFor();

    // Escape closes only the photo viewer; the dialog behind it stays open.
    await dialog
      .getByRole("button", { name: /photo 1|enlarge/i })
      .first()
      .click();
    await expect.poll(() => renter.page.getByRole("button", { name: /next photo/i }).count()).toBe(1);
    await renter.page.keyboard.press("ArrowRight");
    await renter.page.keyboard.press("Escape");
    await expect.poll(() => renter.page.getByRole("button", { name: /next photo/i }).count()).toBe(0);
    // The focus returns to the dialog only when the viewer is completely gone. Until then, keys have no effect.
    await expect.poll(() => dialog.evaluate((shown) => shown.contains(document.activeElement))).toBe(true);
    await renter.page.keyboard.press("Escape");
    await expect.poll(() => renter.page.getByRole("dialog").count()).toBe(0);

    await renter.page.goto((await card.getAttribute("href")) ?? "");
    await renter.page.getByRole("heading", { level: 1, name: "2 Bedrooms - 742 Dovercourt Rd" }).waitFor();
    await renter.page.getByText("Interested in this property").waitFor();
    const photos = renter.page.locator('main img[src*="/photos/"]');
    await expect
      .poll(() =>
        photos.evaluateAll((images) => images.filter((image) => (image as HTMLImageElement).naturalWidth > 0).length),
      )
      .toBe(2);
    await expect.poll(() => renter.page.locator('main a[href="tel:4165550142"]').count()).toBeGreaterThan(0);
    await renter.page.getByRole("article").getByRole("link", { name: "View More Listings" }).click();
    await renter.page.waitForURL("/");
    await renter.leave();
  });

  it("logs a moderator in by a single-use link emailed to the contact address", async () => {
    const { page, leave } = await personIn(browser);
    await page.goto("/admin");
    await page.getByRole("button", { name: "Send a login link to the site’s contact address" }).click();
    await page.getByText(LOGIN_LINK_MESSAGE).waitFor();
    const link = pathIn(await mailAbout("hello@belowmarket.example", /^Log in to /), "admin/login");
    await page.goto(link);
    await page.getByRole("heading", { name: "Log In as a Moderator" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Log In", exact: true }).click();
    await page.getByRole("tab", { name: /^Property Listings/ }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/admin");
    await page.goto(link);
    await page.getByRole("button", { name: "Log In", exact: true }).click();
    await page.getByRole("heading", { name: "Link No Longer Valid" }).waitFor();
    await page.getByRole("link", { name: "Go to the Admin Panel" }).click();
    await page.getByRole("tab", { name: /^Property Listings/ }).waitFor();
    await leave([/status of 404/]);
  });
});
