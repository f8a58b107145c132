import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { FEED_PATH, FORUM_PATH, type Thread, threadPath } from "../../worker/contracts/forum.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { mintUser, moderate, startThread, writeComment } from "../support/node/forum.ts";
import { expectReadableByAll, personIn, reload, visit } from "../support/node/person.ts";
import { answer, openByLink } from "../support/node/screens.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

let browser: Browser;
/** A discussion with nested comments. */
let thread: Thread;
let topId: number;
let replyId: number;
beforeAll(async () => {
  browser = await sharedBrowser();
  thread = await startThread({
    title: "Radiators in old buildings on Bathurst",
    content: "Ours knock all night.\nSee https://www.toronto.ca/heat (the by-law) for the rules.",
  });
  topId = (await writeComment(thread.id, { content: "Bleed them in October, before the season." })).id;
  replyId = (await writeComment(thread.id, { content: "Ours have no valve.", parentId: topId })).id;
  await writeComment(thread.id, { content: "Then ask the landlord in writing.", parentId: replyId });
});

const open = (page: Page, path: string) => visit(page, path);
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const toastNamed = (page: Page, title: string) => page.getByText(title, { exact: true }).first();
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent);
const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("name"));
const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id);

async function write(page: Page, text: string): Promise<void> {
  await page.getByLabel("Your comment", { exact: true }).fill(text);
  await button(page, "Post Comment").click();
}

