import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { OPERATOR } from "../support/component/admin-listings.ts";
import { DASHBOARD, openDashboard, STATS } from "../support/component/dashboard.ts";
import { type Answers, openPage, SILENCE } from "../support/component/open-page.tsx";
import { busyStats } from "../support/component/statistics.ts";

// Checks that the page shows neither a 0 nor an empty list before the data has arrived.

const SILENT: Answers = { "GET /api/*": SILENCE, "POST /api/discussion/user": SILENCE };

/** Returns the texts of an element's innermost blocks, which a reader sees as lines. */
function linesOf(element: Element): string[] {
  const isBlock = (child: Element) => !/^(?:a|b|em|strong|span|time|small|bdi|svg)$/i.test(child.tagName);
  const blocks = [...element.children].flatMap((child) => (isBlock(child) ? linesOf(child) : [...linesOf(child)]));
  const own = [...element.childNodes]
    .filter((node) => !(node instanceof Element) || !isBlock(node))
    .map(({ textContent }) => textContent)
    .join("");
  return own.trim() === "" ? blocks : [own, ...blocks];
}

/** Lists the lines that claim there is nothing: a 0, or a statement that there is none. */
function claims(): string[] {
  const main = screen.getByRole("main").cloneNode(true) as Element;
  // Chart scales start at 0, and the other elements are invisible.
  for (const unseen of main.querySelectorAll(
    "figure [aria-hidden], details:not([open]) > :not(summary), .invisible, [hidden]",
  ))
    unseen.remove();
  return linesOf(main).filter(
    (line) =>
      // The filter for listings without a location is excluded.
      line !== "No location" &&
      /^\s*[+−]?0(?: |%|$)|\b0 (?:of|in|came|listings?|homes?|discussions?|people)\b|^(?:No|Nothing|None)\b/i.test(
        line,
      ),
  );
}

describe("while data is loading", () => {
  it("the dashboard shows no 0 as a placeholder", { tags: ["rest"] }, async () => {
    const silent = Object.fromEntries(Object.keys(DASHBOARD).map((name) => [name, SILENCE]));
    await openDashboard({
      ...silent,
      [STATS]: ({ query }) => (query.has("range") ? SILENCE : busyStats()),
    });
    expect(claims()).toEqual([]);
    expect(screen.queryByText(/came in the last 30 minutes/)).toBeNull();
  });

  describe("the panel", () => {
    beforeEach(() => localStorage.setItem("admin_authenticated", "true"));

    it("shows no 0 and no empty list as a placeholder, in any tab", async () => {
      const { user } = await openPage("/admin", { ...SILENT, "GET /api/admin/session": OPERATOR });
      const list = await screen.findByLabelText("Admin sections");
      for (const tab of list.querySelectorAll("[role=tab]")) {
        await user.click(tab);
        expect(tab.getAttribute("aria-selected")).toBe("true");
        expect(claims(), tab.textContent ?? "").toEqual([]);
      }
      for (const name of ["Appeals", "Digest", "Market", "Places", "People", "Audit log", "System"]) {
        document.querySelector<HTMLElement>("[aria-haspopup=menu]")?.focus();
        await user.keyboard("{Enter}");
        await user.click(await screen.findByRole("menuitem", { name }));
        await screen.findByRole("tabpanel", { name });
        expect(claims(), name).toEqual([]);
      }
    });
  });

  it.each(["/studio-apartments-toronto", "/Toronto-Apartment-Discussions", "/"])(
    "%s shows no 0 or empty list either",
    { tags: ["rest"] },
    async (path) => {
      await openPage(path, SILENT);
      await waitFor(() => expect(document.querySelector("main .animate-pulse-soft")).not.toBeNull());
      expect(claims()).toEqual([]);
    },
  );
});
