import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../support/node/browser.ts";
import { accessibilityProblems, personIn, visit } from "../support/node/person.ts";
import { openPanel } from "../support/node/screens.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function fillIn(page: Page, address: string, text: string): Promise<void> {
  await page.getByLabel(/^Address/).fill(address);
  await page.getByLabel(/^Rent\W*$/).fill("$1,500");
  await page.getByLabel(/^Move-in date/).fill("2027-01-01");
  await page.getByLabel(/^Bedrooms/).selectOption("Studio");
  await page.getByLabel(/^Bathrooms/).selectOption("1");
  await page.getByLabel(/^Email/).fill("landlord@example.com");
  await page.getByLabel(/^Phone/).fill("416-555-0177");
  await page.getByLabel(/^Additional information/).fill(text);
}
const submit = (page: Page) => page.getByRole("button", { name: "Submit Listing" }).click();
const done = (page: Page) => page.getByText("Submission Successful", { exact: true }).waitFor();

describe("a form whose words say something else than its fields", () => {
  it("asks back, and lists a room as what it is", async () => {
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

  it("takes a no, and the moderator lists it as what it reads like with one press, and confirms with another", async () => {
    const { page, leave } = await personIn(browser);
    await visit(page, "/landlords");
    await fillIn(page, "51 Cellar St, Toronto, ON", "Legal basement apartment.");
    await submit(page);
    await page.getByRole("button", { name: "No, It Is Not" }).click();
    await done(page);
    await leave();

    const { page: panel, leave: leavePanel } = await personIn(browser);
    await openPanel(panel, "/admin?q=cellar");
    const card = panel.getByRole("article", { name: /51 Cellar St/ });
    await card.getByText("Type and rent not confirmed").waitFor();
    await card.getByRole("button", { name: "Confirm Type and Rent" }).click();
    await panel.getByText("Type and rent confirmed", { exact: true }).waitFor();
    await card.getByText("Type and rent not confirmed").waitFor({ state: "detached" });
    await card.getByRole("button", { name: "List as Basement" }).click();
    await panel.getByText("Listed as what it is", { exact: true }).waitFor();
    await card.getByText("Reads like a basement").waitFor({ state: "detached" });
    expect(await card.getByText("Type and rent not confirmed").count()).toBe(0);
    await leavePanel();
  });
});