describe("a reader", () => {
  it("sees a discussion's age at once, not “Just now”", async () => {
    const old = await startThread({ title: "A question of yesterday" });
    const { page, leave } = await personIn(browser);
    await page.clock.install({ time: Date.now() + 25 * 3_600_000 });
    await page.goto(threadPath(old));
    await page.getByText(/^Posting as \w+/).waitFor();
    // Checked at once: ages are refreshed every half minute.
    expect(await page.getByText("Just now").count()).toBe(0);
    await expect.poll(() => page.getByText("1d ago").count()).toBeGreaterThan(0);
    await leave();
  });

  it("searches, sorts and loads more, with and without JavaScript", async () => {
    const author = await mintUser();
    for (let n = 1; n <= 27; n += 1)
      await startThread({ title: `Pigeon ${n} on the balcony`, content: `Pigeon number ${n} will not leave.` }, author);
    const sticky = await startThread({ title: "Rules of this pigeon corner" });
    await moderate("PUT", `admin/thread/${sticky.id}/sticky`, { isSticky: true });
    const { page, leave } = await personIn(browser);
    await open(page, `${FORUM_PATH}?sort=newest`);
    const cards = page.getByRole("main").getByRole("article");
    await expect.poll(() => cards.count()).toBe(25);
    await expect.poll(() => cards.first().textContent()).toMatch(/Posted.*ago|Posted Just now/);
    await cards.first().getByText("Sticky").waitFor();
    await page.getByText(/^Showing 25 of \d+ discussions$/).waitFor();
    await page.getByRole("button", { name: "Load More Discussions" }).click();
    await expect.poll(() => cards.count()).toBeGreaterThan(25);

    await page.getByRole("searchbox").fill("pigeon 27");
    await page.waitForURL(/q=pigeon/);
    await expect.poll(() => cards.count()).toBeLessThan(25);
    await expect.poll(() => page.locator("mark").first().textContent()).toMatch(/pigeon|27/i);
    await page.getByRole("searchbox").fill("zzyzx");
    await page.getByRole("heading", { name: "No discussions found" }).waitFor();
    await page.getByRole("status").filter({ hasText: "No discussions found" }).waitFor();
    await page.getByText("Try adjusting your search terms").waitFor();
    await page.getByRole("searchbox").fill("z");
    await page.getByText("Type at least 2 letters to search.").waitFor();
    await button(page, "Clear search").click();
    await page.getByText("Type at least 2 letters to search.").waitFor({ state: "detached" });
    expect(await button(page, "Clear search").count()).toBe(0);
    await expect.poll(() => focusedName(page)).toBe("q");
    expect(await page.getByRole("link", { name: "New discussions as an Atom feed" }).getAttribute("href")).toBe(
      FEED_PATH,
    );
    await page.getByRole("link", { name: "Popular" }).click();
    await page.waitForURL(/sort=popular/);
    await leave();

    const plain = await personIn(browser, { javaScriptEnabled: false });
    await plain.page.goto(`${FORUM_PATH}?sort=newest`);
    await plain.page.getByRole("link", { name: "Load More Discussions" }).click();
    await plain.page.waitForURL(/page=2/);
    await plain.page.getByRole("link", { name: "Previous Discussions" }).waitFor();
    await plain.page.getByRole("searchbox").fill("pigeon");
    await plain.page.keyboard.press("Enter");
    await plain.page.waitForURL(/q=pigeon/);
    await plain.page.locator("mark").first().waitFor();
    await plain.page.goto(threadPath(thread));
    await plain.page.getByText("Ours have no valve.").waitFor();
    await plain.leave();
  });

  it("collapses branches and votes; a failed vote is reverted", async () => {
    const { page, leave } = await personIn(browser);
    await open(page, threadPath(thread));
    const top = page.locator(`#comment-${topId}`);
    await top.getByRole("button", { name: "Collapse" }).click();
    await page.getByText("Ours have no valve.").waitFor({ state: "detached" });
    await top.getByRole("button", { name: "Show 2 replies" }).click();
    await page.getByText("Ours have no valve.").waitFor();

    const up = top.getByRole("button", { name: "Upvote" });
    await up.click();
    await top.getByText("Votes: 1").waitFor();
    await expect.poll(() => up.getAttribute("aria-pressed")).toBe("true");
    await page.waitForLoadState("networkidle");
    await reload(page);
    await expect.poll(() => up.getAttribute("aria-pressed")).toBe("true");
    await page.route("**/vote", (route) => route.abort());
    await top.getByRole("button", { name: "Downvote" }).click();
    await toastNamed(page, "Your vote was not counted").waitFor();
    await top.getByText("Votes: 1").waitFor();
    await expect.poll(() => up.getAttribute("aria-pressed")).toBe("true");
    await page.unroute("**/vote");
    await open(page, `${FORUM_PATH}?q=radiators`);
    const listed = page.getByRole("article").filter({ hasText: thread.title });
    const upInList = listed.getByRole("button", { name: "Upvote" });
    await upInList.click();
    await listed.getByText("Votes: 1").waitFor();
    expect(new URL(page.url()).pathname, "the card's link was not pressed").toBe(FORUM_PATH);
    await page.waitForLoadState("networkidle");
    await reload(page);
    await expect.poll(() => upInList.getAttribute("aria-pressed")).toBe("true");
    await leave([/Failed to load resource/]);
  });

  it("has all actions of a comment on one line of a phone, each large enough to tap", async () => {
    const { page, leave } = await personIn(browser, { viewport: { width: 360, height: 780 }, hasTouch: true });
    await open(page, threadPath(thread));
    const boxesIn = (id: number) =>
      page
        .locator(`#comment-${id}`)
        .getByRole("button")
        .evaluateAll((buttons) => buttons.map((shown) => shown.getBoundingClientRect()));
    await write(page, "A comment of one's own on a phone.");
    const own = page.getByRole("article").filter({ hasText: "A comment of one's own on a phone." });
    await own.getByRole("button", { name: "Reply" }).click();
    await page.getByLabel(/^Reply to/).fill("And the answer to it.");
    await button(page, "Post Reply").click();
    await own.getByRole("button", { name: "Collapse" }).waitFor();
    const ownId = Number((await own.getAttribute("id"))?.replace("comment-", ""));
    for (const [id, count] of [
      [topId, 5],
      [replyId, 5],
      [ownId, 6],
    ] as const) {
      const boxes = await boxesIn(id);
      expect(boxes.length).toBe(count);
      expect(new Set(boxes.map(({ y, height }) => Math.round(y + height / 2))).size).toBe(1);
      for (const { width, height } of boxes) expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
    await leave();
  });

  it("reports, copies a link and follows", async () => {
    const { page, context, leave } = await personIn(browser);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await open(page, threadPath(thread));
    await button(page, "Report").click();
    await page.getByRole("dialog", { name: "Report this discussion" }).waitFor();
    await page.goBack();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toBe(threadPath(thread));
    await button(page, "Report").click();
    const report = page.getByRole("dialog", { name: "Report this discussion" });
    await report.getByText(thread.title).waitFor();
    expect(await report.getByRole("radio", { checked: true }).count()).toBe(0);
    await button(page, "Submit Report").click();
    await report.getByText("Please choose a reason.").waitFor();
    await report.getByLabel("It looks like a scam").check();
    await button(page, "Submit Report").click();
    await toastNamed(page, "Post reported").waitFor();
    await page.locator(`#comment-${replyId}`).getByRole("button", { name: "Report this comment" }).click();
    await page.getByRole("dialog").getByText("“Ours have no valve.”").waitFor();
    await page.getByRole("dialog").getByLabel("It is spam or advertising").check();
    await button(page, "Submit Report").click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await button(page, "Share").click();
    await toastNamed(page, "Link Copied").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(threadPath(thread));
    await page.locator(`#comment-${replyId}`).getByTitle("Copy link to this comment").click();
    await page.getByText("Comment URL has been copied to your clipboard").first().waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`#comment-${replyId}$`));
    await expect.poll(() => focusedId(page)).toBe(`comment-${replyId}`);

    await page.route("**/follow", (route) => route.fulfill({ json: { message: "Please look into your mailbox." } }));
    await button(page, "Follow by Email").click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("type"))).toBe("email");
    await page.getByLabel(/^Your email address/).fill("nobody");
    await button(page, "Follow").click();
    await page.getByText("Please enter a valid email address.").waitFor();
    await page.getByLabel(/^Your email address/).fill("reader@example.com");
    await button(page, "Follow").click();
    await page.getByText("Check your inbox at reader@example.com and press the link to confirm.").waitFor();
    expect(await button(page, "Follow").count()).toBe(0);
    await expect.poll(() => focusedText(page)).toContain("Check your inbox");
    await button(page, "Use another address").click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("type"))).toBe("email");
    await button(page, "Follow").waitFor();
    await leave();
  });

  it("sees loading errors and can retry", async () => {
    const { page, leave } = await personIn(browser);
    await answer(page, "**/api/discussion/threads?*", "failure", { threads: [], hasMore: false, totalCount: 0 });
    await openByLink(page, "contentinfo", "Discussions");
    await page.getByText("Error loading discussions").waitFor();
    await button(page, "Try Again").click();
    await page.getByText("Be the first to start a discussion!").waitFor();
    await button(page, "Start First Discussion").waitFor();
    await page.unroute("**/api/discussion/threads?*");

    await answer(page, `**/api/discussion/thread/${thread.id}?*`, "failure");
    await answer(page, `**/api/discussion/thread/${thread.id}/comments?*`, "failure");
    await page.getByRole("searchbox").fill("Bathurst");
    await page.getByRole("link", { name: thread.title }).click();
    await page.getByText("Error loading discussion", { exact: true }).waitFor();
    await page.unroute(`**/api/discussion/thread/${thread.id}?*`);
    await button(page, "Try Again").click();
    await page.getByRole("heading", { level: 1, name: thread.title }).waitFor();
    await page.getByText("Error loading comments").waitFor();
    await page.unroute(`**/api/discussion/thread/${thread.id}/comments?*`);
    await button(page, "Try Again").click();
    await page.getByText("Ours have no valve.").waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
    await leave([/status of 500/]);
  });

  it("sees new comments after half a minute and keeps an open reply", async () => {
    const busy = await startThread({ title: "What others write meanwhile" });
    await writeComment(busy.id, { content: "The comment that was there first." });
    const { page, leave } = await personIn(browser);
    await page.clock.install();
    await open(page, threadPath(busy));
    await button(page, "Reply").click();
    const reply = page.getByLabel(/^Reply to/);
    await reply.fill("I am still writing");
    const place = () =>
      reply.evaluate((field: HTMLTextAreaElement) => ({
        top: Math.round(field.getBoundingClientRect().top),
        caret: field.selectionStart,
        isFocused: document.activeElement === field,
      }));
    await reply.press("ArrowLeft");
    const before = await place();
    expect(before).toMatchObject({ caret: 17, isFocused: true });
    await writeComment(busy.id, { content: "The comment that came later." });
    await page.clock.fastForward(31_000);
    await page.getByText("The comment that came later.").waitFor();
    await expect.poll(() => reply.inputValue()).toBe("I am still writing");
    expect(await place()).toEqual(before);
    await page.getByRole("heading", { name: "2 Comments" }).waitFor();

    await open(page, FORUM_PATH);
    await startThread({ title: "Started while the list is open" });
    await page.clock.fastForward(31_000);
    await page.getByRole("link", { name: "Started while the list is open" }).waitFor();
    await leave();
  });

  it("opens a link to a comment on a later page, also in a locked discussion", async () => {
    const long = await startThread({ title: "A hundred and thirty comments" });
    const author = await mintUser();
    const written: number[] = [];
    for (let n = 1; n <= 130; n += 10)
      written.push(
        ...(await Promise.all(
          Array.from({ length: 10 }, async (_, k) => {
            const content = `Long thread, comment number ${n + k}.`;
            return (await writeComment(long.id, { content }, author)).id;
          }),
        )),
      );
    const last = Math.max(...written);
    await moderate("PUT", `admin/thread/${long.id}/lock`, { isLocked: true });
    const { page, leave } = await personIn(browser);
    await page.clock.install();
    const asked: string[] = [];
    page.on("request", (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.endsWith("/comments")) asked.push(search);
    });
    await open(page, threadPath(long));
    const comments = page.getByRole("article", { name: /^Comment by/ });
    await expect.poll(() => comments.count()).toBe(100);
    await page.getByText("This discussion is locked.", { exact: false }).waitFor();
    expect(await button(page, "Reply").count()).toBe(0);
    await page.getByText("30 more").waitFor();
    await button(page, "Show More Comments").click();
    await expect.poll(() => comments.count()).toBe(130);
    expect(await button(page, "Show More Comments").count()).toBe(0);
    // Refetched page by page.
    asked.length = 0;
    await page.clock.fastForward(31_000);
    await expect.poll(() => asked.length).toBeGreaterThan(1);
    for (const search of asked) expect(new URLSearchParams(search).get("limit")).toBe("100");

    await open(page, "/about");
    await page.goto(`${threadPath(long)}#comment-${last}`);
    await expect.poll(() => focusedId(page)).toBe(`comment-${last}`);
    expect(
      await page.locator(`#comment-${last}`).evaluate((place) => place.getBoundingClientRect().top < innerHeight),
    ).toBe(true);
    await leave();
  });

  it("is redirected from a wrong or missing slug to the canonical URL, and sees URLs as links", async () => {
    const { page, leave } = await personIn(browser);
    for (const path of [
      `${FORUM_PATH}/thread/${thread.id}`,
      `${FORUM_PATH}/thread/${thread.id}/wrong`,
      threadPath(thread).toLowerCase(),
    ]) {
      const response = await page.goto(path);
      expect(new URL(page.url()).pathname, path).toBe(threadPath(thread));
      expect((await response?.request().redirectedFrom()?.response())?.status()).toBe(301);
    }
    const link = page.getByRole("link", { name: "https://www.toronto.ca/heat" });
    expect(await link.getAttribute("rel")).toBe("nofollow ugc noopener");
    expect(await link.getAttribute("target")).toBe("_blank");
    expect((await page.goto(threadPath(thread)))?.headers()["cache-tag"]).toBe(`thread:${thread.id}`);
    const data = await page.locator('script[type="application/ld+json"]').allTextContents();
    expect(data.join()).toContain("DiscussionForumPosting");
    expect((await page.goto(`${FORUM_PATH}/thread/999999/gone`))?.status()).toBe(404);
    await page.getByRole("heading", { name: "Thread Not Found" }).waitFor();
    expect((await page.goto(FORUM_PATH))?.headers()["cache-tag"]).toBe("forum");
    expect((await page.goto(`${FORUM_PATH}?q=heating`))?.headers()["cache-control"]).toBe("no-store");
    await leave([/status of 404/]);
  });

  it("reaches the discussions from home and from a category, and returns by the header", async () => {
    const { page, leave } = await personIn(browser);
    for (const path of ["/", "/studio-apartments-toronto"]) {
      await open(page, path);
      await page.getByRole("main").getByRole("link", { name: "Discussions", exact: true }).click();
      await page.waitForURL(`**${FORUM_PATH}`);
    }
    await open(page, threadPath(thread));
    await page
      .getByRole("banner")
      .getByRole("link", { name: /Below Market/ })
      .click();
    await page.waitForURL(`**${FORUM_PATH}`);
    await expect
      .poll(() => page.getByRole("contentinfo").getByRole("link", { name: "Discussions", exact: true }).count())
      .toBe(1);
    await leave();
  });
});

