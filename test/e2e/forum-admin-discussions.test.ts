import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedBrowser } from "../support/node/browser.ts";
import { button, card, openForumPanel, tab, toast } from "../support/node/forum-panel.ts";
import { startThread, writeComment } from "../support/node/forum.ts";
import { personIn } from "../support/node/person.ts";
import { openPanel } from "../support/node/screens.ts";
import { ADMIN_PASSWORD } from "../support/node/server.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

describe("the Discussions tab", () => {
  it("searches discussions; Escape clears the search", { tags: ["rest"] }, async () => {
    const wanted = await startThread({ title: "Silverfish behind the dishwasher" });
    const other = await startThread();
    const { page, leave } = await personIn(browser);
    await openPanel(page);
    await tab(page, /^Discussion Moderation/).click();
    const heading = (title: string) => page.getByRole("heading", { name: title, exact: true });
    await heading(other.title).waitFor();
    const field = page.getByRole("searchbox", { name: "Search discussions" });
    await field.fill("s");
    await page.getByText("Type at least 2 letters.").waitFor();
    await field.fill("silverf");
    await page.getByText("1 discussion found, newest first.").waitFor();
    await heading(wanted.title).waitFor();
    expect(await heading(other.title).count()).toBe(0);
    await field.press("Escape");
    await heading(other.title).waitFor();
    await field.fill("nobodywrotethis");
    await page.getByText("Nothing found.").waitFor();
    await leave();
  });

  it("asks for the password when the session has expired, then continues", { tags: ["rest"] }, async () => {
    const { id } = await startThread({ title: "A session that ends" });
    await writeComment(id, { content: "Read by moderators." });
    const { page, context, leave } = await openForumPanel(browser, /^Discussion Moderation/);
    const shown = card(page, "A session that ends");
    await button(shown, "More").click();
    await button(shown, "Edit Title").click();
    await shown.getByLabel(/^Thread title/).fill("A session that ended");
    await context.clearCookies();
    // Without a session, the public comments must not be mistaken for the moderators' list.
    await button(shown, "Show Comments").click();
    const gate = page.getByRole("dialog", { name: "Admin Access Required" });
    await gate.getByLabel(/^Password/).fill(ADMIN_PASSWORD);
    await button(gate, "Access Admin Panel").click();
    await gate.waitFor({ state: "detached" });
    await shown.getByText("Read by moderators.").waitFor();
    await expect.poll(() => shown.getByLabel(/^Thread title/).inputValue()).toBe("A session that ended");
    await button(shown, "Save").click();
    await toast(page, "Thread title updated successfully").waitFor();
    await leave([/status of 401/]);
  });
});
