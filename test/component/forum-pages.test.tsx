import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { FORUM_PATH, threadPath } from "../../worker/contracts/forum.ts";
import { fill } from "../support/component/forms.ts";
import { answersOfThread, AS_READER, comment, READER, thread, threadsOf } from "../support/component/forum.ts";
import { failure, held, inTurn, listOf, openPage, refusal } from "../support/component/open-page.tsx";
import { around, cardOf, dialogOf, expectFocusOn, expectToast, pressIn } from "../support/component/panel.ts";
import { allNamed, expectShown, press } from "../support/component/wordings.ts";

const NOW = "2026-11-21T20:00:00.000Z";
const shown = thread(1, { title: "Radiators on Bathurst", seoSlug: "radiators-on-bathurst", commentCount: 3 });
const PATH = threadPath(shown);
const top = comment(1, { content: "Bleed them in October." });
const COMMENTS = [
  top,
  comment(2, { content: "Ours have no valve.", parentId: 1, depth: 1 }),
  comment(3, { content: "Then ask in writing.", parentId: 2, depth: 2 }),
];
const ABOUT = answersOfThread(shown, COMMENTS);
const COMMENT_LIST = "GET /api/discussion/thread/1/comments";
const VOTES = "GET /api/discussion/thread/1/votes";
const unreached = () => Promise.reject(new TypeError("Failed to fetch"));

const ownField = () => screen.findByLabelText<HTMLTextAreaElement>("Your comment");
const focusedField = () => document.activeElement?.getAttribute("name") ?? document.activeElement?.tagName;
/** Simulates a returning visitor, for whom the votes are requested. */
const rememberIdentity = () => localStorage.setItem("forum_anonymous_id", READER.anonymousId);
const isPressed = (place: HTMLElement, name: string) =>
  allNamed("button", name, place).map((one) => one.getAttribute("aria-pressed"));
const expectVotes = (place: HTMLElement, votes: number) =>
  waitFor(() => expect(place.querySelector(".vote-count")?.textContent).toBe(`Votes: ${votes}`));
/** Waits for the buttons of comments. They get the reader's identity a moment later than the buttons of the page. */
const waitForReader = (place: HTMLElement) =>
  waitFor(() => expect(allNamed("button", "Reply", place)[0]?.getAttribute("aria-disabled")).toBeNull());

async function write(text: string): Promise<void> {
  fill(await ownField(), text);
  await press("button", "Post Comment");
}

