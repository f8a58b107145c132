import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { publishUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { joinAs, mailAbout, mailsTo, pathIn } from "../support/node/mailbox.ts";
import { accessibilityProblems, excessWidth, expectReadableByAll, personIn, visit } from "../support/node/person.ts";
import { answer } from "../support/node/screens.ts";
import { emails, STORED, stopOnly, subscription, TOKEN } from "../support/subscriptions.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
/** Returns the text of the focused element; empty for the body. */
const focused = (page: Page) =>
  page.evaluate(() =>
    document.activeElement?.matches("body, main") ? "" : (document.activeElement?.textContent ?? ""),
  );

describe("a subscriber", () => {
  it("signs up, confirms by a reply, changes preferences and unsubscribes", async () => {
    const email = "journey@example.com";
    const { page, leave } = await personIn(browser, { newcomer: true });
    await visit(page, "/");
    const form = page.getByRole("form", { name: "Join the Community" });
    await form.getByLabel(/^Your email address/).fill(email);
    await form.getByRole("button", { name: "Join the Community" }).click();
    await form.getByText("Success! Check your email to confirm your subscription.").waitFor();

    const request = await mailAbout(email, /reply to join/);
    await page.goto(`/dev/mailbox/${request.id}`);
    await page.getByRole("textbox").fill("Yes.");
    await page.getByRole("button", { name: "Send reply" }).click();
    await page.getByText("The site accepted the reply.").waitFor();

    await page.goto(pathIn(await mailAbout(email, /^Welcome/), "preferences"));
    await heading(page, "Your emails").waitFor();
    await page.getByText("For j***@example.com.").waitFor();
    await page.getByLabel("2 Bedrooms").check();
    await page.getByLabel("Studio").check();
    await page.getByLabel("Maximum rent").fill("50");
    await button(page, "Save Preferences").click();
    await page.getByText("Please enter whole dollars, from 100 to 20,000.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByLabel("Maximum rent").fill("$2,100");
    await page.getByText("All areas").click();
    await page.getByLabel("Scarborough").check();
    await page.getByLabel("Once a week, on Mondays").check();
    await button(page, "Save Preferences").click();
    await page.getByText("Preferences Saved", { exact: true }).waitFor();

    await page.reload();
    await heading(page, "Your emails").waitFor();
    await expect.poll(() => page.getByLabel("2 Bedrooms").isChecked()).toBe(true);
    await expect.poll(() => page.getByLabel("Studio").isChecked()).toBe(true);
    await expect.poll(() => page.getByLabel("1 Bedroom").isChecked()).toBe(false);
    await expect.poll(() => page.getByLabel("Maximum rent").inputValue()).toBe("2100");
    await expect.poll(() => page.getByLabel("Once a week, on Mondays").isChecked()).toBe(true);
    await page.getByText("Scarborough", { exact: true }).first().waitFor();

    await page.getByRole("link", { name: "Unsubscribe from listings by email" }).click();
    await heading(page, "Unsubscribe").waitFor();
    await button(page, "Unsubscribe").click();
    await heading(page, "You are unsubscribed").waitFor();
    await expect.poll(() => focused(page)).toContain("You are unsubscribed");
    await page.reload();
    await heading(page, "You are unsubscribed").waitFor();
    await page.goto(pathIn(await mailAbout(email, /^Welcome/), "preferences"));
    await page.getByText(/^This address is unsubscribed/).waitFor();
    // The browser must not store anything from an emailed link.
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toMatch(/\d+-[a-z2-7]{32}/);
    await leave();
  });
});

describe("a privacy request", () => {
  it("shows, downloads and erases the data and listings", { tags: ["rest"] }, async () => {
    const email = "stored@example.com";
    await joinAs(email);
    const { id } = await publishUnit({ email, address: "41 Grace St, Toronto, ON" });
    const { page, leave } = await personIn(browser);
    await visit(page, "/privacy-policy");
    const form = page.getByRole("region", { name: "See or erase what we store about you" });
    await form.getByLabel(/^Your email address/).fill("stored@");
    await button(page, "Send Me the Link").click();
    await form.getByText("Please enter a valid email address.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    for (const address of ["never-signed-up@example.com", email]) {
      await form.getByLabel(/^Your email address/).fill(address);
      await button(page, "Send Me the Link").click();
      await form.getByText("If we store anything about this address, we have sent a link to it.").waitFor();
    }
    const path = pathIn(await mailAbout(email, /What we store about you/), "privacy");
    expect(await mailsTo("never-signed-up@example.com")).toEqual([]);

    await page.goto(path);
    await heading(page, "What we store about you").waitFor();
    await page.getByText("reply to our email").waitFor();
    await page.getByText("41 Grace St, Toronto, ON").first().click();
    const download = page.waitForEvent("download");
    await button(page, "Download").click();
    const file = await download;
    expect(file.suggestedFilename()).toBe("my-data.json");
    expect(JSON.parse(await readFile(await file.path(), "utf8"))).toMatchObject({
      email,
      subscription: { status: "confirmed" },
      listings: [{ address: "41 Grace St, Toronto, ON" }],
    });

    await button(page, "Erase Everything").click();
    const question = page.getByRole("alertdialog", { name: "Erase everything?" });
    await question.getByText(/1 listing is removed from the site with its photos\..*cannot be undone/).waitFor();
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });
    await button(page, "Erase Everything").click();
    await question.getByRole("button", { name: "Erase Everything" }).click();
    await heading(page, "Everything is erased").waitFor();
    await expect.poll(() => focused(page)).toContain("Everything is erased");
    await expect.poll(async () => (await page.request.get(`/api/marketplace-listings/${id}`)).status()).toBe(404);
    await leave([/Failed to load resource.*404/]);
  });
});

