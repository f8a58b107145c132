import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { IpBan } from "../../worker/contracts/bans.ts";
import type { AdminListing } from "../../worker/contracts/listings.ts";
import { deleteStreet, submitUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { closeNotification, expectReadableByAll, personIn } from "../support/node/person.ts";
import { holdRequests, openPanel, undoLast, viewListing } from "../support/node/screens.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
afterAll(() => deleteStreet("delaware"));

const street = (number: number) => `${number} Delaware Ave, Toronto, ON`;
const bar = (page: Page) => page.getByRole("region", { name: "Selection" });
/** Chooses a rare action from the menu "More". */
async function chooseMore(page: Page, name: string): Promise<void> {
  await bar(page).getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name }).click();
}
const notice = (page: Page) => page.getByRole("region", { name: /Notifications/ });

/** Undoes the last decision, and waits for the list with the new revisions, on which the next decision is based. */
async function undoAndReread(page: Page): Promise<void> {
  const reread = page.waitForResponse((response) => response.url().includes("/api/admin/listings?status=pending"));
  await undoLast(page);
  await reread;
  await notice(page).getByText("Decision undone").waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Refresh" }).isEnabled()).toBe(true);
}

async function moderator(options: BrowserContextOptions = {}) {
  const person = await personIn(browser, { reducedMotion: "reduce", ...options });
  await openPanel(person.page, "/admin?status=pending&q=delaware");
  await person.page.getByRole("tab", { name: /^Property Listings \(\d+\)$/ }).waitFor();
  return person;
}

async function submitTwo(first: number): Promise<number[]> {
  const ids: number[] = [];
  for (const number of [first, first + 2])
    ids.push(await submitUnit({ address: street(number), phone: `416-556-0${String(number).padStart(3, "0")}` }));
  return ids;
}

