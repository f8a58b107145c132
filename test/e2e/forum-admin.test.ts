import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { AutomationActivity } from "../../worker/contracts/automation.ts";
import {
  type AuthorHistory,
  type Comment,
  type ForumUser,
  type IpBan,
  type Thread,
  threadPath,
} from "../../worker/contracts/forum.ts";
import type { AdminReport, ReportGroup } from "../../worker/contracts/reports.ts";
import { launchBrowser } from "../support/node/browser.ts";
import { moderate, startThread, writeComment } from "../support/node/forum.ts";
import {
  accessibilityProblems,
  closeNotification,
  expectReadableByAll,
  personIn,
  visit,
} from "../support/node/person.ts";
import { answer, openPanel } from "../support/node/screens.ts";
import { ADMIN_PASSWORD } from "../support/node/server.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const toast = (page: Page, title: string | RegExp) =>
  page.getByRole("region", { name: /Notifications/, includeHidden: true }).getByText(title, { exact: true });
const tab = (page: Page, name: RegExp) => page.getByRole("tab", { name });
const card = (page: Page, name: string) => page.getByRole("article", { name, exact: true });
const button = (place: Page | Locator, name: string | RegExp) => place.getByRole("button", { name, exact: true });
const hasFocus = (place: Locator) => place.evaluate((element) => element === document.activeElement);

async function moderator(open: RegExp, options: BrowserContextOptions = {}) {
  const person = await personIn(browser, options);
  await openPanel(person.page);
  await tab(person.page, open).click();
  return person;
}

/** Somebody who writes from an address of their own. */
async function writerAt(ipAddress: string) {
  const { page, leave } = await personIn(browser, { extraHTTPHeaders: { "CF-Connecting-IP": ipAddress } });
  const post = (path: string, data: unknown) => page.request.post(`/api/discussion/${path}`, { data });
  const { username } = (await (await post("user", { anonymousId: null })).json()) as ForumUser;
  return {
    username,
    leave,
    post,
    written: async <Post>(path: string, data: unknown) => (await (await post(path, data)).json()) as Post,
  };
}

const pageStatus = async (path: string) => (await fetch(inject("siteUrl") + path)).status;