describe("a reader", () => {
  it("collapses branches", async () => {
    await openPage(PATH, ABOUT);
    const first = await cardOf("Bleed them in October.");
    await pressIn(first, "Collapse");
    await waitFor(() => expect(screen.queryByText("Ours have no valve.")).toBeNull());
    await pressIn(first, "Show 2 replies");
    await expectShown("Ours have no valve.");
  });

  it("votes, and a failed vote is reverted", async () => {
    rememberIdentity();
    const { asked } = await openPage(PATH, {
      ...ABOUT,
      "PUT /api/discussion/comments/1/vote": inTurn({ upvotes: 1, downvotes: 0, myVote: 1 }, unreached),
    });
    const first = await cardOf("Bleed them in October.");
    await waitForReader(first);
    await pressIn(first, "Upvote");
    await expectVotes(first, 1);
    expect(isPressed(first, "Upvote")).toEqual(["true"]);
    await pressIn(first, "Downvote");
    await expectToast("Your vote was not counted");
    await expectVotes(first, 1);
    expect(isPressed(first, "Upvote")).toEqual(["true"]);
    const sent = asked.filter(({ path }) => path.endsWith("/vote"));
    expect(sent.map(({ body }) => (body as { value: number }).value)).toEqual([1, -1]);
  });

  it("sees their earlier votes", async () => {
    rememberIdentity();
    await openPage(PATH, { ...ABOUT, [VOTES]: { thread: 0, comments: { 1: 1 } } });
    const first = await cardOf("Bleed them in October.");
    await waitFor(() => expect(isPressed(first, "Upvote")).toEqual(["true"]));
  });

  it("sees the number of comments once, and links back to the list", { tags: ["rest"] }, async () => {
    await openPage(PATH, ABOUT);
    await cardOf("Ours have no valve.");
    const main = screen.getByRole("main");
    expect(main.textContent.match(/\d+ comments?/gi)).toEqual(["3 Comments"]);
    const back = within(main).getAllByRole("link", { name: "Discussions" });
    expect(back.map((link) => link.getAttribute("href"))).toEqual([FORUM_PATH, FORUM_PATH]);
  });

  it("sees their earlier votes in the list", async () => {
    rememberIdentity();
    await openPage(FORUM_PATH, {
      ...AS_READER,
      "GET /api/discussion/threads": threadsOf(shown),
      "GET /api/discussion/threads/votes": { 1: 1 },
    });
    const listed = await cardOf("Radiators on Bathurst");
    await waitFor(() => expect(isPressed(listed, "Upvote")).toEqual(["true"]));
  });

  it("sees which discussions in the list are new since their last visit, until they open them", async () => {
    const visitedAt = Date.parse("2026-11-20T20:00:00.000Z");
    localStorage.setItem("forum_visits", JSON.stringify({ since: 0, at: visitedAt, read: {} }));
    const latest = thread(2, { title: "Pets in condos", lastReplyAt: null });
    const older = thread(3, { title: "Heat at 18 degrees", lastReplyAt: "2026-11-18T12:00:00.000Z" });
    const { user } = await openPage(
      FORUM_PATH,
      { ...ABOUT, "GET /api/discussion/threads": threadsOf(shown, latest, older) },
      { now: NOW },
    );
    const expectNew = (...titles: string[]) =>
      waitFor(() => {
        const marks = screen.queryAllByText("New since your last visit");
        expect(marks.map((mark) => mark.closest("article")?.querySelector("h3")?.textContent)).toEqual(titles);
      });
    await expectNew("Radiators on Bathurst", "Pets in condos");
    await user.click(screen.getByRole("link", { name: "Radiators on Bathurst" }));
    await expectShown("Bleed them in October.");
    history.back();
    await expectNew("Pets in condos");
  });

  it("sees nothing marked as new on a first visit", async () => {
    await openPage(FORUM_PATH, { ...AS_READER, "GET /api/discussion/threads": threadsOf(shown) }, { now: NOW });
    await cardOf("Radiators on Bathurst");
    await waitFor(() => expect(localStorage.getItem("forum_visits")).not.toBeNull());
    expect(screen.queryByText("New since your last visit")).toBeNull();
  });

  it("votes in the list without following the card's link", async () => {
    await openPage(`${FORUM_PATH}?q=radiators`, {
      ...AS_READER,
      "GET /api/discussion/threads": threadsOf({ ...shown, downvotes: 0, upvotes: 0 }),
      "PUT /api/discussion/threads/1/vote": { upvotes: 1, downvotes: 0, myVote: 1 },
    });
    const listed = await cardOf("Radiators on Bathurst");
    await pressIn(listed, "Upvote");
    await expectVotes(listed, 1);
    expect(isPressed(listed, "Upvote")).toEqual(["true"]);
    expect(location.pathname).toBe(FORUM_PATH);
  });

  it("reports a discussion and a comment, for a reason", { tags: ["rest"] }, async () => {
    const { asked } = await openPage(PATH, {
      ...ABOUT,
      "POST /api/discussion/report": { success: true, message: "Thank you." },
    });
    await press("button", "Report");
    const report = await dialogOf("Report this discussion");
    expect(report.textContent).toContain("Radiators on Bathurst");
    expect(report.querySelectorAll("input:checked")).toHaveLength(0);
    await pressIn(report, "Submit Report");
    await within(report).findByText("Please choose a reason.");
    expect(asked.filter(({ path }) => path.endsWith("/report"))).toEqual([]);
    fireEvent.click(within(report).getByLabelText("It looks like a scam"));
    await pressIn(report, "Submit Report");
    await expectToast("Post reported");

    await pressIn(await cardOf("Ours have no valve."), "Report this comment");
    const second = await dialogOf("Report this comment");
    expect(second.textContent).toContain("“Ours have no valve.”");
    fireEvent.click(within(second).getByLabelText("It is spam or advertising"));
    await pressIn(second, "Submit Report");
    await waitFor(() => expect(second.isConnected).toBe(false));
    const sent = asked.filter(({ path }) => path.endsWith("/report"));
    expect(sent.map(({ body }) => body)).toMatchObject([
      { threadId: 1, reason: "SCAM" },
      { commentId: 2, reason: "SPAM" },
    ]);
  });

  it("stays on the page if the back button closed the dialog before the report was stored", async () => {
    const { answer, give } = held();
    await openPage(FORUM_PATH, {
      ...ABOUT,
      "GET /api/discussion/threads": threadsOf(shown),
      "POST /api/discussion/report": answer,
    });
    await press("link", shown.title);
    await press("button", "Report");
    const report = await dialogOf("Report this discussion");
    fireEvent.click(within(report).getByLabelText("It looks like a scam"));
    await pressIn(report, "Submit Report");
    history.back();
    await waitFor(() => expect(report.isConnected).toBe(false));
    const back = vi.spyOn(history, "go");
    give({ success: true, message: "Thank you." });
    await expectToast("Post reported");
    expect(back).not.toHaveBeenCalled();
  });

  it("follows a discussion with a valid email address", async () => {
    const { asked } = await openPage(PATH, {
      ...ABOUT,
      "POST /api/discussion/threads/1/follow": { message: "Please check your inbox." },
    });
    await press("button", "Follow by Email");
    const field = () => screen.findByLabelText(/^Your email address/);
    await expectFocusOn(await field());
    fill(await field(), "nobody");
    await press("button", "Follow");
    await expectShown("Please enter a valid email address.");
    fill(await field(), "reader@example.com");
    await press("button", "Follow");
    await expectShown("Check your inbox at reader@example.com and click the link to confirm.");
    expect(allNamed("button", "Follow")).toEqual([]);
    expect(document.activeElement?.textContent).toContain("Check your inbox");
    const sent = asked.filter(({ path }) => path.endsWith("/follow"));
    expect(sent.map(({ body }) => body)).toEqual([{ email: "reader@example.com" }]);
    await press("button", "Use another address");
    await expectFocusOn(await field());
    await expectShown({ button: "Follow" });
  });

  it("sees an error when discussions fail to load, and tries again", async () => {
    await openPage(FORUM_PATH, { ...AS_READER, "GET /api/discussion/threads": inTurn(failure(), threadsOf()) });
    await expectShown("Error loading discussions");
    await press("button", "Try Again");
    await expectShown("Be the first to start a discussion!", { button: "Start First Discussion" });
  });

  it("sees an error when a discussion and its comments fail to load, and tries again", async () => {
    await openPage(PATH, {
      ...ABOUT,
      "GET /api/discussion/thread/1": inTurn(failure(), shown),
      [COMMENT_LIST]: inTurn(failure(), COMMENTS),
    });
    await expectShown("Error loading discussion");
    await press("button", "Try Again");
    await expectShown({ heading: shown.title }, "Error loading comments");
    await press("button", "Try Again");
    await expectShown("Ours have no valve.");
    expect(screen.queryAllByRole("alert")).toEqual([]);
  });

  it(
    "cannot reply in a locked discussion, whose comments load and reload a hundred at a time",
    { tags: ["rest"] },
    async () => {
      const all = Array.from({ length: 130 }, (_, nth) => comment(nth + 1));
      const { asked } = await openPage(
        PATH,
        {
          ...answersOfThread({ ...shown, isLocked: true, commentCount: 130 }),
          [COMMENT_LIST]: ({ query }) => {
            const after = Number(query.get("after"));
            return all.slice(after, after + Number(query.get("limit")));
          },
        },
        { now: NOW },
      );
      const comments = () => document.querySelectorAll("article[id^=comment-]").length;
      await expectShown("This discussion is locked. You can read it, but not add comments.");
      await waitFor(() => expect(comments()).toBe(100));
      expect(allNamed("button", "Reply")).toEqual([]);
      expect(document.body.textContent).toContain("30 more");
      await press("button", "Show More Comments");
      await waitFor(() => expect(comments()).toBe(130));
      expect(allNamed("button", "Show More Comments")).toEqual([]);
      asked.length = 0;
      await vi.advanceTimersByTimeAsync(31_000);
      const again = () => asked.filter(({ path }) => path.endsWith("/comments"));
      await waitFor(() => expect(again().length).toBeGreaterThan(1));
      expect(new Set(again().map(({ query }) => query.get("limit")))).toEqual(new Set(["100"]));
    },
  );

  it("sees URLs as links that open in a new tab", async () => {
    const content = "See https://www.toronto.ca/heat (the by-law) for the rules.";
    await openPage(PATH, { ...ABOUT, "GET /api/discussion/thread/1": { ...shown, content } });
    await expectShown({ link: "https://www.toronto.ca/heat" });
    const [link] = allNamed("link", "https://www.toronto.ca/heat");
    expect(link?.getAttribute("rel")).toBe("nofollow ugc noopener");
    expect(link?.getAttribute("target")).toBe("_blank");
  });

  it("jumps to a comment on a later page, even in a locked discussion", async () => {
    const all = Array.from({ length: 130 }, (_, nth) => comment(nth + 1));
    await openPage(`${PATH}#comment-130`, {
      ...answersOfThread({ ...shown, isLocked: true, commentCount: 130 }),
      [COMMENT_LIST]: ({ query }) => {
        const after = Number(query.get("after"));
        return all.slice(after, after + Number(query.get("limit") ?? 5_000));
      },
    });
    await waitFor(() => expect(document.activeElement?.id).toBe("comment-130"));
  });

  it("jumps to a comment in a collapsed branch", async () => {
    await openPage(PATH, ABOUT);
    await pressIn(await cardOf("Bleed them in October."), "Collapse");
    await waitFor(() => expect(screen.queryByText("Then ask in writing.")).toBeNull());
    const link = document.createElement("a");
    link.href = `${PATH}#comment-3`;
    document.body.append(link);
    link.click();
    await waitFor(() => expect(document.activeElement?.id).toBe("comment-3"));
    link.remove();
  });

  it.each(["/", "/studio-apartments-toronto"])(
    "reaches the discussions from %s, and returns with a link in the header",
    { tags: ["rest"] },
    async (from) => {
      await openPage(from, {
        ...ABOUT,
        "GET /api/marketplace-listings": listOf([]),
        "GET /api/studio-listings": listOf([]),
        "GET /api/discussion/threads": threadsOf(shown),
      });
      await waitFor(() => expect(allNamed("link", "Discussions").length).toBeGreaterThan(1));
      const main = document.querySelector("main");
      if (!main) throw new Error("The page has no main part.");
      await pressIn(main, "Discussions", "link");
      await waitFor(() => expect(location.pathname).toBe(FORUM_PATH));
      await press("link", shown.title);
      await expectShown("Ours have no valve.");
      const header = document.querySelector<HTMLElement>("header a[href]");
      if (!header) throw new Error("The header has no link.");
      fireEvent.click(header);
      await waitFor(() => expect(location.pathname).toBe(FORUM_PATH));
      const footer = document.querySelector("footer");
      expect(footer && allNamed("link", "Discussions", footer)).toHaveLength(1);
    },
  );
});

