import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedBrowser } from "../support/node/browser.ts";
import { button, card, hasFocus, openForumPanel, tab, toast } from "../support/node/forum-panel.ts";
import { startThread } from "../support/node/forum.ts";
import { personIn } from "../support/node/person.ts";
import { openPanel } from "../support/node/screens.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

describe("the Automation tab", () => {
  it("enables the automation, creates a thread and comments, and lists its actions", { tags: ["rest"] }, async () => {
    const question = await startThread({
      title: "Is rent control different for buildings that were first lived in after November 2018 in Toronto?",
      content: "Our one bedroom in North York is from 2020, and the landlord wants 9% more.",
    });
    const { page, leave } = await openForumPanel(browser, /^Automation$/);
    const threads = page.getByRole("region", { name: "Thread Automation" });
    await threads.getByText("Paused", { exact: true }).waitFor();
    await threads.getByText("Creates 1 threads daily", { exact: true }).waitFor();
    const comments = page.getByRole("region", { name: "Comment Automation" });
    await comments.getByText("Adds 3 comments daily", { exact: true }).waitFor();
    await comments.getByText("Target: Smart (Recent & Active)", { exact: true }).waitFor();

    const settings = page.getByRole("region", { name: "Automation Settings" });
    await settings.getByRole("switch", { name: "Create threads automatically" }).click();
    await toast(page, "Settings Updated").waitFor();
    await threads.getByText("Active", { exact: true }).waitFor();
    await settings.getByLabel("Threads per day").selectOption("5");
    await threads.getByText("Creates 5 threads daily", { exact: true }).waitFor();
    await settings.getByLabel("Comments per day").selectOption("15");
    await settings.getByLabel("Target threads").selectOption("Popular");
    await comments.getByText("Adds 15 comments daily", { exact: true }).waitFor();
    await comments.getByText("Target: Popular", { exact: true }).waitFor();
    const activity = page.getByRole("region", { name: "Recent Activity" });
    await activity.getByText("Threads per day: 5 (before: 1)").waitFor();
    await settings.getByRole("switch", { name: "Create threads automatically" }).click();
    await threads.getByText("Paused", { exact: true }).waitFor();
    await settings.getByLabel("Threads per day").selectOption("1");
    await settings.getByLabel("Comments per day").selectOption("3");
    await settings.getByLabel("Target threads").selectOption("smart");
    await comments.getByText("Target: Smart (Recent & Active)", { exact: true }).waitFor();

    await button(page, "Create Thread Now").click();
    await toast(page, "Thread Created").waitFor();
    const posted = activity.getByRole("listitem").filter({ hasText: "Thread created" }).first();
    await posted.getByText("Success", { exact: true }).waitFor();
    const title = /“(.+)”/.exec((await posted.textContent()) ?? "")?.[1] ?? "";
    await page.getByLabel("Thread to comment on").selectOption(String(question.id));
    expect(
      await page
        .getByLabel("Thread to comment on")
        .evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text),
    ).toBe("Is rent control different for buildings that were... (0 comments)");
    await button(page, "Add Comments").click();
    await toast(page, "Comments Added").waitFor();
    await activity.getByRole("listitem").filter({ hasText: "Comment added" }).first().waitFor();
    await button(page, "Add Comments").click();
    await toast(page, "No comment was added: this discussion has an automated comment already.").waitFor();
    await button(page, "Add Comments (Smart)").click();
    await expect.poll(() => button(page, "Add Comments (Smart)").getAttribute("aria-busy")).toBeNull();
    await toast(page, /^(?:Comments Added|No comment was added: .*)$/).waitFor();

    await tab(page, /^Discussion Moderation/).click();
    const made = card(page, title);
    await made.getByText("Automated", { exact: true }).waitFor();
    await made.getByText("Community Bot", { exact: true }).waitFor();
    await made.getByText("None stored").waitFor();
    await leave();
  });
});

describe("the Reports tab", () => {
  it("deletes the reported post and keeps its report in view", { tags: ["rest"] }, async () => {
    const { id } = await startThread({ title: "A thread that is reported" });
    const { page, leave } = await personIn(browser);
    await page.request.post("/api/discussion/report", { data: { threadId: id, reason: "SPAM" } });
    await openPanel(page);
    await tab(page, /^Reports/).click();
    const report = card(page, "Discussion: A thread that is reported");
    await button(report, "Delete Thread").click();
    await button(page.getByRole("alertdialog", { name: "Delete this thread?" }), "Delete Thread").click();
    await toast(page, "Thread deleted successfully").waitFor();
    await report.getByText("Deleted", { exact: true }).waitFor();
    await expect.poll(() => hasFocus(report)).toBe(true);
    await button(report, "Dismiss").click();
    await toast(page, "Report dismissed").waitFor();
    await report.waitFor({ state: "detached" });
    await leave();
  });
});
