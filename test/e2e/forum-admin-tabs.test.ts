import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import type { AutomationActivity } from "../../worker/contracts/automation.ts";
import type { AdminReport, ReportGroup } from "../../worker/contracts/reports.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { button, card, hasFocus, openForumPanel, tab, toast } from "../support/node/forum-panel.ts";
import { startThread } from "../support/node/forum.ts";
import { closeNotification, personIn } from "../support/node/person.ts";
import { answer, openPanel } from "../support/node/screens.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const AT = "2026-11-21T19:05:00.000Z";
const STATS = { totalThreads: 1234, totalComments: 5678, netVotes: -9, activeBans: 2 };
const SETTINGS = {
  autoCreateThreads: true,
  threadsPerDay: 2,
  autoCreateComments: false,
  commentsPerDay: 1,
  targetThreads: "newest",
};
const deed = (id: number, actionType: string): AutomationActivity => ({
  id,
  actionType,
  details: { message: `Deed ${id}` },
  createdAt: AT,
});

describe("the Automation tab", () => {
  it("shows ten of twenty actions with their kinds, and what failed", async () => {
    const { page, leave } = await personIn(browser);
    await answer(page, "**/api/discussion/admin/stats", STATS);
    await answer(page, "**/api/discussion/automation/settings", "failure", SETTINGS);
    await answer(
      page,
      "**/api/discussion/automation/activity?limit=20",
      "failure",
      ["thread_created", "comment_added", "thread_failed", "comment_error", "settings_changed"]
        .concat(Array<string>(15).fill("comment_added"))
        .map((actionType, nth) => deed(100 - nth, actionType)),
    );
    await answer(page, "**/api/discussion/automation/threads?limit=100", "failure", [
      { id: 3, title: "Pets", commentCount: 1 },
    ]);
    await openPanel(page);
    await tab(page, /^Automation$/).click();
    await page.getByRole("heading", { name: "Failed to fetch automation settings" }).waitFor();
    await button(page, "Try Again").click();
    const threads = page.getByRole("region", { name: "Thread Automation" });
    await threads.getByText("Active", { exact: true }).waitFor();
    await threads.getByText("Creates 2 threads daily", { exact: true }).waitFor();
    const comments = page.getByRole("region", { name: "Comment Automation" });
    await comments.getByText("Paused", { exact: true }).waitFor();
    await comments.getByText("Adds 1 comments daily", { exact: true }).waitFor();
    await comments.getByText("Target: Newest", { exact: true }).waitFor();

    const activity = page.getByRole("region", { name: "Recent Activity" });
    await activity.getByRole("heading", { name: "Failed to fetch automation activity" }).waitFor();
    await button(activity, "Try Again").click();
    await activity.getByText("Deed 91", { exact: true }).waitFor();
    await expect.poll(() => activity.getByRole("listitem").count()).toBe(10);
    const entries = (await activity.getByRole("listitem").allTextContents()).slice(0, 5);
    expect(entries.map((text) => /Success|Failed/.exec(text)?.[0])).toEqual([
      "Success",
      "Success",
      "Failed",
      "Failed",
      "Success",
    ]);
    const stats = page.getByRole("region", { name: "Activity Stats" });
    await expect.poll(() => stats.textContent()).toContain("Total threads:1,234");
    await expect.poll(() => stats.textContent()).toContain("Recent actions:20");

    const actions = page.getByRole("region", { name: "Instant Actions" });
    await actions.getByText("Failed to fetch discussion threads").waitFor();
    await button(actions, "Try Again").click();
    await actions.getByLabel("Thread to comment on").selectOption({ label: "Pets (1 comment)" });
    await page.route(/\/automation\/(?:settings|create-thread|add-comments)$/, (route) =>
      route.request().method() === "GET" ? route.fallback() : route.fulfill({ status: 503, body: "" }),
    );
    const fails = async (text: string) => {
      await toast(page, "Error").waitFor();
      await toast(page, text).waitFor();
      await closeNotification(page);
    };
    await button(actions, "Create Thread Now").click();
    await fails("Failed to create thread.");
    await button(actions, "Add Comments (Smart)").click();
    await fails("Failed to add comments.");
    await button(actions, "Add Comments").click();
    await fails("Failed to add comments.");
    const setting = page.getByRole("switch", { name: "Create threads automatically" });
    await setting.click();
    await fails("Failed to update automation settings.");
    await expect.poll(() => setting.getAttribute("aria-checked")).toBe("true");
    await page.getByLabel("Threads per day").selectOption("4");
    await fails("Failed to update automation settings.");
    await expect.poll(() => page.getByLabel("Threads per day").inputValue()).toBe("2");
    for (const [label, options] of [
      ["Threads per day", ["1", "2", "3", "4", "5"]],
      ["Comments per day", ["1", "3", "5", "10", "15"]],
      ["Target threads", ["Smart (Recent & Active)", "Newest", "Popular", "Random"]],
    ] as const)
      await expect.poll(() => page.getByLabel(label).locator("option").allTextContents()).toEqual(options);
    await leave([/status of 50[03]/]);
  });

  it("enables the automation, creates a thread and comments, and lists its actions", async () => {
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

const REPORT: AdminReport = {
  id: 1,
  targetType: "thread",
  targetId: 3,
  propertyId: null,
  propertyAddress: null,
  propertyBedrooms: null,
  post: {
    threadId: 3,
    threadSlug: "pets-in-condos",
    threadTitle: "Pets in condos",
    excerpt: "Call me for a deal.",
    authorId: 5,
    authorName: "QuietPorch1",
    ipAddress: "203.0.113.0/24",
    isDeleted: false,
  },
  reason: "PERSONAL_INFO",
  details: null,
  reportedAt: AT,
  ipAddress: null,
};

/** The group of a single report. */
const groupOfOne = (latest: AdminReport): ReportGroup => ({
  id: latest.id,
  targetType: latest.targetType,
  targetId: latest.targetId,
  title: latest.post?.threadTitle ?? null,
  count: 1,
  networks: 1,
  reasons: [{ reason: latest.reason, count: 1 }],
  firstReportedAt: latest.reportedAt,
  lastReportedAt: latest.reportedAt,
  underReview: false,
  ids: [latest.id],
  latest,
});

describe("the Reports tab", () => {
  it("offers no ban of a masked address, and only dismissal for a missing post", async () => {
    const { page, leave } = await personIn(browser);
    const reports: AdminReport[] = [REPORT, { ...REPORT, id: 2, targetType: "comment", targetId: 77, post: null }];
    await answer(page, "**/api/admin/reports?*", reports);
    await answer(page, "**/api/admin/reports/groups?*", reports.map(groupOfOne));
    await openPanel(page);
    await tab(page, /^Reports \(2\)$/).click();
    const masked = card(page, "Discussion: Pets in condos");
    await masked.getByText("It shows somebody's personal information", { exact: true }).waitFor();
    await masked.getByText("Address masked after 90 days: it cannot be banned", { exact: true }).waitFor();
    await expect
      .poll(() => masked.getByRole("button").allTextContents())
      .toEqual(["Author History", "Delete Thread", "Dismiss"]);
    const lost = card(page, "Comment #77");
    await lost.getByText("This post is no longer stored.").waitFor();
    await expect.poll(() => lost.getByRole("button").allTextContents()).toEqual(["Dismiss"]);
    await leave();
  });

  it("deletes the reported post and keeps its report in view", async () => {
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