describe("an author", () => {
  it("keeps the text when posting fails", { tags: ["rest"] }, async () => {
    await openPage(PATH, { ...ABOUT, "POST /api/discussion/comments": unreached });
    await write("This one is lost on the way.");
    await expectToast("Error Posting Comment");
    expect((await ownField()).value).toBe("This one is lost on the way.");
    expect(document.querySelectorAll("article[id^=comment-]")).toHaveLength(3);
    expect(document.activeElement?.tagName).toBe("TEXTAREA");
  });

  it("cannot start a discussion without a connection", async () => {
    await openPage(FORUM_PATH, {
      ...AS_READER,
      "GET /api/discussion/threads": threadsOf(shown),
      "POST /api/discussion/user": unreached,
    });
    await expectShown("Connection Error", "Unable to connect to discussions. Please refresh the page.");
    expect(allNamed("button", "POST").map((one) => one.getAttribute("aria-disabled"))).toEqual(["true"]);
  });

  it.each([FORUM_PATH, PATH])("sees the reason for a ban at %s, and no suggestion to try again", async (path) => {
    const reason = "You can no longer post from this network. Reason: Insults";
    await openPage(path, {
      ...ABOUT,
      "GET /api/discussion/threads": threadsOf(shown),
      "POST /api/discussion/user": refusal(403, "request.banned", reason),
    });
    await expectShown(reason, path === PATH ? "Ours have no valve." : shown.title);
    expect(screen.queryByText("Connection Error")).toBeNull();
    expect(allNamed("button", "Try Again")).toEqual([]);
  });

  it("sees that a moderator's title stays while other changes are saved", { tags: ["rest"] }, async () => {
    const own = thread(1, { title: "My awful landlord", seoSlug: "my-awful-landlord", authorId: READER.id });
    const kept = {
      ...own,
      title: "A sink that leaks",
      seoSlug: "a-sink-that-leaks",
      content: "It has leaked since June.",
    };
    await openPage(threadPath(own), { ...answersOfThread(own), "PUT /api/discussion/user/threads/1": kept });
    await press("button", "Edit Thread");
    fill(await screen.findByLabelText(/^Title/), "The most awful landlord");
    fill(screen.getByLabelText(/^Content/), "It has leaked since June.");
    await press("button", "Save Changes");
    await expectShown("A moderator chose the title, so it did not change. Your other changes are public now.", {
      heading: "A sink that leaks",
    });
    await expectShown("It has leaked since June.");
    expect(location.pathname).toMatch(/\/a-sink-that-leaks$/);
  });

  it("is recognized again after a cookie change, and posts with the new identity", async () => {
    const other = { ...READER, id: 9, username: "CalmHarbour3", anonymousId: "another-identity" };
    const posted = comment(4, { content: "By whom is this?", authorId: 9, user: { username: other.username } });
    const { asked } = await openPage(PATH, {
      ...answersOfThread({ ...shown, commentCount: 0 }),
      "POST /api/discussion/user": inTurn(READER, other),
      "POST /api/discussion/comments": inTurn(refusal(403, "forum.not_author"), posted),
    });
    await screen.findByText(READER.username);
    await write("By whom is this?");
    await waitFor(async () => expect((await cardOf("By whom is this?")).getAttribute("aria-busy")).toBeNull());
    await expectShown({ heading: "1 Comment" }, `Posting as ${other.username}`);
    expect((await cardOf("By whom is this?")).textContent).toContain(other.username);
    expect(screen.getAllByText("By whom is this?")).toHaveLength(1);
    const sent = asked.filter(({ method, path }) => method === "POST" && path === "/api/discussion/comments");
    expect(sent.map(({ body }) => body)).toMatchObject([{ authorId: READER.id }, { authorId: other.id }]);
  });

  it("sees a comment as posted even when the response was lost, and does not post it twice", async () => {
    const posted = comment(4, { content: "Sent, and never heard of", authorId: READER.id });
    const { asked } = await openPage(PATH, {
      ...answersOfThread({ ...shown, commentCount: 0 }),
      [COMMENT_LIST]: inTurn([], [posted]),
      "POST /api/discussion/comments": inTurn(unreached, refusal(409, "forum.repeated")),
    });
    await write("Sent, and never heard of");
    await expectToast("Comment Posted");
    expect((await ownField()).value).toBe("");
    const sent = () => asked.filter(({ method, path }) => method === "POST" && path === "/api/discussion/comments");
    expect(sent()).toHaveLength(1);
    // Simulates a reload before the response arrives: sends the text again, although it is already posted.
    await write("Sent, and never heard of");
    await waitFor(() => expect(sent()).toHaveLength(2));
    await waitFor(async () => expect((await ownField()).value).toBe(""));
    expect(screen.getAllByText("Sent, and never heard of")).toHaveLength(1);
  });

  it("sees their comment even when the others failed to load", async () => {
    const posted = comment(4, { content: "Posted into the dark", authorId: READER.id });
    await openPage(PATH, {
      ...answersOfThread(shown),
      [COMMENT_LIST]: inTurn(failure(), [...COMMENTS, posted]),
      "POST /api/discussion/comments": posted,
    });
    await expectShown("Error loading comments");
    await write("Posted into the dark");
    await expectShown("Posted into the dark", "Ours have no valve.");
    expect(screen.queryByText("Error loading comments")).toBeNull();
  });
});

