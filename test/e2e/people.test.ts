// @module-tag rest
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ERRORS } from "../../worker/contracts/errors.ts";
import type { AdminListing } from "../../worker/contracts/listings.ts";
import { submitUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { type OwnServer, startOwnServer } from "../support/node/own-server.ts";
import { excessWidth, expectReadableByAll, personIn } from "../support/node/person.ts";
import { chooseMore, openMore, openPanel, press, viewListing } from "../support/node/screens.ts";
import { ADMIN_PASSWORD } from "../support/node/server.ts";
import type { StoredMail } from "../support/node/mailbox.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

let browser: Browser;
let server: OwnServer;
beforeAll(async () => {
  browser = await sharedBrowser();
  server = await startOwnServer();
}, LONG_TESTS.build);
afterAll(() => server?.close());

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 360, height: 740 };

/** Opens a separate window with a security key that responds at once. */
async function withKey(viewport: typeof WIDE) {
  const person = await personIn(browser, { baseURL: server.siteUrl, viewport });
  const session = await person.context.newCDPSession(person.page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return person;
}

async function newestMail(email: string, subject: RegExp): Promise<StoredMail> {
  const find = async () => {
    const response = await fetch(`${server.siteUrl}/api/dev/mailbox?to=${encodeURIComponent(email)}`);
    return ((await response.json()) as StoredMail[]).find((mail) => subject.test(mail.subject));
  };
  await expect.poll(find).toBeDefined();
  return (await find()) as StoredMail;
}

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const row = (page: Page, text: string) => page.getByRole("listitem").filter({ hasText: text });

/** Refuses the next change to people, invitations or passkeys, as if the login was too long ago. */
async function outdateLogin(page: Page) {
  const [status, message] = ERRORS["session.log_in_again"];
  const refusal = { status, json: { error: message, message, code: "session.log_in_again" } };
  let isOutdated = true;
  await page.route(/\/api\/admin\/(?:people|passkeys)/, (route) => {
    if (!isOutdated || route.request().method() === "GET") return route.fallback();
    isOutdated = false;
    return route.fulfill(refusal);
  });
}

/** Logs in again in the dialog with which the panel requires it. */
async function logInAgain(page: Page, logIn: (dialog: Locator) => Promise<void>) {
  const dialog = page.getByRole("dialog", { name: "Admin Access Required" });
  await dialog
    .getByText("To make this change, you must have logged in within the last 15 minutes. Please log in again.")
    .waitFor();
  await logIn(dialog);
  await dialog.waitFor({ state: "detached" });
}
const byPassword = async (dialog: Locator) => {
  await dialog.getByLabel(/^Password/).fill(ADMIN_PASSWORD);
  await dialog.getByRole("button", { name: "Access Admin Panel" }).click();
};

async function addPasskey(page: Page, name: string) {
  await page.getByLabel("Name of the new passkey").fill(name);
  await press(page, "Add a Passkey");
  await region(page, "Your passkeys").getByText(name, { exact: true }).waitFor();
}

/** Approves a unit without opening the desk. */
async function approveAs(page: Page, id: number): Promise<void> {
  const path = `/api/admin/listings/${id}`;
  const { revision } = (await (await page.request.get(path)).json()) as AdminListing;
  const answer = await page.request.patch(`${path}/status`, { data: { approved: true, revision } });
  expect(answer.status()).toBe(200);
}

async function leaveAndComeBackWithPasskey(page: Page) {
  await press(page, "Logout");
  await page.getByRole("heading", { name: "Admin Access Required" }).waitFor();
  await press(page, "Log In with a Passkey");
  await page.getByRole("heading", { name: "Admin Panel" }).waitFor();
}

describe("people who work on the site", () => {
  it(
    "enter their names, add passkeys, invite each other and see each other's work",
    { timeout: LONG_TESTS.many },
    async () => {
      const listing = await submitUnit({ address: "85 Main Street, Toronto, ON" }, server.siteUrl);
      const olga = await withKey(WIDE);
      await openPanel(olga.page);
      await press(olga.page, "Add your name");
      await olga.page.getByLabel(/^Name/).fill("Olga");
      await olga.page.getByLabel(/^Email address/).fill("olga@example.com");
      await outdateLogin(olga.page);
      await press(olga.page, "Become an Operator");
      await logInAgain(olga.page, byPassword);
      await olga.page.getByText("Olga, operator", { exact: true }).waitFor();
      await openMore(olga.page, "People");
      await addPasskey(olga.page, "Work laptop");
      await leaveAndComeBackWithPasskey(olga.page);

      await openMore(olga.page, "People");
      await region(olga.page, "Invite someone")
        .getByLabel(/^Their email address/)
        .fill("mona@example.com");
      await press(olga.page, "Send Invitation");
      await region(olga.page, "Invite someone").getByText("Invited mona@example.com.").waitFor();
      await expectReadableByAll(olga.page);
      await olga.page.setViewportSize(WIDE);

      const mona = await withKey(NARROW);
      const mail = await newestMail("mona@example.com", /^Join the team/);
      await mona.page.goto(/\/admin\/invitation\/\S+/.exec(mail.text)?.[0] ?? "");
      await mona.page.getByRole("heading", { name: "You are invited" }).waitFor();
      await expectReadableByAll(mona.page);
      await mona.page.setViewportSize(NARROW);
      await mona.page.getByLabel(/^Your name/).fill("Mona");
      await press(mona.page, "Accept and Log In");
      await mona.page.getByText("Mona, moderator", { exact: true }).waitFor();
      expect(new URL(mona.page.url()).pathname).toBe("/admin");
      await openMore(mona.page, "People");
      expect(await region(mona.page, "Invite someone").count()).toBe(0);
      await addPasskey(mona.page, "Phone");
      await leaveAndComeBackWithPasskey(mona.page);
      expect(await excessWidth(mona.page)).toBeLessThanOrEqual(0);

      // Olga and Mona work on the same unit.
      await mona.page.getByRole("tab", { name: /^Property Listings/ }).click();
      await (await viewListing(mona.page, "85 Main Street")).getByRole("button", { name: "More actions" }).click();
      await mona.page.getByRole("menuitem", { name: "Edit" }).click();
      await mona.page.getByRole("dialog", { name: "Edit Property Listing" }).waitFor();
      await olga.page.getByRole("tab", { name: /^Property Listings/ }).click();
      const shown = await viewListing(olga.page, "85 Main Street");
      await shown.getByText(/^Also viewing this: (?:.*, )?Mona$/).waitFor();
      await shown.getByRole("button", { name: "Reject" }).click();
      const rejection = olga.page.getByRole("dialog", { name: "Reject this listing?" });
      await mona.page.getByLabel(/^Rent\W*$/).fill("$1,700");
      await press(mona.page, "Save Changes");
      await mona.page.getByText("Listing updated successfully").first().waitFor();
      await mona.page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).click();
      await rejection.getByLabel("Wording").check();
      await press(olga.page, "Reject Listing");
      const difference = region(olga.page, "Changes since you opened it");
      await difference.getByText(/^Listing edited by Mona/).waitFor();
      await difference.getByText("Rent: $1,850 → $1,700").waitFor();
      // After she sees the difference, she can still decide.
      await press(olga.page, "Reject Listing");
      await rejection.waitFor({ state: "detached" });

      // Mona approves a listing that Olga has open under Pending: the typed text and the difference remain.
      const [edited, deleted] = await Promise.all([
        submitUnit({ address: "87 Main Street, Toronto, ON" }, server.siteUrl),
        submitUnit({ address: "89 Main Street, Toronto, ON", phone: "416-555-0124" }, server.siteUrl),
      ]);
      await press(olga.page, "Refresh");
      await (await viewListing(olga.page, "87 Main Street")).getByRole("button", { name: "Edit" }).click();
      const edit = olga.page.getByRole("dialog", { name: "Edit Property Listing" });
      await edit.getByLabel(/^Rent\W*$/).fill("$1,650");
      await approveAs(mona.page, edited);
      await press(olga.page, "Save Changes");
      await difference.getByText(/^Listing approved by Mona/).waitFor();
      await olga.page.getByRole("article", { name: "87 Main Street" }).waitFor({ state: "detached" });
      expect(await edit.getByLabel(/^Rent\W*$/).inputValue()).toBe("$1,650");
      await press(olga.page, "Save Changes");
      await edit.waitFor({ state: "detached" });

      const doomed = await viewListing(olga.page, "89 Main Street");
      await approveAs(mona.page, deleted);
      await doomed.getByRole("button", { name: "Delete" }).click();
      await press(olga.page, "Delete Listing");
      await doomed
        .getByRole("region", { name: "Changes since you opened it" })
        .getByText(/by Mona/)
        .waitFor();
      await olga.page.getByRole("article", { name: "89 Main Street" }).waitFor({ state: "detached" });
      await difference.waitFor();

      await openMore(olga.page, "Audit log");
      await olga.page.getByLabel("Search the audit log").fill("mona");
      const csv = olga.page.getByRole("link", { name: "Download as CSV" });
      await expect.poll(() => csv.getAttribute("href")).toBe("/api/admin/audit/csv?q=mona");
      await row(olga.page, `Listing #${listing}`)
        .getByText(/^Mona from/)
        .waitFor();
      await expectReadableByAll(olga.page);
      await olga.page.setViewportSize(WIDE);

      await openMore(olga.page, "People");
      await press(olga.page, "Remove Mona");
      await olga.page.getByRole("alertdialog").getByRole("button", { name: "Remove", exact: true }).click();
      await olga.page.getByText("Mona was removed").first().waitFor();
      await chooseMore(mona.page, "Audit log");
      await mona.page.getByText("Your session has ended. Please log in again.").waitFor();
      await mona.leave([/401/]);
      await olga.leave([/403|409/]);
    },
  );

  it("log in again before they change people or roles, and the change then continues", async () => {
    const { page, leave } = await withKey(NARROW);
    await openPanel(page);
    await openMore(page, "People");
    const invite = region(page, "Invite someone");
    await invite.getByLabel(/^Their email address/).fill("rita@example.com");
    await outdateLogin(page);
    await press(page, "Send Invitation");
    await logInAgain(page, byPassword);
    await invite.getByText("Invited rita@example.com.").waitFor();

    // The login dialog opens over a pending question, and is closed without logging in.
    await press(page, "Remove Olga");
    await outdateLogin(page);
    const question = page.getByRole("alertdialog");
    await question.getByRole("button", { name: "Remove", exact: true }).click();
    await logInAgain(page, (dialog) => dialog.getByRole("button", { name: "Close" }).click());
    await page.getByText(ERRORS["session.log_in_again"][1]).first().waitFor();
    await outdateLogin(page);
    await press(page, "Withdraw the invitation to rita@example.com");
    await logInAgain(page, byPassword);
    await row(page, "rita@example.com").waitFor({ state: "detached" });
    await leave([/403/]);
  });

  it("log in with an emailed code on a phone", { timeout: LONG_TESTS.many }, async () => {
    const { page, leave } = await personIn(browser, { baseURL: server.siteUrl, viewport: NARROW });
    await page.goto("/admin");
    await press(page, "Log In with an Emailed Code");
    await page.getByLabel(/^Your email address/).fill("olga@example.com");
    await press(page, "Email Me a Code");
    await page.getByText(/we have sent a code to it/).waitFor();
    const { text } = await newestMail("olga@example.com", /login code/);
    await page.getByLabel(/^Code/).fill(/\b\d{8}\b/.exec(text)?.[0] ?? "");
    await expectReadableByAll(page);
    await page.setViewportSize(NARROW);
    await press(page, "Log In");
    await page.getByText("Olga, operator", { exact: true }).waitFor();

    // The panel asks for confirmation before changes that the operator could regret.
    await openMore(page, "People");
    const question = page.getByRole("alertdialog");
    await page.getByLabel("Role of Olga").selectOption("Reader");
    await question.getByText("Change your own role?").waitFor();
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => page.getByLabel("Role of Olga").inputValue()).toBe("operator");
    await region(page, "Your passkeys")
      .getByRole("button", { name: /^Remove/ })
      .first()
      .click();
    await question.getByText(/^Remove the passkey/).waitFor();
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });

    // The dashboard opens without its password.
    await page.getByRole("main").locator("[aria-haspopup=menu]").click();
    await page.getByRole("menuitem", { name: "Dashboard" }).click();
    await page.getByRole("heading", { name: "Dashboard Access Required" }).waitFor();
    await press(page, "Continue as Olga");
    await page.getByRole("button", { name: "Logout" }).waitFor();

    // If the shared password is off, the gate after a logout does not ask for it.
    await page.route("**/api/admin/session", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...((await response.json()) as object), isPasswordOff: true } });
    });
    await page.goto("/admin");
    await page.getByText("Olga, operator", { exact: true }).waitFor();
    await press(page, "Logout");
    await page.getByText("Log in with your own account to continue").waitFor();
    expect(await page.getByLabel("Password").count()).toBe(0);
    await leave();
  });
});
