import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { type DigestOverview, type DigestPreview, editionTime, nextEdition } from "../../worker/contracts/digest.ts";
import { photoDataUrl, publishUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { joinAs, mailAbout, mailsTo, pathIn } from "../support/node/mailbox.ts";
import { accessibilityProblems, expectReadableByAll, personIn, visit } from "../support/node/person.ts";
import { answer, openPanel } from "../support/node/screens.ts";
import { edition, overview } from "../support/page-answers.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const PREVIEW: DigestPreview & Record<string, unknown> = {
  subject: "7 new rentals below market",
  html: '<!doctype html><html><body><h1>7 new rentals</h1><a href="https://example.com/">A listing</a></body></html>',
  text: "7 new rentals\nhttps://example.com/",
  listingCount: 7,
};

async function inDigestTab(page: Page) {
  await openPanel(page, "/admin?tab=digest");
}
const moderator = (options: BrowserContextOptions = {}) => personIn(browser, options);
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const toast = (page: Page, title: string) =>
  page.getByRole("region", { name: /Notifications/ }).getByText(title, { exact: true });

/** Joins by the form, and by a reply to the confirmation email. */
async function joinByReply(email: string): Promise<void> {
  const { page, leave } = await personIn(browser, { newcomer: true });
  await visit(page, "/");
  const form = page.getByRole("form", { name: "Join the Community" });
  await form.getByLabel(/^Your email address/).fill(email);
  await form.getByRole("button", { name: "Join the Community" }).click();
  await page.goto(`/dev/mailbox/${(await mailAbout(email, /reply to join/)).id}`);
  await page.getByRole("textbox").fill("Yes.");
  await page.getByRole("button", { name: "Send reply" }).click();
  await page.getByText("The site accepted the reply.").waitFor();
  await mailAbout(email, /^Welcome/);
  await leave();
}

/** Runs the cron tick of the given time. */
async function tick(time: Date): Promise<void> {
  const search = new URLSearchParams({ cron: "*/15 * * * *", time: String(time.getTime()) });
  const response = await fetch(`${inject("siteUrl")}/cdn-cgi/handler/scheduled?${search}`);
  expect(response.status).toBe(200);
}

