import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { dismissReports, publishUnit, submitUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import {
  accessibilityProblems,
  closeNotification,
  expectReadableByAll,
  personIn,
  visit,
} from "../support/node/person.ts";
import { lastDecisions, openMore, openPanel, viewListing } from "../support/node/screens.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const toast = (page: Page, title: string) =>
  page.getByRole("region", { name: /Notifications/ }).getByText(title, { exact: true });
const tab = (page: Page, name: RegExp) => page.getByRole("tab", { name });
const card = (page: Page, address: string) => page.getByRole("article", { name: address });

async function moderator(
  options: BrowserContextOptions = {},
  path = "/admin",
  prepare: (page: Page) => Promise<unknown> = async () => {},
) {
  const person = await personIn(browser, options);
  await prepare(person.page);
  await openPanel(person.page, path);
  await tab(person.page, /^Property Listings \(\d+\)$/).waitFor();
  return person;
}

async function mailTexts(email: string): Promise<string> {
  const response = await fetch(`${inject("siteUrl")}/api/dev/mailbox?to=${encodeURIComponent(email)}`);
  return ((await response.json()) as { subject: string; text: string }[])
    .map(({ subject, text }) => `${subject}\n${text}`)
    .join("\n");
}

const isPublic = async (id: number) => (await fetch(`${inject("siteUrl")}/api/marketplace-listings/${id}`)).ok;

async function openFromHome(page: Page, address: string) {
  await visit(page, "/");
  await page.getByRole("link", { name: address }).first().click();
  const dialog = page.getByRole("dialog", { name: address });
  await dialog.waitFor();
  return dialog;
}

describe("a report", () => {
  beforeEach(dismissReports);

  it("is sent from the listing's dialog; a moderator views the listing and dismisses the report", async () => {
    const { id } = await publishUnit({ address: "31 Argyle St, Toronto, ON" });
    const renter = await personIn(browser);
    const { page } = renter;
    const listing = await openFromHome(page, "31 Argyle St");
    // A listing can be reported by an icon in its dialog's header, or by an unobtrusive button at the end.
    const icon = listing.getByRole("button", { name: "Report as Not below market", exact: true });
    await icon.click();
    const dialog = page.getByRole("dialog", { name: "Report this listing" });
    await dialog.waitFor();
    await expect.poll(() => dialog.getByRole("radio").count()).toBe(6);
    await expect.poll(() => dialog.getByRole("radio", { name: "It is not below market" }).isChecked()).toBe(true);

    // The back button closes only the dialog for the report.
    await page.goBack();
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => listing.isVisible()).toBe(true);
    await listing.getByRole("button", { name: "Report this listing", exact: true }).click();

    await page.route("**/api/report-property", (route) => route.fulfill({ status: 500, body: "down" }));
    await dialog.getByRole("button", { name: "Submit Report" }).click();
    await toast(page, "Failed to submit report. Please try again.").waitFor();
    await dialog.getByText("Failed to submit report. Please try again.").waitFor();
    await page.unroute("**/api/report-property");
    await dialog.getByRole("radio", { name: "It is already rented" }).check();
    await dialog.getByRole("button", { name: "Submit Report" }).click();
    await toast(page, "Property reported").waitFor();
    await toast(page, "Thank you for the report. We'll review this listing.").waitFor();
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => listing.isVisible()).toBe(true);
    await renter.leave([/status of 500/]);

    const admin = await moderator();
    await tab(admin.page, /^Reports \(1\)$/).click();
    const report = card(admin.page, "31 Argyle St, Toronto, ON");
    await report.getByText("ALREADY RENTED").waitFor();
    await report.getByText(/^Reporter IP: \S+/).waitFor();
    await report.getByRole("button", { name: "View Property" }).click();
    const review = admin.page.getByRole("dialog", { name: "1 Bedroom - 31 Argyle St" });
    const notice = review.getByRole("complementary", { name: "Report" });
    await notice.getByText("Reported: ALREADY RENTED").waitFor();
    await notice.getByText(/^Time: \w{3} \d+, \d{4}, \d\d:\d\d$/).waitFor();
    await notice.getByText(/^Reporter IP: \S+/).waitFor();

    await review.getByRole("button", { name: "Edit Listing" }).click();
    const edit = admin.page.getByRole("dialog", { name: "Edit Property Listing" });
    await edit.getByLabel(/^Rent\W*$/).fill("$1,700");
    await edit.getByRole("button", { name: "Save Changes" }).click();
    await toast(admin.page, "Listing updated successfully").waitFor();
    await edit.waitFor({ state: "detached" });
    await review.getByText("$1,700", { exact: true }).first().waitFor();
    await review.getByRole("button", { name: "Unapprove" }).click();
    await toast(admin.page, "Listing status updated").waitFor();
    await toast(admin.page, "Unapproved: 1 Bedroom - 31 Argyle St").waitFor();
    await review.getByRole("button", { name: "Approve", exact: true }).waitFor();
    await expect.poll(() => isPublic(id)).toBe(false);
    await admin.page.keyboard.press("Escape");
    await review.waitFor({ state: "detached" });

    await admin.page.route("**/api/admin/reports/*", (route) => route.fulfill({ status: 503, body: "" }));
    await report.getByRole("button", { name: "Dismiss" }).click();
    await toast(admin.page, "Failed to dismiss report").waitFor();
    await admin.page.unroute("**/api/admin/reports/*");
    await report.getByRole("button", { name: "Dismiss" }).click();
    await toast(admin.page, "Report dismissed").waitFor();
    await toast(admin.page, "Dismissed: ALREADY RENTED - 31 Argyle St, Toronto, ON").waitFor();
    await admin.page.getByText("All clear! No properties have been reported.").waitFor();
    await tab(admin.page, /^Reports \(0\)$/).waitFor();

    await openMore(admin.page, "Audit log");
    const log = admin.page.getByRole("tabpanel");
    await log.getByText("Report dismissed").filter({ visible: true }).first().waitFor();
    expect(await log.getByRole("listitem").first().textContent()).toMatch(
      /Report dismissed.*Report #\d+.*Moderator from /,
    );
    await log.getByText("Listing unapproved").filter({ visible: true }).first().waitFor();
    await log
      .getByText(/Status: approved\s+became\s+pending/)
      .first()
      .waitFor();
    await log
      .getByText(/Rent: \$1,850\s+became\s+\$1,700/)
      .first()
      .waitFor();
    await admin.leave([/status of 503/]);
  });
});

