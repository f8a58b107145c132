import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, it } from "vitest";
import { FORUM_PATH, threadPath } from "../../worker/contracts/forum.ts";
import { listingPath } from "../../worker/contracts/listings.ts";
import { type PageName, PAGES } from "../../worker/contracts/pages.ts";
import { approveUnit, publishUnit, submitUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { keepSession, operatorSession } from "../support/node/operator.ts";
import { startThread, writeComment } from "../support/node/forum.ts";
import { joinAs, mailAbout, pathIn } from "../support/node/mailbox.ts";
import { personIn, visit } from "../support/node/person.ts";
import { allTabs, answer, fillInListing, openPanel, undoLast, viewListing } from "../support/node/screens.ts";
import { expectTranslated, translatePages } from "../support/node/translator.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const WIDE = { width: 1280, height: 900 };
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name }).first();
const toast = (page: Page, title: string) =>
  page.getByRole("region", { name: /Notifications/ }).getByText(title, { exact: true });

/** Expected error: a part that is translated before its hydration is rendered again by React. */
const HYDRATED_LATE = /React error #418/;

/** Opens a window whose browser translates all pages. */
async function foreigner(options: Parameters<typeof personIn>[1] = {}) {
  const person = await personIn(browser, options);
  const { page } = person;
  await translatePages(page);
  return {
    ...person,
    press: (name: string, within = page.locator("body")) =>
      within.getByRole("button", { name, exact: true }).first().click(),
    async leave(expected: RegExp[] = []): Promise<void> {
      await expectTranslated(page);
      await person.leave([HYDRATED_LATE, ...expected]);
    },
  };
}

const TOKEN = `1-${"a".repeat(32)}`;

