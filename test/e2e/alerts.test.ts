import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedBrowser } from "../support/node/browser.ts";
import { mailAbout, mailsTo, pathIn } from "../support/node/mailbox.ts";
import { accessibilityProblems, expectReadableByAll, personIn, visit } from "../support/node/person.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? "");
const shots = process.env.ALERT_SHOTS;

/** Saves a screenshot of the page for inspection, if requested. */
async function picture(page: Page, name: string): Promise<void> {
  if (shots === undefined) return;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${shots}/${name}-${colorScheme}.png`, fullPage: true });
  }
  await page.emulateMedia({ colorScheme: "light" });
}

/** The button that offers emails, whether or not the search has results. */
const offer = (page: Page) => page.getByRole("button", { name: /^Email me (?:new ones|matching homes)$/ });

describe("a renter looking for a home", () => {
  it.each([360, 1440])(
    "sets an alert from the home page in at most five clicks at %i px, and ends it in one on a phone",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async (width) => {
      const email = `looks-${width}@example.com`;
      const { page, leave } = await personIn(browser, { viewport: { width, height: 800 } });
      let presses = 0;
      const press = async (on: Page, name: string) => {
        presses += 1;
        await button(on, name).click();
      };
      await visit(page, "/");
      await press(page, "1 BR");
      await page.waitForURL(/type=1/);
      presses += 1;
      await offer(page).click();
      const dialog = page.getByRole("dialog");
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("type"))).toBe("email");
      expect(await accessibilityProblems(page)).toEqual([]);
      await picture(page, `dialog-${width}`);
      await dialog.getByLabel(/^Your email address/).fill("looks");
      await dialog.getByRole("button", { name: "Email Me", exact: true }).click();
      await dialog.getByText("Please enter a valid email address").waitFor();
      await dialog.getByLabel(/^Your email address/).fill(email);
      await press(page, "Email Me");
      await page.getByText(`Check your inbox at ${email}`).waitFor();
      await button(page, "Done").click();
      const mail = await mailAbout(email, /^New homes by email: 1 Bedroom\?$/);

      await page.goto(pathIn(mail, "alerts"));
      await heading(page, "Email you new homes?").waitFor();
      await picture(page, `question-${width}`);
      await press(page, "Yes, Email Me");
      await heading(page, "We’ll email you new homes").waitFor();
      await expect.poll(() => focused(page)).toContain("We’ll email you new homes");
      console.info(`Presses from home to an alert at ${width} px: ${presses}`);
      expect(presses).toBeLessThanOrEqual(5);
      if (width !== 360) {
        await leave();
        return;
      }

      await button(page, "See Matches").click();
      await page.getByText(/in the last 30 days/).waitFor();
      await page.getByText("More", { exact: true }).click();
      await button(page, "Rename").click();
      await page.getByLabel("Name of the search").fill("Near school");
      await button(page, "Save Name").click();
      await page.getByRole("heading", { level: 3, name: "Near school" }).waitFor();
      await page.getByLabel("How often").selectOption("weekly");
      await expect.poll(() => page.getByLabel("How often").inputValue()).toBe("weekly");
      await picture(page, `page-${width}`);
      await expectReadableByAll(page, "saved searches");
      await page.setViewportSize({ width, height: 800 });

      await page.getByRole("link", { name: "Change", exact: true }).click();
      await button(page, "Studio").click();
      await offer(page).click();
      await button(page, "Save Changes").click();
      await page.getByRole("link", { name: "See Your Searches" }).click();
      // The dialog on the previous page also contains "Studio", so this waits for the new page first.
      await page.getByRole("heading", { level: 3, name: "Near school" }).waitFor();
      await page.getByText("Studio", { exact: true }).waitFor();

      await page.getByRole("button", { name: "Pause", exact: true }).click();
      await page.getByText("Paused", { exact: true }).waitFor();
      await button(page, "Turn On").click();
      await button(page, "Pause").waitFor();
      // A repeated request leads to an email which states that the search is on. Like every email about alerts, this
      // email has a link to stop all alerts.
      await page.request.post("/api/saved-searches", {
        data: { email, search: { filter: "Studio" }, frequency: "daily" },
      });
      await expect.poll(async () => (await mailsTo(email)).length).toBe(2);
      const on = await mailAbout(email, /^On: Studio$/);
      const stop = /Stop all alerts: \S+(\/alerts\/\S+)/.exec(on.text)?.[1] ?? "";
      await page.goto(stop);
      await heading(page, "Stop all alerts?").waitFor();
      await button(page, "Stop All Alerts").click();
      await heading(page, "All alerts are stopped").waitFor();
      await expect.poll(() => focused(page)).toContain("All alerts are stopped");
      await page.goto(pathIn(mail, "alerts"));
      await page.getByText("Stopped", { exact: true }).waitFor();
      await page.getByText("More", { exact: true }).click();
      await button(page, "Delete").click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
      await expect.poll(() => page.getByRole("heading", { level: 3, name: "Near school" }).count()).toBe(0);
      await leave();
    },
  );
});
