import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sharedBrowser } from "../support/node/browser.ts";
import { lines, makeFolder } from "../support/node/import-folder.ts";
import { type OwnServer, startOwnServer } from "../support/node/own-server.ts";
import { accessibilityProblems, excessWidth, personIn, photoFile, visit } from "../support/node/person.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

let browser: Browser;
let server: OwnServer;
beforeAll(async () => {
  browser = await sharedBrowser();
  using folder = makeFolder({
    "address_gazetteer.csv": lines(
      "number,street_norm,lat,lng,source",
      "85,danforth ave,43.6765,-79.3589,school",
      "85,danforth rd,43.7005,-79.2689,school",
      "85,danielle moore cir,43.7605,-79.2689,school",
    ),
  });
  server = await startOwnServer({ dataFolder: folder.path });
}, LONG_TESTS.build);
afterAll(() => server?.close());

describe("the landlord's form on a phone", () => {
  it(
    "suggests addresses, compares the rent while it is typed, and shows what was submitted",
    { timeout: LONG_TESTS.many },
    async () => {
      const viewport = { width: 360, height: 740 };
      const { page, leave } = await personIn(browser, { baseURL: server.siteUrl, viewport });
      await visit(page, "/landlords");
      const address = page.getByRole("combobox", { name: /^Address/ });
      await address.pressSequentially("Unit 4, 85 danf");
      const list = page.getByRole("listbox", { name: "Suggested addresses" });
      await list.waitFor();
      expect(await list.getByRole("option").allTextContents()).toEqual([
        "85 Danforth Ave, Toronto",
        "85 Danforth Rd, Toronto",
      ]);
      for (const option of await list.getByRole("option").all())
        expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      expect(await address.getAttribute("aria-expanded")).toBe("true");
      await address.press("ArrowDown");
      await address.press("ArrowDown");
      await address.press("ArrowUp");
      const active = (await address.getAttribute("aria-activedescendant")) ?? "";
      expect(await page.locator(`[id="${active}"]`).textContent()).toBe("85 Danforth Ave, Toronto");
      expect(await accessibilityProblems(page)).toEqual([]);
      await address.press("Enter");
      await list.waitFor({ state: "hidden" });
      expect(await address.inputValue()).toBe("85 Danforth Ave, Toronto");
      await page.getByText("Unit 4 is in its own field below: renters do not see it.").waitFor();

      // Escape closes the list, and any other text stays.
      await address.fill("85 danf");
      await list.waitFor();
      await address.press("Escape");
      await list.waitFor({ state: "hidden" });
      expect(await address.inputValue()).toBe("85 danf");
      await address.fill("85 Danforth Ave, Toronto");

      await page.getByLabel(/^Rent\W*$/).fill("1,900");
      await page.getByLabel(/^Bedrooms/).selectOption("1 Bedroom");
      const status = page.getByRole("status");
      await status
        .getByText("14% below the average asking rent of $2,210: it will be listed as below market.")
        .waitFor();
      await page.getByLabel(/^Rent\W*$/).fill("2,150");
      await status.getByText(/At \$2,000 or less it would be listed as below market/).waitFor();
      await page.getByLabel(/^Rent\W*$/).fill("1,900");

      await page.getByLabel(/^Move-in date/).fill("2027-01-01");
      await page.getByLabel(/^Bathrooms/).selectOption("1");
      await page.getByLabel(/^Email/).fill("landlord@example.com");
      await page.getByLabel(/^Phone/).fill("416-555-0177");
      await page.locator('input[type="file"]').setInputFiles(await photoFile("room.jpg"));
      await page.getByRole("main").getByRole("img", { name: /^room/ }).waitFor();
      await page.getByRole("button", { name: "Submit Listing" }).click();

      await page.getByText("Submission Successful", { exact: true }).waitFor();
      const steps = page.getByRole("region", { name: "What happens next" }).getByRole("listitem");
      expect(await steps.allTextContents()).toEqual([
        expect.stringContaining("landlord@example.com"),
        "We review it before it is published.",
        "Then it is on the site for 60 days, and renters call you at 416-555-0177.",
      ]);
      const card = page.getByRole("region", { name: /^Preview/ }).getByRole("article");
      expect(await card.textContent()).toContain("$1,900");
      await card.getByText("14% below market").waitFor();
      expect(await card.getByRole("link", { name: /Danforth/ }).count()).toBe(0);
      await expect
        .poll(() => card.getByRole("img").evaluate((photo) => (photo as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await excessWidth(page)).toBe(0);
      await page.getByRole("button", { name: "Post another" }).click();
      await expect.poll(() => address.inputValue()).toBe("");
      await leave();
    },
  );
});
