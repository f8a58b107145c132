import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { CODE_SENT_MESSAGE } from "../../worker/contracts/subscribers.ts";
import { publishUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { closeNotification, expectReadableByAll, personIn, visit } from "../support/node/person.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
  for (let n = 1; n <= 8; n += 1) await publishUnit({ address: `${n} Palmerston Ave, Toronto, ON` });
});

interface Mail {
  subject: string;
  replyTo: string | null;
  text: string;
}

async function mailsTo(email: string): Promise<Mail[]> {
  const response = await fetch(`${inject("siteUrl")}/api/dev/mailbox?to=${encodeURIComponent(email)}`);
  return (await response.json()) as Mail[];
}

async function post(path: string, body: unknown): Promise<void> {
  const response = await fetch(inject("siteUrl") + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(response.status, path).toBe(200);
}

/** Confirms a sign-up, as a reply to its confirmation email does. */
async function confirm(email: string): Promise<void> {
  const token = async () =>
    (await mailsTo(email)).map(({ replyTo }) => /confirm\+([^@]+)@/.exec(replyTo ?? "")?.[1]).find(Boolean) ?? "";
  await expect.poll(token).not.toBe("");
  await post(`/api/confirm/${await token()}`, {});
}

const waitForText = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();
const form = (page: Page) => page.getByRole("form", { name: "Join the Community" });
const gate = (page: Page) => page.getByRole("dialog", { name: "Enter your email to proceed for free" });
const offer = (page: Page) => page.getByRole("dialog", { name: "Get new listings by email" });

/** Waits until the page is painted after scrolling and scroll listeners have run. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Opens a page of the marketplace and waits until its scroll listener is active. */
async function openMarketplace(page: Page, path = "/"): Promise<void> {
  const watching = page.waitForResponse(/\/assets\/deferred-[^/]+\.js/);
  await visit(page, path);
  await watching;
  await drawn(page);
}

/** Scrolls down by a share of the page's height. */
async function scrollBy(page: Page, share: number): Promise<void> {
  await page.evaluate((part) => window.scrollBy(0, Math.ceil(part * document.documentElement.scrollHeight)), share);
  await drawn(page);
}

/** Returns the invitations caused by `act` on a page that has shown none since it was loaded. */
async function invitationsBy(page: Page, act: () => Promise<unknown>): Promise<string[]> {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await act();
  await drawn(page);
  // An invitation would request its code immediately, before this request is sent.
  await page.evaluate(() => fetch("/api/site").then(() => undefined));
  expect(asked).toContain("/api/site");
  const shown = await page.getByRole("dialog").count();
  return [...asked.filter((path) => /gate-dialog|api\/access/.test(path)), ...(shown > 0 ? ["a dialog"] : [])];
}

describe("the sign-up of the landing page", () => {
  it("is server-rendered, with the schedule instead of the countdown", { tags: ["rest"] }, async () => {
    const reader = await personIn(browser, { javaScriptEnabled: false });
    await reader.page.goto("/");
    await reader.page.getByRole("timer").getByText("Sent at 10 a.m. Toronto time").waitFor();
    await reader.page
      .getByText(/every Monday, Wednesday and Friday/)
      .first()
      .waitFor();
    await reader.leave();
  });
});

describe("the marketplace's invitations", () => {
  it(
    "open at 10 % of the page and once more after another 10 %, and close without moving the page",
    { tags: ["rest"] },
    async () => {
      const { page, leave } = await personIn(browser, { newcomer: true });
      await openMarketplace(page);
      await scrollBy(page, 0.09);
      expect(await page.getByRole("dialog").count()).toBe(0);
      await scrollBy(page, 0.015);
      await gate(page).waitFor();
      const at = await page.evaluate(() => window.scrollY);
      await page.mouse.click(5, 300);
      await gate(page).waitFor({ state: "detached" });
      await drawn(page);
      expect(await page.evaluate(() => window.scrollY), "nothing moves").toBe(at);
      await scrollBy(page, 0.105);
      await offer(page).waitFor();
      await page.goBack();
      await offer(page).waitFor({ state: "detached" });
      await drawn(page);
      await scrollBy(page, 0.3);
      await openMarketplace(page);
      expect(await invitationsBy(page, () => scrollBy(page, 0.3))).toEqual([]);
      expect(page.url()).toBe(`${inject("siteUrl")}/`);
      await leave();
    },
  );

  it("do not open for an in-page link", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser, { newcomer: true });
    await openMarketplace(page, "/");
    const invitations = await invitationsBy(page, async () => {
      // A script clicks the element, because Playwright's click would scroll to it.
      await page.getByRole("contentinfo").getByRole("link", { name: "FAQs" }).dispatchEvent("click");
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
    });
    expect(invitations).toEqual([]);
    await leave();
  });
});

