import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { FORUM_PATH, type Thread, threadPath } from "../../worker/contracts/forum.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { mintUser, moderate, startThread, writeComment } from "../support/node/forum.ts";
import { accessibilityProblems, personIn, reload, settle, visit } from "../support/node/person.ts";
import { holdRequests } from "../support/node/screens.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const REFETCH_MS = 31_000;
const open = (page: Page, path: string) => visit(page, path);
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const toastNamed = (page: Page, title: string) => page.getByText(title, { exact: true }).first();
const ownField = (page: Page) => page.getByLabel("Your comment", { exact: true });
const commentWith = (page: Page, text: string) =>
  page.getByRole("article", { name: /^Comment by/ }).filter({ hasText: text });
/** Returns the focused control's name, text or id. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    return at?.getAttribute("name") ?? (at?.id || at?.textContent || at?.tagName);
  });

async function write(page: Page, text: string): Promise<void> {
  await ownField(page).fill(text);
  await button(page, "Post Comment").click();
  await commentWith(page, text).and(page.locator(":not([aria-busy])")).waitFor();
}

/** Starts a discussion in the browser. The browser's identity is then its author. */
async function startOwn(page: Page, title: string): Promise<void> {
  await open(page, FORUM_PATH);
  await button(page, "POST").click();
  const dialog = page.getByRole("dialog", { name: "Start a Discussion" });
  await dialog.getByLabel(/^Title/).fill(title);
  await dialog.getByLabel(/^Content/).fill(`What do you know about: ${title}?`);
  await dialog.getByRole("button", { name: "POST" }).click();
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  await ownField(page).waitFor();
}

describe("a draft", () => {
  it(
    "is kept when the comment that it replies to is deleted, keeps the focus and can be copied",
    { tags: ["rest"] },
    async () => {
      const thread = await startThread();
      const { id } = await writeComment(thread.id, { content: "This one will be deleted." });
      await writeComment(thread.id, { content: "This one stays." });
      const { page, context, leave } = await personIn(browser);
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.clock.install();
      await open(page, threadPath(thread));
      await commentWith(page, "This one will be deleted.").getByRole("button", { name: "Reply" }).click();
      const reply = page.getByLabel(/^Reply to/);
      await reply.fill("A long and thoughtful answer");
      await moderate("DELETE", `admin/comment/${id}`);
      await page.clock.fastForward(REFETCH_MS);
      await page.getByRole("alert").filter({ hasText: "The comment you are replying to was deleted." }).waitFor();
      expect(await page.getByText("This one will be deleted.").count()).toBe(0);
      await expect.poll(() => reply.inputValue()).toBe("A long and thoughtful answer");
      expect(
        await reply.evaluate((field: HTMLTextAreaElement) => field.readOnly && field === document.activeElement),
      ).toBe(true);
      expect(await accessibilityProblems(page)).toEqual([]);
      await button(page, "Copy Text").click();
      await toastNamed(page, "Text Copied").waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("A long and thoughtful answer");
      await reload(page);
      await page.clock.fastForward(REFETCH_MS);
      await page.getByText("A long and thoughtful answer").waitFor();
      await button(page, "Discard").click();
      await page.getByText("A long and thoughtful answer").waitFor({ state: "detached" });
      await page.getByText("This comment was deleted.").waitFor({ state: "detached" });
      await leave();
    },
  );

  it("in another tab is kept when this tab posts a comment", { tags: ["rest"] }, async () => {
    const thread = await startThread();
    const { page, context, leave } = await personIn(browser);
    await open(page, threadPath(thread));
    const other = await context.newPage();
    await open(other, threadPath(thread));
    await ownField(page).fill("Written in the first tab");
    await ownField(other).fill("Written in the second tab");
    await button(page, "Post Comment").click();
    await toastNamed(page, "Comment Posted").waitFor();
    await reload(other);
    await expect.poll(() => ownField(other).inputValue()).toBe("Written in the second tab");
    await leave();
  });
});

