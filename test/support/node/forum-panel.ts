import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { personIn } from "./person.ts";
import { openPanel } from "./screens.ts";

export const toast = (page: Page, title: string | RegExp) =>
  page.getByRole("region", { name: /Notifications/, includeHidden: true }).getByText(title, { exact: true });
export const tab = (page: Page, name: RegExp) => page.getByRole("tab", { name });
export const card = (page: Page, name: string) => page.getByRole("article", { name, exact: true });
export const button = (place: Page | Locator, name: string | RegExp) =>
  place.getByRole("button", { name, exact: true });
export const hasFocus = (place: Locator) => place.evaluate((element) => element === document.activeElement);

/** Logs a moderator in, and opens a tab of the panel. */
export async function openForumPanel(browser: Browser, open: RegExp, options: BrowserContextOptions = {}) {
  const person = await personIn(browser, options);
  await openPanel(person.page);
  await tab(person.page, open).click();
  return person;
}