describe("a moderator", () => {
  it("reads a reported post and its author's history, bans the author and deletes all they wrote", async () => {
    const writer = await writerAt("203.0.113.50");
    const thread = await writer.written<Thread>("threads", {
      title: "Cheap furnished rooms downtown",
      content: "Send a deposit first and I mail the keys. Hurry, many ask.",
    });
    const other = await startThread({ title: "Elevators that never come" });
    const comment = await writer.written<Comment>("comments", {
      threadId: other.id,
      content: "Never mind elevators: text me for rooms without a deposit.",
    });
    const reply = await writeComment(other.id, { content: "Do not fall for it.", parentId: comment.id });

    const reader = await personIn(browser);
    await visit(reader.page, threadPath(other));
    const reported = reader.page.getByRole("article", { name: `Comment by ${writer.username}` });
    await button(reported, "Report this comment").click();
    const question = reader.page.getByRole("dialog", { name: "Report this comment" });
    await question.getByRole("radio", { name: "It looks like a scam" }).check();
    await button(question, "Submit Report").click();
    await toast(reader.page, "Post reported").waitFor();
    await reader.leave();

    const { page, leave } = await moderator(/^Reports/);
    const report = card(page, "Comment in: Elevators that never come");
    await report.getByText("It looks like a scam", { exact: true }).waitFor();
    await report.getByText("Never mind elevators: text me for rooms without a deposit.").waitFor();
    await report.getByText(`Author: ${writer.username}`).waitFor();
    await report.getByText("Author IP: 203.0.113.50").waitFor();
    const opened = page.waitForEvent("popup");
    await report.getByRole("link", { name: "View Post" }).click();
    expect((await opened).url()).toBe(`${inject("siteUrl")}${threadPath(other)}#comment-${comment.id}`);
    await (await opened).close();

    await button(report, "Author History").click();
    const history = page.getByRole("dialog", { name: `Author: ${writer.username}` });
    await history.getByText("1 thread", { exact: true }).waitFor();
    await history.getByText("1 comment", { exact: true }).waitFor();
    await history.getByText("0 deleted", { exact: true }).waitFor();
    await history.getByText("None of these addresses is, or was, banned.").waitFor();
    expect(await history.getByRole("link", { name: "Cheap furnished rooms downtown" }).getAttribute("href")).toBe(
      threadPath(thread),
    );

    await button(history, "Ban 203.0.113.50").click();
    const ban = page.getByRole("dialog", { name: "Ban IP Address" });
    await expect.poll(() => ban.getByLabel(/^IP address/).inputValue()).toBe("203.0.113.50");
    await button(ban, "Ban Address").click();
    await ban.getByText("Please give a reason.").waitFor();
    await ban.getByLabel(/^Reason/).fill("Asks for deposits on rooms that do not exist.");
    await button(ban, "Ban Address").click();
    await toast(page, "User banned successfully").waitFor();
    await ban.waitFor({ state: "detached" });
    await history.getByText("Active", { exact: true }).waitFor();
    await expect.poll(() => hasFocus(button(history, "Ban 203.0.113.50"))).toBe(true);
    const refused = await writer.post("comments", { threadId: other.id, content: "Rooms, rooms, rooms." });
    expect(refused.status()).toBe(403);
    expect(await refused.text()).toContain("Asks for deposits on rooms that do not exist.");

    await button(history, "Delete All Posts").click();
    const confirm = page.getByRole("alertdialog", { name: "Delete everything by this author?" });
    await confirm.getByText(/^2 posts of /).waitFor();
    await button(confirm, "Delete All").click();
    await toast(page, "Posts deleted successfully").waitFor();
    await toast(page, "1 thread and 1 comment were deleted.").waitFor();
    await history.getByText("2 deleted", { exact: true }).waitFor();
    await expect.poll(() => button(history, "Delete All Posts").getAttribute("aria-disabled")).toBe("true");
    await expect.poll(() => pageStatus(threadPath(thread))).toBe(410);
    await history.getByRole("button", { name: "Close", exact: true }).first().click();
    await report.getByText("Deleted", { exact: true }).waitFor();
    expect(await report.getByRole("link", { name: "View Post" }).count()).toBe(0);
    expect(await button(report, "Delete Comment").count()).toBe(0);
    await button(report, "Dismiss").click();
    await toast(page, "Report dismissed").waitFor();
    await report.waitFor({ state: "detached" });

    // What was done in haste is undone, and the reply stands where it stood.
    await tab(page, /^Discussion Moderation/).click();
    const gone = card(page, "Cheap furnished rooms downtown");
    await gone.getByText("Deleted", { exact: true }).waitFor();
    expect(await button(gone, /^(?:Edit Title|STICK|Lock|Delete)$/).count()).toBe(0);
    await button(gone, "Restore").click();
    await toast(page, "Thread restored successfully").waitFor();
    await gone.getByText("Deleted", { exact: true }).waitFor({ state: "detached" });
    await expect.poll(() => hasFocus(gone)).toBe(true);
    await expect.poll(() => pageStatus(threadPath(thread))).toBe(200);

    const bans = page.getByRole("region", { name: "IP Address Bans" });
    const entry = bans.getByRole("listitem").filter({ hasText: "203.0.113.50" });
    await entry.getByText("Asks for deposits on rooms that do not exist.").waitFor();
    await button(entry, "Unban").click();
    await toast(page, "Ban status updated").waitFor();
    await closeNotification(page);
    await entry.getByText("Inactive", { exact: true }).waitFor();
    const again = await writer.post("comments", { threadId: other.id, content: "I am sorry, it was a bad idea." });
    expect(again.status()).toBe(201);
    await button(entry, "Reactivate").click();
    await entry.getByText("Active", { exact: true }).waitFor();
    // It comes last of all: between the press and the release of a button that it covers, it would take the click.
    await toast(page, "Ban status updated").waitFor();
    await closeNotification(page);

    const answered = card(page, "Elevators that never come");
    await button(answered, "Show Comments").click();
    const deleted = answered.getByRole("listitem").filter({ hasText: "This comment has been deleted" });
    await answered.getByText("Reply (Level 1)", { exact: true }).waitFor();
    await answered.getByText(reply.content).waitFor();
    await deleted.getByText("What it said").click();
    await deleted.getByText("Never mind elevators").waitFor();
    await button(deleted, "Restore").click();
    await toast(page, "Comment restored successfully").waitFor();
    await answered.getByText("This comment has been deleted").waitFor({ state: "detached" });

    await tab(page, /^Audit log$/).click();
    const log = page.getByRole("tabpanel");
    for (const text of ["Comment restored", "Ban reactivated", "Ban lifted", "Thread restored", "Address banned"])
      await log.getByText(text, { exact: true }).first().waitFor();
    await log.getByText("Posts of an author deleted", { exact: true }).first().waitFor();
    await leave();
    await writer.leave();
  });

  it("renames, sticks, locks and deletes a thread, and deletes its comments, by keyboard alone", async () => {
    const thread = await startThread({
      title: "Noise upstiars",
      content: `It thumps all night. ${"Really. ".repeat(30)}`,
    });
    const top = await writeComment(thread.id, { content: "Talk to them first." });
    await writeComment(thread.id, { content: "They do not open.", parentId: top.id });
    const { page, leave } = await moderator(/^Discussion Moderation \d+$/);
    const shown = page.getByRole("article", { name: /^Noise up/ });
    await shown.getByText(/^It thumps all night\. (?:Really\. )+.*…$/).waitFor();
    await shown.getByText("2 comments", { exact: true }).waitFor();
    await shown.getByText("0 net votes", { exact: true }).waitFor();

    const press = async (name: string, key = "Enter") => button(shown, name).press(key);
    await press("Edit Title");
    const title = shown.getByLabel(/^Thread title/);
    await expect.poll(() => hasFocus(title)).toBe(true);
    await title.fill("Another title");
    await title.press("Escape");
    await shown.getByRole("heading", { name: "Noise upstiars" }).waitFor();
    await expect.poll(() => hasFocus(button(shown, "Edit Title"))).toBe(true);
    await press("Edit Title");
    await expect.poll(() => title.inputValue()).toBe("Noise upstiars");
    await title.fill("   ");
    await expect.poll(() => button(shown, "Save").getAttribute("aria-disabled")).toBe("true");
    await title.press("Enter");
    await expect.poll(() => title.isVisible()).toBe(true);
    await title.fill("Noise upstairs");
    await title.press("Enter");
    await toast(page, "Thread title updated successfully").waitFor();
    await shown.getByRole("heading", { name: "Noise upstairs" }).waitFor();
    await expect.poll(() => hasFocus(button(shown, "Edit Title"))).toBe(true);
    const renamed = threadPath({ id: thread.id, seoSlug: "noise-upstairs" });
    expect(await shown.getByRole("link", { name: /^View Thread/ }).getAttribute("href")).toBe(renamed);

    await press("STICK");
    await toast(page, "Thread sticky status updated successfully").waitFor();
    await shown.getByText("Sticky", { exact: true }).waitFor();
    await press("UNSTICK");
    await button(shown, "STICK").waitFor();
    await press("Lock");
    await toast(page, "Thread lock status updated successfully").waitFor();
    await shown.getByText("Locked", { exact: true }).waitFor();
    const visitor = await personIn(browser);
    await visitor.page.goto(renamed);
    await visitor.page.getByText("This discussion is locked.").waitFor();
    await visitor.leave();
    await press("Unlock");
    await button(shown, "Lock").waitFor();

    await press("Show Comments");
    const comment = shown.getByRole("listitem").filter({ hasText: "Talk to them first." });
    await button(comment, "Delete").press("Enter");
    const question = page.getByRole("alertdialog", { name: "Delete this comment?" });
    await button(question, "Delete Comment").press("Enter");
    await toast(page, "Comment deleted successfully").waitFor();
    await shown.getByText("This comment has been deleted").waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-post")))
      .toBe(`comment-${top.id}`);
    await shown.getByText("1 comment", { exact: true }).waitFor();
    await press("Hide Comments");
    await shown.getByText("This comment has been deleted").waitFor({ state: "detached" });

    await press("Delete");
    const last = page.getByRole("alertdialog", { name: "Delete this thread?" });
    await button(last, "Cancel").press("Enter");
    await expect.poll(() => hasFocus(button(shown, "Delete"))).toBe(true);
    await press("Delete");
    await button(last, "Delete Thread").press("Enter");
    await toast(page, "Thread deleted successfully").waitFor();
    await shown.getByText("Deleted", { exact: true }).waitFor();
    await expect.poll(() => hasFocus(shown)).toBe(true);
    await expect.poll(() => pageStatus(renamed)).toBe(410);
    await leave();
  });

  it("is warned of a ban of their own address, and told which address is none", async () => {
    const { page, leave } = await moderator(/^Discussion Moderation/, {
      extraHTTPHeaders: { "CF-Connecting-IP": "2001:db8:5:6::1" },
    });
    await button(page, "Ban IP Address").click();
    const ban = page.getByRole("dialog", { name: "Ban IP Address" });
    await button(ban, "Ban Address").click();
    await ban.getByText("This field is required.").waitFor();
    const warning = ban.getByText(/^This is your own address\./);
    await ban.getByLabel(/^IP address/).fill("2001:DB8:5:6:ffff::2");
    await warning.waitFor();
    await ban.getByLabel(/^IP address/).fill("2001:db8:5:7::2");
    await warning.waitFor({ state: "detached" });
    await ban.getByLabel(/^IP address/).fill("2001:db8::/32");
    await warning.waitFor();
    await ban.getByLabel(/^IP address/).fill("198.51.100/24");
    await ban.getByLabel(/^Reason/).fill("A whole street.");
    await button(ban, "Ban Address").click();
    await toast(page, "Failed to ban user").waitFor();
    await ban.getByText(/^Please enter one full IP address/).waitFor();
    await expect.poll(() => hasFocus(ban.getByLabel(/^IP address/))).toBe(true);
    await toast(page, "Failed to ban user").hover();
    await ban.getByLabel(/^IP address/).fill("198.51.100.1");
    await toast(page, "Failed to ban user").waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await ban.waitFor({ state: "detached" });
    await expect.poll(() => hasFocus(button(page, "Ban IP Address"))).toBe(true);
    const opened = page.waitForEvent("popup");
    await page.getByRole("link", { name: /^View Discussion Board/ }).click();
    await (await opened).getByRole("heading", { level: 1 }).waitFor();
    await leave([/status of 400/]);
  });

  it("is asked before a wide range is banned, with how many visitors are in it, and sees when the ban ends", async () => {
    const { page, leave } = await moderator(/^Discussion Moderation/);
    await button(page, "Ban IP Address").click();
    const ban = page.getByRole("dialog", { name: "Ban IP Address" });
    await ban.getByLabel(/^IP address/).fill("198.18.0.0/16");
    await ban.getByLabel(/^Reason/).fill("A flood of sign-ups.");
    await button(ban, "Ban Address").click();
    const asked = page.getByRole("alertdialog", { name: "Ban this wide range?" });
    await asked.getByText(/^198\.18\.0\.0\/16 is a wide range: 0 visitors of the last 30 days/).waitFor();
    await button(asked, "Cancel").click();
    await asked.waitFor({ state: "detached" });
    await button(ban, "Ban Address").click();
    await button(asked, "Ban for 7 Days").click();
    await toast(page, "User banned successfully").waitFor();
    await ban.waitFor({ state: "detached" });
    const shown = page.getByRole("listitem").filter({ hasText: "198.18.0.0/16" });
    await shown.getByText(/, ends /).waitFor();
    await button(shown, "Unban").click();
    await shown.getByText("Inactive", { exact: true }).waitFor();
    await button(shown, "Reactivate").click();
    await asked.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await button(asked, "Ban for 7 Days").click();
    await shown.getByText("Active", { exact: true }).waitFor();
    await leave([/status of 409/]);
  });

  it("switches the automation on, has a thread created and comments added, and sees what it did", async () => {
    const question = await startThread({
      title: "Is rent control different for buildings that were first lived in after November 2018 in Toronto?",
      content: "Our one bedroom in North York is from 2020, and the landlord wants 9% more.",
    });
    const { page, leave } = await moderator(/^Automation$/);
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

const AT = "2026-11-21T19:05:00.000Z";
const thread = (id: number, changes: Partial<Thread> = {}): Thread & Record<string, unknown> => ({
  id,
  title: `Thread ${id}`,
  content: "Some words about heating.",
  seoSlug: `thread-${id}`,
  authorId: 5,
  user: { username: "QuietPorch1" },
  createdAt: AT,
  editedAt: null,
  commentCount: 3,
  upvotes: 1,
  downvotes: 3,
  isSticky: false,
  isLocked: false,
  isDeleted: false,
  isAutomated: false,
  ipAddress: "203.0.113.7",
  ...changes,
});
const comment = (id: number, changes: Partial<Comment> = {}): Comment => ({
  id,
  threadId: 1,
  content: `Comment ${id}`,
  authorId: 5,
  user: { username: "QuietPorch1" },
  parentId: null,
  depth: 0,
  createdAt: AT,
  editedAt: null,
  upvotes: 0,
  downvotes: 0,
  isDeleted: false,
  isAutomated: false,
  ipAddress: "203.0.113.7",
  ...changes,
});
const STATS = { totalThreads: 1234, totalComments: 5678, netVotes: -9, activeBans: 2 };
const BANS: IpBan[] = [
  { id: 1, ipAddress: "203.0.113.7", reason: "Spam", isActive: true, createdAt: AT, expiresAt: null },
  { id: 2, ipAddress: "2001:db8::7", reason: "Threats", isActive: false, createdAt: AT, expiresAt: null },
];
const AUTHOR: AuthorHistory & Record<string, unknown> = {
  authorId: 5,
  username: "QuietPorch1",
  isAutomated: false,
  createdAt: AT,
  threads: 60,
  comments: 3,
  deleted: 1,
  posts: [
    {
      kind: "comment",
      id: 9,
      threadId: 1,
      threadSlug: "thread-1",
      excerpt: "Taken away",
      createdAt: AT,
      isDeleted: true,
      ipAddress: "203.0.113.0/24",
    },
  ],
  bans: BANS,
};
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

describe("the Discussions tab", () => {
  it("finds a discussion by its words, and Escape shows all of them again", async () => {
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

  it("counts on the server, shows ten threads of many, and leads the keyboard to the next ones", async () => {
    const { page, leave } = await personIn(browser);
    await answer(page, "**/api/discussion/admin/stats", STATS);
    await page.route("**/api/discussion/threads?*", (route) => {
      const offset = Number(new URL(route.request().url()).searchParams.get("offset"));
      const threads = Array.from({ length: 10 }, (_, nth) => thread(5000 - offset - nth));
      if (offset === 0)
        threads.splice(
          0,
          3,
          thread(5000, { isSticky: true, isLocked: true, isAutomated: true, ipAddress: null, user: { username: "" } }),
          thread(4999, { isDeleted: true }),
          thread(4998, { ipAddress: "2001:db8::/48", commentCount: 1, content: "word ".repeat(60) }),
        );
      return route.fulfill({ json: { threads, hasMore: true, totalCount: 1234 } });
    });
    await answer(page, "**/api/discussion/admin/bans?*", BANS);
    await openPanel(page);
    await tab(page, /^Discussion Moderation 1,234$/).click();
    const tabs = await page.getByRole("tab").allTextContents();
    expect(tabs.map((name) => name.replace(/[ (]*[\d,]+\)?$/, "")).slice(0, 4)).toEqual([
      "Property Listings",
      "Reports",
      "Discussion Moderation",
      "Automation",
    ]);
    for (const [label, figure] of [
      ["Total Threads", "1,234"],
      ["Total Comments", "5,678"],
      ["Net Votes", "-9"],
      ["Active Bans", "2"],
    ] as const) {
      const place = page.getByText(label, { exact: true }).locator("..");
      await place.getByText(figure, { exact: true }).waitFor();
    }
    await page.getByText("Showing first 10 threads of 1,234", { exact: true }).waitFor();

    const first = card(page, "Thread 5000");
    for (const text of [
      "Sticky",
      "Locked",
      "Automated",
      "Anonymous",
      "Nov 21, 2026, 14:05",
      "3 comments",
      "-2 net votes",
    ])
      await first.getByText(text, { exact: true }).waitFor();
    await button(first, "UNSTICK").waitFor();
    const gone = card(page, "Thread 4999");
    expect(await gone.getByRole("button").allTextContents()).toEqual([
      "Ban",
      "Show Comments",
      "Author History",
      "Restore",
    ]);
    const masked = card(page, "Thread 4998");
    await masked.getByText("(masked after 90 days: it cannot be banned)").waitFor();
    expect(await masked.getByRole("button", { name: /^Ban/ }).count()).toBe(0);
    expect(Array.from((await masked.getByText(/^word word/).textContent()) ?? "").length).toBeLessThanOrEqual(151);

    await button(page, "Load More Threads").click();
    await page.getByText("Showing first 20 threads of 1,234", { exact: true }).waitFor();
    await expect.poll(() => hasFocus(card(page, "Thread 4990"))).toBe(true);

    const bans = page.getByRole("region", { name: "IP Address Bans" });
    const [active, lifted] = [bans.getByRole("listitem").nth(0), bans.getByRole("listitem").nth(1)];
    for (const text of ["203.0.113.7", "Active", "Spam", "November 21, 2026", "Unban"])
      await active.getByText(text, { exact: true }).waitFor();
    for (const text of ["2001:db8::7", "Inactive", "Threats", "Reactivate"])
      await lifted.getByText(text, { exact: true }).waitFor();

    await answer(page, "**/api/discussion/admin/author/5", AUTHOR);
    await button(first, "Author History").click();
    const history = page.getByRole("dialog", { name: "Author: QuietPorch1" });
    await history.getByText("The newest 1 of 63.", { exact: true }).waitFor();
    await history.getByText("Taken away").waitFor();
    await history.getByText("(masked after 90 days: it cannot be banned)").waitFor();
    await history.getByText("Threats").waitFor();
    await leave();
  });

  it("says what could not be fetched, and fetches it again", async () => {
    const { page, leave } = await personIn(browser);
    await answer(page, "**/api/discussion/admin/stats", "failure");
    await answer(page, "**/api/discussion/threads?*", "failure", {
      threads: [thread(1)],
      hasMore: false,
      totalCount: 1,
    });
    await answer(page, "**/api/discussion/admin/bans?*", "failure", []);
    await answer(page, "**/api/discussion/thread/1/comments?*", "failure", [
      comment(1),
      comment(2, { isDeleted: true }),
      comment(3, { parentId: 1, depth: 1 }),
      comment(4, { parentId: 3, depth: 2, isAutomated: true, ipAddress: null }),
    ]);
    await answer(page, "**/api/discussion/admin/author/5", "failure", AUTHOR);
    await openPanel(page);
    await tab(page, /^Discussion Moderation/).click();
    const retry = async (title: string) => {
      const failure = page.getByRole("alert").filter({ hasText: title });
      await button(failure, "Try Again").click();
      await failure.waitFor({ state: "detached" });
    };
    await page.getByRole("heading", { name: "Failed to fetch discussion statistics" }).waitFor();
    await page.unroute("**/api/discussion/admin/stats");
    await answer(page, "**/api/discussion/admin/stats", STATS);
    await retry("Failed to fetch discussion statistics");
    await page.getByText("5,678", { exact: true }).waitFor();
    await retry("Failed to fetch discussion bans");
    await page.getByText("No address is, or was, banned.").waitFor();
    await retry("Failed to fetch discussion threads");
    await page.getByText("All 1 thread shown").waitFor();
    const shown = card(page, "Thread 1");
    await button(shown, "Show Comments").click();
    await retry("Failed to fetch thread comments");
    await shown.getByText("All 4 comments, deleted ones counted").waitFor();
    const items = shown.getByRole("listitem");
    expect(
      (await items.allTextContents()).map(
        (text) => /Reply \(Level \d\)|This comment has been deleted|Comment \d/.exec(text)?.[0],
      ),
    ).toEqual(["Comment 1", "Reply (Level 1)", "Reply (Level 2)", "This comment has been deleted"]);
    await button(items.first(), "Author History").click();
    await retry("Failed to fetch the author's history");
    await page.getByRole("dialog", { name: "Author: QuietPorch1" }).waitFor();
    await leave([/status of 500/]);
  });

  it("says what failed, and changes nothing", async () => {
    const { page, leave } = await personIn(browser);
    await answer(page, "**/api/discussion/admin/stats", STATS);
    await answer(page, "**/api/discussion/threads?*", {
      threads: [thread(1), thread(2, { isDeleted: true })],
      hasMore: false,
      totalCount: 2,
    });
    await answer(page, "**/api/discussion/admin/bans?*", BANS);
    await answer(page, "**/api/discussion/thread/1/comments?*", [comment(1), comment(2, { isDeleted: true })]);
    await answer(page, "**/api/discussion/admin/author/5", AUTHOR);
    await openPanel(page);
    await tab(page, /^Discussion Moderation/).click();
    await card(page, "Thread 1").waitFor();
    await page.route(/\/api\/discussion\/(?:threads\/\d|admin\/)/, (route) =>
      route.request().method() === "GET" ? route.fallback() : route.fulfill({ status: 503, body: "" }),
    );
    const fails = async (title: string) => {
      await toast(page, title).waitFor();
      await closeNotification(page);
    };
    const shown = card(page, "Thread 1");
    await button(shown, "Edit Title").click();
    await shown.getByLabel(/^Thread title/).fill("Changed");
    await button(shown, "Save").click();
    await fails("Failed to update thread title");
    await expect.poll(() => shown.getByLabel(/^Thread title/).inputValue()).toBe("Changed");
    await button(shown, "Cancel").click();
    await button(shown, "STICK").click();
    await fails("Failed to update thread sticky status");
    await button(shown, "Lock").click();
    await fails("Failed to update thread lock status");
    await button(shown, "Delete").click();
    await button(page, "Delete Thread").click();
    await fails("Failed to delete thread");
    await button(card(page, "Thread 2"), "Restore").click();
    await fails("Failed to restore thread");
    await button(shown, "Show Comments").click();
    const [there, gone] = [shown.getByRole("listitem").nth(0), shown.getByRole("listitem").nth(1)];
    await button(there, "Delete").click();
    await button(page, "Delete Comment").click();
    await fails("Failed to delete comment");
    await button(gone, "Restore").click();
    await fails("Failed to restore comment");
    await button(page, "Unban").click();
    await fails("Failed to update ban status");
    await button(there, "Ban 203.0.113.7").click();
    const ban = page.getByRole("dialog", { name: "Ban IP Address" });
    await ban.getByLabel(/^Reason/).fill("Spam");
    await button(ban, "Ban Address").click();
    await toast(page, "Failed to ban user").waitFor();
    await button(ban, "Cancel").click();
    await button(there, "Author History").click();
    await button(page, "Delete All Posts").click();
    await button(page, "Delete All").click();
    await toast(page, "Failed to delete the author's posts").waitFor();
    await button(page.getByRole("dialog"), "Close").first().click();
    await expect.poll(() => shown.getByRole("heading", { level: 3 }).textContent()).toBe("Thread 1");
    await leave([/status of 503/]);
  });

  it("asks for the password again when the session has ended, and goes on where it was", async () => {
    const { id } = await startThread({ title: "A session that ends" });
    await writeComment(id, { content: "Read by moderators." });
    const { page, context, leave } = await moderator(/^Discussion Moderation/);
    const shown = card(page, "A session that ends");
    await button(shown, "Edit Title").click();
    await shown.getByLabel(/^Thread title/).fill("A session that ended");
    await context.clearCookies();
    // Comments are everybody's: without a session they are not taken for the moderators' own.
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

  it("says that there is nothing where nothing is", async () => {
    const { page, leave } = await personIn(browser);
    await answer(page, "**/api/discussion/threads?*", { threads: [], hasMore: false, totalCount: 0 });
    await answer(page, "**/api/discussion/admin/bans?*", []);
    await answer(page, "**/api/discussion/automation/activity?*", []);
    await answer(page, "**/api/discussion/automation/threads?limit=100", []);
    await openPanel(page);
    await tab(page, /^Discussion Moderation/).click();
    await page.getByText("Nobody has started a discussion yet.").waitFor();
    await page.getByText("No address is, or was, banned.").waitFor();
    await tab(page, /^Automation$/).click();
    await page.getByText("No Activity Yet", { exact: true }).waitFor();
    await button(page, "Add Comments (Smart)").waitFor();
    await expect.poll(() => page.getByLabel("Thread to comment on").count()).toBe(0);
    expect(await button(page, "Add Comments").count()).toBe(0);
    await leave();
  });
});

describe("the Automation tab", () => {
  it("shows ten of twenty deeds, each as what it was, and says what failed", async () => {
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
    const told = (await activity.getByRole("listitem").allTextContents()).slice(0, 5);
    expect(told.map((text) => /Success|Failed/.exec(text)?.[0])).toEqual([
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
  reportedAt: AT,
  ipAddress: null,
};

/** What one report makes: a group of its own. */
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
  ids: [latest.id],
  latest,
});

describe("the Reports tab", () => {
  it("offers no ban of a masked address, and nothing but the dismissal of a post that is nowhere", async () => {
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

  it("deletes the reported post, and stays at its report", async () => {
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

it(
  "in both themes, on a phone and a desktop axe finds nothing in the tabs and dialogs, and nothing is wider than the screen",
  async () => {
    const title = `Radiators and${"averylongwordwithoutaspace".repeat(3)}`;
    const { id } = await startThread({ title, content: "Ours knock all night. ".repeat(14) });
    let parentId = (await writeComment(id)).id;
    for (let depth = 1; depth <= 6; depth += 1) parentId = (await writeComment(id, { parentId })).id;
    await moderate("DELETE", `admin/comment/${parentId}`);
    await moderate("POST", "admin/ban", { ipAddress: "2001:db8:360::1", reason: "Spam, again and again." });
    const { page, leave } = await personIn(browser, { reducedMotion: "reduce" });
    await page.request.post("/api/discussion/report", { data: { threadId: id, reason: "HARASSMENT" } });
    await openPanel(page);
    await tab(page, /^Discussion Moderation/).click();
    const shown = card(page, title);
    await button(shown, "Show Comments").click();
    await shown.getByText("Reply (Level 6)", { exact: true }).waitFor();
    await button(shown, "Edit Title").click();
    await page.getByRole("region", { name: "IP Address Bans" }).getByRole("listitem").first().waitFor();
    await expectReadableByAll(page, "discussions", [360, 768, 1440]);
    await button(shown, "Author History").first().click();
    const history = page.getByRole("dialog", { name: /^Author: / });
    await history.getByRole("link", { name: title }).waitFor();
    await expectReadableByAll(page, "author");
    await button(history, /^Ban /).first().click();
    const ban = page.getByRole("dialog", { name: "Ban IP Address" });
    await ban.getByText(/^This is your own address\./).waitFor();
    await button(ban, "Ban Address").click();
    await ban.getByText("Please give a reason.").waitFor();
    await expectReadableByAll(page, "ban");
    await button(ban, "Cancel").click();
    await ban.waitFor({ state: "detached" });
    await history.getByRole("button", { name: "Close", exact: true }).first().click();
    await history.waitFor({ state: "detached" });
    await tab(page, /^Automation$/).click();
    await page.getByLabel("Thread to comment on").waitFor();
    await page.getByText("Loading activity...").waitFor({ state: "detached" });
    await expectReadableByAll(page, "automation");
    await tab(page, /^Reports/).click();
    const report = card(page, `Discussion: ${title}`);
    await report.waitFor();
    await expectReadableByAll(page, "reports");
    await button(report, "Dismiss").click();
    await report.waitFor({ state: "detached" });
    await leave();
  },
  LONG_TESTS.many,
);
