// @module-tag rest
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sharedBrowser } from "../support/node/browser.ts";
import { copyAsNextBuild } from "../support/node/next-build.ts";
import { type OwnServer, startOwnServer } from "../support/node/own-server.ts";
import { expectReadableByAll, personIn, visit } from "../support/node/person.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

const ADDRESS = "somebody@example.com";

let browser: Browser;
let server: OwnServer;
let next: string;
let versions: { first: string; second: string };
beforeAll(async () => {
  browser = await sharedBrowser();
  server = await startOwnServer();
  next = join(server.build, "../next");
  const first = (await fetch(`${server.siteUrl}/about`)).headers.get("x-app-version") ?? "";
  versions = { first, second: copyAsNextBuild(server.build, next, first) };
}, LONG_TESTS.build);
afterAll(() => server?.close());

const somebody = (newcomer = false) => personIn(browser, { baseURL: server.siteUrl, newcomer });
/** Runs a cron tick, after which the build is stored. */
const tick = (quarters: number) =>
  fetch(`${server.siteUrl}/cdn-cgi/handler/scheduled?cron=*/15+*+*+*+*&time=${Date.now() + quarters * 900_000}`);
const versionOf = (page: Page) => page.locator('meta[name="app-version"]').getAttribute("content");
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { isMarked: true }));
const isMarked = (page: Page) => page.evaluate(() => "isMarked" in window);
const email = (page: Page) => page.getByLabel("Your email address").first();
const offer = (page: Page) => page.getByText("A new version of this site is ready.");

/** Advances time on the page until its heartbeats have noticed the other version. */
async function awaitOffer(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(16_000);
      return offer(page).count();
    })
    .toBe(1);
}

describe("a page that was opened before a deployment", () => {
  it(
    "loads its own code afterwards, offers to reload, keeps typed text, and survives a rollback",
    async () => {
      const { page, leave } = await somebody();
      await page.clock.install();
      await visit(page, "/landlords");
      await mark(page);
      expect(await versionOf(page)).toBe(versions.first);
      await tick(0);
      await server.deploy(next);

      await page.getByRole("link", { name: "Terms of Service" }).first().click();
      await page.getByRole("heading", { level: 1, name: "Terms of Service" }).waitFor();
      await page.goBack();
      expect(await offer(page).count()).toBe(0);
      await page.getByLabel("Address", { exact: false }).first().fill("12 Elm St, Toronto");
      await page.getByLabel("Bedrooms", { exact: false }).first().selectOption({ index: 2 });
      const chosen = await page.getByLabel("Bedrooms", { exact: false }).first().inputValue();
      await awaitOffer(page);
      await expectReadableByAll(page, "offer");
      expect(await isMarked(page)).toBe(true);

      await page.getByRole("button", { name: "Reload", exact: true }).click();
      await expect.poll(() => versionOf(page)).toBe(versions.second);
      await expect.poll(() => page.getByLabel("Address").first().inputValue()).toBe("12 Elm St, Toronto");
      expect(await page.getByLabel("Bedrooms").first().inputValue()).toBe(chosen);
      expect(await page.evaluate(() => sessionStorage.getItem("typed_text"))).toBe(null);
      expect(await offer(page).count()).toBe(0);

      await mark(page);
      await tick(1);
      await server.deploy(server.build);
      await page.getByRole("link", { name: "Terms of Service" }).first().click();
      await page.getByRole("button", { name: "Discard" }).click();
      await page.getByRole("heading", { level: 1, name: "Terms of Service" }).waitFor();
      await awaitOffer(page);
      expect(await isMarked(page)).toBe(true);
      await page.getByRole("button", { name: "Reload", exact: true }).click();
      await expect.poll(() => versionOf(page)).toBe(versions.first);
      await leave([/ERR_CONNECTION_(?:REFUSED|RESET)/]);
    },
    LONG_TESTS.build,
  );

  it(
    "reloads only once when its code is gone, and keeps typed text",
    async () => {
      // A visitor who has joined sees no form on the home page.
      const one = await somebody(true);
      const other = await somebody(true);
      await visit(one.page, "/");
      await visit(other.page, "/");
      for (const { page } of [one, other]) {
        await mark(page);
        await email(page).fill(ADDRESS);
        // The consent text covers the page as long as the field has the focus.
        await email(page).blur();
      }
      await server.deploy(next, { emptiesBucket: true });

      const { page } = one;
      const post = () => page.getByRole("button", { name: /^Post/ }).first();
      await post().click();
      await expect.poll(() => versionOf(page)).toBe(versions.second);
      await expect.poll(() => email(page).inputValue()).toBe(ADDRESS);
      expect(await isMarked(page)).toBe(false);

      await page.route("**/assets/submission-*", (route) => route.abort());
      await mark(page);
      await post().click();
      await expect.poll(() => isMarked(page).catch(() => true)).toBe(false);
      await mark(page);
      await expect.poll(() => email(page).inputValue()).toBe(ADDRESS);
      await post().click();
      await page.getByText("This part of the page could not be loaded.").first().waitFor();
      expect(await isMarked(page)).toBe(true);
      expect(await email(page).inputValue()).toBe(ADDRESS);

      await other.page.getByRole("link", { name: "Terms of Service" }).first().click();
      await other.page.getByRole("heading", { level: 1, name: "Terms of Service" }).waitFor();
      expect(await versionOf(other.page)).toBe(versions.second);
      expect(await isMarked(other.page)).toBe(false);
      for (const { leave } of [one, other])
        await leave([/Failed to load resource/, /ERR_CONNECTION_(?:REFUSED|RESET)/, /ERR_FAILED/]);
    },
    LONG_TESTS.build,
  );
});
