import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { CODE_SENT_MESSAGE, SUBSCRIBED_MESSAGE } from "../../worker/contracts/subscribers.ts";
import { publishUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { closeNotification, expectReadableByAll, personIn, stopClock, visit } from "../support/node/person.ts";
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

/** Confirms a sign-up as a reply to its mail would. */
async function confirm(email: string): Promise<void> {
  const token = async () =>
    (await mailsTo(email)).map(({ replyTo }) => /confirm\+([^@]+)@/.exec(replyTo ?? "")?.[1]).find(Boolean) ?? "";
  await expect.poll(token).not.toBe("");
  await post(`/api/confirm/${await token()}`, {});
}

/** A confirmed subscriber. */
async function subscriber(email: string): Promise<string> {
  await post("/api/subscribe", { email });
  await confirm(email);
  return email;
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
  const watching = page.waitForResponse(/\/assets\/afterwards-[^/]+\.js/);
  await visit(page, path);
  await watching;
  await drawn(page);
}

/** Scrolls down by a share of the page's height. */
async function scrollBy(page: Page, share: number): Promise<void> {
  await page.evaluate((part) => window.scrollBy(0, Math.ceil(part * document.documentElement.scrollHeight)), share);
  await drawn(page);
}

/** The invitations caused by `act` on a page that has shown none since it was loaded. */
async function invitationsBy(page: Page, act: () => Promise<unknown>): Promise<string[]> {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await act();
  await drawn(page);
  // An invitation requests its code at once, and so before this request.
  await page.evaluate(() => fetch("/api/site").then(() => undefined));
  expect(asked).toContain("/api/site");
  const shown = await page.getByRole("dialog").count();
  return [...asked.filter((path) => /gate-dialog|api\/access/.test(path)), ...(shown > 0 ? ["a dialog"] : [])];
}

describe("the sign-up of the landing page", () => {
  it("accepts an address, says that a mail was sent, and resends it on request", async () => {
    const email = "renter@example.com";
    const { page, leave } = await personIn(browser, { newcomer: true });
    await page.addInitScript(() => sessionStorage.setItem("analytics_session_id", "session_1763730000000_abcdefghi"));
    await visit(page, "/");
    await form(page).getByLabel("Your email address").fill(` ${email} `);
    const sent = page.waitForRequest("**/api/subscribe");
    await page.keyboard.press("Enter");
    expect((await sent).postDataJSON()).toEqual({ email, sessionId: "session_1763730000000_abcdefghi" });
    await waitForText(page, "Success!");
    await waitForText(page, SUBSCRIBED_MESSAGE);
    await waitForText(page, "Success! Check your email to confirm your subscription.");
    await expect.poll(() => form(page).getByLabel("Your email address").inputValue()).toBe("");
    await expect.poll(async () => (await mailsTo(email)).length).toBe(1);
    await form(page).getByRole("button", { name: "Send it again" }).click();
    await expect.poll(async () => (await mailsTo(email)).length).toBe(2);
    await leave();
  });

  it("states sender and purpose of the mails, and works for uncounted visits", async () => {
    const { page, context, leave } = await personIn(browser, { newcomer: true });
    await context.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }));
    await visit(page, "/");
    await form(page)
      .getByText(/^By joining you agree that Below Market Toronto emails you .* You can withdraw at any time/)
      .waitFor();
    await form(page)
      .getByText(/Sender: Below Market Toronto/)
      .waitFor();
    expect(await form(page).getByRole("link", { name: "Privacy Policy" }).getAttribute("href")).toBe("/privacy-policy");
    await form(page).getByLabel("Your email address").fill("uncounted@example.com");
    const sent = page.waitForRequest("**/api/subscribe");
    await form(page).getByRole("button", { name: "Join the Community" }).click();
    expect((await sent).postDataJSON()).toEqual({ email: "uncounted@example.com", sessionId: null });
    await waitForText(page, "Success!");
    await leave();
  });

  it.each(["", "somebody", "somebody@", "a b@example.com", "somebody@example"])(
    "rejects %j beside the field without a request",
    async (text) => {
      const { page, leave } = await personIn(browser, { newcomer: true });
      let calls = 0;
      page.on("request", (request) => (calls += Number(request.url().endsWith("/api/subscribe"))));
      await visit(page, "/");
      const field = form(page).getByLabel("Your email address");
      await field.fill(text);
      await form(page).getByRole("button", { name: "Join the Community" }).click();
      await form(page).getByText("Please enter a valid email address.", { exact: true }).waitFor();
      await waitForText(page, "Error");
      await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
      await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
      expect(calls).toBe(0);
      await leave();
    },
  );

  it.each([
    [
      "with the server's message",
      429,
      { code: "request.rate_limited", message: "Too many requests." },
      "Too many requests.",
    ],
    ["without a response body", 500, undefined, "Something went wrong. Please try again."],
    ["without a response", 0, undefined, "Something went wrong. Please try again."],
  ])("shows a failure %s and keeps the address", async (_, status, json, text) => {
    const { page, leave } = await personIn(browser, { newcomer: true });
    let answer = () => {};
    const asked = new Promise<void>((resolve) => (answer = resolve));
    await page.route("**/api/subscribe", async (route) => {
      await asked;
      await (status === 0 ? route.abort() : route.fulfill({ status, ...(json ? { json } : { body: "" }) }));
    });
    await visit(page, "/");
    await form(page).getByLabel("Your email address").fill("renter@example.com");
    await form(page).getByRole("button", { name: "Join the Community" }).click();
    await form(page).getByRole("button", { name: "Submitting..." }).waitFor();
    answer();
    await waitForText(page, "Error");
    await form(page).getByText(text, { exact: true }).waitFor();
    await expect.poll(() => form(page).getByLabel("Your email address").inputValue()).toBe("renter@example.com");
    await form(page).getByRole("button", { name: "Join the Community" }).waitFor();
    await leave([/status of (?:429|500)|ERR_FAILED/]);
  });

  it("counts down to the next email in hours, minutes and seconds", async () => {
    const { page, leave } = await personIn(browser);
    // Monday, 6:00 in New York.
    await page.clock.install({ time: "2026-11-23T11:00:00Z" });
    await visit(page, "/");
    const timer = page.getByRole("timer");
    await timer.getByText(/Next email in/).waitFor();
    await page.clock.pauseAt("2026-11-23T12:30:00Z");
    const shown = () => timer.textContent();
    await expect.poll(shown).toBe("Next email in 2 hours 30 min 00 sec");
    await page.clock.runFor(1000);
    await expect.poll(shown).toBe("Next email in 2 hours 29 min 59 sec");
    await page.clock.runFor(59_000);
    await expect.poll(shown).toBe("Next email in 2 hours 29 min 00 sec");
    await page.clock.fastForward("02:28:59");
    await expect.poll(shown).toBe("Next email in 0 hours 00 min 01 sec");
    await page.clock.runFor(1000);
    await expect.poll(shown).toBe("Next email in 48 hours 00 min 00 sec");
    await leave();
  });

  it("is server-rendered, with the schedule in place of the countdown", async () => {
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

const WAYS: readonly (readonly [string, (page: Page) => Promise<unknown>])[] = [
  ["its close button", (page) => page.getByRole("dialog").getByRole("button", { name: "Close" }).click()],
  ["'Not now'", (page) => page.getByRole("dialog").getByRole("button", { name: "Not now" }).click()],
  ["Escape", (page) => page.keyboard.press("Escape")],
  ["a click outside", (page) => page.mouse.click(5, 300)],
  ["the back button", (page) => page.goBack()],
];

describe("the marketplace's invitations", () => {
  it.each(WAYS)("open at 10 % of the page and once more after another 10 %, and close by %s", async (_, close) => {
    const { page, leave } = await personIn(browser, { newcomer: true });
    await openMarketplace(page);
    await scrollBy(page, 0.09);
    expect(await page.getByRole("dialog").count()).toBe(0);
    await scrollBy(page, 0.015);
    await gate(page).waitFor();
    await gate(page)
      .getByText("Join our community to get notified of new below-market listings. You can unsubscribe anytime.")
      .waitFor();
    const at = await page.evaluate(() => window.scrollY);
    await close(page);
    await gate(page).waitFor({ state: "detached" });
    await drawn(page);
    expect(await page.evaluate(() => window.scrollY), "nothing moves").toBe(at);
    await scrollBy(page, 0.105);
    await offer(page).waitFor();
    await close(page);
    await offer(page).waitFor({ state: "detached" });
    await drawn(page);
    await scrollBy(page, 0.3);
    await openMarketplace(page);
    expect(await invitationsBy(page, () => scrollBy(page, 0.3))).toEqual([]);
    expect(page.url()).toBe(`${inject("siteUrl")}/`);
    await leave();
  });

  it("open on category pages, too", async () => {
    const { page, leave } = await personIn(browser, { newcomer: true, viewport: { width: 360, height: 740 } });
    await openMarketplace(page, "/1-bedroom-apartments-toronto");
    await scrollBy(page, 0.12);
    await gate(page).waitFor();
    await leave();
  });

  it("do not open for crawlers", async () => {
    const { page, leave } = await personIn(browser, {
      newcomer: true,
      userAgent: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    });
    await openMarketplace(page);
    expect(await invitationsBy(page, () => scrollBy(page, 0.5))).toEqual([]);
    await leave();
  });

  it("do not open over a dialog or while a field has the focus", async () => {
    const { page, leave } = await personIn(browser, { newcomer: true });
    await openMarketplace(page);
    await form(page).getByLabel("Your email address").focus();
    expect(await invitationsBy(page, () => scrollBy(page, 0.2))).toEqual([]);
    await page
      .getByRole("link", { name: /Palmerston Ave/ })
      .first()
      .click();
    await page.getByRole("dialog").getByText("Description").waitFor();
    await scrollBy(page, 0.2);
    await expect.poll(() => page.getByRole("dialog").count()).toBe(1);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await drawn(page);
    await scrollBy(page, 0.105);
    await gate(page).waitFor();
    await leave();
  });

  it("do not open for an in-page link", async () => {
    const { page, leave } = await personIn(browser, { newcomer: true });
    await openMarketplace(page, "/");
    const invitations = await invitationsBy(page, async () => {
      // Clicked by script, because Playwright's click would scroll to it.
      await page.getByRole("contentinfo").getByRole("link", { name: "FAQs" }).dispatchEvent("click");
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
    });
    expect(invitations).toEqual([]);
    await leave();
  });

  it("do not open after joining on the landing page", async () => {
    const { page, leave } = await personIn(browser, { newcomer: true });
    await openMarketplace(page);
    await form(page).getByLabel("Your email address").fill("joined@example.com");
    await page.keyboard.press("Enter");
    await waitForText(page, "Success!");
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    expect(await invitationsBy(page, () => scrollBy(page, 0.3))).toEqual([]);
    await leave();
  });

  it("open again after 60 days, when the stored access has expired", async () => {
    const { page, leave } = await personIn(browser, { newcomer: true });
    await page.goto("/contact");
    const store = (days: number) =>
      page.evaluate(
        (since) => localStorage.setItem("marketplace_access", JSON.stringify({ source: "email subscription", since })),
        Date.now() - days * 86_400_000,
      );
    const stored = () => page.evaluate(() => localStorage.getItem("marketplace_access"));
    await store(59);
    await openMarketplace(page);
    expect(await invitationsBy(page, () => scrollBy(page, 0.2))).toEqual([]);
    expect(await stored()).not.toBeNull();
    await store(60);
    await page.evaluate(() => scrollTo(0, 0));
    await openMarketplace(page);
    expect(await stored()).toBeNull();
    await scrollBy(page, 0.12);
    await gate(page).waitFor();
    await leave();
  });
});

async function openGate(page: Page): Promise<void> {
  await openMarketplace(page);
  await scrollBy(page, 0.12);
  await gate(page).waitFor();
}

async function openOffer(page: Page): Promise<void> {
  await openGate(page);
  await page.keyboard.press("Escape");
  await gate(page).waitFor({ state: "detached" });
  await drawn(page);
  await scrollBy(page, 0.12);
  await offer(page).waitFor();
}

describe("a visitor at the gate", () => {
  it("is recognized one second after typing a known address, welcomed back and not asked again", async () => {
    const email = await subscriber("known@example.com");
    const { page, leave } = await personIn(browser, { newcomer: true });
    await page.clock.install();
    await openGate(page);
    let checks = 0;
    page.on("request", (request) => (checks += Number(request.url().endsWith("/api/verify-subscription"))));
    await stopClock(page);
    const field = gate(page).getByLabel("Your email address");
    await field.fill("a@b.");
    await page.clock.runFor(5000);
    await field.fill(email);
    await page.clock.runFor(600);
    await field.press("End");
    await field.pressSequentially("x");
    await page.clock.runFor(600);
    await field.press("Backspace");
    await page.clock.runFor(999);
    expect(checks).toBe(0);
    await page.clock.runFor(1);
    await waitForText(page, "Welcome Back");
    await waitForText(page, "Access confirmed via email subscription. Enjoy full marketplace access.");
    expect(checks).toBe(1);
    await page.clock.resume();
    await gate(page).waitFor({ state: "detached" });
    await openMarketplace(page);
    expect(await invitationsBy(page, () => scrollBy(page, 0.3))).toEqual([]);
    await leave();
  });

  it("signs in with a mailed code and has a session from then on", async () => {
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
    const field = page.getByLabel("Enter the code we sent");
    await field.fill("12");
    await page.keyboard.press("Enter");
    await waitForText(page, "Please enter the six digits of the code.");
    await field.fill(right === "000000" ? "000001" : "000000");
    await page.keyboard.press("Enter");
    await waitForText(page, "That code is not right, or it has expired.");
    await field.fill(`${right.slice(0, 3)} ${right.slice(3)}`);
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
    await leave([/status of 401/]);
  });

  it("can continue only once the address was checked, and sees when the check fails", async () => {
    const { page, leave } = await personIn(browser, { newcomer: true });
    const answers: (() => void)[] = [];
    const results = [
      { status: 500, body: "" },
      { status: 429, json: { code: "request.rate_limited", message: "Too many requests.", error: "" } },
    ];
    await page.route("**/api/verify-subscription", async (route) => {
      await new Promise<void>((resolve) => answers.push(resolve));
      await route.fulfill(
        results[answers.length - 1] ?? { json: { isSubscribed: true, accessSource: "VIP subscription" } },
      );
    });
    await openGate(page);
    const next = gate(page).getByRole("button", { name: "Continue" });
    const field = gate(page).getByLabel("Your email address");
    await expect.poll(() => next.getAttribute("aria-disabled")).toBe("true");
    await field.fill("somebody");
    await next.click();
    await waitForText(page, "Please enter a valid email address.");
    await field.fill("vip@example.com");
    await next.click();
    await expect.poll(() => next.getAttribute("aria-disabled")).toBe("true");
    await expect.poll(() => answers.length).toBe(1);
    answers[0]?.();
    await waitForText(page, "Verification Failed");
    await waitForText(page, "Unable to verify subscription status. Please try again.");
    await next.click();
    await expect.poll(() => answers.length).toBe(2);
    answers[1]?.();
    await waitForText(page, "Too many requests.");
    await next.click();
    await expect.poll(() => answers.length).toBe(3);
    answers[2]?.();
    await waitForText(page, "Access confirmed via VIP subscription. Enjoy full marketplace access.");
    await gate(page).waitFor({ state: "detached" });
    await leave([/status of (?:429|500)/]);
  });

  it("can go back or join if the address is unknown", async () => {
    const email = "stranger@example.com";
    const { page, leave } = await personIn(browser, { newcomer: true });
    await openGate(page);
    const field = page.getByRole("dialog").getByLabel("Your email address");
    await field.fill(email);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByLabel("Enter the code we sent").waitFor();
    await page.getByRole("button", { name: "Send a new code" }).click();
    await page.getByText(CODE_SENT_MESSAGE).waitFor();
    await page.getByRole("button", { name: "Use another address" }).click();
    await expect.poll(() => field.inputValue()).toBe(email);
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    // Who joins while the code is still requested is not taken back to it when it comes.
    const { promise: hasJoined, resolve: join } = Promise.withResolvers<void>();
    const isAnswered = page.waitForResponse("**/api/access/request-code");
    await page.route("**/api/access/request-code", async (route) => {
      await hasJoined;
      await route.continue();
    });
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Join with this address" }).click();
    join();
    await (await isAnswered).finished();
    const sent = page.waitForRequest("**/api/subscribe");
    await page.getByRole("dialog").getByRole("button", { name: "Subscribe" }).click();
    expect((await sent).postDataJSON()).toEqual({ email });
    await waitForText(page, "Successfully Subscribed!");
    await page.getByRole("dialog").getByText(SUBSCRIBED_MESSAGE).waitFor();
    await page.getByRole("button", { name: "Back to the listings" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await openMarketplace(page);
    expect(await invitationsBy(page, () => scrollBy(page, 0.3))).toEqual([]);
    await expect.poll(async () => (await mailsTo(email)).length).toBe(1);
    await leave();
  });

  it("sees errors in the offer, with the contract's texts", async () => {
    const { page, leave } = await personIn(browser, { newcomer: true });
    const results = [
      { status: 500, body: "" },
      { status: 503, json: { code: "request.busy", message: "The service is busy.", error: "" } },
    ];
    let calls = 0;
    await page.route("**/api/subscribe", async (route) => {
      calls += 1;
      const result = results[calls - 1];
      await (result ? route.fulfill(result) : route.abort());
    });
    await openOffer(page);
    const press = () => offer(page).getByRole("button", { name: "Subscribe" }).click();
    const beside = (text: string) => offer(page).getByText(text, { exact: true }).waitFor();
    await press();
    await waitForText(page, "Email Required");
    await beside("Please enter your email address.");
    await offer(page).getByLabel("Your email address").fill("somebody");
    await press();
    await waitForText(page, "Subscription Failed");
    await beside("Please enter a valid email address.");
    await offer(page).getByLabel("Your email address").fill("somebody@example.com");
    for (const text of ["Please try again.", "The service is busy.", "Unable to subscribe. Please try again."]) {
      await press();
      await beside(text);
      await waitForText(page, "Subscription Failed");
    }
    expect(calls, "only what is an address is sent").toBe(3);
    await leave([/status of (?:500|503)|ERR_FAILED/]);
  });
});

it(
  "no step of the sign-up has axe violations",
  async () => {
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
    // On a phone a notification covers the dialog's heading until it closes.
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
    // A browser that has joined sees the form by a link to it alone.
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
  },
  LONG_TESTS.many,
);