describe("a name", () => {
  it("is shared by two tabs that open at the same time", { tags: ["rest"] }, async () => {
    const thread = await startThread();
    const { page, context, leave } = await personIn(browser);
    const other = await context.newPage();
    // Both requests carry the current cookies. The first is answered once the other tab is waiting or has sent its own
    // request.
    let asking = 0;
    const isWaitedFor = async () =>
      asking > 1 || (await page.evaluate(async () => ((await navigator.locks.query()).pending ?? []).length > 0));
    await context.route("**/api/discussion/user", async (route) => {
      asking += 1;
      const held = await context.cookies();
      const answered = await fetch(route.request().url(), {
        method: "POST",
        headers: {
          "content-type": "application/json",
          cookie: held.map(({ name, value }) => `${name}=${value}`).join("; "),
        },
        body: route.request().postData(),
      });
      if (asking === 1) await expect.poll(isWaitedFor).toBe(true);
      await route.fulfill({
        status: answered.status,
        headers: { "set-cookie": answered.headers.get("set-cookie") ?? "" },
        contentType: "application/json",
        body: await answered.text(),
      });
    });
    await Promise.all([open(page, threadPath(thread)), open(other, threadPath(thread))]);
    const nameIn = (tab: Page) => tab.getByText(/^Posting as \w+/).textContent();
    expect(await nameIn(page)).toBe(await nameIn(other));
    await write(page, "From the first tab");
    await write(other, "From the second tab");
    await leave();
  });
});

describe("a comment", () => {
  it(
    "that no longer exists shows a notice, and going back restores the scroll position",
    { tags: ["rest"] },
    async () => {
      const thread = await startThread();
      const author = await mintUser();
      const first = await writeComment(thread.id, { content: `First. ${"Long ago. ".repeat(300)}` }, author);
      const second = await writeComment(thread.id, { content: `Second. ${"Not long ago. ".repeat(300)}` }, author);
      const { page, leave } = await personIn(browser);
      await open(page, `${threadPath(thread)}#comment-${first.id}`);
      await expect.poll(() => focused(page)).toBe(`comment-${first.id}`);
      await page.locator(`#comment-${second.id}`).scrollIntoViewIfNeeded();
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
      const place = await page.evaluate(() => scrollY);
      await page
        .getByRole("contentinfo")
        .getByRole("link", { name: "Discussions", exact: true })
        .evaluate((link: HTMLElement) => link.click());
      await page.getByRole("heading", { level: 1, name: "Toronto Apartment Discussions" }).waitFor();
      await page.goBack();
      await page.getByRole("heading", { level: 1, name: thread.title }).waitFor();
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
      await settle(page);
      expect(await page.evaluate(() => scrollY)).toBe(place);

      expect(await page.getByText("This comment is no longer here.").count()).toBe(0);
      await page.goto("/about");
      await open(page, `${threadPath(thread)}#comment-999999`);
      await page.getByRole("status").filter({ hasText: "This comment is no longer here." }).waitFor();
      await leave();
    },
  );

  it(
    "does not shift when the reader is recognized as its author, and the form stays until then",
    { tags: ["rest"] },
    async () => {
      const { page, leave } = await personIn(browser, { viewport: { width: 360, height: 800 } });
      await startOwn(page, "Own posts on a narrow screen");
      await write(page, "The first comment of my own.");
      await button(page, "Reply").click();
      await page.getByLabel(/^Reply to/).fill("A reply of my own.");
      await button(page, "Post Reply").click();
      await commentWith(page, "A reply of my own.").and(page.locator(":not([aria-busy])")).waitFor();
      await page.addInitScript(() => {
        const seen = { shift: 0 };
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
        }).observe({ type: "layout-shift", buffered: true });
        Object.assign(window, { seen });
      });
      const user = await holdRequests(page, "**/api/discussion/user");
      await page.reload();
      await user.asked;
      await commentWith(page, "A reply of my own.").waitFor();
      user.release();
      await button(page, "Edit Thread").waitFor();
      const moved = await page.evaluate(async () => {
        // A layout shift is reported after its frame.
        for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
        return (window as unknown as { seen: { shift: number } }).seen.shift;
      });
      expect(moved).toBeLessThan(0.02);

      await page.unroute("**/api/discussion/user");
      await page.route("**/api/discussion/user", (route) => route.abort());
      await reload(page);
      await page.getByText("You can’t comment right now").waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.unroute("**/api/discussion/user");
      await button(page, "Try Again").click();
      await ownField(page).waitFor();
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("TEXTAREA");
      await leave([/Failed to load resource/]);
    },
  );
});

describe("without JavaScript", () => {
  it("shows no buttons that need JavaScript", { tags: ["rest"] }, async () => {
    const thread: Thread = await startThread();
    const { id } = await writeComment(thread.id);
    await writeComment(thread.id, { parentId: id });
    const { page, leave } = await personIn(browser, { javaScriptEnabled: false });
    for (const path of [FORUM_PATH, threadPath(thread)]) {
      await page.goto(path);
      expect(await page.getByRole("main").getByRole("button").allTextContents(), path).toEqual([]);
    }
    await leave();
  });
});