describe("an edition of the digest", () => {
  it(
    "can be previewed, test-sent, delivered on schedule, read by anybody, and unsubscribed from by its link",
    { tags: ["rest"] },
    async () => {
      const reader = "reader@example.com";
      await joinByReply(reader);
      await publishUnit({
        address: "51 Argyle St, Toronto, ON",
        rent: "$1,400",
        images: [await photoDataUrl("#336688")],
      });
      const { page, leave } = await moderator();
      await inDigestTab(page);
      await section(page, "Next edition")
        .getByText(/^(Monday|Wednesday|Friday), \w+ \d+, \d{4}, 10:00 Toronto time$/)
        .waitFor();
      const preview = section(page, "Preview of the next edition");
      await preview.frameLocator("iframe").getByText("51 Argyle St").first().waitFor();
      const photo = preview.frameLocator("iframe").locator("img").first();
      await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
      await preview.getByText("Text version").click();
      await preview.getByText(/51 Argyle St[^]*http/).waitFor();
      await preview.getByLabel(/^Send a test to/).fill("operator@example.com");
      await preview.getByRole("button", { name: "Send Test" }).click();
      await toast(page, "Test Sent").waitFor();
      expect((await mailAbout("operator@example.com", /^\[Test\]/)).text).toContain("51 Argyle St");

      const { date } = nextEdition(new Date());
      await tick(editionTime(date));
      const readBy = async () => (await mailsTo(reader)).map(({ text }) => text).join();
      await expect.poll(readBy).toContain("51 Argyle St");
      // The tick's time was days later, so the moderator's session has expired. Logs in each time, because the tick may
      // still be deleting sessions, which are expired at its time.
      const latest = async () => {
        await openPanel(page);
        const answered = await page.request.get("/api/admin/digest");
        return answered.ok() ? ((await answered.json()) as DigestOverview).editions[0]?.status : answered.status();
      };
      await expect.poll(latest).toBe("done");
      await inDigestTab(page);
      const row = section(page, "Editions").getByRole("listitem").first();
      await row.getByText("Sent", { exact: true }).waitFor();
      await row.getByText(/^[1-9]\d* sent$/).waitFor();
      await row.getByRole("link", { name: /^\d+ listings?$/ }).click();
      await page.getByRole("heading", { level: 1, name: /^Below-market listings of \w+ \d+, \d{4}$/ }).waitFor();
      await page
        .getByRole("link", { name: /51 Argyle St/ })
        .first()
        .waitFor();

      const visitor = await personIn(browser);
      const answered = await visit(visitor.page, `/digest/${date}`);
      expect(answered?.status()).toBe(200);
      expect(answered?.headers()["cache-control"]).toContain("public");
      expect(await visitor.page.locator('link[rel="canonical"]').getAttribute("href")).toContain(`/digest/${date}`);
      expect(await visitor.page.locator('meta[name="robots"]').count()).toBe(0);
      expect(await accessibilityProblems(visitor.page)).toEqual([]);
      await visitor.page
        .getByRole("link", { name: /51 Argyle St/ })
        .first()
        .click();
      await visitor.page.getByRole("dialog", { name: /51 Argyle St/ }).waitFor();
      await visitor.page.keyboard.press("Escape");
      await visitor.page.getByRole("link", { name: "Join the Community" }).click();
      await visitor.page.getByRole("form", { name: "Join the Community" }).waitFor();
      await visitor.page.goto(pathIn(await mailAbout(reader, /new listings?/), "unsubscribe"));
      await visitor.page.getByRole("button", { name: "Unsubscribe", exact: true }).click();
      await visitor.page.getByRole("heading", { level: 1, name: "You are unsubscribed" }).waitFor();
      const unknown = await visitor.page.goto("/digest/1999-01-01");
      expect(unknown?.status()).toBe(404);
      await visitor.page.getByRole("heading", { level: 1, name: "404 Page Not Found" }).waitFor();
      await visitor.leave([/status of 404/]);
      await leave();
    },
  );
});

describe("the panel's Digest tab", () => {
  it("shows the email in a frame without scripts", { tags: ["rest"] }, async () => {
    const { page, leave, problems } = await moderator();
    const html = PREVIEW.html.replace("</body>", "<script>document.title = 'run'</script></body>");
    await answer(page, "**/api/admin/digest/preview", { ...PREVIEW, html });
    await inDigestTab(page);
    const frame = section(page, "Preview of the next edition").frameLocator("iframe");
    await frame.getByRole("heading", { name: "7 new rentals" }).waitFor();
    await expect.poll(() => page.title()).toMatch(/^Admin Panel/);
    await expect.poll(() => problems.some((problem) => /Blocked script execution/.test(problem))).toBe(true);
    await leave([/Blocked script execution/]);
  });

  it(
    "has no axe violations or horizontal overflow in either theme, on phone and desktop",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      await joinAs("proof-of-all@example.com");
      const { page, leave } = await moderator({ reducedMotion: "reduce" });
      const editions = [
        edition({ date: "2026-11-23", status: "sending", sent: 300, finishedAt: null }),
        edition({ date: "2026-11-20", problem: "Two batches were tried twice." }),
        edition({ date: "2026-11-18", status: "empty", listingCount: 0, frozen: 0 }),
        edition({ date: "2026-11-16", status: "failed", frozen: 0, problem: "The database did not answer." }),
      ];
      await answer(page, "**/api/admin/digest", { ...overview({ isPaused: true, editions }) });
      await answer(page, "**/api/admin/digest/preview", { ...PREVIEW, html: "<h1>Seven</h1>" });
      await inDigestTab(page);
      await page.getByText("Text version").click();
      const proof = section(page, "Proof of consent");
      await proof.getByLabel(/email address/).fill("proof-of-all@example.com");
      await proof.getByRole("button", { name: "Look Up" }).click();
      await proof.getByRole("table").waitFor();
      await expectReadableByAll(page);
      // axe tries to access the frame, where scripts are blocked.
      await leave([/Failed to execute 'postMessage'/]);
    },
  );
});
