import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { keepSession, operatorSession } from "./operator.ts";
import { personIn } from "./person.ts";

export const STATS = "**/api/analytics/stats";
export const AUDIENCE = "**/api/mailchimp/audience";

export const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
export const toast = (page: Page, title: string) =>
  page.getByRole("region", { name: /Notifications/ }).getByText(title, { exact: true });
export const gate = (page: Page) => page.getByRole("heading", { name: "Dashboard Access Required" });
/** Returns the large number of a card. */
export const figure = (page: Page, title: string) => card(page, title).locator("[data-figure]");
export const number = async (page: Page, title: string) =>
  Number((await figure(page, title).innerText()).replaceAll(",", ""));

/** Opens the dashboard as the operator, after `prepare` has set up its answers. */
export async function openDashboard(
  browser: Browser,
  options: BrowserContextOptions = {},
  prepare: (page: Page) => Promise<unknown> = async () => {},
) {
  const sessionId = await operatorSession();
  const person = await personIn(browser, options);
  await keepSession(person.page, sessionId);
  await prepare(person.page);
  await person.page.goto("/stats");
  await person.page.getByRole("heading", { level: 1, name: "Dashboard", exact: true }).waitFor();
  await figure(person.page, "Active Visitors").waitFor();
  return { ...person, sessionId };
}

export async function enter(page: Page, password: string): Promise<void> {
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole("button", { name: "Access Dashboard" }).click();
}
