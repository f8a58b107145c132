import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AdminListing } from "../../worker/contracts/listings.ts";
import { deleteStreet, publishUnit, submitUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { accessibilityProblems, expectReadableByAll, personIn } from "../support/node/person.ts";
import { openPanel } from "../support/node/screens.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
afterAll(() => deleteStreet("bernard"));

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
  it(
    "finds listings by address, email address and number while typing; Escape clears the search",
    { tags: ["rest"] },
    async () => {
      const id = await submitUnit({ address: toronto("11 Bernard Ave"), email: "findme@example.com" });
      await publishUnit({ address: toronto("12 Bernard Ave") });
      // A fresh window, because a used one may have reached the maximum number of history entries.
      const { page, leave } = await moderator({ fresh: true });
      const field = page.getByRole("search").getByRole("searchbox", { name: "Search listings" });
      const total = await page.getByRole("tab", { name: /^Property Listings/ }).textContent();
      const steps = await page.evaluate(() => history.length);

      await field.pressSequentially("be");
      await page.getByText("Type at least 3 characters, or a listing number.").waitFor();
      expect(page.url()).not.toContain("q=");
      await field.pressSequentially("rnard");
      await page.getByText("2 listings found, newest first.").waitFor();
      expect(await headings(page)).toEqual(
        ["12 Bernard Ave", "11 Bernard Ave"].map((street) => `1 Bedroom - ${toronto(street)}`),
      );
      expect(page.url()).toMatch(/\?q=bernard$/);
      await waiting(page).click();
      await page.waitForURL(/\?status=pending&q=bernard$/);
      await page.getByText("1 listing found, newest first.").waitFor();
      await page.reload();
      await page.getByText("1 listing found, newest first.").waitFor();
      await expect.poll(() => field.inputValue()).toBe("bernard");

      // The result is the same listing as before, so the request is checked instead of the list.
      for (const text of ["findme@example.com", `#${id}`]) {
        const answer = page.waitForResponse((response) => new URL(response.url()).searchParams.get("q") === text);
        await field.fill(text);
        expect(((await (await answer).json()) as AdminListing[]).map((found) => found.id)).toEqual([id]);
        await page.waitForURL((url) => url.searchParams.get("q") === text);
        await page.getByText("1 listing found, newest first.").waitFor();
        await card(page, "11 Bernard Ave").waitFor();
      }
      await field.fill("nothing like this");
      await page.getByRole("heading", { name: "No listings found" }).waitFor();
      await page.getByText("No listings match your search.").waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);

      await field.press("Escape");
      await card(page, "11 Bernard Ave").waitFor();
      await expect.poll(() => field.inputValue()).toBe("");
      await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
      expect(page.url()).toMatch(/\?status=pending$/);
      // Choosing the status added a history entry, but typing did not.
      expect(await page.evaluate(() => history.length)).toBe(steps + 1);
      await expect.poll(() => page.getByRole("tab", { name: /^Property Listings/ }).textContent()).toBe(total);

      await field.fill("bernard");
      await page.getByText("1 listing found, newest first.").waitFor();
      await page.getByRole("button", { name: "Clear search" }).click();
      await page.waitForURL(/\?status=pending$/);
      await leave();
    },
  );
});

describe("the queue", () => {
  it("shows and counts pending listings first", { tags: ["rest"] }, async () => {
    const pending = await submitUnit({ address: toronto("21 Bernard Ave") });
    await publishUnit({ address: toronto("22 Bernard Ave") });
    const { page, context, leave } = await moderator({}, "/admin?status=all");
    await card(page, "21 Bernard Ave").waitFor();
    // Other tests' pending listings come before the published ones.
    const more = page.getByRole("button", { name: "Load More Listings" });
    while ((await card(page, "22 Bernard Ave").count()) === 0) {
      const shown = (await headings(page)).length;
      await more.click();
      await expect.poll(async () => (await headings(page)).length).toBeGreaterThan(shown);
    }
    const first = (await headings(page)).find((heading) => /2[12] Bernard/.test(heading));
    expect(first).toContain("21 Bernard");
    await expect.poll(() => waiting(page).textContent()).toMatch(/\d/);
    const before = Number((await waiting(page).textContent())?.replace(/\D/g, ""));
    await context.request.delete(`/api/admin/listings/${pending}`);
    await page.reload();
    await expect.poll(async () => Number((await waiting(page).textContent())?.replace(/\D/g, ""))).toBe(before - 1);
    await leave();
  });
});

describe("a bulk approval", () => {
  it(
    "has no axe violations or horizontal overflow in either theme, on phone and desktop",
    { tags: ["rest"] },
    async () => {
      const address = toronto("360 Bernard Ave");
      await submitUnit({ address, rent: "$4,900", phone: "416-558-2360" });
      const { page, leave } = await moderator({ reducedMotion: "reduce" }, "/admin?q=bernard&status=pending");
      await box(page, address).check();
      await bar(page).waitFor();
      await expectReadableByAll(page, "queue");
      await bar(page).getByRole("button", { name: "Approve 1" }).click();
      await page.getByRole("dialog", { name: "Approve 1 listing?" }).waitFor();
      await expectReadableByAll(page, "question");
      await leave();
    },
  );
});