async function openGate(page: Page): Promise<void> {
  await openMarketplace(page);
  await scrollBy(page, 0.12);
  await gate(page).waitFor();
}

describe("a visitor at the gate", () => {
  it("signs in with an emailed code and has a session from then on", async () => {
    const email = "coded@example.com";
    await post("/api/subscribe", { email });
    const { page, leave } = await personIn(browser, { newcomer: true });
    await openGate(page);
    await page.getByLabel("Your email address").last().fill(email);
    await page.getByText("We found no subscription for this address.").waitFor();
    await confirm(email);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText(CODE_SENT_MESSAGE).waitFor();
    const code = async () =>
      (await mailsTo(email)).map(({ subject }) => /code: (\d{6})$/.exec(subject)?.[1]).find(Boolean) ?? "";
    await expect.poll(code).not.toBe("");
    const right = await code();
    await page.getByLabel("Enter the code we sent").fill(`${right.slice(0, 3)} ${right.slice(3)}`);
    await page.keyboard.press("Enter");
    await waitForText(page, "Welcome Back");
    await page.getByRole("dialog").waitFor({ state: "detached" });

    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await openMarketplace(page);
    const asked = page.waitForResponse("**/api/access/session");
    await scrollBy(page, 0.3);
    expect(await (await asked).json()).toEqual({ isSubscribed: true, accessSource: "email subscription" });
    await openMarketplace(page);
    expect(await invitationsBy(page, () => scrollBy(page, 0.3))).toEqual([]);
    await leave();
  });
});

it("no step of the sign-up has axe violations", { tags: ["rest"], timeout: LONG_TESTS.many }, async () => {
  const { page, leave } = await personIn(browser, {
    newcomer: true,
    viewport: { width: 360, height: 900 },
    reducedMotion: "reduce",
  });
  await openGate(page);
  await expectReadableByAll(page, "the gate");
  await page.getByRole("dialog").getByLabel("Your email address").fill("nobody@example.com");
  await page.getByText("We found no subscription for this address.").waitFor();
  await expectReadableByAll(page, "an unknown address");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Enter the code we sent").fill("1");
  await page.keyboard.press("Enter");
  await waitForText(page, "Please enter the six digits of the code.");
  // On a phone, a notification covers the dialog's heading until it closes.
  await closeNotification(page);
  await expectReadableByAll(page, "the code");
  await page.getByRole("button", { name: "Join with this address" }).click();
  await expectReadableByAll(page, "the offer");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await waitForText(page, "Successfully Subscribed!");
  await closeNotification(page);
  await expectReadableByAll(page, "the end");
  await page.getByRole("button", { name: "Back to the listings" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  // A browser that has joined sees the form only through a link to it.
  await visit(page, "/#join");
  await form(page).getByRole("button", { name: "Join the Community" }).click();
  await waitForText(page, "Please enter a valid email address.");
  await closeNotification(page);
  await expectReadableByAll(page, "a refused address");
  await form(page).getByLabel("Your email address").fill("axe@example.com");
  await page.keyboard.press("Enter");
  await waitForText(page, "Success! Check your email to confirm your subscription.");
  await closeNotification(page);
  await expectReadableByAll(page, "a sign-up");
  await leave();
});