describe("opting out of all emails", () => {
  it("works through the emailed link, which can also undo it", { tags: ["rest"] }, async () => {
    const email = "no-more-mail@example.com";
    const { page, leave } = await personIn(browser);
    const ask = () => page.request.post("/api/subscribe", { data: { email } });
    await ask();
    const path = pathIn(await mailAbout(email, /reply to join/), "never");
    await page.goto(path);
    await heading(page, "Never write to this address again?").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await button(page, "Never Write Again").click();
    await heading(page, "We never write to this address").waitFor();
    await expect.poll(() => focused(page)).toContain("We never write to this address");
    await ask();
    await page.reload();
    await button(page, "Allow Emails Again").click();
    await heading(page, "Emails are allowed again").waitFor();
    expect(await mailsTo(email)).toHaveLength(1);
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 740 });
      expect(await excessWidth(page)).toBe(0);
    }
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toMatch(/[a-z2-7]{52}/);
    await leave();
  });
});

describe("the pages of a subscriber's emailed links", () => {
  it(
    "have no axe violations or horizontal overflow in either theme, on phone and desktop",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      const { page, leave } = await personIn(browser, { reducedMotion: "reduce" });
      const check = async (path: string, title: string | RegExp) => {
        await visit(page, path);
        await heading(page, title).waitFor();
        await page.evaluate(() => {
          for (const fold of document.querySelectorAll("details")) fold.open = true;
        });
        await expectReadableByAll(page, path);
      };
      await answer(page, "**/api/emails/*", stopOnly.never(false), stopOnly.never(true));
      await check(`/never/${TOKEN}`, "Never write to this address again?");
      await check(`/never/${TOKEN}`, "We never write to this address");
      await answer(page, "**/api/confirm/*", subscription({ status: "pending" }), subscription());
      await check(`/confirm/${TOKEN}`, "Confirm Your Subscription");
      await check(`/confirm/${TOKEN}`, "You are already subscribed");
      await answer(page, "**/api/emails/*", stopOnly.edition("confirmed"), stopOnly.edition("unsubscribed"));
      await check(`/unsubscribe/${TOKEN}`, "Unsubscribe");
      await check(`/unsubscribe/${TOKEN}`, "You are unsubscribed");
      const pending = { ...subscription({ status: "pending" }), token: TOKEN };
      await answer(page, "**/api/emails/*", emails({ edition: pending, vip: { portalUrl: null } }));
      await check(`/preferences/${TOKEN}`, "Your emails");
      await answer(page, "**/api/privacy/*", STORED);
      await check(`/privacy/${TOKEN}`, "What we store about you");
      await check("/preferences", "This link is no longer valid.");
      await check("/govip", "VIP Access");
      await check("/digest/1999-01-01", "404 Page Not Found");
      await leave([/status of 404/]);
    },
  );
});
