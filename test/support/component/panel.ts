import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";
import { PANEL } from "./admin-listings.ts";
import { setMedia } from "./media.ts";
import { type Answers, listOf, openPage } from "./open-page.tsx";
import { allNamed } from "./wordings.ts";

/** Opens a tab of the panel by its URL, with an empty queue. */
export const openTab = (tab: string, answers: Answers, options: { now?: string } = {}) =>
  openPage(`/admin?tab=${tab}`, { ...PANEL, "GET /api/admin/listings": listOf([]), ...answers }, options);

/** Finds the closest element of a kind that contains a text. */
export async function around(text: string | RegExp, kind: string): Promise<HTMLElement> {
  return waitFor(() => {
    const found = screen.getAllByText(text).map((element) => element.closest<HTMLElement>(kind));
    const first = found.find((element) => element !== null);
    if (!first) throw new Error(`There is no ${kind} around '${text}'.`);
    return first;
  });
}

export const cardOf = (title: string) => around(title, "article");
export const dialogOf = (title: string | RegExp) => around(title, "[role=dialog], [role=alertdialog]");
/** Finds a section by its heading. */
export const sectionOf = (heading: string) => around(heading, "section");

/** Clicks the first control with a name in a part of the page as soon as it is enabled. */
export async function pressIn(place: HTMLElement, name: string, kind: "button" | "link" = "button"): Promise<void> {
  const control = await waitFor(() => {
    const first = allNamed(kind, name, place).find((one) => one.getAttribute("aria-disabled") !== "true");
    if (!first) throw new Error(`There is no ${kind} '${name}'.`);
    return first;
  });
  control.focus();
  fireEvent.click(control);
}

/** Waits for a notification and closes it. */
export async function expectToast(text: string): Promise<void> {
  const shown = await around(text, "li");
  await pressIn(shown, "Close notification");
  await waitFor(() => expect(shown.isConnected).toBe(false));
}

/** Waits until an element has the focus. */
export const expectFocusOn = (element: Element) => waitFor(() => expect(document.activeElement).toBe(element));

/** Simulates a screen too narrow for a listing beside the list, so that it opens in a dialog. */
export const narrowScreen = () => setMedia("(width >= 80rem)", false);
