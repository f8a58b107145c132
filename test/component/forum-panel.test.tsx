import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { AutomationActivity, AutomationSettings } from "../../worker/contracts/automation.ts";
import type { AdminReport, ReportedListing, ReportGroup } from "../../worker/contracts/reports.ts";
import { adminListing, answersAtDesk } from "../support/component/admin-listings.ts";
import { fill } from "../support/component/forms.ts";
import { AUTHOR, BANS, comment, FORUM_STATS, thread, threadsOf } from "../support/component/forum.ts";
import { type Answers, type Asked, failure, inTurn, listOf } from "../support/component/open-page.tsx";
import {
  around,
  cardOf,
  dialogOf,
  expectFocusOn,
  expectToast,
  openTab,
  pressIn,
  sectionOf,
} from "../support/component/panel.ts";
import { allNamed, expectShown, press } from "../support/component/wordings.ts";

const STATS = "GET /api/discussion/admin/stats";
const THREADS = "GET /api/discussion/threads";
const STICK = "PUT /api/discussion/admin/thread/1/sticky";
const BAN_LIST = "GET /api/discussion/admin/bans";

const DISCUSSIONS: Answers = {
  "GET /api/discussion/admin/my-address": { ipAddress: "198.51.100.1", network: "198.51.100.1" },
  [STATS]: FORUM_STATS,
  [BAN_LIST]: listOf(BANS),
};

const buttonsOf = (card: HTMLElement) => [...card.querySelectorAll("button")].map(({ textContent }) => textContent);

const openDiscussions = (answers: Answers) => openTab("discussions", { ...DISCUSSIONS, ...answers });

