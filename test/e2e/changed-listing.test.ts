import type { Browser, Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { approveUnit, photoDataUrl, submitUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { mailAbout, pathIn } from "../support/node/mailbox.ts";
import { accessibilityProblems, excessWidth, personIn } from "../support/node/person.ts";
import { openPanel, viewListing } from "../support/node/screens.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const toast = (page: Page, title: string) => page.getByRole("region", { name: /Notifications/ }).getByText(title);
const manageLink = async (email: string) => pathIn(await mailAbout(email, /received/), "manage");
async function isShown(photo: Locator): Promise<void> {
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
}

describe("a listing edited by its landlord", () => {
  it(
    "shows its new photos only to landlord and moderator, and the changes to the moderator",
    { tags: ["rest"] },
    async () => {
      const email = "changes@example.com";
      const images = [await photoDataUrl("#884422")];
      const id = await submitUnit({ email, address: "31 Shaw St, Toronto, ON", images });
      const owner = await personIn(browser);
      await owner.page.goto(await manageLink(email));
      const photo = owner.page.getByRole("img", { name: "Photo 1" });
      await isShown(photo);
      const address = (await photo.getAttribute("src")) ?? "";
      expect(address).toMatch(/\?until=\d+&key=[a-z2-7]+&w=800$/);
      expect((await fetch(`${inject("siteUrl")}${address.split("?")[0]}`)).status).toBe(404);

      await approveUnit(id);
      await owner.page.reload();
      await owner.page.getByLabel(/^Additional information/).fill("Bright unit. New kitchen.");
      await owner.page.getByRole("button", { name: "Save Changes" }).click();
      await toast(owner.page, "Listing updated successfully").waitFor();
      await isShown(photo);

      const moderator = await personIn(browser, { viewport: { width: 360, height: 740 } });
      const { page } = moderator;
      await openPanel(page, "/admin?status=approved");
      const card = page.getByRole("article", { name: /31 Shaw St/ });
      await card.getByText("Changed since approval").waitFor();
      const details = await viewListing(page, "31 Shaw St");
      const changes = details.getByRole("region", { name: "Changed since approval" });
      await changes.getByText("Bright unit. New kitchen.").waitFor();
      await isShown(details.getByRole("img", { name: /^Photo 1 of 1/ }));
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await excessWidth(page)).toBe(0);
      await changes.getByRole("button", { name: "Accept Changes" }).click();
      await toast(page, "Changes accepted").waitFor();
      await changes.waitFor({ state: "detached" });
      await page
        .getByRole("region", { name: /Notifications/ })
        .getByRole("button", { name: "Undo" })
        .click();
      await toast(page, "Decision undone").waitFor();
      await changes.getByRole("button", { name: "Accept Changes" }).click();
      await changes.waitFor({ state: "detached" });
      await page.keyboard.press("Escape");
      await details.waitFor({ state: "detached" });
      expect(await card.getByText("Changed since approval").count()).toBe(0);
      await moderator.leave();

      await owner.page.getByLabel(/^Phone/).fill("647-555-0199");
      await owner.page.getByText("Saving takes the listing off the site").waitFor();
      await owner.page.getByRole("button", { name: "Save Changes" }).click();
      await owner.page.getByRole("region", { name: "Status" }).getByText("In review").waitFor();
      await isShown(photo);
      await owner.leave();
    },
  );

  it("can be renewed once a day, and its page states the next time", { tags: ["rest"] }, async () => {
    const email = "again@example.com";
    const id = await submitUnit({ email, address: "32 Shaw St, Toronto, ON" });
    await approveUnit(id);
    const { page, leave } = await personIn(browser);
    const path = await manageLink(email);
    await page.goto(path);
    const renew = page.getByRole("button", { name: "Renew for 60 Days" });
    await renew.waitFor();
    // Simulates that the landlord renews the listing in another tab.
    await page.evaluate((api) => fetch(api, { method: "POST" }), `/api${path}/renew`);
    await renew.click();
    await toast(page, "Already Renewed Today").waitFor();
    await page.getByText("Renewed today. You can renew it again tomorrow.").waitFor();
    expect(await renew.count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    // The browser logs the 409 status.
    await leave([/409/]);
  });
});
