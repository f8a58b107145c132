import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { savedList, saveHome } from "../../src/features/listings/saving/saved-homes.ts";
import { Heart } from "../../src/features/listings/saving/heart.tsx";
import { PinCards } from "../../src/features/listings/search/pin-cards.tsx";
import { listingPath } from "../../worker/contracts/listings.ts";
import type { LookedUp } from "../../worker/contracts/saved.ts";
import { answersAbout, NO_FACTS, publicListing } from "../support/component/listings.ts";
import { listOf, openPage, openPart } from "../support/component/open-page.tsx";
import { allNamed, expectShown, press } from "../support/component/wordings.ts";

const home = publicListing();
const SAVED_PAGE = {
  "POST /api/saved-homes/look-up": { listings: [home], gone: [] } satisfies LookedUp,
};
/** Makes the page load stored data again, as after a reload. */
const readAgain = () => fireEvent(window, new StorageEvent("storage", { key: null }));
const savedHomes = () => document.querySelectorAll(".saved-home");
const heartIn = (place: Element | null) =>
  within(place as HTMLElement).getAllByLabelText(`Save ${home.title}`, { selector: "button" })[0] as HTMLElement;

/** The places with a heart, and how visitors reach each of them. */
const PLACES: Record<string, () => Promise<HTMLElement>> = {
  "a card": async () => {
    await openPage("/", { "GET /api/marketplace-listings": listOf([home]) });
    await expectShown({ link: home.title });
    return heartIn(document.querySelector("main article"));
  },
  "the listing's page": async () => {
    await openPage(listingPath(home), answersAbout(home));
    await expectShown({ link: "Back to all listings" }, { heading: home.title });
    return heartIn(document.querySelector("main"));
  },
  "the dialog of a listing": async () => {
    await openPage("/", { ...answersAbout(home), "GET /api/marketplace-listings": listOf([home]) });
    await press("link", home.title);
    await expectShown({ link: "View full page" });
    return heartIn(document.querySelector("[role=dialog]"));
  },
  "the card of a map": async () => {
    const point = { ...home, path: listingPath(home), latitude: 43.7, longitude: -79.4 };
    openPart(
      <PinCards isPressed chosen={[point]} row={[point]} loaded={[home]} onChoose={() => {}} onClose={() => {}} />,
    );
    return heartIn(await screen.findByLabelText("Chosen home", { selector: "section" }));
  },
};

describe.each(Object.entries(PLACES))("a heart on %s", (_, goTo) => {
  it("tapped just before leaving saves the home, or removes it again", { tags: ["rest"] }, async () => {
    for (const [pressed, count] of [
      ["true", 1],
      ["false", 0],
    ] as const) {
      fireEvent.click(await goTo());
      // Stored by a page that the visitor left at once, before the code that handles taps was loaded.
      const stored = ["saved_homes", "saved_index", "saved_presses"].map(
        (key) => [key, localStorage.getItem(key)] as const,
      );
      cleanup();
      await vi.dynamicImportSettled();
      localStorage.clear();
      for (const [key, text] of stored) if (text !== null) localStorage.setItem(key, text);
      readAgain();
      expect((await goTo()).getAttribute("aria-pressed"), "back on the page").toBe(pressed);
      cleanup();
      await openPage("/saved", SAVED_PAGE);
      await expectShown({ heading: "Saved homes" });
      await waitFor(() => expect(savedHomes()).toHaveLength(count));
      cleanup();
    }
  });
});

describe("saved browser data", () => {
  it.each(["{", '{"version":1,"homes":[7,{"id":"x"}],"hidden":5}', '{"version":99,"homes":[]}', "null"])(
    "is empty where %s is stored",
    async (broken) => {
      saveHome(home);
      await openPage("/saved", SAVED_PAGE);
      await waitFor(() => expect(savedHomes()).toHaveLength(1));
      localStorage.setItem("saved_homes", broken);
      localStorage.setItem("saved_index", broken);
      readAgain();
      await expectShown("Nothing is saved yet");
    },
  );

  it("is undone, with a notice, when the browser's storage is full", async () => {
    vi.stubGlobal("localStorage", {
      getItem: () => null,
      setItem: () => {
        throw new DOMException("full", "QuotaExceededError");
      },
      removeItem: () => {},
      clear: () => {},
    });
    openPart(<Heart listing={home} className="" />);
    readAgain();
    const heart = () => screen.getByLabelText(`Save ${home.title}`);
    const isPressed = () => heart().getAttribute("aria-pressed");
    expect(isPressed()).toBe("false");
    await press("button", `Save ${home.title}`);
    await expectShown("This browser’s storage is full or turned off.");
    await waitFor(() => expect(isPressed()).toBe("false"));
  });
});

