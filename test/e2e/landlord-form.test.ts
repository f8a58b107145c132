import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedBrowser } from "../support/node/browser.ts";
import { accessibilityProblems, excessWidth, personIn, photoFile, visit } from "../support/node/person.ts";
import { answer } from "../support/node/screens.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const ADDRESS = "85 Danforth Ave, Toronto";

describe("the landlord's form on a phone", () => {
  it(
    "suggests addresses, compares the rent while the landlord types, and shows the submission",
    { tags: ["rest"] },
    async () => {
      const { page, leave } = await personIn(browser, { viewport: { width: 360, height: 740 } });
      // The City's addresses are not imported here.
      await answer(page, "**/api/addresses?*", [{ address: ADDRESS }, { address: "85 Danforth Rd, Toronto" }]);
      await visit(page, "/landlords");
      const address = page.getByRole("combobox", { name: /^Address/ });
      await address.pressSequentially("Unit 4, 85 danf");
      const list = page.getByRole("listbox", { name: "Suggested addresses" });
      await list.waitFor();
      for (const option of await list.getByRole("option").all())
        expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      await address.press("ArrowDown");
      expect(await accessibilityProblems(page)).toEqual([]);
      await address.press("Enter");
      await list.waitFor({ state: "hidden" });
      expect(await address.inputValue()).toBe(ADDRESS);

      await page.getByLabel(/^Rent\W*$/).fill("1,900");
      await page.getByLabel(/^Bedrooms/).selectOption("1 Bedroom");
      await page
        .getByRole("status")
        .getByText(/the average asking rent/)
        .waitFor();
      await page.getByLabel(/^Move-in date/).fill("2027-01-01");
      await page.getByLabel(/^Bathrooms/).selectOption("1");
      await page.getByLabel("No", { exact: true }).check();
      await page.getByLabel(/^Email/).fill("landlord@example.com");
      await page.getByLabel(/^Phone/).fill("416-555-0177");
      await page.locator('input[type="file"]').setInputFiles(await photoFile("room.jpg"));
      await page.getByRole("main").getByRole("img", { name: /^room/ }).waitFor();
      await page.getByRole("button", { name: "Submit Listing" }).click();

      await page.getByText("Submission Successful", { exact: true }).waitFor();
      const card = page.getByRole("region", { name: /^Preview/ }).getByRole("article");
      expect(await card.textContent()).toContain("$1,900");
      await expect
        .poll(() => card.getByRole("img").evaluate((photo) => (photo as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await excessWidth(page)).toBe(0);
      await leave();
    },
  );
});
