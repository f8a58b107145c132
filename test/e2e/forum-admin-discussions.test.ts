import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import type { AuthorHistory, Comment, IpBan, Thread } from "../../worker/contracts/forum.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { button, card, hasFocus, openForumPanel, tab, toast } from "../support/node/forum-panel.ts";
import { startThread, writeComment } from "../support/node/forum.ts";
import { closeNotification, personIn } from "../support/node/person.ts";
import { answer, openPanel } from "../support/node/screens.ts";
import { ADMIN_PASSWORD } from "../support/node/server.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
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
  {
    id: 1,
    kind: "address",
    value: "203.0.113.7",
    ipAddress: "203.0.113.7",
    reason: "Spam",
    isActive: true,
    createdAt: AT,
    expiresAt: null,
  },
  {
    id: 2,
    kind: "address",
    value: "2001:db8::7",
    ipAddress: "2001:db8::7",
    reason: "Threats",
    isActive: false,
    createdAt: AT,
    expiresAt: null,
  },
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

describe("the Discussions tab", () => {
  it("searches discussions; Escape clears the search", async () => {
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

  it("counts on the server, shows ten threads at a time and focuses the next ones", async () => {
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

    const bans = page.getByRole("region", { name: "IP Address Bans", exact: true });
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

  it("shows fetch errors and retries", async () => {
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
    await page.getByText("Nothing is, or was, banned.").waitFor();
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

  it("shows failed actions and changes nothing", async () => {
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

  it("asks for the password when the session has expired, then continues", async () => {
    const { id } = await startThread({ title: "A session that ends" });
    await writeComment(id, { content: "Read by moderators." });
    const { page, context, leave } = await openForumPanel(browser, /^Discussion Moderation/);
    const shown = card(page, "A session that ends");
    await button(shown, "Edit Title").click();
    await shown.getByLabel(/^Thread title/).fill("A session that ended");
    await context.clearCookies();
    // The public comments are not mistaken for the moderators' list without a session.
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

  it("shows empty states", async () => {
    const { page, leave } = await personIn(browser);
    await answer(page, "**/api/discussion/threads?*", { threads: [], hasMore: false, totalCount: 0 });
    await answer(page, "**/api/discussion/admin/bans?*", []);
    await answer(page, "**/api/discussion/automation/activity?*", []);
    await answer(page, "**/api/discussion/automation/threads?limit=100", []);
    await openPanel(page);
    await tab(page, /^Discussion Moderation/).click();
    await page.getByText("Nobody has started a discussion yet.").waitFor();
    await page.getByText("Nothing is, or was, banned.").waitFor();
    await tab(page, /^Automation$/).click();
    await page.getByText("No Activity Yet", { exact: true }).waitFor();
    await button(page, "Add Comments (Smart)").waitFor();
    await expect.poll(() => page.getByLabel("Thread to comment on").count()).toBe(0);
    expect(await button(page, "Add Comments").count()).toBe(0);
    await leave();
  });
});
