import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { FORUM_PATH, type Thread, threadPath } from "../../worker/contracts/forum.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { mintUser, startThread, writeComment } from "../support/node/forum.ts";
import { personIn, reload, visit } from "../support/node/person.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

let browser: Browser;
/** A discussion with one comment. */
let thread: Thread;
beforeAll(async () => {
  browser = await sharedBrowser();
  thread = await startThread({ title: "Storage lockers in new buildings" });
  await writeComment(thread.id, { content: "Ask for a photo of it before you sign." });
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

describe("an author", () => {
  it("starts, edits and deletes a discussion", async () => {
    const { page, leave } = await personIn(browser);
    await open(page, FORUM_PATH);
    await page.getByText(/^Posting as \w+/).waitFor();
    await button(page, "POST").click();
    const dialog = page.getByRole("dialog", { name: "Start a Discussion" });
    await expect.poll(() => focusedName(page)).toBe("title");
    await dialog.getByLabel(/^Title/).fill("ab");
    await dialog.getByText("2/200").waitFor();
    await dialog.getByLabel(/^Content/).fill("Too short");
    await dialog.getByRole("button", { name: "POST" }).click();
    // Moves the pointer over the notification, which usually keeps a notification open.
    await toastNamed(page, "Title Too Short").hover();
    await dialog.getByText("Thread title must be at least 3 characters long").waitFor();
    await dialog.getByLabel(/^Title/).fill("Mice in the laundry room");
    // The notification closes nevertheless, because the title is now long enough.
    await toastNamed(page, "Title Too Short").waitFor({ state: "detached" });
    await dialog.getByRole("button", { name: "POST" }).click();
    await toastNamed(page, "Content Too Short").waitFor();
    await dialog.getByText("Thread content must be at least 10 characters long").waitFor();
    await dialog.getByLabel(/^Content/).fill("What did your landlord do?\nOurs does nothing.");
    await dialog.getByRole("button", { name: "POST" }).click();
    await toastNamed(page, "Discussion Created").waitFor();
    await page.getByRole("heading", { level: 1, name: "Mice in the laundry room" }).waitFor();
    expect(page.url()).toMatch(/\/thread\/\d+\/mice-in-the-laundry-room$/);
    await page.getByText("Start the conversation").waitFor();

    await button(page, "Edit Thread").click();
    const form = page.getByRole("form", { name: "Edit Thread" });
    await form.getByLabel(/^Title/).fill("Mice in the basement");
    await form.getByRole("button", { name: "Save Changes" }).click();
    await toastNamed(page, "Thread Updated").waitFor();
    await page.getByRole("heading", { level: 1, name: "Mice in the basement" }).waitFor();
    await page.getByText("(edited)").waitFor();

    // The cached list is from before the discussion's deletion.
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Discussions" }).click();
    await page.getByRole("link", { name: "Mice in the basement" }).click();
    await button(page, "Delete Thread").click();
    const url = page.url();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await toastNamed(page, "Thread Deleted").waitFor();
    await page.waitForURL(`**${FORUM_PATH}`);
    await page.getByRole("link", { name: thread.title }).waitFor();
    await expect.poll(() => page.getByRole("link", { name: "Mice in the basement" }).count()).toBe(0);
    expect((await page.goto(url))?.status()).toBe(410);
    await page.getByRole("heading", { name: "Thread Not Found" }).waitFor();
    await page.getByRole("link", { name: "Back to Discussions" }).click();
    await page.getByRole("heading", { level: 1, name: "Toronto Apartment Discussions" }).waitFor();
    await leave([/status of 410/]);
  });

  it("comments, replies, edits and deletes; replies to a deleted comment remain", { tags: ["rest"] }, async () => {
    const { id, seoSlug } = await startThread();
    const { page, leave } = await personIn(browser);
    await open(page, threadPath({ id, seoSlug }));
    await write(page, "ab");
    await toastNamed(page, "Comment Too Short").hover();
    await page.getByText("Comments must be at least 3 characters long").first().waitFor();
    await page.getByLabel("Your comment", { exact: true }).fill("The super fixed ours.");
    await toastNamed(page, "Comment Too Short").waitFor({ state: "detached" });
    await page.keyboard.press("Control+Enter");
    await toastNamed(page, "Comment Posted").waitFor();
    const comment = page.getByRole("article", { name: /^Comment by/ }).filter({ hasText: "The super fixed ours." });
    await expect.poll(() => focusedId(page)).toMatch(/^comment-\d+$/);
    await expect.poll(() => page.getByLabel("Your comment", { exact: true }).inputValue()).toBe("");

    await comment.getByRole("button", { name: "Reply" }).click();
    await comment.getByPlaceholder("Share your thoughts...").fill("ok");
    await button(page, "Post Reply").click();
    await toastNamed(page, "Reply Too Short").waitFor();
    await comment.getByPlaceholder("Share your thoughts...").fill("It took a week.");
    await button(page, "Post Reply").click();
    await page.getByText("It took a week.").waitFor();
    await page.getByRole("heading", { name: "2 Comments" }).waitFor();

    await comment.getByRole("button", { name: "Edit" }).click();
    const field = page.getByLabel("Edit your comment");
    await field.fill("x");
    await expect.poll(() => button(page, "Save").getAttribute("aria-disabled")).toBe("true");
    await field.fill("The super repaired ours.");
    await button(page, "Save").click();
    await toastNamed(page, "Comment Updated").waitFor();

    const edited = page.getByRole("article", { name: /^Comment by/ }).filter({ hasText: "The super repaired ours." });
    await edited.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await toastNamed(page, "Comment Deleted").waitFor();
    await edited.waitFor({ state: "detached" });
    const left = page.getByRole("article", { name: /^Comment by/ }).filter({ hasText: "It took a week." });
    await expect.poll(() => focusedId(page)).toBe(await left.getAttribute("id"));
    await left.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => left.isVisible()).toBe(true);
    await page.reload();
    await page.getByText("It took a week.").waitFor();
    expect(await page.getByText("The super repaired ours.").count()).toBe(0);
    await leave();
  });

  it("keeps drafts over a reload and clears them after posting", { tags: ["rest"] }, async () => {
    const { id, seoSlug } = await startThread();
    const { page, leave } = await personIn(browser);
    await open(page, FORUM_PATH);
    await button(page, "POST").click();
    await page.getByLabel(/^Title/).fill("Half a title");
    await page.getByLabel(/^Content/).fill("Half a text");
    await reload(page);
    await expect.poll(() => page.getByLabel(/^Title/).inputValue()).toBe("Half a title");
    await expect.poll(() => page.getByLabel(/^Content/).inputValue()).toBe("Half a text");

    await open(page, threadPath({ id, seoSlug }));
    await write(page, "First comment of this thread");
    await page.getByRole("heading", { name: "1 Comment" }).waitFor();
    await page.getByLabel("Your comment", { exact: true }).fill("Half a comment");
    await button(page, "Reply").click();
    await page.getByLabel(/^Reply to/).fill("Half a reply");
    await button(page, "Edit").click();
    await page.getByLabel("Edit your comment").fill("Half an edit");
    await button(page, "Edit Thread").waitFor({ state: "detached" });
    await reload(page);
    await expect.poll(() => page.getByLabel("Your comment", { exact: true }).inputValue()).toBe("Half a comment");
    await expect.poll(() => page.getByLabel(/^Reply to/).inputValue()).toBe("Half a reply");
    await expect.poll(() => page.getByLabel("Edit your comment").inputValue()).toBe("Half an edit");
    await button(page, "Save").click();
    await button(page, "Post Reply").click();
    await page.getByText("Half a reply").first().waitFor();
    await button(page, "Post Comment").click();
    await page.getByRole("heading", { name: "3 Comments" }).waitFor();
    await reload(page);
    await expect.poll(() => page.getByLabel("Your comment", { exact: true }).inputValue()).toBe("");
    expect(await page.getByLabel(/^Reply to/).count()).toBe(0);
    expect(await page.getByLabel("Edit your comment").count()).toBe(0);
    await leave();
  });
});

const RUN = "window.ranHere=1";
const PAYLOADS = [
  `<script>${RUN}</script>`,
  `</script><script>${RUN}</script>`,
  `<img src=x onerror="${RUN}">`,
  `"><img src=x onerror=${RUN}>`,
  `<svg onload=${RUN}>`,
  `<svg><script>${RUN}</script></svg>`,
  `<iframe srcdoc="<script>parent.ranHere=1</script>"></iframe>`,
  `<a href="javascript:${RUN}">press</a>`,
  `javascript:${RUN}`,
  `https://example.com/"onmouseover="${RUN}`,
  `https://example.com/'onclick='${RUN}`,
  `<details open ontoggle=${RUN}>`,
  `<body onload=${RUN}>`,
  `<input autofocus onfocus=${RUN}>`,
  `<video><source onerror=${RUN}></video>`,
  `<math><mtext><img src=x onerror=${RUN}></mtext></math>`,
  `<!--<img src="--><img src=x onerror=${RUN}>">`,
  `</title><script>${RUN}</script>`,
  `</textarea><script>${RUN}</script>`,
  `{{constructor.constructor('${RUN}')()}}`,
  `\${${RUN}}`,
  `&lt;script&gt;${RUN}&lt;/script&gt;`,
  `<style>@import'javascript:${RUN}';</style>`,
  `<meta http-equiv="refresh" content="0;url=javascript:${RUN}">`,
  `[press](javascript:${RUN})`,
  `data:text/html,<script>${RUN}</script>`,
];

/** Each discussion contains two payloads, because a newcomer may not post more links. */
const PAIRS = PAYLOADS.slice(0, 13).map((payload, nth) => [payload, PAYLOADS[nth + 13] ?? ""]);

describe("user content", () => {
  it(
    "is rendered as plain text in titles, contents, comments and searches",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      const authors = await Promise.all(Array.from({ length: 4 }, () => mintUser()));
      const threads: Thread[] = [];
      for (const [nth, payloads] of PAIRS.entries()) {
        const [words, content] = [payloads.join(" "), `Payload ${nth}: ${payloads.join("\n")}`];
        const written = await startThread({ title: `${words} ${nth}`, content }, authors[nth % 4]);
        await writeComment(written.id, { content: `Comment ${nth}: ${words}` }, authors[(nth + 1) % 4]);
        threads.push(written);
      }
      const { page, leave } = await personIn(browser);
      page.on("dialog", (dialog) => void dialog.dismiss());
      const ran = () => page.evaluate(() => "ranHere" in window);
      for (const path of [`${FORUM_PATH}?sort=newest`, `${FORUM_PATH}?q=payload`]) {
        await open(page, path);
        expect(await ran(), path).toBe(false);
      }
      for (const [nth, written] of threads.entries()) {
        await open(page, threadPath(written));
        const words = PAIRS[nth]?.join(" ") ?? "";
        await expect.poll(() => page.getByRole("article").last().innerText()).toContain(`Comment ${nth}: ${words}`);
        for (const link of await page.locator("main [target=_blank]").all())
          expect(await link.getAttribute("href")).toMatch(/^https?:/);
        expect(await ran(), words).toBe(false);
      }
      await leave();
    },
  );
});