describe("both pages", () => {
  it(
    "have no axe violations or horizontal overflow in either theme, on phone and desktop",
    async () => {
      const { page, leave } = await personIn(browser, { reducedMotion: "reduce" });
      for (const path of [
        FORUM_PATH,
        `${FORUM_PATH}?q=zzyzx`,
        threadPath(thread),
        `${FORUM_PATH}/thread/999999/gone`,
      ]) {
        await open(page, path);
        expect(await page.getByRole("heading", { level: 1 }).count(), path).toBe(1);
        await expectReadableByAll(page, path);
      }
      await open(page, `${threadPath(thread)}#comment-${replyId}`);
      await expectReadableByAll(page, "a comment that a link leads to");
      await page.locator(`#comment-${replyId}`).getByRole("button", { name: "Reply" }).click();
      await expectReadableByAll(page, "reply");
      await button(page, "Report").click();
      await page.getByRole("dialog").waitFor();
      await expectReadableByAll(page, "report");
      await open(page, FORUM_PATH);
      await button(page, "POST").click();
      await page.getByLabel(/^Title/).fill("Radiators in old buildings");
      await page.getByText("Similar discussions").first().waitFor();
      await page.getByLabel(/^Content/).fill("x".repeat(9500));
      await page.getByText("9,500/10,000").waitFor();
      await expectReadableByAll(page, "start");
      await leave([/status of 404/]);
    },
    LONG_TESTS.many,
  );
});
