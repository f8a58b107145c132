import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { AdminListing } from "../../worker/contracts/listings.ts";
import { deleteStreet, dismissReports, publishUnit, submitUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { expectReadableByAll, personIn } from "../support/node/person.ts";
import { holdRequests, lastDecisions, openPanel, undoLast, viewListing } from "../support/node/screens.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
afterAll(() => deleteStreet("palmerston"));

const notice = (page: Page) => page.getByRole("region", { name: /Notifications/ });
const last = (page: Page) => page.getByRole("region", { name: "Last decisions" });
const card = (page: Page, address: string) => page.getByRole("article", { name: address });
const street = (number: number) => `${number} Palmerston Ave, Toronto, ON`;
const isPublic = async (id: number) => (await fetch(`${inject("siteUrl")}/api/marketplace-listings/${id}`)).ok;
const SCAM = "Currently abroad: send the deposit by wire transfer and I will mail you the keys.";

async function moderator(options: BrowserContextOptions = {}, path = "/admin?status=pending&q=palmerston") {
  const person = await personIn(browser, options);
  await openPanel(person.page, path);
  await person.page.getByRole("tab", { name: /^Property Listings \(\d+\)$/ }).waitFor();
  return person;
}

describe("a listing with signs of a violation", () => {
  it.each([
    ["a sign of a scam", 1, SCAM, "wire transfer"],
    ["terms that Ontario does not allow", 11, "Bright unit. Absolutely no pets.", "no pets"],
  ])(
    "with %s is not approved by a repeated key or a double click, only by a second deliberate click",
    { tags: ["rest"] },
    async (sign, number, text, quote) => {
      const id = await submitUnit({ address: street(number), phone: `416-555-30${10 + number}`, additionalInfo: text });
      const { page, leave } = await moderator();
      const unit = await viewListing(page, street(number));
      const question = page.getByRole("dialog", { name: `Approve a unit with ${sign}?` });
      for (const key of ["a", "Enter"]) {
        // The closed dialog returns the focus a moment later. `press` therefore focuses the button again right before
        // it presses the key.
        if (key === "Enter") await unit.getByRole("button", { name: "Approve" }).press(key);
        else await page.keyboard.press(key);
        await question.waitFor();
        await question.getByText(quote).first().waitFor();
        await page.keyboard.press(key);
        if (key === "a") await page.keyboard.press("Escape");
        await question.waitFor({ state: "detached" });
        expect(await isPublic(id), key).toBe(false);
      }
      await unit.getByRole("button", { name: "Approve" }).click();
      await question.getByRole("button", { name: "Approve Anyway" }).dblclick({ noWaitAfter: true });
      await notice(page).getByText(`Approved: 1 Bedroom - ${number} Palmerston Ave`).waitFor();
      await expect.poll(() => isPublic(id)).toBe(true);
      await leave();
    },
  );

  it("is excluded from a bulk approval, which states this", { tags: ["rest"] }, async () => {
    const scam = await submitUnit({ address: street(2), phone: "416-555-3002", additionalInfo: SCAM });
    const plain = await submitUnit({ address: street(3), phone: "416-555-3003" });
    const { page, leave } = await moderator();
    await card(page, "2 Palmerston").getByRole("checkbox").check();
    await card(page, "3 Palmerston").getByRole("checkbox").check();
    await page.getByRole("button", { name: "Approve 1 · 1 left out", exact: true }).click();
    const question = page.getByRole("dialog", { name: "Approve 1 listing?" });
    await question.getByText(/^1 listing with a sign of a scam is left out\./).waitFor();
    await question.getByText("1 Bedroom - 2 Palmerston Ave, Toronto, ON, $1,850").waitFor();
    await question.getByRole("button", { name: "Approve 1" }).click();
    await notice(page).getByText("1 listing approved").waitFor();
    await expect.poll(() => isPublic(plain)).toBe(true);
    expect(await isPublic(scam)).toBe(false);
    await card(page, "2 Palmerston").getByRole("checkbox").uncheck();
    await leave();
  });
});

describe("a decision", () => {
  it("can be undone from its notification, from the recent decisions and with z", async () => {
    const id = await submitUnit({ address: street(4), phone: "416-555-3004" });
    const { page, leave } = await moderator();
    const unit = card(page, "4 Palmerston");
    const approve = async () => {
      await (await viewListing(page, street(4))).getByRole("button", { name: "Approve" }).click();
      await notice(page).getByText("Approved: 1 Bedroom - 4 Palmerston Ave").waitFor();
      await unit.waitFor({ state: "detached" });
      await expect.poll(() => isPublic(id)).toBe(true);
    };
    const isBack = async () => {
      await notice(page).getByText("Pending again: 1 Bedroom - 4 Palmerston Ave").waitFor();
      await unit.waitFor();
      await last(page).waitFor({ state: "detached" });
      await expect.poll(() => isPublic(id)).toBe(false);
    };
    await approve();
    await notice(page).getByRole("button", { name: "Undo" }).click();
    await isBack();
    await approve();
    // Long after the notification has closed.
    await (await lastDecisions(page)).getByText("Approved: 1 Bedroom - 4 Palmerston Ave").waitFor();
    await last(page).getByRole("button", { name: /^Undo/ }).click();
    await isBack();
    await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);
    await approve();
    await page.keyboard.press("z");
    await isBack();
    await page.keyboard.press("?");
    const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await keys.getByText("Undo the last decision").waitFor();
    await leave();
  });

  it("reports a conflicting decision, and a bulk rejection is undone as a whole", { tags: ["rest"] }, async () => {
    await submitUnit({ address: street(5), phone: "416-555-3005" });
    const id = await submitUnit({ address: street(6), phone: "416-555-3006" });
    const { page, context, leave } = await moderator();
    await card(page, "5 Palmerston").getByRole("checkbox").check();
    await card(page, "6 Palmerston").getByRole("checkbox").check();
    await page.getByRole("button", { name: "Reject 2", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Reject 2 listings?" });
    await dialog.getByText("1 Bedroom - 6 Palmerston Ave, Toronto, ON").waitFor();
    await dialog.getByRole("button", { name: "Reject 2" }).click();
    await dialog.getByText("Please choose a reason.").waitFor();
    await dialog.getByRole("radio", { name: "Could not be verified" }).check();
    await dialog.getByRole("button", { name: "Reject 2" }).click();
    await notice(page).getByText("2 listings rejected").waitFor();
    await context.request.patch(`/api/admin/listings/${id}/status`, { data: { approved: true } });
    await undoLast(page);
    await notice(page)
      .getByText(/^Pending again: 1 Bedroom - 5 Palmerston Ave 1 changed meanwhile/)
      .waitFor();
    await card(page, "5 Palmerston").waitFor();
    await expect.poll(() => isPublic(id)).toBe(true);

    await (await viewListing(page, street(5))).getByRole("button", { name: "Approve" }).click();
    await (await lastDecisions(page)).getByText("Approved: 1 Bedroom - 5 Palmerston Ave").waitFor();
    const answer = await context.request.get("/api/admin/listings?q=5%20palmerston");
    const [five] = (await answer.json()) as AdminListing[];
    await context.request.patch(`/api/admin/listings/${five?.id}`, { data: { bathrooms: "2" } });
    await last(page).getByRole("button", { name: /^Undo/ }).click();
    await notice(page).getByText("This was changed after the decision, so it stays as it is.").waitFor();
    // This decision cannot be undone any more, so it must not be listed before decisions that can be undone.
    await last(page).waitFor({ state: "detached" });
    await leave([/status of 409/]);
  });

  it("whose response is late does not move a moderator who has navigated elsewhere", { tags: ["rest"] }, async () => {
    for (const number of [1, 2, 3])
      await submitUnit({ address: `${number} Palmerston Gdns, Toronto, ON`, phone: `416-555-310${number}` });
    const { page, leave } = await moderator(
      { viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" },
      "/admin?status=pending&q=palmerston+gdns",
    );
    const rows = page.getByRole("article");
    await rows.nth(2).waitFor();
    const shown = page.locator("#shown-listing");
    const titles = await rows.getByRole("heading").allTextContents();
    const [first = "", second = ""] = titles.map((title) => title.replace(", Toronto, ON", ""));
    await expect.poll(() => shown.textContent()).toContain(first);
    await page.keyboard.press("j");
    await expect.poll(() => shown.textContent()).toContain(second);
    const answer = await holdRequests(page, "**/api/admin/listings/*/status");
    await page.keyboard.press("a");
    await answer.asked;
    await page.keyboard.press("k");
    await expect.poll(() => shown.textContent()).toContain(first);
    answer.release();
    await notice(page).getByText(`Approved: ${second}`).waitFor();
    await expect.poll(() => rows.count()).toBe(2);
    expect(await shown.textContent()).toContain(first);
    await leave();
  });
});

describe("one of two reports of a listing", () => {
  it(
    "is dismissed with a notice, even if the moderator leaves the reports before the response arrives",
    { tags: ["rest"] },
    async () => {
      await dismissReports();
      const { id } = await publishUnit({ address: street(470), phone: "416-559-0470" });
      for (const reason of ["SCAM", "DUPLICATE"])
        await fetch(`${inject("siteUrl")}/api/report-property`, {
          method: "POST",
          headers: { "content-type": "application/json", "cf-connecting-ip": `198.51.100.${reason.length}` },
          body: JSON.stringify({ propertyId: id, reason }),
        });
      const { page, leave } = await moderator({ reducedMotion: "reduce" }, "/admin");
      await page.getByRole("tab", { name: /^Reports \(2\)$/ }).click();
      const group = card(page, street(470));
      await group.getByRole("button", { name: "Show Reports" }).click();
      const answer = await holdRequests(page, "**/api/admin/reports/**");
      await group.getByRole("button", { name: /^Dismiss: DUPLICATE/ }).click();
      await answer.asked;
      await page.getByRole("tab", { name: /^Property Listings/ }).click();
      await group.waitFor({ state: "detached" });
      answer.release();
      await notice(page)
        .getByText(`Dismissed: DUPLICATE - ${street(470)}`)
        .waitFor();
      expect(await (await lastDecisions(page)).textContent()).toContain(`Dismissed: DUPLICATE - ${street(470)}`);
      await dismissReports();
      await leave();
    },
  );
});

describe("a hundred reports of one listing", () => {
  it("form one card and are dismissed and restored together", { tags: ["rest"] }, async () => {
    await dismissReports();
    const number = 460;
    const { id } = await publishUnit({ address: street(number), phone: `416-559-${number}` });
    for (let n = 1; n <= 30; n += 1) {
      await fetch(`${inject("siteUrl")}/api/report-property`, {
        method: "POST",
        headers: { "content-type": "application/json", "cf-connecting-ip": `198.51.${n}.7` },
        body: JSON.stringify({ propertyId: id, reason: n % 3 === 0 ? "DUPLICATE" : "SCAM" }),
      });
    }
    const { page, leave } = await moderator({ reducedMotion: "reduce" }, "/admin");
    const total = (count: number) => page.getByRole("tab", { name: new RegExp(`^Reports \\(${count}\\)$`) });
    await total(30).click();
    const group = card(page, street(number));
    await group.getByText("30 reports from 30 networks").waitFor();
    await group.getByText(/^SCAM/).waitFor();
    await group.getByRole("button", { name: "Show Reports" }).click();
    await expect.poll(() => group.getByRole("listitem").count()).toBe(20);
    await group.getByRole("button", { name: "Load More Reports" }).click();
    await expect.poll(() => group.getByRole("listitem").count()).toBe(30);
    // The click may have scrolled the page, and the sticky header covers what is above.
    await page.evaluate(() => scrollTo(0, 0));
    await expectReadableByAll(page, "reports");
    await group
      .getByRole("button", { name: /^Dismiss: DUPLICATE/ })
      .first()
      .click();
    await notice(page)
      .getByText(`Dismissed: DUPLICATE - ${street(number)}`)
      .waitFor();
    await total(29).waitFor();
    await group.getByRole("button", { name: "Dismiss All 29" }).click();
    await notice(page).getByText("29 reports dismissed").waitFor();
    await group.waitFor({ state: "detached" });
    await page.getByText("All clear! No properties have been reported.").waitFor();
    await (await lastDecisions(page)).getByRole("button", { name: "1 more" }).click();
    await page.evaluate(() => scrollTo(0, 0));
    await expectReadableByAll(page, "last decisions");
    await last(page).getByRole("button", { name: "Undo: Dismissed: 29 reports" }).click();
    await notice(page).getByText("29 reports are open again.").waitFor();
    await group.getByText("29 reports from 29 networks").waitFor();
    await total(29).waitFor();
    await dismissReports();
    await leave();
  });
});