describe("a moderator", () => {
  it(
    "filters the queue by status and rejects with a reason, which is emailed to the landlord",
    { tags: ["rest"] },
    async () => {
      const email = "refused@example.com";
      await submitUnit({ email, address: "32 Argyle St, Toronto, ON" });
      const admin = await moderator({}, "/admin?status=pending");
      const { page } = admin;
      await expect.poll(() => page.getByRole("button", { name: "Pending", pressed: true }).count()).toBe(1);
      await (await viewListing(page, "32 Argyle St")).getByRole("button", { name: "Reject" }).click();
      const dialog = page.getByRole("dialog", { name: "Reject this listing?" });
      await dialog.getByText(`We email your reason to ${email}.`).waitFor();
      await dialog.getByRole("button", { name: "Reject Listing" }).click();
      await dialog.getByText("Please choose a reason.").waitFor();
      await dialog.getByRole("radio", { name: "Wording" }).check();
      await dialog.getByText(/Please rephrase it and we will gladly look again\./).waitFor();
      await dialog.getByRole("radio", { name: "Write my own reason" }).check();
      await dialog.getByRole("button", { name: "Reject Listing" }).click();
      await dialog.getByText("Please give a reason.").waitFor();
      await dialog.getByLabel(/^Reason/).fill("The photos show another building.");
      await dialog.getByRole("button", { name: "Reject Listing" }).click();
      await toast(page, "Listing status updated").waitFor();
      await toast(page, "Rejected: 1 Bedroom - 32 Argyle St").waitFor();
      await card(page, "32 Argyle St").waitFor({ state: "detached" });
      await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);

      await page.getByRole("button", { name: "Rejected", exact: true }).click();
      await page.waitForURL(/\?status=rejected$/);
      await card(page, "32 Argyle St").getByText("Rejected", { exact: true }).waitFor();
      await page.goBack();
      await page.getByRole("button", { name: "Pending", pressed: true }).waitFor();
      // The email is held back while the rejection can still be undone.
      expect(await mailTexts(email)).not.toContain("The photos show another building.");

      await openMore(page, "Audit log");
      await page.getByText("Listing rejected").filter({ visible: true }).first().waitFor();
      await page.getByText(/Rejection reason: The photos show another building\./).waitFor();
      await admin.leave();
    },
  );

  it("can undo a deletion at once, or restore the listing later as pending", { tags: ["rest"] }, async () => {
    const { id } = await publishUnit({ address: "33 Argyle St, Toronto, ON" });
    const admin = await moderator({}, "/admin?status=approved");
    const { page } = admin;
    const unit = card(page, "33 Argyle St");
    const shown = await viewListing(page, "33 Argyle St");
    await shown.getByRole("button", { name: "Delete" }).click();
    const question = page.getByRole("alertdialog", { name: "Delete this listing?" });
    await question.getByText(/You can undo this within 30 days\./).waitFor();
    await question.getByRole("button", { name: "Delete Listing" }).click();
    await toast(page, "Listing deleted successfully").waitFor();
    await unit.waitFor({ state: "detached" });
    await expect.poll(() => isPublic(id)).toBe(false);
    const undo = await lastDecisions(page);
    await undo.getByText("Deleted: 1 Bedroom - 33 Argyle St").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await undo.getByRole("button", { name: /^Undo/ }).click();
    await toast(page, "Decision undone").waitFor();
    await toast(page, "Approved again: 1 Bedroom - 33 Argyle St").waitFor();
    await unit.getByText("Approved", { exact: true }).waitFor();
    await expect.poll(() => isPublic(id)).toBe(true);
    await undo.waitFor({ state: "detached" });
    await expect.poll(() => unit.evaluate((element) => element === document.activeElement)).toBe(true);

    // This time, the listing is restored later, when undo is no longer offered.
    await shown.getByRole("button", { name: "Delete" }).click();
    await question.getByRole("button", { name: "Delete Listing" }).click();
    await unit.waitFor({ state: "detached" });
    await page.goto("/admin?status=deleted");
    await (await viewListing(page, "33 Argyle St")).getByRole("button", { name: "Restore" }).click();
    await toast(page, "Listing restored").waitFor();
    await unit.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Pending", exact: true }).click();
    await unit.getByText("Pending", { exact: true }).waitFor();

    await openMore(page, "Audit log");
    await page.getByText("Listing restored").filter({ visible: true }).first().waitFor();
    await page.getByText("Listing deleted", { exact: true }).filter({ visible: true }).first().waitFor();
    await admin.leave();
  });
});