describe("the Discussions tab", () => {
  it("counts on the server, shows ten threads at a time and focuses the next ones", async () => {
    const page = ({ query }: Asked) => {
      const offset = Number(query.get("offset"));
      const threads = Array.from({ length: 10 }, (_, nth) => thread(5000 - offset - nth));
      return { threads, hasMore: true, totalCount: 1234 };
    };
    await openDiscussions({ [THREADS]: page });
    await expectShown({ tab: "Discussion Moderation 1,234" }, "Showing first 10 threads of 1,234");
    const tabs = [...document.querySelectorAll("[role=tab]")].map(({ textContent }) => textContent);
    expect(tabs.map((name) => name.replace(/[ (]*[\d,]+\)?$/, "")).slice(0, 4)).toEqual([
      "Property Listings",
      "Reports",
      "Discussion Moderation",
      "Automation",
    ]);
    const figures = [...document.querySelectorAll("dl[aria-label=Statistics] > div")].map((figure) => [
      figure.querySelector("dt")?.textContent,
      figure.querySelector("dd")?.textContent,
    ]);
    expect(figures).toEqual([
      ["Total Threads", "1,234"],
      ["Total Comments", "5,678"],
      ["Net Votes", "-9"],
      ["Active Bans", "2"],
    ]);
    await press("button", "Load More Threads");
    await expectShown("Showing first 20 threads of 1,234");
    await expectFocusOn(await cardOf("Thread 4990"));
  });

  it(
    "shows a thread's state, and offers a ban only where the author's address is known",
    { tags: ["rest"] },
    async () => {
      await openDiscussions({
        [THREADS]: threadsOf(
          thread(1, { isSticky: true, isLocked: true, isAutomated: true, ipAddress: null, user: { username: "" } }),
          thread(2, { isDeleted: true, reportCount: 2 }),
          thread(3, { ipAddress: "2001:db8::/48", commentCount: 1, content: "word ".repeat(60) }),
        ),
      });
      const first = await cardOf("Thread 1");
      for (const text of [
        "Sticky",
        "Locked",
        "Automated",
        "Anonymous",
        "Nov 21, 2026, 14:05",
        "3 comments",
        "-2 net votes",
      ])
        expect(within(first).getAllByText(text).length, text).toBeGreaterThan(0);
      expect(allNamed("button", "UNSTICK", first)).toHaveLength(1);
      expect(first.textContent).not.toContain("report");
      const gone = await cardOf("Thread 2");
      within(gone).getByText("2 reports");
      await pressIn(gone, "More");
      expect(buttonsOf(gone)).toEqual(["Actions", "Show Comments", "Restore", "Less", "Author History", "Ban"]);
      const masked = await cardOf("Thread 3");
      within(masked).getByText("(masked after 90 days, so it can’t be banned)");
      await pressIn(masked, "More");
      expect(within(masked).queryByText(/^Ban/, { selector: "button" })).toBeNull();
      expect(Array.from(within(masked).getByText(/^word word/).textContent).length).toBeLessThanOrEqual(151);
    },
  );

  it("shows the most frequent actions, and the others after More", async () => {
    await openDiscussions({
      [THREADS]: threadsOf(thread(1, { reportCount: 1 })),
      [STICK]: thread(1, { isSticky: true }),
    });
    const card = await cardOf("Thread 1");
    expect(buttonsOf(card)).toEqual(["Actions", "Show Comments", "STICK", "Delete", "More"]);
    await pressIn(card, "More");
    const rare = ["Edit Title", "Lock", "Author History", "Ban"];
    expect(buttonsOf(card)).toEqual(["Actions", "Show Comments", "STICK", "Delete", "Less", ...rare]);
    expect(within(card).getByRole("link", { name: /^View Thread/ })).toBeTruthy();
    await pressIn(card, "Actions");
    expect(allNamed("button", "Lock", card)).toEqual([]);
    await pressIn(card, "STICK");
    await within(card).findByText("Sticky");
    within(card).getByText("1 report");
  });

  it("shows a thread's whole text instead of its excerpt, with the comments", async () => {
    const content = "They thump at night. ".repeat(12).trim();
    await openDiscussions({
      [THREADS]: threadsOf(thread(1, { content })),
      "GET /api/discussion/thread/1/comments": [],
    });
    const card = await cardOf("Thread 1");
    within(card).getByText(/…$/);
    await pressIn(card, "Show Comments");
    within(card).getByText(content);
    expect(within(card).getAllByText(/^They thump/)).toHaveLength(1);
  });

  it("lists bans and an author's history", { tags: ["rest"] }, async () => {
    await openDiscussions({
      [THREADS]: threadsOf(thread(1)),
      "GET /api/discussion/admin/author/5": AUTHOR,
    });
    const bans = await sectionOf("IP Address Bans");
    await within(bans).findByText("Spam");
    const [active, lifted] = within(bans).getAllByRole("listitem");
    if (!active || !lifted) throw new Error("Two bans are listed.");
    for (const text of ["203.0.113.7", "Active", "Spam", "November 21, 2026", "Unban"])
      expect(within(active).getByText(text)).toBeTruthy();
    for (const text of ["2001:db8::7", "Inactive", "Threats", "Reactivate"])
      expect(within(lifted).getByText(text)).toBeTruthy();

    await pressIn(await cardOf("Thread 1"), "More");
    await pressIn(await cardOf("Thread 1"), "Author History");
    const history = await dialogOf("Author: QuietPorch1");
    await within(history).findByText("Showing the newest 1 of 63.");
    for (const text of ["Taken away", "(masked after 90 days, so it can’t be banned)", "Threats"])
      expect(within(history).getByText(text)).toBeTruthy();
  });

  it("shows fetch errors and retries", async () => {
    await openDiscussions({
      [STATS]: inTurn(failure(), FORUM_STATS),
      [THREADS]: inTurn(failure(), threadsOf(thread(1))),
      [BAN_LIST]: inTurn(failure(), listOf([])),
      "GET /api/discussion/thread/1/comments": inTurn(failure(), [
        comment(1),
        comment(2, { isDeleted: true }),
        comment(3, { parentId: 1, depth: 1 }),
        comment(4, { parentId: 3, depth: 2, isAutomated: true, ipAddress: null }),
      ]),
      "GET /api/discussion/admin/author/5": inTurn(failure(), AUTHOR),
    });
    const retry = async (title: string) => {
      const failed = await around(title, "[role=alert]");
      await pressIn(failed, "Try Again");
      await waitFor(() => expect(screen.queryByText(title)).toBeNull());
    };
    await retry("Failed to fetch discussion statistics");
    await expectShown("5,678");
    await retry("Failed to fetch discussion bans");
    await expectShown("No bans yet.");
    await retry("Failed to fetch discussion threads");
    await expectShown("All 1 thread shown");
    const shown = await cardOf("Thread 1");
    await pressIn(shown, "Show Comments");
    await retry("Failed to fetch thread comments");
    await within(shown).findByText("All 4 comments, including deleted ones");
    const items = within(shown).getAllByRole("listitem");
    expect(
      items.map(
        ({ textContent }) => /Reply \(Level \d\)|This comment has been deleted|Comment \d/.exec(textContent)?.[0],
      ),
    ).toEqual(["Comment 1", "Reply (Level 1)", "Reply (Level 2)", "This comment has been deleted"]);
    await pressIn(items[0] as HTMLElement, "Author History");
    await retry("Failed to fetch the author's history");
    await dialogOf("Author: QuietPorch1");
  });

  describe("reports a failure and changes nothing", () => {
    const openFailing = () => {
      const failing = [
        "PATCH /api/discussion/admin/*",
        "PUT /api/discussion/admin/*",
        "POST /api/discussion/admin/*",
        "DELETE /api/discussion/admin/*",
        "PUT /api/discussion/threads/*",
        "DELETE /api/discussion/threads/*",
      ].map((request) => [request, new Response("", { status: 503 })]);
      return openDiscussions({
        ...(Object.fromEntries(failing) as Answers),
        [THREADS]: threadsOf(thread(1), thread(2, { isDeleted: true })),
        "GET /api/discussion/thread/1/comments": [comment(1), comment(2, { isDeleted: true })],
        "GET /api/discussion/admin/author/5": AUTHOR,
      });
    };
    const titleOf = (card: HTMLElement) => card.querySelector("h3")?.textContent;

    it("when a title is saved, and keeps the title in its field", async () => {
      await openFailing();
      const shown = await cardOf("Thread 1");
      await pressIn(shown, "More");
      await pressIn(shown, "Edit Title");
      const title = () => shown.querySelector<HTMLInputElement>("input");
      await waitFor(() => expect(title()).not.toBeNull());
      fill(title() as HTMLElement, "Changed");
      await pressIn(shown, "Save");
      await expectToast("Failed to update thread title");
      expect(title()?.value).toBe("Changed");
      await pressIn(shown, "Cancel");
      await waitFor(() => expect(titleOf(shown)).toBe("Thread 1"));
    });

    it.each([
      ["STICK", "Thread 1", "Failed to update thread sticky status"],
      ["Lock", "Thread 1", "Failed to update thread lock status"],
      ["Restore", "Thread 2", "Failed to restore thread"],
      ["Delete", "Thread 1", "Failed to delete thread"],
    ])("when %s of %s is clicked", async (name, title, said) => {
      await openFailing();
      await pressIn(await cardOf(title), "More");
      await pressIn(await cardOf(title), name);
      if (name === "Delete") await press("button", "Delete Thread");
      await expectToast(said);
      expect(titleOf(await cardOf(title))).toBe(title);
      expect(allNamed("button", name, await cardOf(title))).toHaveLength(1);
    });

    it.each([
      ["Delete", 0, "Failed to delete comment"],
      ["Restore", 1, "Failed to restore comment"],
    ])("when %s of a comment is clicked", { tags: ["rest"] }, async (name, nth, said) => {
      await openFailing();
      const shown = await cardOf("Thread 1");
      await pressIn(shown, "Show Comments");
      const item = (await within(shown).findAllByRole("listitem"))[nth] as HTMLElement;
      await pressIn(item, name);
      if (name === "Delete") await press("button", "Delete Comment");
      await expectToast(said);
      expect(titleOf(shown)).toBe("Thread 1");
      expect(allNamed("button", name, item)).toHaveLength(1);
    });

    it("when a ban is lifted or set", { tags: ["rest"] }, async () => {
      await openFailing();
      await press("button", "Unban");
      await expectToast("Failed to update ban status");
      await pressIn(await cardOf("Thread 1"), "More");
      await pressIn(await cardOf("Thread 1"), "Ban 203.0.113.7");
      const ban = await dialogOf("Ban IP Address");
      fill(within(ban).getByLabelText(/^Reason/), "Spam");
      await pressIn(ban, "Ban Address");
      await expectToast("Failed to ban user");
      expect(ban.isConnected).toBe(true);
    });

    it("when all posts of an author are deleted", async () => {
      await openFailing();
      await pressIn(await cardOf("Thread 1"), "More");
      await pressIn(await cardOf("Thread 1"), "Author History");
      const history = await dialogOf("Author: QuietPorch1");
      await pressIn(history, "Delete All Posts");
      await press("button", "Delete All");
      await expectToast("Failed to delete the author's posts");
      await pressIn(history, "Close");
      expect(titleOf(await cardOf("Thread 1"))).toBe("Thread 1");
    });
  });

  it("focuses the post, or a confirmation, after its button disappears", async () => {
    let isDeleted = false;
    const change = (next: boolean) => () => {
      isDeleted = next;
      return thread(1, { isDeleted });
    };
    await openDiscussions({
      [THREADS]: () => threadsOf(thread(1, { isDeleted }), thread(2)),
      "DELETE /api/discussion/admin/thread/1": change(true),
      "POST /api/discussion/admin/thread/1/restore": change(false),
    });
    await pressIn(await cardOf("Thread 1"), "Delete");
    await pressIn(await dialogOf("Delete this thread?"), "Delete Thread");
    await expectToast("Thread deleted successfully");
    await expectFocusOn(await cardOf("Thread 1"));
    await pressIn(await cardOf("Thread 1"), "Restore");
    await expectToast("Thread restored successfully");
    const card = await cardOf("Thread 1");
    await waitFor(() => expect(document.activeElement).toBe(card));
  });

  it("shows empty states", { tags: ["rest"] }, async () => {
    await openDiscussions({ [THREADS]: threadsOf(), [BAN_LIST]: listOf([]) });
    await expectShown("Nobody has started a discussion yet.", "No bans yet.");
  });
});

