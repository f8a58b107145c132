import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { type Comment, type ForumUser, type Thread, threadPath } from "../../worker/contracts/forum.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { button, card, hasFocus, openForumPanel, tab, toast } from "../support/node/forum-panel.ts";
import { moderate, startThread, writeComment } from "../support/node/forum.ts";
import {
  accessibilityProblems,
  closeNotification,
  expectReadableByAll,
  personIn,
  visit,
} from "../support/node/person.ts";
import { openMore, openPanel } from "../support/node/screens.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

/** Returns a writer with their own IP address. */
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
  it("reviews a reported post and its author's history, bans the author and deletes all their posts", async () => {
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

    const { page, leave } = await openForumPanel(browser, /^Reports/);
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
    await history.getByText("None of these addresses has been banned.").waitFor();
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

    // Undoes the deletion and the ban, after which the reply must be back in its place.
    await tab(page, /^Discussion Moderation/).click();
    const gone = card(page, "Cheap furnished rooms downtown");
    await gone.getByText("Deleted", { exact: true }).waitFor();
    expect(await button(gone, /^(?:Edit Title|STICK|Lock|Delete)$/).count()).toBe(0);
    await button(gone, "Restore").click();
    await toast(page, "Thread restored successfully").waitFor();
    await gone.getByText("Deleted", { exact: true }).waitFor({ state: "detached" });
    await expect.poll(() => hasFocus(gone)).toBe(true);
    await expect.poll(() => pageStatus(threadPath(thread))).toBe(200);

    const bans = page.getByRole("region", { name: "IP Address Bans", exact: true });
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
    // Waits for the notification, which would receive the click if it appeared over the button at that moment.
    await toast(page, "Ban status updated").waitFor();
    await closeNotification(page);

    const answered = card(page, "Elevators that never come");
    await button(answered, "Show Comments").click();
    const deleted = answered.getByRole("listitem").filter({ hasText: "This comment has been deleted" });
    await answered.getByText("Reply (Level 1)", { exact: true }).waitFor();
    await answered.getByText(reply.content).waitFor();
    await deleted.getByText("Show original text").click();
    await deleted.getByText("Never mind elevators").waitFor();
    await button(deleted, "Restore").click();
    await toast(page, "Comment restored successfully").waitFor();
    await answered.getByText("This comment has been deleted").waitFor({ state: "detached" });

    await openMore(page, "Audit log");
    const log = page.getByRole("tabpanel");
    for (const text of ["Comment restored", "Ban reactivated", "Ban lifted", "Thread restored", "Address banned"])
      await log.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor();
    await log.getByText("Posts of an author deleted", { exact: true }).filter({ visible: true }).first().waitFor();
    await leave();
    await writer.leave();
  });

  it(
    "renames, pins, locks and deletes a thread and its comments using only the keyboard",
    { tags: ["rest"] },
    async () => {
      const thread = await startThread({
        title: "Noise upstiars",
        content: `It thumps all night. ${"Really. ".repeat(30)}`,
      });
      const top = await writeComment(thread.id, { content: "Talk to them first." });
      await writeComment(thread.id, { content: "They do not open.", parentId: top.id });
      const { page, leave } = await openForumPanel(browser, /^Discussion Moderation \d+$/);
      const shown = page.getByRole("article", { name: /^Noise up/ });
      await shown.getByText(/^It thumps all night\. (?:Really\. )+.*…$/).waitFor();
      await shown.getByText("2 comments", { exact: true }).waitFor();
      await shown.getByText("0 net votes", { exact: true }).waitFor();

      const press = async (name: string, key = "Enter") => button(shown, name).press(key);
      await press("More");
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
    },
  );

  it(
    "is warned before banning their own address, and sees an error for an invalid one",
    { tags: ["rest"] },
    async () => {
      const { page, leave } = await openForumPanel(browser, /^Discussion Moderation/, {
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
    },
  );

  it(
    "confirms the ban of a wide range after seeing its number of visitors, and sees when the ban ends",
    { tags: ["rest"] },
    async () => {
      const { page, leave } = await openForumPanel(browser, /^Discussion Moderation/);
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
    },
  );
});

it(
  "the tabs and dialogs have no axe violations or horizontal overflow in either theme, on phone and desktop",
  { tags: ["rest"], timeout: LONG_TESTS.many },
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
    await button(shown, "More").click();
    await button(shown, "Edit Title").click();
    await page.getByRole("region", { name: "IP Address Bans", exact: true }).getByRole("listitem").first().waitFor();
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
);
