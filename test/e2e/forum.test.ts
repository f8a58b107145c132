import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { FEED_PATH, FORUM_PATH, type Thread, threadPath } from "../../worker/contracts/forum.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { mintUser, moderate, startThread, writeComment } from "../support/node/forum.ts";
import { expectReadableByAll, personIn, visit } from "../support/node/person.ts";
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
const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("name"));
const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id);

async function write(page: Page, text: string): Promise<void> {
  await page.getByLabel("Your comment", { exact: true }).fill(text);
  await button(page, "Post Comment").click();
}

describe("a reader", () => {
  it("sees a discussion's age immediately, not “Just now”", { tags: ["rest"] }, async () => {
    const old = await startThread({ title: "A question of yesterday" });
    const { page, leave } = await personIn(browser);
    await page.clock.install({ time: Date.now() + 25 * 3_600_000 });
    await page.goto(threadPath(old));
    await page.getByText(/^Posting as \w+/).waitFor();
    // Checked immediately, because ages are refreshed every half minute.
    expect(await page.getByText("Just now").count()).toBe(0);
    await expect.poll(() => page.getByText("1d ago").count()).toBeGreaterThan(0);
    await leave();
  });

  it("sees three discussions at once on a phone, and no Post button but the forum's", { tags: ["rest"] }, async () => {
    for (const n of [1, 2]) await startThread({ title: `Heat at 18 degrees in November, part ${n}` });
    const { page, leave } = await personIn(browser, { viewport: { width: 360, height: 740 } });
    await open(page, FORUM_PATH);
    const third = await page.getByRole("main").getByRole("article").nth(2).boundingBox();
    const tabs = await page.getByRole("navigation", { name: "Sections" }).boundingBox();
    expect((third?.y ?? 0) + (third?.height ?? 0)).toBeLessThanOrEqual(tabs?.y ?? 0);
    expect(await page.getByRole("link", { name: "Post a rental" }).count()).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("banner").getByRole("link", { name: "Landlords" }).waitFor();
    expect(await page.getByRole("link", { name: "Post a rental" }).count()).toBe(0);
    await leave();
  });

  it("searches, sorts and loads more, with and without JavaScript", { tags: ["rest"] }, async () => {
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

  it("has all actions of a comment on one line of a phone, each large enough to tap", { tags: ["rest"] }, async () => {
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

  it("closes a report with the back button, and copies links", async () => {
    const { page, context, leave } = await personIn(browser);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await open(page, threadPath(thread));
    await button(page, "Report").click();
    await page.getByRole("dialog", { name: "Report this discussion" }).waitFor();
    await page.goBack();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toBe(threadPath(thread));
    await button(page, "Share").click();
    await toastNamed(page, "Link Copied").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(threadPath(thread));
    await page.locator(`#comment-${replyId}`).getByTitle("Copy link to this comment").click();
    await page.getByText("Comment URL has been copied to your clipboard").first().waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`#comment-${replyId}$`));
    await expect.poll(() => focusedId(page)).toBe(`comment-${replyId}`);
    await leave();
  });

  it("sees new comments after half a minute and keeps an open reply", { tags: ["rest"] }, async () => {
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
});

describe("both pages", () => {
  it(
    "have no axe violations or horizontal overflow in either theme, on phone and desktop",
    { tags: ["rest"], timeout: LONG_TESTS.many },
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
  );
});
