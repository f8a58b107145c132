import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import type { PersonalData, SubscriptionView } from "../../worker/contracts/subscribers.ts";
import { publishUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { joinAs, mailAbout, mailsTo, pathIn } from "../support/node/mailbox.ts";
import { accessibilityProblems, excessWidth, expectReadableByAll, personIn, visit } from "../support/node/person.ts";
import { answer } from "../support/node/screens.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const TOKEN = `1-${"a".repeat(32)}`;
const subscription = (changes: Partial<SubscriptionView> = {}): SubscriptionView & Record<string, unknown> => ({
  email: "m***@example.com",
  status: "confirmed",
  preferences: { bedrooms: [], maxRent: null, areas: [], frequency: "every" },
  links: { preferences: `/preferences/${TOKEN}`, unsubscribe: `/unsubscribe/${TOKEN}` },
  ...changes,
});
const STORED: PersonalData & Record<string, unknown> = {
  email: "maria@example.com",
  madeAt: "2026-11-21T15:00:00.000Z",
  subscription: {
    email: "maria@example.com",
    status: "confirmed",
    createdAt: "2026-11-20T15:00:00.000Z",
    confirmedAt: "2026-11-20T15:05:00.000Z",
    sessionId: "session_1700000000000_abcdefghi",
    referrer: "reddit.com",
    isVip: true,
    preferences: { bedrooms: ["Studio"], maxRent: 1800, areas: ["Toronto", "Scarborough"], frequency: "weekly" },
    wishes: null,
    suppression: null,
    neverSince: null,
    consents: [
      {
        at: "2026-11-20T15:00:00.000Z",
        kind: "requested",
        method: "landing",
        ipAddress: "192.0.2.1",
        wordingVersion: "2026-11",
        detail: null,
      },
      {
        at: "2026-11-20T15:05:00.000Z",
        kind: "confirmed",
        method: "reply",
        ipAddress: null,
        wordingVersion: "2026-11",
        detail: "<CAF0123456789abcdefghijklmnopqrstuvwxyz@mail.example.com>",
      },
    ],
  },
  vip: [{ status: "active", currentPeriodEnd: "2026-12-20T15:00:00.000Z", cancelAtPeriodEnd: false }],
  savedHomes: null,
  listings: [{ id: 4, address: "12 Shaw St, Toronto, ON", rent: "$1,800", images: ["/photos/4/a.jpg"], phone: null }],
  follows: [
    {
      discussion: "Is this rent fair?",
      status: "following",
      askedAt: "2026-11-20T16:00:00.000Z",
      confirmedAt: "2026-11-20T16:05:00.000Z",
      stoppedAt: null,
    },
  ],
  browsers: [],
  searches: [
    {
      name: "Near work",
      filter: "1 Bedroom",
      query: "maxRent=2000",
      frequency: "daily",
      state: "active",
      createdAt: "2026-11-20T16:00:00.000Z",
      consentVersion: "alerts-2026-11",
      confirmedAt: "2026-11-20T16:05:00.000Z",
      confirmedBy: "button",
    },
  ],
  person: null,
  invitation: null,
  suppression: null,
  neverSince: null,
  proof: { provenAt: "2026-11-20T15:05:00.000Z", lastUsedAt: "2026-11-21T15:05:00.000Z" },
};

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
/** Text of the focused element; empty for the body. */
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
    await heading(page, "Email Preferences").waitFor();
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
    await heading(page, "Email Preferences").waitFor();
    await expect.poll(() => page.getByLabel("2 Bedrooms").isChecked()).toBe(true);
    await expect.poll(() => page.getByLabel("Studio").isChecked()).toBe(true);
    await expect.poll(() => page.getByLabel("1 Bedroom").isChecked()).toBe(false);
    await expect.poll(() => page.getByLabel("Maximum rent").inputValue()).toBe("2100");
    await expect.poll(() => page.getByLabel("Once a week, on Mondays").isChecked()).toBe(true);
    await page.getByText("Scarborough", { exact: true }).first().waitFor();

    await page.getByRole("link", { name: "Unsubscribe from all emails" }).click();
    await heading(page, "Unsubscribe").waitFor();
    await button(page, "Unsubscribe").click();
    await heading(page, "You are unsubscribed").waitFor();
    await expect.poll(() => focused(page)).toContain("You are unsubscribed");
    await page.goto(pathIn(await mailAbout(email, /^Welcome/), "preferences"));
    await page.getByText(/^This address is unsubscribed/).waitFor();
    // The browser stores nothing of a mailed link.
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toMatch(/\d+-[a-z2-7]{32}/);
    await leave();
  });

  it("is subscribed by the confirmation page's button, not by opening the page", async () => {
    const { page, leave } = await personIn(browser);
    const writes: string[] = [];
    // Opening the page sends only the visit's count.
    const isWrite = (call: { method(): string; url(): string }) =>
      call.method() !== "GET" && !call.url().includes("/api/analytics/");
    page.on("request", (call) => isWrite(call) && writes.push(call.url()));
    await answer(page, "**/api/confirm/*", subscription({ status: "pending" }), "failure", subscription());
    await page.goto(`/confirm/${TOKEN}`);
    await heading(page, "Confirm Your Subscription").waitFor();
    await page.getByText("m***@example.com").waitFor();
    await page.getByText(/^By joining you agree that/).waitFor();
    await expect.poll(() => page.title()).toMatch(/^Confirm Your Subscription/);
    expect(await page.locator('meta[name="robots"]').getAttribute("content")).toBe("noindex");
    expect(writes).toEqual([]);
    await button(page, "Confirm").click();
    await page.getByText("Something went wrong. Please try again.").waitFor();
    await button(page, "Confirm").click();
    await heading(page, "You are subscribed").waitFor();
    await expect.poll(() => focused(page)).toContain("You are subscribed");
    await page.getByText(/The next email goes out on (Monday|Wednesday|Friday), \w+ \d+, \d{4}/).waitFor();
    await page.getByRole("link", { name: "Choose What You Get" }).click();
    await page.waitForURL(`**/preferences/${TOKEN}`);
    await leave([/status of [45]0/]);
  });

  it("can unsubscribe twice and sees that it is done", async () => {
    const welcome = await joinAs("twice@example.com");
    const { page, leave } = await personIn(browser);
    const path = pathIn(welcome, "unsubscribe");
    await page.goto(path);
    await button(page, "Unsubscribe").click();
    await heading(page, "You are unsubscribed").waitFor();
    await page.goto(path);
    await heading(page, "You are unsubscribed").waitFor();
    await page.getByRole("link", { name: "Join Again" }).click();
    await page.getByRole("form", { name: "Join the Community" }).waitFor();
    await leave();
  });
});

