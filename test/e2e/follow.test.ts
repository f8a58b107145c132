import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { threadPath, type Thread } from "../../worker/contracts/forum.ts";
import type { FollowView } from "../../worker/contracts/subscribers.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { startThread } from "../support/node/forum.ts";
import { mailAbout, mailsTo, pathIn } from "../support/node/mailbox.ts";
import { expectReadableByAll, personIn, visit } from "../support/node/person.ts";
import { answer } from "../support/node/screens.ts";
import { followed, TOKEN } from "../support/subscriptions.ts";

let browser: Browser;
let thread: Thread;
beforeAll(async () => {
  browser = await sharedBrowser();
  thread = await startThread({ title: "Who pays for the water in a triplex?" });
});

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? "");

describe("a reader who follows a discussion", () => {
  it(
    "confirms by an emailed link on a page that names the discussion, and unfollows there",
    { tags: ["rest"] },
    async () => {
      const email = "follower@example.com";
      const { page, leave } = await personIn(browser);
      await visit(page, threadPath(thread));
      await button(page, "Follow by Email").click();
      await page.getByLabel(/^Your email address/).fill(email);
      await button(page, "Follow").click();
      await page.getByText(`Check your inbox at ${email}`).waitFor();
      const path = pathIn(await mailAbout(email, /^Follow a discussion on/), "follow");

      const writes: string[] = [];
      page.on(
        "request",
        (call) => call.method() !== "GET" && call.url().includes("/follow/") && writes.push(call.url()),
      );
      await page.goto(path);
      await heading(page, "Follow This Discussion?").waitFor();
      await page.getByText("f***@example.com").waitFor();
      expect(await page.getByRole("link", { name: thread.title }).getAttribute("href")).toBe(threadPath(thread));
      expect(writes).toEqual([]);
      await button(page, "Follow").click();
      await heading(page, "You follow this discussion now").waitFor();
      await expect.poll(() => focused(page)).toContain("You follow this discussion now");
      await page.reload();
      await heading(page, "Your emails").waitFor();
      await button(page, `Stop following ${thread.title}`).click();
      await expect.poll(() => focused(page)).toBe("Stopped");
      expect(writes).toHaveLength(2);
      await page.getByRole("link", { name: thread.title }).click();
      await heading(page, thread.title).waitFor();
      expect(await mailsTo(email)).toHaveLength(1);
      await page.goto(path);
      await heading(page, "This link is no longer valid.").waitFor();
      await leave([/status of 404/]);
    },
  );

  it(
    "has no axe violations or horizontal overflow in either theme, on phone and desktop",
    { tags: ["rest"] },
    async () => {
      const { page, leave } = await personIn(browser, { reducedMotion: "reduce" });
      const views: Record<FollowView["status"], string> = {
        asked: "Follow This Discussion?",
        following: "Your emails",
        stopped: "You no longer",
      };
      for (const [status, title] of Object.entries(views) as [FollowView["status"], string][]) {
        const about = { title: "Heating".repeat(28), path: threadPath(thread) };
        const follow = { email: "m***@example.com", status, canConfirm: true, thread: about };
        const discussions = [{ token: TOKEN, thread: about }];
        await answer(page, "**/api/emails/*", followed(follow, { discussions, canManage: status !== "stopped" }));
        await page.goto(`/follow/${TOKEN}`);
        await page.getByRole("heading", { level: 1, name: title }).waitFor();
        await expectReadableByAll(page, status);
      }
      await page.goto("/follow");
      await heading(page, "This link is no longer valid.").waitFor();
      await expectReadableByAll(page, "no link");
      await leave([/status of 404/]);
    },
  );
});