describe("several listings at once", () => {
  it(
    "can be asked about, listed as another kind of home, or have their landlords banned, each with an undo",
    { tags: ["rest"] },
    async () => {
      const ids = await submitTwo(101);
      const { page, context, leave } = await moderator();
      const read = async () =>
        Promise.all(
          ids.map(
            async (id) => (await (await context.request.get(`/api/admin/listings/${id}`)).json()) as AdminListing,
          ),
        );
      const selectAll = () => page.getByRole("checkbox", { name: "Select all shown" }).check();
      await selectAll();
      await bar(page).getByRole("button", { name: "Ask 2" }).click();
      const question = page.getByRole("dialog", { name: "Ask the landlords of 2 listings" });
      await question.getByText(`1 Bedroom - ${street(101)}`).waitFor();
      await page.keyboard.press("1");
      await question.getByRole("button", { name: "Ask 2" }).click();
      await notice(page).getByText("Landlords of 2 listings asked").waitFor();
      await undoAndReread(page);

      await selectAll();
      await chooseMore(page, "Change Type of 2");
      const change = page.getByRole("dialog", { name: "Change the type of 2 listings" });
      await change.getByRole("button", { name: "Change 2" }).click();
      await change.getByText("Please choose a type.").waitFor();
      await change.getByLabel("Kind of home").selectOption("Basement");
      await change.getByRole("button", { name: "Change 2" }).click();
      await notice(page).getByText("Type of 2 listings changed").waitFor();
      expect((await read()).map(({ homeType }) => homeType)).toEqual(["basement", "basement"]);
      await undoAndReread(page);
      await expect.poll(async () => (await read()).map(({ homeType }) => homeType)).toEqual([null, null]);

      await selectAll();
      await chooseMore(page, "Ban 2");
      const ban = page.getByRole("dialog", { name: "Ban the landlords of 2 listings" });
      await ban.getByRole("radio", { name: "The networks around those addresses" }).check();
      // The two listings may have been submitted from different IP addresses, because `localhost` has two.
      await ban.getByText(/your own address\./).waitFor();
      await ban.getByRole("radio", { name: "Their phone numbers" }).check();
      await ban.getByText(`1 Bedroom - ${street(101)}: 416-556-0101`).waitFor();
      await ban.getByLabel(/^Reason/).fill("A known fraud");
      await ban.getByRole("button", { name: "Ban 2" }).click();
      await notice(page).getByText("Landlords of 2 listings banned").waitFor();
      const active = async () => {
        const bans = (await (await context.request.get("/api/discussion/admin/bans?limit=100")).json()) as IpBan[];
        return bans.filter(({ value, isActive }) => value.startsWith("416-556-0") && isActive).length;
      };
      expect(await active()).toBe(2);
      await undoLast(page);
      await expect.poll(active).toBe(0);
      await leave();
    },
  );

  it("that changed meanwhile are shown with their changes", { tags: ["rest"] }, async () => {
    const [first = 0] = await submitTwo(111);
    const { page, context, leave } = await moderator();
    const mine = [street(111), street(113)].map((address) =>
      page.getByRole("checkbox", { name: `Select 1 Bedroom - ${address}` }),
    );
    for (const box of mine) await box.check();
    await bar(page).getByRole("button", { name: "Approve 2" }).click();
    const answer = await holdRequests(page, "**/api/admin/listings/bulk");
    await page.getByRole("dialog").getByRole("button", { name: "Approve 2" }).click();
    await answer.asked;
    const edited = await context.request.patch(`/api/admin/listings/${first}`, { data: { rent: "$1,777" } });
    expect(edited.status()).toBe(200);
    answer.release();
    const refused = page.getByRole("dialog", { name: "1 listing changed in the meantime" });
    await refused.getByText("1 Bedroom - 111 Delaware Ave").waitFor();
    await refused.getByText("→ $1,777").waitFor();
    // On a phone, the notification covers the dialog's close button.
    await closeNotification(page);
    await expectReadableByAll(page, "the changes");
    await refused.getByRole("button", { name: "Back to the List" }).click();
    await refused.waitFor({ state: "detached" });
    await leave();
  });

  it("leave room for the list on a phone, where rare actions need another tap", { tags: ["rest"] }, async () => {
    await submitTwo(121);
    const { page, leave } = await moderator({ viewport: { width: 360, height: 740 } });
    await page.getByRole("checkbox", { name: `Select 1 Bedroom - ${street(121)}` }).check();
    expect((await bar(page).boundingBox())?.height).toBeLessThanOrEqual(120);
    await bar(page).getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Ban 1" }).waitFor();
    await page.keyboard.press("Escape");
    await leave();
  });
});

describe("a ban of a listing's landlord", () => {
  it(
    "applies to the number, a photo, the sender's address or network, and can be undone",
    { tags: ["rest"] },
    async () => {
      await submitUnit({ address: street(131), phone: "416-556-0131" });
      const { page, context, leave } = await moderator({ viewport: { width: 1440, height: 900 } });
      const unit = await viewListing(page, street(131));
      await unit.getByRole("button", { name: "Ban", exact: true }).click();
      const dialog = page.getByRole("dialog", { name: "Ban the landlord of this listing" });
      await expect.poll(() => dialog.getByLabel(/^Phone number/).inputValue()).toBe("416-556-0131");
      await dialog.getByRole("radio", { name: "The network around an address" }).check();
      await expect
        .poll(() => dialog.getByLabel(/^Range of addresses/).inputValue())
        .toMatch(/^[\d.]+\/24$|^[\da-f:]+\/48$/);
      await expectReadableByAll(page, "the ban");
      await dialog.getByRole("radio", { name: "A phone number" }).check();
      await dialog.getByLabel(/^Reason/).fill("A known fraud");
      await dialog.getByRole("button", { name: "Ban", exact: true }).click();
      await notice(page).getByText("Banned: 416-556-0131").waitFor();
      await page.keyboard.press("z");
      await notice(page).getByText("Not banned: 416-556-0131").waitFor();
      const bans = (await (await context.request.get("/api/discussion/admin/bans?limit=100")).json()) as IpBan[];
      expect(bans.find(({ value }) => value === "416-556-0131")?.isActive).toBe(false);
      await leave();
    },
  );
});