describe("a privacy request", () => {
  it("shows, downloads and erases the data and listings", async () => {
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

  it("links to the VIP page while a subscription is active", async () => {
    const { page, leave } = await personIn(browser);
    await page.route("**/api/privacy/*", (route) =>
      route.request().method() === "GET"
        ? route.fulfill({ json: STORED })
        : route.fulfill({
            status: 409,
            json: { code: "privacy.vip_active", message: "Please cancel your VIP access first.", error: "" },
          }),
    );
    await page.goto(`/privacy/${TOKEN}`);
    await button(page, "Erase Everything").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Erase Everything" }).click();
    await page.getByText("Please cancel your VIP access first.").waitFor();
    await page.getByRole("link", { name: "Manage or cancel VIP access" }).click();
    await heading(page, "VIP Access").waitFor();
    await leave([/status of 409/]);
  });
});

describe("opting out of all mail", () => {
  it("works by the mailed link and can be undone by it", async () => {
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

  it("shows an invalid link, and can be retried after a connection failure", async () => {
    const { page, leave } = await personIn(browser);
    await page.goto(`/never/${TOKEN}`);
    await heading(page, "This link is no longer valid.").waitFor();
    await page.route("**/api/never/*", (route) => route.abort());
    await page.reload();
    await page.getByText("Network error. Please try again.").waitFor();
    await page.unroute("**/api/never/*");
    await answer(page, "**/api/never/*", { never: false });
    await button(page, "Try Again").click();
    await button(page, "Never Write Again").waitFor();
    await page.goto("/never");
    await heading(page, "This link is no longer valid.").waitFor();
    await leave([/status of 404/, /ERR_FAILED/]);
  });
});

describe("the pages of a subscriber's mailed links", () => {
  it.each(["confirm", "unsubscribe", "preferences", "privacy"])(
    "/%s shows an invalid link, and offers a retry after a connection failure",
    async (kind) => {
      const { page, leave } = await personIn(browser);
      await page.goto(`/${kind}/${TOKEN}`);
      await heading(page, "This link is no longer valid.").waitFor();
      expect((await page.request.get(`/${kind}/${TOKEN}`)).headers()).toMatchObject({
        "x-robots-tag": "noindex",
        "referrer-policy": "no-referrer",
        "cache-control": "no-store",
      });
      await page.route(`**/api/${kind}/*`, (route) => route.abort());
      await page.reload();
      await page.getByText("Network error. Please try again.").waitFor();
      await page.unroute(`**/api/${kind}/*`);
      await answer(page, `**/api/${kind}/*`, kind === "privacy" ? STORED : subscription({ status: "pending" }));
      await button(page, "Try Again").click();
      await page
        .getByText(/m\S+@example\.com/)
        .first()
        .waitFor();
      await page.goto(`/${kind}`);
      await heading(page, "This link is no longer valid.").waitFor();
      await leave([/status of 404/, /ERR_FAILED/]);
    },
  );

  it(
    "have no axe violations or horizontal overflow in either theme, on phone and desktop",
    async () => {
      const { page, leave } = await personIn(browser, { reducedMotion: "reduce" });
      const check = async (path: string, title: string | RegExp) => {
        await visit(page, path);
        await heading(page, title).waitFor();
        for (const summary of await page.locator("summary").all()) await summary.click();
        await expectReadableByAll(page, path);
      };
      await answer(page, "**/api/never/*", { never: false }, { never: true });
      await check(`/never/${TOKEN}`, "Never write to this address again?");
      await check(`/never/${TOKEN}`, "We never write to this address");
      await answer(page, "**/api/confirm/*", subscription({ status: "pending" }), subscription());
      await check(`/confirm/${TOKEN}`, "Confirm Your Subscription");
      await check(`/confirm/${TOKEN}`, "You are already subscribed");
      await answer(page, "**/api/unsubscribe/*", subscription(), subscription({ status: "unsubscribed" }));
      await check(`/unsubscribe/${TOKEN}`, "Unsubscribe");
      await check(`/unsubscribe/${TOKEN}`, "You are unsubscribed");
      await answer(page, "**/api/preferences/*", subscription({ status: "pending" }));
      await check(`/preferences/${TOKEN}`, "Email Preferences");
      await answer(page, "**/api/privacy/*", STORED);
      await check(`/privacy/${TOKEN}`, "What we store about you");
      await check("/preferences", "This link is no longer valid.");
      await check("/govip", "VIP Access");
      await check("/digest/1999-01-01", "404 Page Not Found");
      await leave([/status of 404/]);
    },
    LONG_TESTS.many,
  );
});

describe("/govip", () => {
  const openVip = async (page: Page, offer: Record<string, unknown>) => {
    await answer(page, "**/api/vip", offer);
    await answer(page, "**/api/unsubscribe/*", subscription());
    // Client-side navigation, so that the browser fetches the offer.
    await page.goto(`/unsubscribe/${TOKEN}`);
    await page.getByRole("link", { name: "on its own page" }).click();
    await heading(page, "VIP Access").waitFor();
  };

  it("links to checkout and portal of the plan", async () => {
    const { page, leave } = await personIn(browser);
    await openVip(page, {
      checkoutUrl: "https://checkout.example/vip",
      portalUrl: "https://portal.example/vip",
      listingCount: 50,
      belowMarketCount: 50,
      isOftenUpdated: true,
    });
    const plan = page.getByRole("region", { name: "Monthly Access" });
    for (const text of ["BEST VALUE", "$4.99", "/month CAD", "50+ below-market rentals", "Direct from landlords"])
      await plan.getByText(text, { exact: true }).waitFor();
    for (const text of ["Listings expire after 60 days", "Cancel anytime", "Instant access", "Updated every 48 hours"])
      await plan.getByText(text, { exact: true }).waitFor();
    const checkout = plan.getByRole("link", { name: "Get VIP Access Now" });
    expect(await checkout.getAttribute("href")).toBe("https://checkout.example/vip");
    expect(await checkout.getAttribute("rel")).toContain("noopener");
    expect(await plan.getByRole("link", { name: "Manage or cancel" }).getAttribute("href")).toBe(
      "https://portal.example/vip",
    );
    await leave();
  });

  it("does not claim 50 listings while there are fewer, and offers no plan without payments", async () => {
    const { page, leave } = await personIn(browser);
    await openVip(page, { checkoutUrl: null, portalUrl: null, listingCount: 60, belowMarketCount: 49 });
    await page.getByText("VIP access cannot be bought at the moment.").waitFor();
    expect(await page.getByText("50+ below-market rentals").count()).toBe(0);
    expect(await page.getByRole("link", { name: "Get VIP Access Now" }).count()).toBe(0);
    await leave();
  });

  it("is server-rendered and noindex", async () => {
    const { page, leave } = await personIn(browser, { javaScriptEnabled: false });
    await page.goto("/GoVIP");
    expect(new URL(page.url()).pathname).toBe("/govip");
    await page.getByRole("heading", { name: "Monthly Access" }).waitFor();
    expect(await page.locator('meta[name="robots"]').getAttribute("content")).toBe("noindex");
    await leave();
  });
});
