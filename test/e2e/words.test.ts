import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { publishUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { expectReadableByAll, personIn, reload, visit } from "../support/node/person.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
  const additionalInfo = "A quiet loft with zebrawood floors. Write to owner@example.com.";
  await publishUnit({ address: "1 Quetzal Ave, Toronto, ON", homeType: "condo", additionalInfo });
  await publishUnit({ address: "2 Quetzal Ave, Toronto, ON", additionalInfo: "Zebrawood kitchen.", rent: "$1,700" });
  await publishUnit({ address: "3 Quetzal Ave, Toronto, ON", bedrooms: "Studio", additionalInfo: "شقة جميلة" });
});

const field = (page: Page) => page.getByLabel("Search listings by words", { exact: true });
const cards = (page: Page) => page.getByRole("article");
const marked = (page: Page) => page.locator("article mark").allTextContents();
const query = (page: Page) => new URL(page.url()).search;
async function look(page: Page, words: string): Promise<void> {
  await field(page).fill(words);
  await field(page).press("Enter");
}

describe("a text search", () => {
  it("filters the list, highlights matches and stays in the URL over reload, type change and going back", async () => {
    const { page, leave } = await personIn(browser);
    await visit(page, "/");
    await look(page, "zebrawood floors");
    await expect.poll(() => query(page)).toBe("?q=zebrawood+floors");
    await expect.poll(() => cards(page).count()).toBe(1);
    await expect.poll(() => marked(page)).toEqual(["zebrawood", "floors"]);
    await cards(page).getByText("[e-mail hidden]").waitFor();
    await cards(page).getByText("Condo for rent in Toronto").waitFor();
    await page.getByRole("link", { name: "Remove filter: “zebrawood”" }).waitFor();

    await look(page, "quetzal");
    await expect.poll(() => cards(page).count()).toBe(3);
    await page.getByRole("button", { name: "Studio", exact: true }).click();
    await expect.poll(() => cards(page).count()).toBe(1);
    expect(query(page)).toBe("?type=Studio&q=quetzal");
    expect(await cards(page).getByText("شقة جميلة").getAttribute("dir")).toBe("auto");
    await reload(page);
    await expect.poll(() => field(page).inputValue()).toBe("quetzal");
    await expect.poll(() => marked(page)).toEqual(["Quetzal", "Quetzal"]);

    await page.goBack();
    await page.goBack();
    await expect.poll(() => query(page)).toBe("?q=zebrawood+floors");
    await expect.poll(() => field(page).inputValue()).toBe("zebrawood floors");
    await expect.poll(() => cards(page).count()).toBe(1);
    await leave();
  });

  it("works before hydration and without JavaScript", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser, { javaScriptEnabled: false });
    await page.goto("/?maxRent=1800");
    await look(page, "zebrawood");
    await page.waitForURL(/\?q=zebrawood&maxRent=1800$/);
    expect(await cards(page).count()).toBe(1);
    expect(await page.locator("article mark").allTextContents()).toEqual(["Zebrawood"]);
    await leave();
  });

  it("has no axe violations or horizontal overflow", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser);
    await visit(page, "/?q=zebrawood&homeType=condo&bathrooms=1&minRent=500&municipality=Toronto");
    await expect.poll(() => cards(page).count()).toBe(1);
    await expectReadableByAll(page);
    await leave();
  });
});
