import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import type { AdminListing } from "../../worker/contracts/listings.ts";
import { submitUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { accessibilityProblems, personIn, visit } from "../support/node/person.ts";
import { fillInListing, lastDecisions, openPanel, shownListing } from "../support/node/screens.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

async function fillIn(page: Page, address: string, text: string): Promise<void> {
  await fillInListing(page, { address });
  await page.getByLabel(/^Additional information/).fill(text);
}
const submit = (page: Page) => page.getByRole("button", { name: "Submit Listing" }).click();
const done = (page: Page) => page.getByText("Submission Successful", { exact: true }).waitFor();

describe("a form whose text contradicts its fields", () => {
  it("asks about it, and lists a room as a room", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser);
    await visit(page, "/landlords");
    await fillIn(page, "50 Roomy St, Toronto, ON", "Room for rent, share kitchen with two others.");
    await submit(page);
    const question = page.getByRole("dialog", { name: "This reads like a room in a shared home. Is it?" });
    await question.getByText("Room for rent", { exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    expect(await page.getByText("Submission Successful").count()).toBe(0);
    await submit(page);
    await question.getByRole("button", { name: "Yes, It Is a Room" }).click();
    await done(page);
    await leave();

    const moderator = await personIn(browser);
    await openPanel(moderator.page, "/admin?q=roomy");
    await moderator.page.getByText("Private Room - 50 Roomy St, Toronto, ON").first().waitFor();
    await moderator.leave();
  });

  it(
    "accepts a No; a moderator changes the listing's type with one click and confirms it with another",
    { tags: ["rest"] },
    async () => {
      const { page, leave } = await personIn(browser);
      await visit(page, "/landlords");
      await fillIn(page, "51 Cellar St, Toronto, ON", "Legal basement apartment.");
      await submit(page);
      await page.getByText("You wrote “Legal basement apartment”. If it is a basement, please choose Yes").waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await submit(page);
      await done(page);
      await leave();

      const { page: panel, leave: leavePanel } = await personIn(browser);
      await openPanel(panel, "/admin?q=cellar");
      const card = shownListing(panel, "51 Cellar St");
      await card.getByText("Type and rent not confirmed").waitFor();
      await card.getByRole("button", { name: "Confirm Type and Rent" }).click();
      await panel.getByText("Type and rent confirmed", { exact: true }).waitFor();
      await card.getByText("Type and rent not confirmed").waitFor({ state: "detached" });
      await card.getByRole("button", { name: "List as Basement" }).click();
      await panel.getByText("Type corrected", { exact: true }).waitFor();
      await card.getByText("Reads like a basement").waitFor({ state: "detached" });
      expect(await card.getByText("Type and rent not confirmed").count()).toBe(0);
      await leavePanel();
    },
  );

  it(
    "is shown to a moderator with quotations; one click changes type and kind, another undoes it",
    { tags: ["rest"] },
    async () => {
      const additionalInfo = "Room for rent, share kitchen with two others.";
      const address = "52 Roomy St, Toronto, ON";
      const id = await submitUnit({ address, bedrooms: "2 Bedrooms", rent: "$2,300", additionalInfo });
      const { page, leave } = await personIn(browser);
      await openPanel(page, "/admin?q=52+roomy");
      const card = shownListing(page, "52 Roomy St");
      const notes = card.getByRole("list", { name: "Review notes" });
      await notes.getByText("Type and rent:", { exact: true }).waitFor();
      await notes.getByText("Room for rent", { exact: true }).waitFor();
      await card.getByText("Type and rent not confirmed").waitFor();

      const stored = async () => {
        const { bedrooms, homeType } = (await (
          await page.request.get(`/api/admin/listings/${id}`)
        ).json()) as AdminListing;
        return { bedrooms, homeType };
      };
      await card.getByRole("button", { name: "List as Private room" }).click();
      const listed = shownListing(page, "Private Room - 52 Roomy St");
      await listed.getByText("Type and rent not confirmed").waitFor({ state: "detached" });
      await expect.poll(stored).toEqual({ bedrooms: "Private Room", homeType: "room" });
      expect(await accessibilityProblems(page)).toEqual([]);

      const decisions = await lastDecisions(page);
      await decisions.getByText("Private room: Private Room - 52 Roomy St").waitFor();
      await decisions.getByRole("button", { name: /^Undo/ }).click();
      await page.getByRole("article", { name: `2 Bedrooms - ${address}` }).waitFor();
      await card.getByText("Type and rent not confirmed").waitFor();
      await expect.poll(stored).toEqual({ bedrooms: "2 Bedrooms", homeType: null });
      await leave();
    },
  );
});
