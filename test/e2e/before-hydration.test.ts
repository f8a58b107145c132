import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { CATEGORIES } from "../../worker/contracts/bedrooms.ts";
import type { PublicListing } from "../../worker/contracts/listings.ts";
import { PAGES } from "../../worker/contracts/pages.ts";
import { publishUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { startThread } from "../support/node/forum.ts";
import { personIn, settle } from "../support/node/person.ts";
import { holdRequests } from "../support/node/screens.ts";

/** The entry script of every page; without it, no part of a page is hydrated. */
const ENTRY = "**/assets/index-*.js";
const WORDS = "Search listings by words";

let browser: Browser;
let listing: PublicListing;
let threadPath = "";
beforeAll(async () => {
  browser = await sharedBrowser();
  listing = await publishUnit({ address: "11 Hydrangea Rd, Toronto, ON", bedrooms: "Studio" });
  await publishUnit({ address: "12 Hydrangea Rd, Toronto, ON", bedrooms: "2 Bedrooms" });
  const { id } = await startThread({ title: "Is a hydrangea allowed on a balcony?" });
  threadPath = `/Toronto-Apartment-Discussions/thread/${id}`;
});

/** Opens a page on a slow machine and blocks its code until `release`. */
async function early(page: Page, path: string) {
  const cdp = await page.context().newCDPSession(page);
  const slowDown = (rate: number) => cdp.send("Emulation.setCPUThrottlingRate", { rate });
  await slowDown(6);
  const { asked, release } = await holdRequests(page, ENTRY);
  await page.goto(path, { waitUntil: "domcontentloaded" });
  return {
    /** Lets the code load, and waits until the whole page is hydrated; then restores the machine's speed. */
    async release() {
      await asked;
      release();
      await page.locator("html[data-live]").waitFor();
      await slowDown(1);
      await settle(page);
    },
    /** Restores the machine's speed, and stops blocking requests. */
    async end() {
      release();
      await slowDown(1);
      await settle(page);
    },
  };
}

const addressOf = (page: Page) => page.evaluate(() => location.pathname + location.search);

/** Returns example paths for every page that the worker renders. */
const renderedPages = (): string[] =>
  Object.values(PAGES).flatMap(({ answer, paths, file }) => {
    if (answer !== "rendered") return [];
    const example = (path: string) =>
      path
        .replace("/listing/:id/:slug?", `/listing/${listing.id}/${listing.slug}`)
        .replace(/^.*\/thread\/:id.*$/, threadPath)
        .replace(":area", "annex")
        .replace(":date", "2026-01-05");
    return file === "not-found" ? ["/no-such-page"] : paths.map(example);
  });

/** A control of the page as visitors find it before any code has run. */
interface Control {
  name: string;
  type: string;
  value: string;
  /** The recipient of a submission: the server; the application, which receives it once loaded; or nobody. */
  taker: "server" | "application" | "nobody";
}

/** Finds all controls that visitors can fill in. @param fill whether to type or choose something in each of them */
const controlsOf = (page: Page, fill: boolean) =>
  page.evaluate((isFilling) => {
    const all = document.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(
      ":is(input:not([type=hidden]), select, textarea)",
    );
    return [...all].map((control): Control => {
      const isTicked = control.type === "checkbox" || control.type === "radio";
      if (isFilling && isTicked) (control as HTMLInputElement).checked = true;
      else if (isFilling && control instanceof HTMLSelectElement) control.selectedIndex = control.options.length - 1;
      else if (isFilling)
        control.value = { date: "2026-03-01", email: "early@example.com" }[control.type] ?? control.value + "1850";
      const { form } = control;
      const isOfServer = form?.hasAttribute("action") === true && control.name !== "";
      const isOfApplication = form?.dataset["waits"] !== undefined || control.autocomplete === "off";
      return {
        name: control.name || (control.labels?.[0]?.textContent ?? ""),
        type: control.type,
        value: isTicked ? String((control as HTMLInputElement).checked) : control.value,
        taker: isOfServer ? "server" : isOfApplication ? "application" : "nobody",
      };
    });
  }, fill);

describe("before a page's code has loaded", () => {
  it(
    "every control of every page is handled by the server or the waiting application",
    { tags: ["rest"] },
    async () => {
      const { page, leave } = await personIn(browser);
      const forms: Record<string, string> = {};
      await holdRequests(page, ENTRY);
      for (const path of renderedPages()) {
        await page.goto(path, { waitUntil: "domcontentloaded" });
        for (const { name, taker } of await controlsOf(page, false)) forms[`${path} ${name}`] = taker;
      }
      expect(Object.keys(forms).length).toBeGreaterThan(20);
      expect(Object.entries(forms).filter(([, taker]) => taker === "nobody")).toEqual([]);
      await leave([/Failed to load resource/]);
    },
  );

  it.each(["/", "/rent-check", "/landlords", "/privacy-policy", "/Toronto-Apartment-Discussions", "/no-such-page"])(
    "text and choices on %s are still there after it has loaded",
    { tags: ["rest"] },
    async (path) => {
      const { page, leave } = await personIn(browser);
      const { release } = await early(page, path);
      const typed = (await controlsOf(page, true)).filter(({ type }) => type !== "select-one" || path !== "/");
      expect(typed.length).toBeGreaterThan(0);
      await release();
      const after = await controlsOf(page, false);
      for (const { name, value } of typed)
        expect(
          after.filter((control) => control.name === name).map((control) => control.value),
          name,
        ).toContain(value);
      await leave([/404/]);
    },
  );

  it.each([
    ["/", WORDS, "/?q=hydrangea"],
    ["/?type=Studio&maxRent=3000", WORDS, "/?type=Studio&q=hydrangea&maxRent=3000"],
    ["/?view=map&bbox=-79.5,43.6,-79.3,43.7", WORDS, "/?view=map&q=hydrangea"],
    [CATEGORIES[0].path, WORDS, `${CATEGORIES[0].path}?q=hydrangea`],
    ["/no-such-page", WORDS, "/?q=hydrangea"],
    [
      "/Toronto-Apartment-Discussions?sort=newest",
      "Search discussions",
      "/Toronto-Apartment-Discussions?sort=newest&q=hydrangea",
    ],
  ])("Enter in the search of %s is answered by the server", { tags: ["rest"] }, async (path, field, address) => {
    const { page, leave } = await personIn(browser);
    const { end } = await early(page, path);
    await page.getByLabel(field).pressSequentially("hydrangea");
    await page.keyboard.press("Enter");
    await expect.poll(() => addressOf(page)).toBe(address);
    const found = path.startsWith("/Toronto") ? /hydrangea allowed/ : /Hydrangea Rd/;
    await page.getByRole("main").getByRole("link", { name: found }).first().waitFor();
    expect(await page.getByLabel(field).inputValue()).toBe("hydrangea");
    await end();
    await leave([/404/]);
  });

  it("an empty search and All link to URLs without empty parameters", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser);
    const { end } = await early(page, "/?type=Studio&q=hydrangea");
    await page.getByLabel(WORDS).fill("");
    await page.keyboard.press("Enter");
    await expect.poll(() => addressOf(page)).toBe("/?type=Studio");
    await page.getByRole("button", { name: "All", exact: true }).click();
    await expect.poll(() => page.url()).toBe(`${inject("siteUrl")}/`);
    await end();
    await leave();
  });

  it("the server answers a choice of bedrooms together with the other conditions", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser);
    const { end } = await early(page, "/?maxRent=3000&q=hydrangea");
    await page.getByRole("button", { name: "2 BR", exact: true }).click();
    await expect.poll(() => addressOf(page)).toBe("/?q=hydrangea&maxRent=3000&type=2+BR");
    await page
      .getByRole("link", { name: /12 Hydrangea/ })
      .first()
      .waitFor();
    expect(await page.getByRole("link", { name: /11 Hydrangea/ }).count()).toBe(0);
    await end();
    await leave();
  });

  it("a chosen order is applied once the code has loaded", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser);
    const { release, end } = await early(page, "/?q=hydrangea");
    await page.getByLabel("Sort by").selectOption("price");
    await release();
    await expect.poll(() => addressOf(page)).toBe("/?q=hydrangea&sort=price");
    await end();
    await leave();
  });
});

