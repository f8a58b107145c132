import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listingPath, type PublicListing } from "../../worker/contracts/listings.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { expectReadableByAll, personIn, visit } from "../support/node/person.ts";
import { copyProduction, type Production } from "../support/node/production.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

let browser: Browser;
let site: Production;
let close: () => Promise<void>;
beforeAll(async () => {
  browser = await sharedBrowser();
  site = await copyProduction();
  await site.seedDemo();
  close = await site.serve();
}, LONG_TESTS.start);
afterAll(async () => {
  await close();
  site.forget();
});

const listings = async (query: string) =>
  (await (await fetch(`${site.siteUrl}/api/marketplace-listings?limit=100&${query}`)).json()) as PublicListing[];
const dollars = (cents: number) => `$${(cents / 100).toLocaleString("en-CA")}`;

describe("the history of a rent", () => {
  it("leads from the filter over the card to the dialog and the page, in the same words", async () => {
    const reduced = await listings("dropped=1&sort=drop");
    const [most] = reduced;
    const drop = most?.priceDrop;
    if (!most || !drop) throw new Error("No rent of the demo was reduced.");
    const amount = dollars(drop.fromCents - drop.toCents);
    const { page, leave } = await personIn(browser, { viewport: { width: 360, height: 740 }, baseURL: site.siteUrl });
    await visit(page, "/");
    await page.getByRole("button", { name: /^Filters/ }).click();
    await page.getByRole("checkbox", { name: "Rent reduced" }).click();
    await page.getByRole("button", { name: "Show listings" }).click();
    await expect.poll(() => new URL(page.url()).search).toBe("?dropped=1");
    const cards = page.getByRole("main").getByRole("article");
    await expect.poll(() => cards.count()).toBe(reduced.length);
    await page.getByRole("combobox", { name: "Sort by" }).selectOption({ label: "Biggest drop" });
    await expect.poll(() => cards.first().innerText()).toContain(`−${amount}, `);

    await cards
      .first()
      .getByRole("link", { name: most.title.replace(`${most.bedrooms} - `, "") })
      .click();
    const story = page.getByRole("dialog").getByRole("region", { name: "History of the rent" });
    const words = new RegExp(`^Reduced by \\${amount} on \\w+ \\d+ \\(−${drop.percent}%\\)$`, "m");
    await expect.poll(() => story.innerText()).toMatch(words);
    await page.getByRole("dialog").getByRole("link", { name: "View full page" }).click();
    await page.getByRole("heading", { level: 1, name: most.title }).waitFor();
    const onPage = page.getByRole("main").getByRole("region", { name: "History of the rent" });
    expect(await onPage.innerText()).toMatch(words);
    expect(await onPage.getByRole("listitem").allInnerTexts()).toEqual(
      most.priceHistory.map(({ rentCents }) => expect.stringContaining(dollars(rentCents))),
    );
    await expectReadableByAll(page);
    await leave();
  });

  it("tells a rise and a former listing without JavaScript", async () => {
    const all = await listings("");
    const raised = all.find(
      ({ priceDrop, previousListing, priceHistory }) => !priceDrop && !previousListing && priceHistory.length > 1,
    );
    const again = all.find(({ previousListing }) => previousListing !== null);
    if (!raised || !again) throw new Error("The demo has no such listings.");
    const { page, leave } = await personIn(browser, { javaScriptEnabled: false, baseURL: site.siteUrl });
    const story = page.getByRole("region", { name: "History of the rent" });
    await page.goto(listingPath(raised));
    expect(await story.innerText()).toMatch(/^Raised by \$\d+ on \w+ \d+ \(\+\d+%\)$/m);
    await page.goto(listingPath(again));
    expect(await story.innerText()).toMatch(/^Listed before at \$[\d,]+, until \w+( \d{4})?$/m);
    await leave();
  });
});