describe("sharing", () => {
  const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

  it("copies the listing's URL from card, dialog and page", { tags: ["rest"] }, async () => {
    const { id, slug } = await publishUnit({ address: "34 Argyle St, Toronto, ON" });
    const url = `${inject("siteUrl")}/listing/${id}/${slug}`;
    const { page, context, leave } = await personIn(browser);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const share = async (button: ReturnType<Page["getByRole"]>) => {
      await page.evaluate(() => navigator.clipboard.writeText(""));
      await button.click();
      await toast(page, "Link Copied").waitFor();
      await toast(page, "Listing URL has been copied to your clipboard").waitFor();
      expect(await copied(page)).toBe(url);
      await closeNotification(page);
    };
    await visit(page, "/");
    const corner = page.getByRole("button", { name: "Share 1 Bedroom - 34 Argyle St" });
    await page.getByRole("link", { name: "34 Argyle St" }).first().hover();
    await share(corner);
    expect(await page.getByRole("dialog").count()).toBe(0);
    const dialog = await openFromHome(page, "34 Argyle St");
    await share(dialog.getByRole("button", { name: "Share", exact: true }));
    await visit(page, url);
    await share(page.getByRole("button", { name: "Share", exact: true }));
    await page.getByRole("button", { name: "Report this listing" }).click();
    await page.getByRole("dialog", { name: "Report this listing" }).waitFor();
    await leave();
  });

  it(
    "copies even where the browser denies access to the clipboard, including in the dialog",
    { tags: ["rest"] },
    async () => {
      const { id, slug } = await publishUnit({ address: "35 Argyle St, Toronto, ON" });
      const { page, context, leave } = await personIn(browser);
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      const dialog = await openFromHome(page, "35 Argyle St");
      await page.evaluate(() => {
        navigator.clipboard.writeText = () => Promise.reject(new Error("refused"));
      });
      const button = dialog.getByRole("button", { name: "Share", exact: true });
      await button.click();
      await toast(page, "Link Copied").waitFor();
      expect(await copied(page)).toBe(`${inject("siteUrl")}/listing/${id}/${slug}`);
      await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
      await leave();
    },
  );
});

it(
  "the dialogs and tabs of moderation have no axe violations or horizontal overflow in either theme, on phone and desktop",
  { tags: ["rest"], timeout: LONG_TESTS.many },
  async () => {
    const address = "360 Day Ave, Toronto, ON";
    await publishUnit({ address });
    const options = { reducedMotion: "reduce" } as const;
    const visitor = await personIn(browser, options);
    const street = address.split(",")[0] ?? "";
    const listing = await openFromHome(visitor.page, street);
    await listing.getByRole("button", { name: "Report as Not below market" }).click();
    const dialog = visitor.page.getByRole("dialog", { name: "Report this listing" });
    await dialog.waitFor();
    await expectReadableByAll(visitor.page, "report dialog");
    await dialog.getByRole("button", { name: "Submit Report" }).click();
    await toast(visitor.page, "Property reported").waitFor();
    await visitor.leave();

    const { page, leave } = await moderator(options, "/admin?status=approved");
    await (await viewListing(page, street)).getByRole("button", { name: "Reject" }).click();
    await page.getByRole("dialog", { name: "Reject this listing?" }).waitFor();
    await expectReadableByAll(page, "reject dialog");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Reject this listing?" }).waitFor({ state: "detached" });
    await expectReadableByAll(page, "queue");
    await tab(page, /^Reports \(\d+\)$/).click();
    await card(page, address).getByRole("button", { name: "View Property" }).click();
    await page.getByRole("complementary", { name: "Report" }).waitFor();
    await expectReadableByAll(page, "reported listing");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expectReadableByAll(page, "reports");
    await card(page, address).getByRole("button", { name: "Dismiss" }).click();
    await toast(page, "Report dismissed").waitFor();
    await openMore(page, "Audit log");
    await page.getByText("Report dismissed").filter({ visible: true }).first().waitFor();
    await expectReadableByAll(page, "audit log");
    await leave();
  },
);
