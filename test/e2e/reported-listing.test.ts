import type { Browser } from "playwright-core";
import { beforeAll, beforeEach, expect, inject, it } from "vitest";
import { dismissReports, publishUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { personIn } from "../support/node/person.ts";
import { lastDecisions, openPanel } from "../support/node/screens.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
beforeEach(dismissReports);

it(
  "a reported listing is questioned or removed on its card, which dismisses its reports, by keyboard too",
  { tags: ["rest"] },
  async () => {
    const first = await publishUnit({ address: "33 Argyle St, Toronto, ON" });
    const second = await publishUnit({ address: "35 Argyle St, Toronto, ON", phone: "416-555-0135" });
    const { page, leave } = await personIn(browser);
    for (const { id } of [second, first]) {
      await page.request.post("/api/report-property", { data: { propertyId: id, reason: "SCAM" } });
    }
    await openPanel(page);
    await page.getByRole("tab", { name: /^Reports \(2\)$/ }).click();
    const reports = page.locator("[data-report-id]");
    const titles = await reports.getByRole("heading").allInnerTexts();
    await reports.first().getByRole("button", { name: "View Property" }).click();
    const viewed = (title: string | undefined) =>
      page.getByRole("dialog", { name: `1 Bedroom - ${title?.split(",")[0] ?? ""}` });
    await viewed(titles[0]).waitFor();
    await page.keyboard.press("j");
    await viewed(titles[1]).waitFor();
    await page.keyboard.press("k");
    await viewed(titles[0]).waitFor();
    await page.keyboard.press("?");
    const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await help.waitFor();
    await page.keyboard.press("Escape");
    await help.waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await viewed(titles[0]).waitFor({ state: "detached" });

    const card = page.getByRole("article", { name: "33 Argyle St, Toronto, ON" });
    await card.getByRole("button", { name: "Ask Landlord" }).click();
    await page.getByRole("dialog", { name: /landlord/i }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });

    await card.getByRole("button", { name: "Take Down" }).click();
    const rejection = page.getByRole("dialog", { name: "Take down this listing?" });
    expect(await rejection.getByLabel("Could not be verified").isChecked()).toBe(true);
    await rejection.getByRole("button", { name: "Take Down" }).click();
    await card.waitFor({ state: "detached" });
    // The list of decisions is at the bottom of the window, although the page is short.
    const tray = await (await lastDecisions(page)).boundingBox();
    const height = page.viewportSize()?.height ?? 0;
    expect(height - (tray?.y ?? 0) - (tray?.height ?? 0)).toBeLessThanOrEqual(24);
    await page.getByRole("tab", { name: /^Reports \(1\)$/ }).waitFor();
    expect((await fetch(`${inject("siteUrl")}/api/marketplace-listings/${first.id}`)).ok).toBe(false);
    expect((await fetch(`${inject("siteUrl")}/api/marketplace-listings/${second.id}`)).ok).toBe(true);
    await leave();
  },
);
