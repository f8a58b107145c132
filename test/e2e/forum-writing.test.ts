import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { FORUM_PATH, type Thread, threadPath } from "../../worker/contracts/forum.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { mintUser, moderate, startThread, writeComment } from "../support/node/forum.ts";
import { accessibilityProblems, personIn, reload, visit } from "../support/node/person.ts";

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
/** The focused control's name, text or id. */
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

/** Starts a discussion in the browser, which thereby becomes its author. */
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
  it("survives the deletion of the comment it replies to, keeps the focus and can be copied", async () => {
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
    await page.getByRole("alert").filter({ hasText: "The comment you are answering was deleted." }).waitFor();
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
  });

  it("survives the locking of its discussion; empty forms are removed", async () => {
    const thread = await startThread();
    const { page, leave } = await personIn(browser);
    await page.clock.install();
    await open(page, threadPath(thread));
    await write(page, "The first comment of mine");
    await button(page, "Edit").click();
    await page.getByLabel("Edit your comment").fill("The first comment of mine, better");
    await ownField(page).fill("I was in the middle of");
    await moderate("PUT", `admin/thread/${thread.id}/lock`, { isLocked: true });
    await page.clock.fastForward(REFETCH_MS);
    await page.getByText("This discussion is locked. You can read it", { exact: false }).waitFor();
    await page.getByRole("alert").filter({ hasText: "This discussion is locked." }).first().waitFor();
    await expect.poll(() => ownField(page).inputValue()).toBe("I was in the middle of");
    await expect.poll(() => ownField(page).evaluate((field) => field === document.activeElement)).toBe(true);
    await expect
      .poll(() => page.getByLabel("Edit your comment").inputValue())
      .toBe("The first comment of mine, better");
    expect(await button(page, "Post Comment").count()).toBe(0);
    await expect.poll(() => button(page, "Copy Text").count()).toBe(2);
    await button(page, "Discard").first().click();
    await ownField(page).waitFor({ state: "detached" });
    await button(page, "Discard").click();
    await page.getByText("The first comment of mine", { exact: true }).waitFor();
    await leave();
  });

  it("survives the deletion of its discussion; without one, the page says only that it is gone", async () => {
    const thread = await startThread();
    const { page, leave } = await personIn(browser);
    await page.clock.install();
    await open(page, threadPath(thread));
    await ownField(page).fill("My advice to you is this");
    await moderate("DELETE", `admin/thread/${thread.id}`);
    await page.clock.fastForward(REFETCH_MS);
    await page.getByRole("alert").filter({ hasText: "This discussion was deleted." }).waitFor();
    await expect.poll(() => ownField(page).inputValue()).toBe("My advice to you is this");
    await expect.poll(() => ownField(page).evaluate((field) => field === document.activeElement)).toBe(true);
    await expect.poll(() => page.title()).toMatch(/^Thread Not Found/);
    const calls: string[] = [];
    page.on("request", (request) => calls.push(request.url()));
    await page.clock.fastForward(REFETCH_MS);
    expect(calls.filter((url) => url.includes("/api/discussion/"))).toEqual([]);
    await button(page, "Discard").click();
    await page.reload();
    await page.getByRole("heading", { name: "Thread Not Found" }).waitFor();
    await leave([/status of 4(04|10)/]);
  });

  it("is not discarded without a confirmation, and focus returns to the button that opened it", async () => {
    const { page, leave } = await personIn(browser);
    await startOwn(page, "Bed bugs on the third floor");
    await button(page, "Edit Thread").press("Enter");
    await expect.poll(() => focused(page)).toBe("title");
    await button(page, "Cancel").press("Enter");
    await expect.poll(() => focused(page)).toBe("Edit Thread");
    await button(page, "Edit Thread").press("Enter");
    await page.getByLabel(/^Title/).fill("Bed bugs on the fourth floor");
    await button(page, "Cancel").press("Enter");
    await page.getByRole("alertdialog").getByRole("button", { name: "Keep Editing" }).click();
    await expect.poll(() => page.getByLabel(/^Title/).inputValue()).toBe("Bed bugs on the fourth floor");
    await button(page, "Cancel").press("Enter");
    await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
    await expect.poll(() => focused(page)).toBe("Edit Thread");
    await button(page, "Edit Thread").press("Enter");
    await expect.poll(() => page.getByLabel(/^Title/).inputValue()).toBe("Bed bugs on the third floor");
    await page.getByLabel(/^Title/).fill("ab");
    await button(page, "Save Changes").press("Enter");
    await page.getByText("Thread title must be at least 3 characters long", { exact: true }).first().waitFor();
    await expect.poll(() => focused(page)).toBe("title");
    await page.getByLabel(/^Title/).fill("Bed bugs on the fifth floor");
    await expect.poll(() => page.getByLabel(/^Title/).getAttribute("aria-invalid")).toBeNull();
    await button(page, "Save Changes").press("Enter");
    await page.getByRole("heading", { level: 1, name: "Bed bugs on the fifth floor" }).waitFor();
    await expect.poll(() => focused(page)).toBe("Edit Thread");

    await write(page, "They came back twice.");
    await button(page, "Reply").press("Enter");
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("TEXTAREA");
    await expect.poll(() => button(page, "Reply").getAttribute("aria-expanded")).toBe("true");
    await button(page, "Reply").press("Enter");
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("TEXTAREA");
    await button(page, "Cancel").press("Enter");
    await expect.poll(() => focused(page)).toBe("Reply");
    await button(page, "Reply").press("Enter");
    await page.getByLabel(/^Reply to/).fill("Never mind");
    await button(page, "Cancel").press("Enter");
    await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
    await expect.poll(() => focused(page)).toBe("Reply");
    await expect.poll(() => button(page, "Reply").getAttribute("aria-expanded")).toBe("false");

    await button(page, "Edit").press("Enter");
    await page.getByLabel("Edit your comment").fill("They came back thrice.");
    await button(page, "Cancel").press("Enter");
    await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
    await expect.poll(() => focused(page)).toBe("Edit");
    await page.getByText("They came back twice.").waitFor();
    await leave();
  });

  it("in another tab is kept when this tab posts", async () => {
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
  it("is shared by two tabs that open at the same time", async () => {
    const thread = await startThread();
    const { page, context, leave } = await personIn(browser);
    const other = await context.newPage();
    // Both requests carry the cookies of that moment; the first is answered once the second was sent.
    let isAlone = true;
    let meet: (value: unknown) => void = () => undefined;
    const both = new Promise((done) => (meet = done));
    await context.route("**/api/discussion/user", async (route) => {
      const held = await context.cookies();
      const answered = await fetch(route.request().url(), {
        method: "POST",
        headers: {
          "content-type": "application/json",
          cookie: held.map(({ name, value }) => `${name}=${value}`).join("; "),
        },
        body: route.request().postData(),
      });
      if (!isAlone) meet(null);
      isAlone = false;
      await Promise.race([both, new Promise((done) => setTimeout(done, 3000))]);
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

  it("is fetched again when the cookie has changed, and the post is posted once", async () => {
    const thread = await startThread();
    const { page, context, leave } = await personIn(browser);
    await open(page, threadPath(thread));
    await page.getByText(/^Posting as \w+/).waitFor();
    await context.clearCookies();
    const { username } = (await (
      await page.request.post("/api/discussion/user", { data: { anonymousId: null } })
    ).json()) as { username: string };
    await write(page, "By whom is this?");
    await page.getByText(`Posting as ${username}`).waitFor();
    await commentWith(page, "By whom is this?").getByText(username).waitFor();
    await page.getByRole("heading", { name: "1 Comment" }).waitFor();
    await expect.poll(() => commentWith(page, "By whom is this?").count()).toBe(1);
    await leave([/status of 403/]);
  });
});

describe("a comment", () => {
  it("is not posted twice when its response was lost", async () => {
    const thread = await startThread();
    const { page, leave } = await personIn(browser);
    await open(page, threadPath(thread));
    let posts = 0;
    await page.route("**/api/discussion/comments", async (route) => {
      posts += 1;
      await route.fetch();
      await route.abort();
    });
    await write(page, "Sent, and never heard of");
    await toastNamed(page, "Comment Posted").waitFor();
    await expect.poll(() => ownField(page).inputValue()).toBe("");
    expect(posts).toBe(1);
    await page.unroute("**/api/discussion/comments");
    // As after a reload before the response: the same text again, which is already posted.
    const again = page.waitForResponse("**/api/discussion/comments");
    await write(page, "Sent, and never heard of");
    await again;
    await page.getByRole("heading", { name: "1 Comment" }).waitFor();
    await expect.poll(() => commentWith(page, "Sent, and never heard of").count()).toBe(1);
    await expect.poll(() => ownField(page).inputValue()).toBe("");
    await leave([/Failed to load resource/]);
  });

  it("appears even when the other comments failed to load", async () => {
    const thread = await startThread({ title: "Comments that do not load" });
    await writeComment(thread.id, { content: "Here from the beginning" });
    const { page, leave } = await personIn(browser);
    const comments = `**/api/discussion/thread/${thread.id}/comments?*`;
    await page.route(comments, (route) => route.fulfill({ status: 500, body: "" }));
    await open(page, `${FORUM_PATH}?sort=newest`);
    await page.getByRole("link", { name: thread.title }).click();
    await page.getByText("Error loading comments").waitFor();
    await page.unroute(comments);
    await write(page, "Posted into the dark");
    await page.getByText("Here from the beginning").waitFor();
    expect(await page.getByText("Error loading comments").count()).toBe(0);
    await leave([/status of 500/]);
  });

  it("that is gone shows a notice, and going back restores the scroll position", async () => {
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
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate(() => scrollY)).toBe(place);

    expect(await page.getByText("This comment is no longer here.").count()).toBe(0);
    await page.goto("/about");
    await open(page, `${threadPath(thread)}#comment-999999`);
    await page.getByRole("status").filter({ hasText: "This comment is no longer here." }).waitFor();
    await leave();
  });

  it("does not shift when recognized as one's own, and the form stays while the author is unknown", async () => {
    const { page, leave } = await personIn(browser, { viewport: { width: 360, height: 800 } });
    await startOwn(page, "Own posts on a narrow screen");
    await write(page, "The first comment of my own.");
    await button(page, "Reply").click();
    await page.getByLabel(/^Reply to/).fill("A reply of my own.");
    await button(page, "Post Reply").click();
    await commentWith(page, "A reply of my own.").and(page.locator(":not([aria-busy])")).waitFor();
    await page.route("**/api/discussion/user", async (route) => {
      await new Promise((done) => setTimeout(done, 800));
      await route.continue();
    });
    await reload(page);
    await button(page, "Edit Thread").waitFor();
    const moved = await page.evaluate(
      () =>
        new Promise<number>((done) => {
          new PerformanceObserver((list) =>
            done(list.getEntries().reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0)),
          ).observe({ type: "layout-shift", buffered: true });
          setTimeout(() => done(0), 500);
        }),
    );
    expect(moved).toBeLessThan(0.02);

    await page.unroute("**/api/discussion/user");
    await page.route("**/api/discussion/user", (route) => route.abort());
    await reload(page);
    await page.getByText("Comments cannot be written right now").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.unroute("**/api/discussion/user");
    await button(page, "Try Again").click();
    await ownField(page).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("TEXTAREA");
    await leave([/Failed to load resource/]);
  });
});

describe("without JavaScript", () => {
  it("shows no buttons that would do nothing", async () => {
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
