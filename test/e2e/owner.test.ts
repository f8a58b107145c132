import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { approveUnit, photoDataUrl, submitUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import {
  accessibilityProblems,
  closeNotification,
  expectReadableByAll,
  personIn,
  photoFile,
  visit,
} from "../support/node/person.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

interface Mail {
  subject: string;
  text: string;
}

async function mailsTo(email: string): Promise<Mail[]> {
  const response = await fetch(`${inject("siteUrl")}/api/dev/mailbox?to=${encodeURIComponent(email)}`);
  return (await response.json()) as Mail[];
}

/** Returns the path of the newest emailed link of a kind. */
async function mailedPath(email: string, kind: "manage" | "delete", subject = /received/): Promise<string> {
  const link = new RegExp(`/${kind}/\\d+-[a-z2-7]+`, "i");
  const find = async () => {
    const mail = (await mailsTo(email)).find((mail) => subject.test(mail.subject));
    return link.exec(mail?.text ?? "")?.[0] ?? "";
  };
  await expect.poll(find).not.toBe("");
  return find();
}

/** Submits a listing; each test's landlord has a different email address. */
const submit = (email: string, address: string) => submitUnit({ email, address });
const isPublic = async (id: number) => (await fetch(`${inject("siteUrl")}/api/marketplace-listings/${id}`)).ok;

const status = (page: Page) => page.getByRole("region", { name: "Status" });
const toast = (page: Page, title: string) => page.getByRole("region", { name: /Notifications/ }).getByText(title);

describe("a landlord with the emailed manage link", () => {
  it("edits the rent, awaits the review, renews and marks the unit as rented", async () => {
    const email = "life@example.com";
    const images = [await photoDataUrl("#336688")];
    const id = await submitUnit({ email, address: "21 Shaw St, Toronto, ON", images });
    const { page, leave } = await personIn(browser);
    const path = await mailedPath(email, "manage");
    await page.goto(path);
    await status(page).getByText("In review").waitFor();
    await expect.poll(() => page.title()).toMatch(/^Manage Your Listing/);
    expect(await page.locator('link[rel="canonical"]').count()).toBe(0);
    expect(await page.locator('meta[name="robots"]').getAttribute("content")).toBe("noindex");
    await expect.poll(() => page.getByRole("img", { name: "Photo 1" }).count()).toBe(1);

    await status(page).getByText("In review").waitFor();
    expect(await page.getByRole("button", { name: "Mark as Rented" }).count()).toBe(0);
    await approveUnit(id);
    await page.reload();
    await status(page).getByText("Published").waitFor();
    await status(page)
      .getByText(/on the site until \w+ \d+, \d{4}/)
      .waitFor();

    const sent: unknown[] = [];
    page.on("request", (request) => request.method() === "PATCH" && sent.push(request.postDataJSON()));
    await page.getByLabel(/^Additional information/).fill("Bright unit, new kitchen.");
    expect(await page.getByText("Saving takes the listing off the site").count()).toBe(0);
    await page.getByRole("button", { name: "Save Changes" }).click();
    await toast(page, "Listing updated successfully").waitFor();
    await status(page).getByText("Published").waitFor();

    await page.getByLabel(/^Rent\W*$/).fill("");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await page.getByText("This field is required.").waitFor();
    await page.getByLabel(/^Rent\W*$/).fill("$1,790");
    await page.getByText("Saving takes the listing off the site until a moderator has approved the change.").waitFor();
    await page.getByRole("button", { name: "Save Changes" }).click();
    await status(page).getByText("In review").waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain("In review");
    expect(sent).toEqual([{ additionalInfo: "Bright unit, new kitchen." }, { rent: "$1,790" }]);
    await expect.poll(() => isPublic(id)).toBe(false);

    await approveUnit(id);
    await page.reload();
    await status(page).getByText("Published").waitFor();
    await page.getByRole("button", { name: "Renew for 60 Days" }).click();
    await toast(page, "Listing Renewed").waitFor();
    await page.getByRole("link", { name: "See the Public Page" }).click();
    await page.getByRole("heading", { level: 1, name: "1 Bedroom - 21 Shaw St" }).waitFor();
    await page.goBack();

    await page.getByRole("button", { name: "Mark as Rented" }).click();
    const question = page.getByRole("alertdialog", { name: "Mark this listing as rented?" });
    await question.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Mark as Rented" }).click();
    await question.getByRole("button", { name: "Mark as Rented" }).click();
    await question.waitFor({ state: "detached" });
    await status(page).getByText("Rented", { exact: true }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain("Rented");
    expect(await page.getByRole("button", { name: "Save Changes" }).count()).toBe(0);
    await expect.poll(() => isPublic(id)).toBe(false);
    // Only the page's own URL contains the token.
    const token = path.split("/").at(-1) ?? "";
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(token);
    await leave();
  });

  it(
    "is asked for the home type when an edited text contradicts it, but not when the text is unchanged",
    { tags: ["rest"] },
    async () => {
      const email = "asked@example.com";
      await submit(email, "20 Shaw St, Toronto, ON");
      const { page, leave } = await personIn(browser);
      await page.goto(await mailedPath(email, "manage"));
      const sent: unknown[] = [];
      page.on("request", (request) => request.method() === "PATCH" && sent.push(request.postDataJSON()));
      const save = async () => {
        await page.getByRole("button", { name: "Save Changes" }).click();
      };
      const saved = async () => {
        await toast(page, "Listing updated successfully").waitFor();
        await closeNotification(page);
      };

      const basement = "Legal basement apartment.";
      await page.getByLabel(/^Additional information/).fill(basement);
      await save();
      await page.getByText("You wrote “Legal basement apartment”. If it is a basement, please choose Yes").waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(sent).toEqual([]);
      await save();
      await saved();
      expect(sent).toEqual([{ additionalInfo: basement }]);

      await page.getByLabel(/^Phone/).fill("416-555-0188");
      await save();
      await saved();
      expect(sent.at(-1)).toEqual({ phone: "416-555-0188" });

      const room = "Room for rent, share kitchen with two others.";
      await page.getByLabel(/^Additional information/).fill(room);
      await save();
      const other = page.getByRole("dialog", { name: "This reads like a room in a shared home. Is it?" });
      await other.getByRole("button", { name: "Yes, It Is a Room" }).click();
      await saved();
      expect(sent.at(-1)).toEqual({ additionalInfo: room, bedrooms: "Private Room", homeType: "room" });
      await page.getByRole("heading", { name: "Manage Your Listing" }).waitFor();
      await expect.poll(() => page.getByLabel(/^Kind of home/).inputValue()).toBe("room");
      expect(await page.getByLabel(/^Bedrooms/).inputValue()).toBe("Private Room");

      await page.getByLabel(/^Bedrooms/).selectOption("1 Bedroom");
      await save();
      await page.locator("form").getByText("Please choose Yes or No.").waitFor();
      await page.getByLabel("Yes", { exact: true }).check();
      await save();
      await other.getByRole("button", { name: "No, It Is a Whole Home" }).click();
      await saved();
      expect(sent.at(-1)).toEqual({ bedrooms: "1 Bedroom", homeType: "basement" });
      await leave();
    },
  );

  it("adds a photo and is asked before losing unsaved changes", { tags: ["rest"] }, async () => {
    const email = "photos@example.com";
    await submit(email, "22 Shaw St, Toronto, ON");
    const { page, leave } = await personIn(browser);
    await page.goto(await mailedPath(email, "manage"));
    await page.locator('input[type="file"]').setInputFiles(await photoFile("kitchen.jpg", { background: "#225522" }));
    await page.getByRole("img", { name: "kitchen.jpg" }).waitFor();
    await page.getByRole("link", { name: "For landlords" }).click();
    const question = page.getByRole("alertdialog", { name: "Discard your changes?" });
    await question.getByRole("button", { name: "Keep Editing" }).click();
    await page.getByRole("button", { name: "Save Changes" }).click();
    await toast(page, "Listing updated successfully").waitFor();
    await page.getByRole("img", { name: "Photo 1" }).waitFor();
    await page.getByRole("img", { name: "kitchen.jpg" }).waitFor({ state: "detached" });

    await page.getByLabel(/^Email/).fill("moved@example.com");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await toast(page, "We email the new address its own link").waitFor();
    await mailedPath("moved@example.com", "manage", /your new address/);
    await page.reload();
    await page.getByRole("button", { name: "Save Changes" }).waitFor();
    await page.getByRole("link", { name: "For landlords" }).click();
    await page.getByRole("heading", { name: "Submit Your Rental" }).waitFor();
    await leave();
  });

  it("deletes the listing, after which the link is no longer valid", { tags: ["rest"] }, async () => {
    const email = "gone@example.com";
    await submit(email, "23 Shaw St, Toronto, ON");
    const { page, leave } = await personIn(browser);
    const path = await mailedPath(email, "manage");
    await page.goto(path);
    await page.getByRole("button", { name: "Delete Listing" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete Listing" }).click();
    await page.getByRole("heading", { name: "Listing Removed Successfully" }).waitFor();
    await page.getByText("23 Shaw St, Toronto, ON").waitFor();
    await page.goto(path);
    await page.getByRole("heading", { name: "This link is no longer valid." }).waitFor();
    await page.getByRole("link", { name: "Send My Links Again" }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("lost-link");
    await leave([/status of 404/]);
  });
});

describe("a landlord with the emailed delete link", () => {
  it(
    "deletes nothing on opening, deletes the listing by a button, and then shows that the link was used",
    { tags: ["rest"] },
    async () => {
      const email = "delete@example.com";
      await submit(email, "24 Shaw St, Toronto, ON");
      const { page, context, leave } = await personIn(browser);
      const path = await mailedPath(email, "delete");
      const question =
        "Are you sure you want to remove your property listing from our platform? This action cannot be undone.";
      await page.goto(path);
      await page.getByText(question).waitFor();
      await page.getByRole("link", { name: "Cancel" }).click();
      await page.waitForURL("/");
      await page.goto(path);
      await page.getByText(question).waitFor();
      await page.getByText("24 Shaw St, Toronto, ON").waitFor();

      await context.setOffline(true);
      await page.getByRole("button", { name: "Remove Listing" }).click();
      await page.getByRole("heading", { name: "Network error. Please try again." }).waitFor();
      await page.getByText("Network Error", { exact: true }).waitFor();
      await context.setOffline(false);
      await page.getByRole("button", { name: "Try Again" }).click();
      await page.getByRole("heading", { name: "Listing Removed Successfully" }).waitFor();
      await page.getByText("24 Shaw St, Toronto, ON").waitFor();
      await page.getByText("Listing Removed", { exact: true }).waitFor();
      await page.getByRole("link", { name: "Return to Homepage" }).click();
      await page.waitForURL("/");

      await page.goto(path);
      await page.getByRole("heading", { name: "Invalid deletion link" }).waitFor();
      expect(await page.getByRole("button", { name: "Remove Listing" }).count()).toBe(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.goto("/delete");
      await page.getByRole("heading", { name: "Invalid deletion link" }).waitFor();
      await leave([/status of 404/, /ERR_INTERNET_DISCONNECTED/]);
    },
  );
});

describe("a landlord who lost the email", () => {
  it("has the links resent, without revealing whether any exist", { tags: ["rest"] }, async () => {
    const email = "lost@example.com";
    await submit(email, "25 Shaw St, Toronto, ON");
    const { page, leave } = await personIn(browser);
    await visit(page, "/landlords");
    const section = page.getByRole("region", { name: "Lost your link?" });
    await section.getByLabel(/^Your email address/).fill("nobody@");
    await section.getByRole("button", { name: "Send My Links" }).click();
    await section.getByText("Please enter a valid email address.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    for (const address of ["stranger@example.com", email]) {
      await section.getByLabel(/^Your email address/).fill(address);
      await section.getByRole("button", { name: "Send My Links" }).click();
      await section.getByText("If this address has listings, we have sent their links to it.").waitFor();
    }
    await page.goto(await mailedPath(email, "manage", /links/));
    await page.getByText("1 Bedroom - 25 Shaw St").waitFor();
    await leave();
  });
});

describe("the pages behind emailed links", () => {
  it(
    "have no axe violations or horizontal overflow in either theme, on phone and desktop",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      const email = "looked-at@example.com";
      const id = await submit(email, "360 Grace St, Toronto, ON");
      const { page, leave } = await personIn(browser, { reducedMotion: "reduce" });
      const check = async (path: string, heading: string) => {
        await visit(page, path);
        await page.getByRole("heading", { level: 1, name: heading }).waitFor();
        await expectReadableByAll(page, path);
      };
      const manage = await mailedPath(email, "manage");
      await check(manage, "Manage Your Listing");
      await approveUnit(id);
      await check(manage, "Manage Your Listing");
      await check(await mailedPath(email, "delete"), "Remove Your Listing");
      await check("/manage/nothing", "This link is no longer valid.");
      await check("/delete", "Invalid deletion link");
      await leave([/status of 404/]);
    },
  );
});