it("a search typed before the code loads is sent by Enter afterwards", { tags: ["rest"] }, async () => {
  const { page, leave } = await personIn(browser);
  const { release, end } = await early(page, "/?type=Studio");
  await page.getByLabel(WORDS).pressSequentially("hydrangea");
  await release();
  expect(await page.getByLabel(WORDS).inputValue()).toBe("hydrangea");
  await page.keyboard.press("Enter");
  await expect.poll(() => addressOf(page)).toBe("/?type=Studio&q=hydrangea");
  await end();
  await leave();
});

it("text that is typed during a search is kept", { tags: ["rest"] }, async () => {
  const { page, leave } = await personIn(browser);
  const { release, end } = await early(page, "/");
  await release();
  const field = page.getByLabel(WORDS);
  await field.pressSequentially("hydrangea  rd ");
  await field.evaluate((input: HTMLInputElement) => {
    input.form?.requestSubmit();
    // Types more text right after the search begins, before the list is updated.
    input.value = "hydrangea rd and more";
  });
  await expect.poll(() => addressOf(page)).toBe("/?q=hydrangea+rd");
  await page.getByText("“hydrangea rd”").waitFor();
  expect(await field.inputValue()).toBe("hydrangea rd and more");
  await page.goBack();
  await expect.poll(() => field.inputValue()).toBe("");
  await end();
  await leave();
});