describe("deleting one's own comment", () => {
  it("focuses the next comment", async () => {
    const [own, reply] = [{ ...top, authorId: READER.id }, comment(2, { content: "Ours too.", parentId: 1, depth: 1 })];
    await openPage(PATH, {
      ...answersOfThread(shown, [own, reply]),
      "DELETE /api/discussion/user/comments/1": { message: "Comment deleted" },
    });
    const first = await cardOf("Bleed them in October.");
    await waitForReader(first);
    await pressIn(first, "Delete");
    await pressIn(await dialogOf("Delete this comment?"), "Delete");
    await expectToast("Comment Deleted");
    await waitFor(() => expect(screen.queryByText("Bleed them in October.")).toBeNull());
    await waitFor(() => expect(document.activeElement?.id).toBe("comment-2"));
  });
});

describe("a draft", () => {
  const own = thread(1, { title: "Bed bugs on the third floor", authorId: READER.id });
  const ownComment = comment(1, { content: "They came back twice.", authorId: READER.id });
  const OWN = answersOfThread(own, [ownComment]);
  const focused = () => document.activeElement?.getAttribute("name") ?? document.activeElement?.textContent;

  it("is kept when its discussion is locked, while empty forms are removed", { tags: ["rest"] }, async () => {
    let isLocked = false;
    await openPage(
      threadPath(own),
      { ...OWN, "GET /api/discussion/thread/1": () => ({ ...own, isLocked }) },
      { now: NOW },
    );
    await press("button", "Edit");
    fill(await screen.findByLabelText("Edit your comment"), "They came back twice, at least");
    (await ownField()).focus();
    fill(await ownField(), "I was in the middle of");
    isLocked = true;
    await vi.advanceTimersByTimeAsync(31_000);
    await expectShown("This discussion is locked. You can read it, but not add comments.");
    await waitFor(() => expect(screen.getAllByRole("alert")[0]?.textContent).toContain("This discussion is locked."));
    expect((await ownField()).value).toBe("I was in the middle of");
    expect(document.activeElement).toBe(await ownField());
    expect(screen.getByLabelText<HTMLTextAreaElement>("Edit your comment").value).toBe(
      "They came back twice, at least",
    );
    expect(allNamed("button", "Post Comment")).toEqual([]);
    expect(allNamed("button", "Copy Text")).toHaveLength(2);
    await press("button", "Discard");
    await expectShown("They came back twice.");
    await press("button", "Discard");
    await waitFor(() => expect(screen.queryByLabelText("Your comment")).toBeNull());
  });

  it("is kept when its discussion is deleted, and the discussion is not refetched", { tags: ["rest"] }, async () => {
    let isGone = false;
    const { asked } = await openPage(
      threadPath(own),
      {
        ...OWN,
        "GET /api/discussion/thread/1": () => (isGone ? refusal(404, "forum.thread_not_found") : own),
        [COMMENT_LIST]: () => (isGone ? refusal(404, "forum.thread_not_found") : []),
      },
      { now: NOW },
    );
    (await ownField()).focus();
    fill(await ownField(), "My advice to you is this");
    isGone = true;
    await vi.advanceTimersByTimeAsync(31_000);
    await waitFor(() => expect(screen.getAllByRole("alert")[0]?.textContent).toContain("This discussion was deleted."));
    expect((await ownField()).value).toBe("My advice to you is this");
    expect(document.activeElement).toBe(await ownField());
    await waitFor(() => expect(document.title).toMatch(/^Thread Not Found/));
    asked.length = 0;
    await vi.advanceTimersByTimeAsync(31_000);
    expect(asked.filter(({ path }) => path.startsWith("/api/discussion/"))).toEqual([]);
    await press("button", "Discard");
    await waitFor(() => expect(screen.queryByLabelText("Your comment")).toBeNull());
  });

  it("keeps a deleted discussion visible; without a draft, the page states only that it is gone", async () => {
    const gone = refusal(404, "forum.thread_not_found");
    await openPage(threadPath(own), { ...OWN, "GET /api/discussion/thread/1": gone, [COMMENT_LIST]: gone });
    await expectShown({ heading: "Thread Not Found" }, { link: "Back to Discussions" });
  });

  it("of a discussion is discarded only after a confirmation, and focus returns to the button that opened it", async () => {
    const { user } = await openPage(threadPath(own), {
      ...OWN,
      "PUT /api/discussion/user/threads/1": ({ body }) => ({ ...own, ...(body as { title: string }) }),
    });
    const pressByKey = async (name: string) => {
      const button = await waitFor(() => allNamed("button", name)[0] as HTMLElement);
      button.focus();
      await user.keyboard("{Enter}");
    };
    const title = () => screen.findByLabelText<HTMLInputElement>(/^Title/);
    await waitFor(() => expect(allNamed("button", "Edit Thread")).toHaveLength(1));
    await pressByKey("Edit Thread");
    await waitFor(() => expect(focusedField()).toBe("title"));
    await pressByKey("Cancel");
    await waitFor(() => expect(focused()).toBe("Edit Thread"));
    await pressByKey("Edit Thread");
    fill(await title(), "Bed bugs on the fourth floor");
    await pressByKey("Cancel");
    await pressIn(await around("Keep Editing", "[role=alertdialog]"), "Keep Editing");
    expect((await title()).value).toBe("Bed bugs on the fourth floor");
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    await pressByKey("Cancel");
    await pressIn(await around("Keep Editing", "[role=alertdialog]"), "Discard");
    await waitFor(() => expect(focused()).toBe("Edit Thread"));
    await pressByKey("Edit Thread");
    expect((await title()).value).toBe("Bed bugs on the third floor");
    fill(await title(), "ab");
    await pressByKey("Save Changes");
    await screen.findAllByText("Thread title must be at least 3 characters long");
    await waitFor(() => expect(focusedField()).toBe("title"));
    fill(await title(), "Bed bugs on the fifth floor");
    await waitFor(async () => expect((await title()).getAttribute("aria-invalid")).toBeNull());
    await pressByKey("Save Changes");
    await expectShown({ heading: "Bed bugs on the fifth floor" });
    await waitFor(() => expect(focused()).toBe("Edit Thread"));
  });

  it(
    "of a reply or an edit is discarded only after a confirmation, and focus returns to its button",
    { tags: ["rest"] },
    async () => {
      const { user } = await openPage(threadPath(own), OWN);
      const pressByKey = async (name: string) => {
        const button = await waitFor(() => {
          const first = allNamed("button", name).find((one) => one.getAttribute("aria-disabled") !== "true");
          if (!first) throw new Error(`There is no button '${name}'.`);
          return first;
        });
        button.focus();
        await user.keyboard("{Enter}");
      };
      const isExpanded = () => allNamed("button", "Reply").map((one) => one.getAttribute("aria-expanded"));
      const isInField = () => waitFor(() => expect(document.activeElement?.tagName).toBe("TEXTAREA"));
      await pressByKey("Reply");
      await isInField();
      expect(isExpanded()).toEqual(["true"]);
      await pressByKey("Reply");
      await isInField();
      await pressByKey("Cancel");
      await waitFor(() => expect(focused()).toBe("Reply"));
      await pressByKey("Reply");
      fill(await screen.findByLabelText(/^Reply to/), "Never mind");
      await pressByKey("Cancel");
      await pressIn(await around("Keep Editing", "[role=alertdialog]"), "Discard");
      await waitFor(() => expect(focused()).toBe("Reply"));
      expect(isExpanded()).toEqual(["false"]);

      await pressByKey("Edit");
      fill(await screen.findByLabelText("Edit your comment"), "They came back thrice.");
      await pressByKey("Cancel");
      await pressIn(await around("Keep Editing", "[role=alertdialog]"), "Discard");
      await waitFor(() => expect(focused()).toBe("Edit"));
      await expectShown("They came back twice.");
    },
  );
});