describe("a translated page", () => {
  it("of each kind links to all other kinds", { tags: ["rest"], timeout: LONG_TESTS.many }, async () => {
    const listing = await publishUnit({ address: "11 Rusholme Rd, Toronto, ON" });
    const thread = await startThread();
    await writeComment(thread.id);
    const PATHS: Partial<Record<PageName, string>> = {
      listing: listingPath(listing),
      thread: threadPath(thread),
      not_found: "/nothing-is-here",
      digest: "/digest/1999-01-01",
    };
    const { page, leave } = await foreigner();
    for (const [name, { paths }] of Object.entries(PAGES)) {
      const path = PATHS[name as PageName] ?? paths.at(-1)?.replace(":token", TOKEN).replace(":area", "toronto") ?? "";
      await visit(page, path);
      await expectTranslated(page);
      // The panel and the dashboard have no footer.
      const isDesk = ["/admin", "/stats"].some((desk) => path.startsWith(desk));
      if (isDesk) await page.getByRole("banner").getByRole("link").first().click();
      else await page.getByRole("contentinfo").getByRole("link", { name: "About Us" }).click();
      await heading(page, isDesk ? /^Toronto rentals/ : "About").waitFor();
      await expectTranslated(page);
    }
    await leave([/status of (?:401|404|410)/]);
  });

  it(
    "of listings can be filtered and sorted, has a working sign-up, and its hearts work",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      const { title } = await publishUnit({ address: "12 Rusholme Rd, Toronto, ON", bedrooms: "2 Bedrooms" });
      const { page, press, leave } = await foreigner({ viewport: WIDE });
      await visit(page, "/");
      for (const type of ["2 BR", "Studio", "All", "2 BR"]) await press(type);
      await page.waitForURL(/type=2/);
      await page.getByRole("link", { name: title }).first().waitFor();
      await page.getByLabel("Sort by").selectOption({ label: "Lowest rent" });
      await page.waitForURL(/sort=price/);
      await page.getByRole("link", { name: title }).first().waitFor();
      await expectTranslated(page);
      await press(`Save ${title}`);
      await toast(page, "Home saved").waitFor();
      await page.getByRole("link", { name: title }).first().hover();
      await press(`Share ${title}`);
      await toast(page, "Link Copied").or(toast(page, "Link Not Copied")).waitFor();

      await press("Email me new ones");
      const alert = page.getByRole("dialog");
      await alert.getByLabel(/^Your email address/).fill("wrong");
      await press("Email Me", alert);
      await alert.getByText("Please enter a valid email address").waitFor();
      await alert.getByLabel(/^Your email address/).fill("translated-alert@example.com");
      await press("Email Me", alert);
      await page.getByText("Check your inbox at translated-alert@example.com").waitFor();
      await press("Done");

      await page.getByRole("link", { name: title }).first().click();
      const listing = page.getByRole("dialog", { name: title });
      await press("Report as Not below market", listing);
      const report = page.getByRole("dialog", { name: "Report this listing" });
      await report.getByRole("radio", { name: "It is already rented" }).check();
      await press("Submit Report", report);
      await toast(page, "Property reported").waitFor();
      await report.waitFor({ state: "detached" });
      await press("Close", listing);

      // The form is opened by a link, because the browser has already joined.
      await visit(page, "/#join");
      const form = page.getByRole("form", { name: "Join the Community" });
      await form.getByLabel(/^Your email address/).fill("translated@example.com");
      await form.getByRole("button", { name: "Join the Community" }).click();
      await form.getByText("Success! Check your email to confirm your subscription.").waitFor();
      await leave();
    },
  );

  it("of saved homes accepts notes, compares, and shares", { tags: ["rest"], timeout: LONG_TESTS.many }, async () => {
    const homes = [];
    for (const number of [13, 14]) homes.push(await publishUnit({ address: `${number} Rusholme Rd, Toronto, ON` }));
    const { page, press, leave } = await foreigner({ viewport: WIDE });
    for (const home of homes) {
      await visit(page, listingPath(home));
      await press(`Save ${home.title}`);
    }
    await visit(page, "/saved");
    const rowOf = (title: string) => page.getByRole("article", { name: title });
    for (const { title } of homes) {
      await rowOf(title).getByLabel(`Status of ${title}`).selectOption("viewing");
      await rowOf(title).getByLabel(`Note on ${title}`).fill("Ask about the cat.");
      await expectTranslated(page);
    }
    await press("Compare");
    for (const { title } of homes) {
      await rowOf(title).getByRole("checkbox").check();
      await expectTranslated(page);
    }
    await page.getByRole("link", { name: "Compare 2 Homes" }).click();
    await page.getByRole("table").waitFor();
    await expectTranslated(page);
    await page.getByRole("link", { name: "Saved homes" }).last().click();
    await press("Share");
    await page.getByRole("dialog").getByLabel("Title (optional)").fill("For my brother");
    await expectTranslated(page);
    await leave();
  });

  it("submits a listing, in the page's form and dialog", { tags: ["rest"], timeout: LONG_TESTS.many }, async () => {
    const { page, press, leave } = await foreigner({ viewport: WIDE });
    await visit(page, "/landlords");
    await press("Submit Listing");
    await toast(page, "Missing Information").waitFor();
    await fillInListing(page, { email: "translated-landlord@example.com", phone: "416-555-0123" });
    await page.getByLabel(/^Additional information/).fill("Legal basement apartment.");
    await press("Submit Listing");
    await page.locator("fieldset [id$=-error]").waitFor();
    await press("Submit Listing");
    await page.getByText("Submission Successful", { exact: true }).first().waitFor();
    await expectTranslated(page);

    await visit(page, "/");
    await press("Post New");
    const dialog = page.getByRole("dialog");
    await press("Submit Listing", dialog);
    await toast(page, "Missing Information").waitFor();
    await dialog.getByLabel(/^Rent\W*$/).fill("1,900");
    await dialog.getByLabel(/^Bedrooms/).selectOption("1 Bedroom");
    await dialog.getByText(/below the average asking rent/).waitFor();
    await dialog.getByLabel(/^Rent\W*$/).fill("9,000");
    await dialog.getByText(/above/).first().waitFor();
    await leave();
  });

  it(
    "of an emailed link confirms, sets preferences, unsubscribes, and opts out",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      const email = "translated-subscriber@example.com";
      const welcome = await joinAs(email);
      const { page, press, leave } = await foreigner();
      const pending = {
        email: "m***@example.com",
        preferences: { bedrooms: [], maxRent: null, areas: [], frequency: "every" },
        links: { preferences: `/preferences/${TOKEN}`, unsubscribe: `/unsubscribe/${TOKEN}` },
      };
      await answer(page, "**/api/confirm/*", { ...pending, status: "pending" }, "failure", {
        ...pending,
        status: "confirmed",
      });
      await page.goto(`/confirm/${TOKEN}`);
      await press("Confirm");
      await page.getByText("Something went wrong. Please try again.").waitFor();
      await expectTranslated(page);
      await press("Confirm");
      await heading(page, "You are subscribed").waitFor();
      await expectTranslated(page);

      await page.goto(pathIn(welcome, "preferences"));
      await page.getByLabel("2 Bedrooms").check();
      await page.getByLabel("Maximum rent").fill("50");
      await press("Save Preferences");
      await page.getByText("Please enter whole dollars, from 100 to 20,000.").waitFor();
      await page.getByLabel("Maximum rent").fill("2100");
      await press("Save Preferences");
      await toast(page, "Preferences Saved").waitFor();
      await expectTranslated(page);
      await page.goto(pathIn(welcome, "unsubscribe"));
      await press("Unsubscribe");
      await heading(page, "You are unsubscribed").waitFor();

      await page.request.post("/api/subscribe", { data: { email: "translated-never@example.com" } });
      await page.goto(pathIn(await mailAbout("translated-never@example.com", /reply to join/), "never"));
      await press("Never Write Again");
      await heading(page, "We never write to this address").waitFor();
      await press("Allow Emails Again");
      await heading(page, "Emails are allowed again").waitFor();

      await visit(page, "/privacy-policy");
      await page
        .getByRole("region", { name: "See or erase what we store about you" })
        .getByLabel(/^Your email/)
        .fill(email);
      await press("Send Me the Link");
      await page.goto(pathIn(await mailAbout(email, /What we store about you/), "privacy"));
      await press("Erase Everything");
      await press("Erase Everything", page.getByRole("alertdialog"));
      await heading(page, "Everything is erased").waitFor();
      await leave([/status of 500/]);
    },
  );

  it(
    "of a landlord's links edits a listing, marks it as rented, and removes it",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      const email = "translated-owner@example.com";
      const id = await submitUnit({ email, address: "15 Rusholme Rd, Toronto, ON" });
      await approveUnit(id);
      const received = await mailAbout(email, /received/);
      const { page, press, leave } = await foreigner();
      await page.goto(pathIn(received, "manage"));
      await page.getByLabel(/^Rent\W*$/).fill("");
      await press("Save Changes");
      await page.getByText("This field is required.").waitFor();
      await page.getByLabel(/^Rent\W*$/).fill("$1,840");
      await page.getByText("Saving takes the listing off the site").waitFor();
      await expectTranslated(page);
      await press("Save Changes");
      const status = page.getByRole("region", { name: "Status" });
      await status.getByText("In review").waitFor();
      await approveUnit(id);
      await page.reload();
      await press("Renew for 60 Days");
      await toast(page, "Listing Renewed").waitFor();
      await press("Mark as Rented");
      await press("Mark as Rented", page.getByRole("alertdialog"));
      await status.getByText("Rented", { exact: true }).waitFor();
      await answer(page, "**/api/delete/*", "failure");
      await page.goto("/delete/1-nothing");
      await press("Remove Listing");
      await page.getByText("Failed to remove listing").first().waitFor();
      await leave([/status of 500/]);
    },
  );

  it(
    "of the forum can be searched, posted to, answered, voted on, followed and reported",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      const thread = await startThread();
      await writeComment(thread.id, { content: "Somebody else's comment." });
      const { page, press, leave } = await foreigner();
      await visit(page, FORUM_PATH);
      await page.getByRole("searchbox").fill("heating");
      await page.keyboard.press("Enter");
      await page.getByRole("link", { name: thread.title }).first().waitFor();
      await expectTranslated(page);
      await press("POST");
      const dialog = page.getByRole("dialog", { name: "Start a Discussion" });
      await press("POST", dialog);
      await dialog.getByLabel(/^Title/).fill("Is a translated page a page?");
      await dialog.getByLabel(/^Content/).fill("It says so on the first line of the lease.");
      await press("POST", dialog);
      await heading(page, "Is a translated page a page?").waitFor();

      await visit(page, threadPath(thread));
      await page.getByLabel("Your comment", { exact: true }).fill("My own comment.");
      await press("Post Comment");
      await page.getByRole("article").filter({ hasText: "My own comment." }).waitFor();
      await page.getByRole("heading", { name: "2 Comments" }).waitFor();
      await expectTranslated(page);
      await press("Upvote");
      await press("Edit");
      await page.getByLabel("Edit your comment").fill("My own, better comment.");
      await press("Save");
      await page.getByText("My own, better comment.").first().waitFor();
      await press("Reply");
      await page.getByLabel(/^Reply to/).fill("And an answer to it.");
      await press("Post Reply");
      await page.getByRole("article").filter({ hasText: "And an answer to it." }).first().waitFor();
      const other = page.getByRole("article").filter({ hasText: "Somebody else's comment." });
      await press("Report this comment", other);
      const report = page.getByRole("dialog");
      await report.getByRole("radio").first().check();
      await report
        .getByRole("button", { name: /^Submit|^Report|^Send/ })
        .first()
        .click();
      await report.waitFor({ state: "detached" });
      await press("Follow by Email");
      await page.getByLabel(/^Your email address/).fill("translated-follower@example.com");
      await press("Follow");
      await page.getByText("Check your inbox at translated-follower@example.com").waitFor();
      await page.goto(pathIn(await mailAbout("translated-follower@example.com", /^Follow a discussion/), "follow"));
      await press("Follow");
      await heading(page, "You follow this discussion now").waitFor();
      await press("Stop Following");
      await heading(page, "You no longer follow this discussion").waitFor();
      await leave();
    },
  );

  it(
    "of the rent check answers a question, and the market page shows its table",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      const { page, press, leave } = await foreigner();
      await visit(page, "/rent-check");
      await page.getByLabel("Bedrooms").selectOption("1 Bedroom");
      await page.getByLabel("Rent a month").fill("$1,850");
      await page.getByLabel("Where").fill("105 Nowhere Lane, Toronto");
      await press("Check This Rent");
      await heading(page, /\$1,850 for 1 Bedroom/).waitFor();
      await expectTranslated(page);
      await page.getByRole("contentinfo").getByRole("link", { name: "Market", exact: true }).click();
      await page.getByRole("table").waitFor();
      await leave();
    },
  );

  it(
    "of the panel accepts a login, opens each tab, and decides on a listing",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      await submitUnit({ address: "16 Rusholme Rd, Toronto, ON" });
      await submitUnit({ address: "17 Rusholme Rd, Toronto, ON", email: "translated-refused@example.com" });
      const { page, press, leave } = await foreigner({ viewport: WIDE });
      await page.goto("/admin");
      await page.getByLabel("Password").fill("a guess");
      await press("Access Admin Panel");
      await page.getByText("Access Denied", { exact: true }).first().waitFor();
      await openPanel(page, "/admin?status=pending");
      const first = await viewListing(page, "16 Rusholme Rd");
      await press("Approve", first);
      await toast(page, "Approved: 1 Bedroom - 16 Rusholme Rd").waitFor();
      const second = await viewListing(page, "17 Rusholme Rd");
      await press("Reject", second);
      const dialog = page.getByRole("dialog", { name: "Reject this listing?" });
      await press("Reject Listing", dialog);
      await dialog.getByText("Please choose a reason.").waitFor();
      await dialog.getByRole("radio", { name: "Wording" }).check();
      await press("Reject Listing", dialog);
      await toast(page, "Rejected: 1 Bedroom - 17 Rusholme Rd").waitFor();
      await undoLast(page);
      await toast(page, "Decision undone").waitFor();
      for await (const _ of allTabs(page)) {
        await page.getByRole("tabpanel").first().waitFor();
        await expectTranslated(page);
      }
      await press("Logout");
      await toast(page, "Logged Out").waitFor();
      // The preview of an edition runs no scripts, including the translator's.
      await leave([/status of 401/, /Blocked script execution in 'about:srcdoc'/]);
    },
  );

  it("of the dashboard switches between ranges", { tags: ["rest"], timeout: LONG_TESTS.many }, async () => {
    const { page, press, leave } = await foreigner({ viewport: WIDE });
    await keepSession(page, await operatorSession());
    await page.goto("/stats?view=trends");
    await heading(page, "Traffic").waitFor();
    for (const range of ["7 days", "30 days", "24 hours"]) {
      await press(range);
      await page.getByRole("button", { name: range, pressed: true }).waitFor();
      await expectTranslated(page);
    }
    await leave();
  });
});
