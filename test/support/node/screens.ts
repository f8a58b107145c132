import type { Locator, Page, Route } from "playwright-core";
import { closeNotification } from "./person.ts";
import { ADMIN_PASSWORD } from "./server.ts";

export const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).first().click();

/** A mocked response: a list, an object, a 500 with an empty body ("failure"), or none at all ("silence"). */
export type Answer = readonly unknown[] | Record<string, unknown> | "failure" | "silence";

/** Mocks requests to `path` (a pattern) with the responses in order. Lists include their total. */
export async function answer(page: Page, path: string, ...answers: Answer[]): Promise<void> {
  const total = answers.flatMap((given) => (Array.isArray(given) ? given : [])).length;
  let calls = 0;
  await page.route(path, async (route: Route) => {
    const given = answers[Math.min(calls, answers.length - 1)];
    calls += 1;
    if (given === "failure") await route.fulfill({ status: 500, body: "" });
    else if (given !== "silence") await route.fulfill({ json: given, headers: { "X-Total-Count": String(total) } });
  });
}

/** Delays requests. `asked` resolves with the first request, after `onAsked`. `release` lets all requests continue. */
export async function holdRequests(page: Page, url: string, onAsked: () => Promise<unknown> = async () => {}) {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await onAsked();
    asked.resolve();
    await released.promise;
    await route.continue();
  });
  return { asked: asked.promise, release: () => released.resolve() };
}

/**
 * Opens a page by a link, which makes the browser render it. The first page is an empty shell, and its links exist only
 * after hydration.
 */
export async function openByLink(page: Page, from: "banner" | "contentinfo", name: string | RegExp): Promise<void> {
  await page.goto("/delete");
  await page.getByRole(from).getByRole("link", { name, exact: true }).click();
}

/** Logs a moderator in without the login form, which has its own tests, and opens the panel. */
export async function openPanel(page: Page, path = "/admin"): Promise<void> {
  await page.request.post("/api/admin/login", { data: { password: ADMIN_PASSWORD } });
  await page.goto(path);
}

const menuOf = (page: Page) => page.getByRole("main").locator("[aria-haspopup=menu]");

/** Chooses a tab from the panel's menu "More", without waiting for it, because the session may have ended. */
export async function chooseMore(page: Page, name: string): Promise<void> {
  await menuOf(page).click();
  await page.getByRole("menuitem", { name }).click();
}

/** Opens a tab from the panel's menu "More". */
export async function openMore(page: Page, name: string): Promise<void> {
  await chooseMore(page, name);
  await page.getByRole("tabpanel", { name }).waitFor();
}

/** Opens all tabs of the panel in turn. @yields the name of the open tab */
export async function* allTabs(page: Page): AsyncGenerator<string> {
  for (const tab of await page.getByRole("tab").all()) {
    await tab.click();
    yield (await tab.textContent()) ?? "";
  }
  await menuOf(page).click();
  const items = await page.getByRole("menuitem").allTextContents();
  // Omits the count of waiting items, and entries that only phones have in this menu.
  const others = items
    .map((text) => text.replace(/\d.*$/, ""))
    .filter((name) => name !== "Dashboard" && name !== "Add your name");
  await page.keyboard.press("Escape");
  for (const name of others) {
    await openMore(page, name);
    yield name;
  }
}

/** Finds the listing that the desk shows: beside the list, or above it on narrow screens. */
export const shownListing = (page: Page, address: string): Locator =>
  page.getByRole("dialog", { name: address.split(",")[0] ?? "" });

/** Chooses a listing on the desk. @returns the element that shows it */
export async function viewListing(page: Page, address: string): Promise<Locator> {
  await page.getByRole("article", { name: address }).getByRole("button", { name: "View" }).click();
  return shownListing(page, address);
}

/**
 * Closes a decision's notification, which the list of decisions would otherwise replace only after five seconds.
 * @returns the list
 */
export async function lastDecisions(page: Page): Promise<Locator> {
  await closeNotification(page);
  return page.getByRole("region", { name: "Last decisions" });
}

/** Undoes the decision that was made last. */
export async function undoLast(page: Page): Promise<void> {
  await (await lastDecisions(page)).getByRole("button", { name: /^Undo/ }).first().click();
}

interface TypedListing {
  address?: string;
  email?: string;
  phone?: string;
}

/** Fills in the required fields of a listing's form, for a studio above ground. */
export async function fillInListing(
  page: Page,
  { address = "1 King St W, Toronto, ON", email = "landlord@example.com", phone = "416-555-0177" }: TypedListing = {},
): Promise<void> {
  await page.getByLabel(/^Address/).fill(address);
  await page.getByLabel(/^Rent\W*$/).fill("$1,500");
  await page.getByLabel(/^Move-in date/).fill("2027-01-01");
  await page.getByLabel(/^Bedrooms/).selectOption("Studio");
  await page.getByLabel(/^Bathrooms/).selectOption("1");
  await page.getByLabel("No", { exact: true }).check();
  await page.getByLabel(/^Email/).fill(email);
  await page.getByLabel(/^Phone/).fill(phone);
}
