import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { type Thread, threadPath } from "../../worker/contracts/forum.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { mintUser, startThread, writeComment } from "../support/node/forum.ts";
import { expectReadableByAll, personIn, visit } from "../support/node/person.ts";

let browser: Browser;
let thread: Thread;
/** Ids of the comments, oldest first; the 150th and the 250th reply to the 5th. */
const ids: number[] = [];
let secondPage: string;
beforeAll(async () => {
  browser = await sharedBrowser();
  thread = await startThread({ title: "Two hundred and fifty words on radiators" });
  secondPage = `${threadPath(thread)}?page=2`;
  const author = await mintUser();
  for (let n = 1; n <= 250; n += 1) {
    const parentId = n === 150 || n === 250 ? ids[4] : undefined;
    const text = { content: `This is remark number ${n}.`, ...(parentId !== undefined && { parentId }) };
    ids.push((await writeComment(thread.id, text, author)).id);
  }
});

const comments = (page: Page) => page.getByRole("article", { name: /^Comment by/ });
const shownIds = (page: Page) =>
  comments(page).evaluateAll((all) => all.map(({ id }) => Number(id.replace("comment-", ""))));
const more = (page: Page) => page.getByRole("button", { name: "Show More Comments" });
const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id);

describe("a paginated discussion", () => {
  it("can be read forwards and backwards without JavaScript", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser, { javaScriptEnabled: false });
    await page.goto(threadPath(thread));
    expect(await shownIds(page)).toEqual(ids.slice(0, 100));
    const next = page.getByRole("link", { name: "Show More Comments" });
    await next.click();
    await page.waitForURL(`**${secondPage}`);
    expect(await page.title()).toMatch(/, Page 2 \|/);
    expect(await shownIds(page)).toEqual(ids.slice(100, 200));
    await next.click();
    await page.waitForURL(/page=3/);
    expect(await shownIds(page)).toEqual(ids.slice(200));
    expect(await next.count()).toBe(0);
    const previous = page.getByRole("link", { name: "Previous Comments" });
    await previous.click();
    await page.waitForURL(`**${secondPage}`);
    await page.getByRole("link", { name: "an earlier comment" }).click();
    await page.waitForURL(`**${threadPath(thread)}#comment-${ids[4]}`);
    await leave();
  });

  it("loads the next and the previous page in place", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser);
    await page.clock.install();
    await visit(page, secondPage);
    expect(await shownIds(page)).toEqual(ids.slice(100, 200));
    await page.getByText("50 more").waitFor();
    await more(page).click();
    await expect.poll(() => comments(page).count()).toBe(150);
    expect(await shownIds(page)).toEqual(ids.slice(100));
    expect(await more(page).count()).toBe(0);

    // A refetch keeps the same range and appends new comments.
    const newer = await writeComment(thread.id, { content: "Somebody else's last word." });
    ids.push(newer.id);
    await page.clock.fastForward(31_000);
    await page.getByText("Somebody else's last word.").waitFor();
    expect(await shownIds(page)).toEqual(ids.slice(100));

    await page.getByRole("link", { name: "Previous Comments" }).click();
    await page.waitForURL(`**${threadPath(thread)}`);
    await expect.poll(() => shownIds(page)).toEqual(ids.slice(0, 100));
    expect(await page.title()).not.toContain("Page");
    await page.goBack();
    await page.waitForURL(`**${secondPage}`);
    await expect.poll(() => shownIds(page)).toEqual(ids.slice(100));
    expect(await page.locator('link[rel="canonical"]').getAttribute("href")).toContain(secondPage);
    await leave();
  });

  it("opens every comment by its link, on any page", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser, { permissions: ["clipboard-read", "clipboard-write"] });
    for (const [path, id] of [
      [threadPath(thread), ids[229]],
      [secondPage, ids[120]],
      [secondPage, ids[9]],
      [secondPage, ids[240]],
    ] as const) {
      await visit(page, "/about");
      await page.goto(`${path}#comment-${id}`);
      await expect.poll(() => focusedId(page), { message: `${path} ${id}` }).toBe(`comment-${id}`);
      const linked = page.locator(`#comment-${id}`);
      expect(await linked.evaluate((place) => place.getBoundingClientRect().top < innerHeight)).toBe(true);
    }
    // All comments were loaded, so none precede the first.
    expect((await shownIds(page)).slice(0, 4)).toEqual(ids.slice(0, 4));
    expect(await page.getByRole("link", { name: "Previous Comments" }).count()).toBe(0);

    await visit(page, "/about");
    await visit(page, secondPage);
    const linked = page.locator(`#comment-${ids[110]}`);
    await linked.getByTitle("Copy link to this comment").click();
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toContain(`${secondPage}#comment-${ids[110]}`);
    await expect.poll(() => focusedId(page)).toBe(`comment-${ids[110]}`);
    expect(await shownIds(page)).toEqual(ids.slice(100, 200));

    await page.getByRole("link", { name: "an earlier comment" }).click();
    await expect.poll(() => focusedId(page)).toBe(`comment-${ids[4]}`);
    expect(new URL(page.url()).search).toBe("");
    await leave();
  });

  it("accepts a comment and a vote on its second page", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser);
    await visit(page, secondPage);
    const voted = page.locator(`#comment-${ids[130]}`);
    await voted.getByRole("button", { name: "Upvote" }).click();
    await voted.getByText("Votes: 1").waitFor();
    await page.getByLabel("Your comment", { exact: true }).fill("Written from the second page.");
    await page.getByRole("button", { name: "Post Comment" }).click();
    await expect.poll(() => focusedId(page)).toMatch(/^comment-\d+$/);
    ids.push(Number((await focusedId(page))?.replace("comment-", "")));
    expect((await shownIds(page)).at(-1)).toBe(ids.at(-1));
    await more(page).click();
    await expect.poll(() => shownIds(page)).toEqual(ids.slice(100));
    await leave();
  });

  it("links back to its first page when a page is past its end", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser);
    await visit(page, `${threadPath(thread)}?page=9`);
    await page.getByText("There are no more comments.").waitFor();
    expect(await page.locator('meta[name="robots"]').getAttribute("content")).toBe("noindex");
    await page.getByRole("link", { name: "First page" }).click();
    await expect.poll(() => comments(page).count()).toBe(100);
    expect(await page.locator('meta[name="robots"]').count()).toBe(0);
    await leave([/status of 404/]);
  });

  it(
    "has no axe violations or horizontal overflow in either theme, on phone and desktop",
    { tags: ["rest"] },
    async () => {
      const { page, leave } = await personIn(browser);
      await visit(page, secondPage);
      await expectReadableByAll(page);
      await leave();
    },
  );
});