describe("a form that posts", () => {
  const EMAIL = "early+bird@example.com";
  const forms = [
    ["/", "Your email address", "/api/subscribe", /Check your email/],
    ["/landlords", "Your email address", "/api/listing-links", /mailed|sent|link/i],
    ["/privacy-policy", "Your email address", "/api/privacy/request", /mail|sent|link/i],
  ] as const;

  it.each(forms)(
    "on %s keeps a submission made too early, and sends it once",
    { tags: ["rest"] },
    async (path, label, api, outcome) => {
      const { page, leave } = await personIn(browser, { newcomer: true });
      const { release, end } = await early(page, path);
      const sent: unknown[] = [];
      const documents: string[] = [];
      page.on("request", (request) => {
        if (request.method() === "POST" && request.url().endsWith(api)) sent.push(request.postDataJSON());
        if (request.isNavigationRequest()) documents.push(`${request.method()} ${request.url()}`);
      });
      const form = page.locator("form[data-waits]").filter({ has: page.getByLabel(label) });
      await form.getByLabel(label).pressSequentially(EMAIL);
      for (let times = 0; times < 3; times += 1) await page.keyboard.press("Enter");
      await form.getByRole("button").first().click();
      expect(await addressOf(page)).toBe(path);
      await release();
      await page.getByRole("main").getByRole("status").filter({ hasText: outcome }).first().waitFor();
      await end();
      expect(sent).toEqual([expect.objectContaining({ email: EMAIL })]);
      expect(documents).toEqual([]);
      expect(await addressOf(page)).toBe(path);
      await leave();
    },
  );

  it.each(forms)(
    "on %s shows the error of an empty submission made too early",
    { tags: ["rest"] },
    async (path, label) => {
      const { page, leave } = await personIn(browser, { newcomer: true });
      const { release, end } = await early(page, path);
      await page.getByLabel(label).focus();
      await page.keyboard.press("Enter");
      await release();
      await expect.poll(() => page.locator("[aria-invalid]").and(page.getByLabel(label)).count()).toBe(1);
      await end();
      await leave();
    },
  );

  it("keeps an email address typed early for a later Enter", { tags: ["rest"] }, async () => {
    for (const [path, label, api] of forms) {
      const { page, leave } = await personIn(browser, { newcomer: true });
      const { release, end } = await early(page, path);
      await page.getByLabel(label).pressSequentially(EMAIL);
      await release();
      const sent = page.waitForRequest((request) => request.url().endsWith(api));
      await page.keyboard.press("Enter");
      expect((await sent).postDataJSON()).toMatchObject({ email: EMAIL });
      await end();
      await leave();
    }
  });

  it("posts the rent check to the server", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser);
    const { end } = await early(page, "/rent-check");
    await page.getByLabel("Bedrooms").selectOption("Studio");
    await page.getByLabel("Rent a month").pressSequentially("1850");
    await page.keyboard.press("Enter");
    await expect.poll(() => addressOf(page)).toMatch(/^\/rent-check\?type=Studio&rent=1850/);
    await end();
    await leave();
  });
});