describe("the first saved home", () => {
  const SAVED_TOAST = "Home saved";
  const counts = () => [...document.querySelectorAll("nav .saved-count")].map(({ textContent }) => textContent);

  it("shows a notice once, while later homes change only the count at Saved in header and tabs", async () => {
    await openPage("/", { "GET /api/marketplace-listings": listOf([home]) });
    await expectShown({ link: home.title });
    expect(counts()).toEqual([]);
    await press("button", `Save ${home.title}`);
    await expectShown("Saved", SAVED_TOAST);
    expect(counts()).toEqual(["1", "1"]);
    await press("button", `Save ${home.title}`);
    await expectShown("No Longer Saved");
    expect(counts()).toEqual([]);
    await press("button", "Undo");
    await waitFor(() => expect(counts()).toEqual(["1", "1"]));
    await press("button", `Save ${home.title}`);
    await expectShown("No Longer Saved");
    await press("button", `Save ${home.title}`);
    await vi.dynamicImportSettled();
    await waitFor(() => expect(counts()).toEqual(["1", "1"]));
    expect(screen.queryByText(SAVED_TOAST)).toBeNull();
  });
});

describe("the page of saved homes", () => {
  const other = publicListing({ id: 8, title: "Studio - 6 Euclid Ave", rentCents: 150_000, price: "1,500" });
  const open = (path = "/saved") =>
    openPage(path, {
      "POST /api/saved-homes/look-up": { listings: [home, other], gone: [] } satisfies LookedUp,
      "GET /api/marketplace-listings/7/facts": NO_FACTS,
      "GET /api/marketplace-listings/8/facts": NO_FACTS,
    });
  const kept = () => savedList().homes.find(({ id }) => id === home.id);
  const choose = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });

  it("shows a note field on request, and the time of a viewing in the row", async () => {
    saveHome(home);
    await open();
    await expectShown({ link: home.title });
    expect(screen.queryByLabelText(`Note on ${home.title}`)).toBeNull();
    await press("button", "Note");
    const note = await screen.findByLabelText(`Note on ${home.title}`);
    fireEvent.change(note, { target: { value: "Ask about the cat." } });
    fireEvent.blur(note);
    expect(kept()?.note).toBe("Ask about the cat.");
    await press("button", "Note");
    choose(`Status of ${home.title}`, "viewing");
    expect(kept()?.state).toBe("viewing");
    choose(`Viewing of ${home.title}, Toronto time`, "2027-01-28T18:30");
    await expectShown("Viewing Jan 28, 6:30 p.m.");
  });

  it("stores a note that is being typed when the page is reloaded", async () => {
    saveHome(home);
    await open();
    await press("button", "Note");
    fireEvent.change(await screen.findByLabelText(`Note on ${home.title}`), {
      target: { value: "Ask about the cat." },
    });
    expect(kept()?.note, "not after every letter").toBe("");
    fireEvent(window, new Event("pagehide"));
    expect(kept()?.note).toBe("Ask about the cat.");
  });

  it("offers no comparison in a list of one home", async () => {
    saveHome(home);
    await open();
    await expectShown({ button: "Share" });
    expect([...allNamed("button", "Compare"), ...allNamed("button", "Viewings")]).toEqual([]);
    expect(screen.queryByRole("checkbox")).toBeNull();
  });

  it("compares the selected homes", async () => {
    saveHome(home);
    saveHome(other);
    await open();
    await press("button", "Compare");
    // All homes of a list that fits into a comparison are selected at first.
    const boxes = screen.getAllByRole("checkbox");
    for (const box of boxes) fireEvent.click(box);
    await expectShown("Choose at least 2 homes");
    for (const box of boxes) fireEvent.click(box);
    await press("link", "Compare 2 Homes");
    await expectShown({ heading: "Compare 2 homes" });
    const rent = screen.getByRole("row", { name: /^Rent / });
    expect(
      within(rent)
        .getAllByRole("cell")
        .map(({ textContent }) => textContent),
    ).toEqual(["$1,500 (best)", "$1,768"]);
    expect(rent.closest("thead"), "in the head, which stays in view").not.toBeNull();
  });

  it("selects nothing at first in a list that is too long for a comparison", async () => {
    for (const id of [7, 8, 9, 10, 11]) saveHome(publicListing({ id }));
    await open();
    await press("button", "Compare");
    await expectShown("Choose at least 2 homes");
  });

  it("shows the visitor’s own notes at the end of a comparison", async () => {
    saveHome(home);
    saveHome(other);
    await open();
    choose(`Status of ${home.title}`, "applied");
    cleanup();
    await open("/saved?compare=7,8");
    await expectShown({ heading: "Compare 2 homes" });
    expect(screen.getAllByRole("row").at(-1)?.textContent).toBe("Status—Applied");
  });
});
