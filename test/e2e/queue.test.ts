import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AdminListing } from "../../worker/contracts/listings.ts";
import { publishUnit, submitUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { accessibilityProblems, expectReadableByAll, personIn } from "../support/node/person.ts";
import { openPanel } from "../support/node/screens.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
afterAll(async () => {
  // Deleted afterwards: so many listings would push those of other tests off their first page.
  const { context, leave } = await moderator();
  const answer = await context.request.get("/api/admin/listings?q=brunswick&limit=100");
  for (const { id } of (await answer.json()) as AdminListing[])
    await context.request.delete(`/api/admin/listings/${id}`);
  await leave();
});

const notice = (page: Page) => page.getByRole("region", { name: /Notifications/ });
const card = (page: Page, address: string) => page.getByRole("article", { name: address });
const box = (page: Page, address: string) => page.getByRole("checkbox", { name: `Select 1 Bedroom - ${address}` });
const bar = (page: Page) => page.getByRole("region", { name: "Selection" });
const headings = (page: Page) => page.getByRole("article").getByRole("heading").allTextContents();
const waiting = (page: Page) => page.getByRole("button", { name: "Pending", exact: true });
const toronto = (street: string) => `${street}, Toronto, ON`;

async function moderator(options: Parameters<typeof personIn>[1] = {}, path = "/admin") {
  const person = await personIn(browser, options);
  await openPanel(person.page, path);
  await person.page.getByRole("tab", { name: /^Property Listings \(\d+\)$/ }).waitFor();
  return person;
}

describe("the search of the queue", () => {
  it("finds listings by address, mail address and number while typing; Escape clears the search", async () => {
    const id = await submitUnit({ address: toronto("11 Brunswick Ave"), email: "findme@example.com" });
    await publishUnit({ address: toronto("12 Brunswick Ave") });
    // A window that was used before may have reached the most history entries there are.
    const { page, leave } = await moderator({ fresh: true });
    const field = page.getByRole("search").getByRole("searchbox", { name: "Search listings" });
    const total = await page.getByRole("tab", { name: /^Property Listings/ }).textContent();
    const steps = await page.evaluate(() => history.length);

    await field.pressSequentially("br");
    await page.getByText("Type at least 3 characters, or the number of a listing.").waitFor();
    expect(page.url()).not.toContain("q=");
    await field.pressSequentially("unswick");
    await page.getByText("2 listings found, newest first.").waitFor();
    expect(await headings(page)).toEqual(
      ["12 Brunswick Ave", "11 Brunswick Ave"].map((street) => `1 Bedroom - ${toronto(street)}`),
    );
    expect(page.url()).toMatch(/\?q=brunswick$/);
    await waiting(page).click();
    await page.waitForURL(/\?status=pending&q=brunswick$/);
    await page.getByText("1 listing found, newest first.").waitFor();
    await page.reload();
    await page.getByText("1 listing found, newest first.").waitFor();
    await expect.poll(() => field.inputValue()).toBe("brunswick");

    // The result is the same listing as before, so the request is checked instead of the list.
    for (const text of ["findme@example.com", `#${id}`]) {
      const answer = page.waitForResponse((response) => new URL(response.url()).searchParams.get("q") === text);
      await field.fill(text);
      expect(((await (await answer).json()) as AdminListing[]).map((found) => found.id)).toEqual([id]);
      await page.waitForURL((url) => url.searchParams.get("q") === text);
      await page.getByText("1 listing found, newest first.").waitFor();
      await card(page, "11 Brunswick Ave").waitFor();
    }
    await field.fill("nothing like this");
    await page.getByRole("heading", { name: "No listings found" }).waitFor();
    await page.getByText("No listing matches your search.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    await field.press("Escape");
    await card(page, "11 Brunswick Ave").waitFor();
    await expect.poll(() => field.inputValue()).toBe("");
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(page.url()).toMatch(/\?status=pending$/);
    // Choosing the status added a history entry, typing none.
    expect(await page.evaluate(() => history.length)).toBe(steps + 1);
    await expect.poll(() => page.getByRole("tab", { name: /^Property Listings/ }).textContent()).toBe(total);

    await field.fill("brunswick");
    await page.getByText("1 listing found, newest first.").waitFor();
    await page.getByRole("button", { name: "Clear search" }).click();
    await page.waitForURL(/\?status=pending$/);
    await leave();
  });
});

describe("the queue", () => {
  it("shows and counts pending listings first", async () => {
    const pending = await submitUnit({ address: toronto("21 Brunswick Ave") });
    await publishUnit({ address: toronto("22 Brunswick Ave") });
    const { page, context, leave } = await moderator({}, "/admin?status=all");
    await card(page, "21 Brunswick Ave").waitFor();
    // Pending listings of other tests come before the published ones.
    const more = page.getByRole("button", { name: "Load More Listings" });
    while ((await card(page, "22 Brunswick Ave").count()) === 0) {
      const shown = (await headings(page)).length;
      await more.click();
      await expect.poll(async () => (await headings(page)).length).toBeGreaterThan(shown);
    }
    const first = (await headings(page)).find((heading) => /2[12] Brunswick/.test(heading));
    expect(first).toContain("21 Brunswick");
    await expect.poll(() => waiting(page).textContent()).toMatch(/\d/);
    const before = Number((await waiting(page).textContent())?.replace(/\D/g, ""));
    await context.request.delete(`/api/admin/listings/${pending}`);
    await page.reload();
    await expect.poll(async () => Number((await waiting(page).textContent())?.replace(/\D/g, ""))).toBe(before - 1);
    await leave();
  });

  it("skips no listing of the next page after a bulk approval", async () => {
    const streets = Array.from({ length: 23 }, (_, index) => toronto(`${index + 100} Brunswick Ave`));
    for (const [nth, address] of streets.entries()) await submitUnit({ address, phone: `416-556-${1_000 + nth}` });
    const { page, leave } = await moderator({}, "/admin?status=all");
    await page.getByText("Showing 20 listings").waitFor();
    await page.getByRole("checkbox", { name: "Select all shown" }).check();
    await bar(page).getByText("20 selected").waitFor();
    await bar(page).getByRole("button", { name: "Approve 20" }).click();
    const question = page.getByRole("dialog", { name: "Approve 20 listings?" });
    await question.getByText(/There is nothing to look at in their review notes\./).waitFor();
    await question.getByRole("button", { name: "Approve 20" }).click();
    await notice(page).getByText("20 listings approved").waitFor();
    await bar(page).waitFor({ state: "detached" });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-listing-id")))
      .not.toBeNull();
    await page.getByRole("button", { name: "Load More Listings" }).click();
    for (const street of streets.slice(0, 3)) await card(page, street).waitFor();
    await leave();
  });

  it("loads the next listings when all of those shown were decided", async () => {
    const streets = Array.from({ length: 22 }, (_, index) => toronto(`${index + 200} Brunswick Ave`));
    for (const [nth, address] of streets.entries()) await submitUnit({ address, phone: `416-557-${1_000 + nth}` });
    // Other tests' listings may have notes, which a bulk approval asks about.
    const { page, leave } = await moderator({}, "/admin?status=pending&q=brunswick");
    await page.getByText("Showing 20 listings").waitFor();
    await page.getByRole("checkbox", { name: "Select all shown" }).check();
    await bar(page).getByRole("button", { name: "Approve 20" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Approve 20" }).click();
    await notice(page).getByText("20 listings approved").waitFor();
    // The newest come first in a search.
    for (const street of streets.slice(0, 2)) await card(page, street).waitFor();
    await leave();
  });
});

describe("a bulk approval", () => {
  it("names listings that need a closer look, approves the rest, and says which failed and why", async () => {
    const phone = "416-555-7777";
    const plain = await submitUnit({ address: toronto("31 Brunswick Ave"), phone });
    await submitUnit({ address: toronto("32 Brunswick Ave"), phone: "416-555-8888", rent: "$4,900" });
    const gone = await submitUnit({ address: toronto("33 Brunswick Ave"), phone: "416-555-9999" });
    await submitUnit({ address: toronto("34 Brunswick Ave"), phone: "416-555-6666" });
    const { page, context, leave } = await moderator({}, "/admin?q=brunswick&status=pending");
    for (const number of [31, 32, 33]) await box(page, toronto(`${number} Brunswick Ave`)).check();
    await bar(page).getByText("3 selected").waitFor();
    await context.request.delete(`/api/admin/listings/${gone}`);
    await bar(page).getByRole("button", { name: "Approve 3" }).click();

    const question = page.getByRole("dialog", { name: "Approve 3 listings?" });
    await question.getByText("One has something to look at first. Units above market are not listed.").waitFor();
    await question.getByText("1 Bedroom - 32 Brunswick Ave, Toronto, ON, $4,900").waitFor();
    await question.getByText(/% above market\./).waitFor();
    expect(await question.getByText("31 Brunswick").count()).toBe(0);
    await question.getByText("2 others have nothing to look at.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.route("**/api/admin/listings/bulk", (route) => route.fulfill({ status: 503, body: "" }));
    await question.getByRole("button", { name: "Approve Anyway" }).click();
    await notice(page).getByText("Failed to update listing status").waitFor();
    await page.unroute("**/api/admin/listings/bulk");
    await question.getByRole("button", { name: "Approve Anyway" }).click();
    await notice(page).getByText("2 listings approved").waitFor();
    await notice(page)
      .getByText("1 refused. 1 Bedroom - 33 Brunswick Ave: This listing was rented or deleted and cannot be changed.")
      .waitFor();
    await question.waitFor({ state: "detached" });
    const refused = page.getByRole("dialog", { name: "1 listing changed meanwhile" });
    await refused.getByText("Listing deleted by Moderator").waitFor();
    await refused.getByRole("button", { name: "Back to the List" }).click();
    await card(page, "33 Brunswick Ave").waitFor({ state: "detached" });
    await card(page, "34 Brunswick Ave").waitFor();
    await expect.poll(async () => (await context.request.get(`/api/marketplace-listings/${plain}`)).status()).toBe(200);
    // The one that was deleted meanwhile was shown when the list was read again.
    await leave([/status of 503/, /status of 404 .*\/api\/admin\/listings\/\d+/]);
  });

  it("works by keyboard, skips what cannot be approved, and clears the selection with the filter", async () => {
    await submitUnit({ address: toronto("41 Brunswick Ave"), phone: "416-555-4141" });
    await submitUnit({ address: toronto("42 Brunswick Ave"), phone: "416-555-4242" });
    const { page, context, leave } = await moderator();
    const draft = { address: toronto("43 Brunswick Ave"), rent: "$1,500", moveInDate: "2027-01-01" };
    const unreachable = { ...draft, bedrooms: "1 Bedroom", bathrooms: "1", email: "landlord@example.com" };
    expect((await context.request.post("/api/submit-property", { data: unreachable })).status()).toBe(201);
    await page.goto("/admin?q=brunswick&status=pending");
    await card(page, "43 Brunswick Ave").waitFor();

    // The first one is shown.
    await page.keyboard.press("x");
    await bar(page).getByText("1 selected").waitFor();
    await bar(page).getByRole("button", { name: "Reject 1" }).waitFor();
    expect(
      await bar(page)
        .getByRole("button", { name: /^Approve/ })
        .count(),
    ).toBe(0);
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await bar(page).getByText("3 selected").waitFor();
    await bar(page).getByRole("button", { name: "Approve 2" }).waitFor();
    await bar(page).getByRole("button", { name: "Reject 3" }).waitFor();
    const all = page.getByRole("checkbox", { name: "Select all shown" });
    await page.keyboard.press("x");
    await bar(page).getByText("2 selected").waitFor();
    await expect.poll(() => box(page, toronto("42 Brunswick Ave")).isChecked()).toBe(true);
    expect(await all.evaluate((input: HTMLInputElement) => input.indeterminate)).toBe(true);
    // The queue's keys also work while a checkbox has the focus.
    await box(page, toronto("42 Brunswick Ave")).focus();
    await page.keyboard.press("k");
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-labelledby") ?? "");
    await expect.poll(async () => page.locator(`[id="${await focused()}"]`).textContent()).toContain("43 Brunswick");

    await page.getByRole("button", { name: "All", exact: true }).click();
    await bar(page).waitFor({ state: "detached" });
    await waiting(page).click();
    await box(page, toronto("42 Brunswick Ave")).check();
    await bar(page).getByRole("button", { name: "Clear" }).click();
    await bar(page).waitFor({ state: "detached" });
    await leave();
  });

  it("has no axe violations or horizontal overflow in either theme, on phone and desktop", async () => {
    const address = toronto("360 Brunswick Ave");
    await submitUnit({ address, rent: "$4,900", phone: "416-558-2360" });
    const { page, leave } = await moderator({ reducedMotion: "reduce" }, "/admin?q=brunswick&status=pending");
    await box(page, address).check();
    await bar(page).waitFor();
    await expectReadableByAll(page, "queue");
    await bar(page).getByRole("button", { name: "Approve 1" }).click();
    await page.getByRole("dialog", { name: "Approve 1 listing?" }).waitFor();
    await expectReadableByAll(page, "question");
    await leave();
  });
});
