import type { Browser } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { LONG_TESTS } from "../support/time-limits.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { personIn } from "../support/node/person.ts";
import { allTabs, answer, openPanel } from "../support/node/screens.ts";
import { publishUnit, submitUnit } from "../support/node/api.ts";

let browser: Browser;

beforeAll(async () => {
  browser = await sharedBrowser();
});

/** Buttons that change nothing on the site, or only the reader's own data. */
const READING = [
  /^(?:Logout|More|Appeals|Digest|Market|Places|People|Audit log|System|Refresh|Keyboard shortcuts|View|View Property|About Market figures|Author History|Try Again|Clear search)$/,
  /^(?:Load More|Show|Hide|Previous|Next|Enlarge|Choose|Open|Close) ?/,
  // The filters of the queue.
  /^(?:All|Pending ?\d*|Approved|Rejected|Expired|Rented|Deleted|No location ?\d*|Active|Deactivated)$/,
  /^Compare with #\d+$/,
  // The reader's own passkeys and sessions.
  /^(?:Add a Passkey|Remove passkey .*|End the session of .*)$/,
];

it(
  "a reader of the panel sees everything, and no button that changes something",
  { tags: ["rest"], timeout: LONG_TESTS.many },
  async () => {
    await submitUnit({ address: "17 Readers Lane, Toronto, ON" });
    const { id } = await publishUnit({ address: "18 Readers Lane, Toronto, ON" });
    const { page, leave } = await personIn(browser);
    await page.request.post("/api/report-property", {
      data: { propertyId: id, reason: "SCAM", details: "They want money first." },
    });
    await answer(page, "**/api/admin/session", {
      authenticated: true,
      role: "reader",
      person: { id: 9, name: "Rita" },
    });
    await openPanel(page, "/admin?q=readers");
    const shown = page.getByRole("dialog", { name: /Readers Lane/ });
    await shown.getByText("No photos.").waitFor();
    await page.keyboard.press("a");
    await page.keyboard.press("r");
    await page.keyboard.press("x");
    const others: string[] = [];
    for await (const tab of allTabs(page)) {
      await expect
        .poll(() =>
          page
            .getByRole("tabpanel")
            .getByText(/^Loading/)
            .count(),
        )
        .toBe(0);
      const buttons = page.locator("#content, main").first().getByRole("button");
      for (const name of await buttons.evaluateAll((all) =>
        all
          .filter((one) => one.checkVisibility() && !one.matches(":disabled"))
          .map((one) => (one.getAttribute("aria-label") ?? one.textContent ?? "").trim()),
      ))
        if (!READING.some((pattern) => pattern.test(name))) others.push(`${tab}: ${name}`);
    }
    expect(others).toEqual([]);
    expect(await page.getByRole("alertdialog").count()).toBe(0);
    await leave();
  },
);
