import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedBrowser } from "../support/node/browser.ts";
import { expectReadableByAll, personIn, visit } from "../support/node/person.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

describe("the rent check", () => {
  it.each([360, 1440])(
    "answers a tenant at %i px without the house number, and has no axe violations or horizontal overflow",
    { tags: ["rest"] },
    async (width) => {
      const { page, leave } = await personIn(browser, { viewport: { width, height: 800 } });
      await visit(page, "/rent-check");
      await expectReadableByAll(page);
      await page.getByLabel("Bedrooms").selectOption("1 Bedroom");
      await page.getByLabel("Rent a month").fill("$1,850");
      await page.getByLabel("Where").fill("105 Nowhere Lane, Toronto");
      await page.getByText("More about the home (optional)").click();
      await page.getByLabel("Year built").fill("1990");
      await page.getByText("Already live there? See how much the rent may rise.").click();
      await page.getByLabel("Last increase, or the day you moved in").fill("2026-03-01");
      await page.getByLabel("New rent in the notice").fill("2500");
      await page.getByLabel("First day of the new rent").fill("2026-06-01");
      await page.getByRole("button", { name: "Check This Rent" }).click();
      await page.getByRole("heading", { name: /\$1,850 for 1 Bedroom/ }).waitFor();
      expect(new URL(page.url()).searchParams.get("place")).toBe("100-200 Nowhere Ln, Toronto");
      expect(page.url()).not.toContain("105");
      await page.getByText("16% below the average asking rent").waitFor();
      await page.getByText("This rent is probably controlled.").waitFor();
      await page.getByText("not lawful as it stands").waitFor();
      await page.getByText("We can’t work out the highest rent").first().waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await expectReadableByAll(page);
      // Goes back and forward again; the browser renders these pages itself.
      await page.getByRole("contentinfo").getByRole("link", { name: "Market", exact: true }).click();
      await page.getByRole("heading", { name: "Rents in the City of Toronto" }).waitFor();
      await page.getByRole("table", { name: "Rents by type: City of Toronto" }).waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await expectReadableByAll(page);
      await page.goBack();
      await page.getByText("16% below the average asking rent").waitFor();
      await leave();
    },
  );

  it("works without scripts", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser, { javaScriptEnabled: false });
    await page.goto("/rent-check");
    await page.getByLabel("Rent a month").fill("a lot");
    await page.getByRole("button", { name: "Check This Rent" }).click();
    await page.getByText("Please choose the number of bedrooms.").first().waitFor();
    await page.getByLabel("Bedrooms").selectOption("Studio");
    await page.getByLabel("Rent a month").fill("1700");
    await page.getByLabel("Where").fill("the annex");
    await page.getByRole("button", { name: "Check This Rent" }).click();
    await page.getByRole("heading", { name: "$1,700 for Studio, Annex" }).waitFor();
    expect(new URL(page.url()).search).toBe("?type=Studio&rent=1700&place=Annex");
    await leave();
  });
});