const SETTINGS: AutomationSettings = {
  autoCreateThreads: true,
  threadsPerDay: 2,
  autoCreateComments: false,
  commentsPerDay: 1,
  targetThreads: "newest",
};
const deed = (id: number, actionType: AutomationActivity["actionType"]): AutomationActivity => ({
  id,
  actionType,
  details: { message: `Deed ${id}` },
  createdAt: "2026-11-21T19:05:00.000Z",
});
const AUTOMATION: Answers = {
  "GET /api/discussion/automation/settings": SETTINGS,
  "GET /api/discussion/automation/activity": [],
  "GET /api/discussion/automation/threads": [{ id: 3, title: "Pets", commentCount: 1 }],
};
const openAutomation = (answers: Answers) => openTab("automation", { [STATS]: FORUM_STATS, ...AUTOMATION, ...answers });

describe("the Automation tab", () => {
  it("reports which settings failed to load, and shows them on the second try", async () => {
    await openAutomation({ "GET /api/discussion/automation/settings": inTurn(failure(), SETTINGS) });
    await expectShown({ heading: "Failed to fetch automation settings" });
    await press("button", "Try Again");
    const threads = await sectionOf("Thread Automation");
    await within(threads).findByText("Active");
    within(threads).getByText("Creates 2 threads daily");
    const comments = await sectionOf("Comment Automation");
    for (const text of ["Paused", "Adds 1 comments daily", "Target: Newest"]) within(comments).getByText(text);
    for (const [label, options] of [
      ["Threads per day", ["1", "2", "3", "4", "5"]],
      ["Comments per day", ["1", "3", "5", "10", "15"]],
      ["Target threads", ["Smart (Recent & Active)", "Newest", "Popular", "Random"]],
    ] as const)
      expect([...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ text }) => text)).toEqual(options);
  });

  it("shows ten of twenty actions with their kinds", async () => {
    const kinds = ["thread_created", "comment_added", "thread_failed", "comment_error", "settings_changed"] as const;
    const activities = [...kinds, ...Array<"comment_added">(15).fill("comment_added")];
    await openAutomation({
      "GET /api/discussion/automation/activity": inTurn(
        failure(),
        activities.map((kind, nth) => deed(100 - nth, kind)),
      ),
    });
    const activity = await sectionOf("Recent Activity");
    await within(activity).findByText("Failed to fetch automation activity");
    await pressIn(activity, "Try Again");
    await within(activity).findByText("Deed 91");
    const entries = within(activity).getAllByRole("listitem");
    expect(entries).toHaveLength(10);
    expect(entries.slice(0, 5).map(({ textContent }) => /Success|Failed/.exec(textContent)?.[0])).toEqual([
      "Success",
      "Success",
      "Failed",
      "Failed",
      "Success",
    ]);
    const stats = await sectionOf("Activity Stats");
    await waitFor(() => expect(stats.textContent).toContain("Total threads:1,234"));
    expect(stats.textContent).toContain("Recent actions:20");
  });

  it("reports which instant actions failed", async () => {
    const refused = new Response("", { status: 503 });
    await openAutomation({
      "GET /api/discussion/automation/threads": inTurn(failure(), [{ id: 3, title: "Pets", commentCount: 1 }]),
      "POST /api/discussion/automation/create-thread": refused,
      "POST /api/discussion/automation/add-comments": refused,
    });
    const actions = await sectionOf("Instant Actions");
    await within(actions).findByText("Failed to fetch discussion threads");
    await pressIn(actions, "Try Again");
    const thread = await within(actions).findByLabelText<HTMLSelectElement>("Thread to comment on");
    await waitFor(() => expect([...thread.options].map(({ text }) => text)).toContain("Pets (1 comment)"));
    fill(thread, "3");
    for (const [name, said] of [
      ["Create Thread Now", "Failed to create thread."],
      ["Add Comments (Smart)", "Failed to add comments."],
      ["Add Comments", "Failed to add comments."],
    ] as const) {
      await pressIn(actions, name);
      expect((await around(said, "li")).textContent).toContain("Error");
      await expectToast(said);
    }
  });

  it("keeps a setting that could not be changed", async () => {
    await openAutomation({ "PATCH /api/discussion/automation/settings": new Response("", { status: 503 }) });
    const setting = await screen.findByRole("switch", { name: "Create threads automatically" });
    fireEvent.click(setting);
    await expectToast("Failed to update automation settings.");
    expect(setting.getAttribute("aria-checked")).toBe("true");
    fill(screen.getByLabelText("Threads per day"), "4");
    await expectToast("Failed to update automation settings.");
    expect(screen.getByLabelText<HTMLSelectElement>("Threads per day").value).toBe("2");
  });

  it("offers no comments if there is no thread", async () => {
    await openAutomation({ "GET /api/discussion/automation/threads": [] });
    await expectShown("No Activity Yet", { button: "Add Comments (Smart)" });
    await waitFor(() => expect(screen.queryByLabelText("Thread to comment on")).toBeNull());
    expect(allNamed("button", "Add Comments")).toEqual([]);
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
  reportedAt: "2026-11-21T19:05:00.000Z",
  ipAddress: null,
};

const LISTING: ReportedListing = {
  rent: "$2,000",
  status: "pending",
  belowMarketPercent: 16,
  marketRent: 2_210,
  marketIsEstimate: false,
  photo: null,
};

/** Returns the group that contains only this report. */
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
const openReports = (reports: readonly AdminReport[], answers: Answers = {}) =>
  openTab("reports", {
    "GET /api/admin/reports": listOf(reports),
    "GET /api/admin/reports/groups": listOf(reports.map(groupOfOne)),
    ...answers,
  });
describe("the Reports tab", () => {
  it("offers no ban for a masked address, and only dismissal for a missing post", { tags: ["rest"] }, async () => {
    await openReports([REPORT, { ...REPORT, id: 2, targetType: "comment", targetId: 77, post: null }]);
    await expectShown({ tab: "Reports (2)" });
    const masked = await cardOf("Discussion: Pets in condos");
    within(masked).getByText("It shows someone's personal information");
    within(masked).getByText("Address masked after 90 days, so it can’t be banned");
    expect(buttonsOf(masked)).toEqual(["Author History", "Delete Thread", "Dismiss"]);
    const lost = await cardOf("Comment #77");
    within(lost).getByText("This post is no longer stored.");
    expect(buttonsOf(lost)).toEqual(["Dismiss"]);
  });

  it("shows only the number of a deleted listing", async () => {
    await openReports([
      {
        ...REPORT,
        targetType: "listing",
        targetId: 77,
        propertyId: 77,
        post: undefined,
        reason: "WRONG_INFO",
        ipAddress: "203.0.113.9",
      },
    ]);
    const report = await cardOf("Property #77");
    for (const text of ["WRONG INFO", "Reported: Nov 21, 2026, 14:05", "Reporter IP: 203.0.113.9"])
      expect(report.textContent).toContain(text);
    expect(allNamed("button", "View Property", report)).toEqual([]);
  });

  it("focuses the report that replaces a dismissed one", async () => {
    const reports = [1, 2, 3].map((id) => ({ ...REPORT, id, targetId: id, post: undefined }));
    const left = () => listOf(reports.filter(({ id }) => !gone.includes(id)).map(groupOfOne));
    const gone: number[] = [];
    await openReports(reports, {
      "GET /api/admin/reports/groups": left,
      "DELETE /api/admin/reports/*": ({ path }: Asked) => {
        gone.push(Number(path.split("/").at(-1)));
        return { decisionId: null };
      },
    });
    await pressIn(await cardOf("Discussion #2"), "Dismiss");
    await expectFocusOn(await cardOf("Discussion #3"));
    await pressIn(await cardOf("Discussion #3"), "Dismiss");
    const first = await cardOf("Discussion #1");
    await waitFor(() => expect(document.activeElement).toBe(first));
  });

  describe("a reported listing", () => {
    const of = (id: number, changes: Partial<AdminReport> = {}): AdminReport => ({
      ...REPORT,
      id,
      targetType: "listing",
      targetId: id,
      propertyId: id,
      propertyAddress: `${id} Euclid Ave, Toronto, ON`,
      listing: { ...LISTING, rent: "$1,850", status: "approved", photo: "/photos/7/a.jpg?until=1&key=2" },
      post: undefined,
      reason: "NOT_BELOW_MARKET",
      ...changes,
    });
    const listings = (...ids: number[]): Answers =>
      Object.assign(
        {},
        ...ids.map((id) => answersAtDesk(adminListing({ id, address: `${id} Euclid Ave, Toronto, ON` }))),
      );

    it("is shown with its photo, rent, market comparison, status and number of reports", async () => {
      // Otherwise happy-dom's images count as failed.
      vi.spyOn(HTMLImageElement.prototype, "complete", "get").mockReturnValue(false);
      await openReports([of(1), of(2, { listing: { ...LISTING, marketRent: null, belowMarketPercent: null } })]);
      const card = await cardOf("1 Euclid Ave, Toronto, ON");
      expect(card.textContent).toContain("$1,850 · 16% below $2,210 · Approved · 1 report");
      expect(card.querySelector("img")?.getAttribute("src")).toMatch(/^\/photos\/7\/a\.jpg/);
      const other = await cardOf("2 Euclid Ave, Toronto, ON");
      expect(other.textContent).toContain("$2,000 · not compared · Pending · 1 report");
      expect(other.querySelector("img")).toBeNull();
    });

    it("is removed for the reported reason, if there is a matching rejection reason", async () => {
      await openReports([of(1), of(2, { reason: "ALREADY_RENTED" })], listings(1, 2));
      await pressIn(await cardOf("1 Euclid Ave, Toronto, ON"), "Take Down");
      const dialog = await dialogOf("Take down this listing?");
      expect(within(dialog).getByLabelText<HTMLInputElement>(/^Not below market/).checked).toBe(true);
      expect(allNamed("button", "Take Down", dialog)).toHaveLength(1);
      await pressIn(dialog, "Cancel");
      await pressIn(await cardOf("2 Euclid Ave, Toronto, ON"), "Take Down");
      const other = await dialogOf("Take down this listing?");
      expect(other.querySelectorAll("input:checked")).toHaveLength(0);
    });

    it("is dismissed in its dialog, which then shows the next one", async () => {
      const gone: number[] = [];
      const reports = [of(1), of(2)];
      await openReports(reports, {
        ...listings(1, 2),
        "GET /api/admin/reports/groups": () =>
          listOf(reports.filter(({ id }) => !gone.includes(id)).map((report) => groupOfOne(report))),
        "DELETE /api/admin/reports/*": ({ path }: Asked) => {
          gone.push(Number(path.split("/").at(-1)));
          return { decisionId: null };
        },
      });
      await pressIn(await cardOf("1 Euclid Ave, Toronto, ON"), "View Property");
      await pressIn(await dialogOf("1 Euclid Ave"), "Dismiss");
      await pressIn(await dialogOf("2 Euclid Ave"), "Dismiss");
      await expectShown("No reports");
      expect(gone).toEqual([1, 2]);
      expect(screen.queryByRole("dialog")).toBeNull();
      await waitFor(() => expect(document.activeElement).not.toBe(document.body));
    });
  });

  it("can be reloaded after a failure", async () => {
    await openReports([], { "GET /api/admin/reports/groups": inTurn(failure(), listOf([])) });
    await expectShown({ heading: "Failed to fetch reports" });
    await press("button", "Try Again");
    await expectShown("No reports");
  });
});
