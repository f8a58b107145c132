import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import {
  COUNT_HEADERS,
  SEARCH_HEADER,
  type SearchMeaning,
  type SearchMap,
  type SearchPlaces,
} from "../../worker/contracts/search.ts";
import { SESSION_STORAGE_KEY } from "../../worker/contracts/visitors.ts";
import { answersAbout, like, publicListing } from "../support/component/listings.ts";
import { type Answer, type Answers, failure, inTurn, openPage, refusal } from "../support/component/open-page.tsx";

const PLACES: SearchPlaces = {
  neighbourhoods: [],
  stations: [
    { name: "Kipling", lines: ["2"], count: 9 },
    { name: "Keele", lines: ["2"], count: 3 },
  ],
};

/** Returns the first homes of a list without private rooms. */
const found = (shown: number, total = shown) =>
  Response.json(like(publicListing(), shown), {
    headers: { [COUNT_HEADERS.TOTAL]: String(total), [COUNT_HEADERS.ROOMS]: "0" },
  });
const HOMES: Answer = () => found(2, 9);

const SEARCH: Answers = {
  "GET /api/marketplace-listings": HOMES,
  "GET /api/marketplace-listings/places": PLACES,
};

/** Returns the links in a text, which may consist of several elements. */
const linksOf = (text: string | RegExp) =>
  [...document.querySelectorAll("main a")].filter(({ textContent }) =>
    typeof text === "string" ? textContent === text : text.test(textContent ?? ""),
  );
async function findLink(text: string | RegExp): Promise<Element> {
  await waitFor(() => expect(linksOf(text)).toHaveLength(1));
  const [link] = linksOf(text);
  if (!link) throw new Error(`There is no link ${text}.`);
  return link;
}
const CHIP = "Remove filter: Kipling station";

const station = () => screen.findByRole<HTMLInputElement>("combobox", { name: "Closest subway station" });
const showButton = () => screen.queryByText(/^Show (?:\d+ )?listings?$/, { selector: "button, button *" });

async function openFilters(path: string) {
  const opened = await openPage(path, SEARCH);
  await opened.user.click(await screen.findByText(/^Filters/, { selector: "button, button *" }));
  await waitFor(() => expect(showButton()).not.toBeNull());
  return opened;
}

/** Submits the search like the filters' button, which is outside their form. */
function search(): void {
  const form = document.getElementById(showButton()?.closest("button")?.getAttribute("form") ?? "");
  if (!form) throw new Error("There is no form to search by.");
  fireEvent.submit(form);
}

const isClosed = () => waitFor(() => expect(showButton()).toBeNull());

describe("the station combobox", () => {
  it("selects the only matching station on Tab", async () => {
    const { user } = await openFilters("/?maxRent=2000");
    await user.type(await station(), "kipl");
    await screen.findByRole("option", { name: /^Kipling/ });
    await user.tab();
    await waitFor(async () => expect((await station()).value).toBe("Kipling"));
    search();
    await isClosed();
    expect(location.search).toBe("?maxRent=2000&station=Kipling");
  });

  it("keeps unmatched text, shows an error and does not search", { tags: ["rest"] }, async () => {
    const { user } = await openFilters("/?maxRent=2000");
    const field = await station();
    await user.type(field, "Atlantis");
    await screen.findByText("No matches.");
    await user.tab();
    expect(field.value).toBe("Atlantis");
    await screen.findByText("Choose one from the list.");
    expect(field.getAttribute("aria-invalid")).toBe("true");
    search();
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(location.search).toBe("?maxRent=2000");
    await user.clear(field);
    search();
    await isClosed();
    expect(location.search).toBe("?maxRent=2000");
  });

  it.each(["{Tab}", "{Enter}"])(
    "clears the selection when its text is erased, by %s",
    { tags: ["rest"] },
    async (key) => {
      const { user } = await openFilters("/?maxRent=2000&station=Kipling");
      const field = await station();
      await waitFor(() => expect(field.value).toBe("Kipling"));
      await user.clear(field);
      await user.keyboard(key);
      expect(field.value).toBe("");
      search();
      await isClosed();
      await waitFor(() => expect(linksOf(CHIP)).toEqual([]));
      expect(location.search).toBe("?maxRent=2000");
    },
  );
});

describe("a search", () => {
  it("ignores invalid query parameters", async () => {
    const { asked } = await openPage("/?maxRent=lots&line=3&station=Kipling&sort=random&view=globe", SEARCH);
    await screen.findByText("Filters (1)");
    await findLink(CHIP);
    const lists = asked.filter(({ path }) => path === "/api/marketplace-listings");
    for (const { query } of lists) {
      expect(query.get("station")).toBe("Kipling");
      for (const name of ["maxRent", "line", "sort", "view"]) expect(query.has(name), name).toBe(false);
    }
    expect(lists.length).toBeGreaterThan(0);
  });

  it("reports that its places failed to load, and loads them on retry", async () => {
    const { user } = await openPage("/?maxRent=2000", {
      ...SEARCH,
      "GET /api/marketplace-listings/places": inTurn(failure, PLACES),
    });
    await user.click(await screen.findByText(/^Filters/, { selector: "button, button *" }));
    await screen.findByText("Neighbourhoods and stations could not be loaded.");
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    await waitFor(() => expect(screen.queryByText("Neighbourhoods and stations could not be loaded.")).toBeNull());
    await user.type(await station(), "kip");
    await screen.findByRole("option", { name: /^Kipling/ });
    expect(screen.queryByText("Try Again")).toBeNull();
  });

  it("reports that the map's places failed to load, and loads them on retry", async () => {
    const onMap: SearchMap = { points: [], total: 9, rooms: 0, isCut: false };
    const { user } = await openPage("/?maxRent=2000&station=Kipling&view=map", {
      ...SEARCH,
      "GET /api/marketplace-listings/map": inTurn(failure, onMap),
    });
    await screen.findByText("The locations could not be loaded.");
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("0 of 9 homes on the map")).toBeTruthy();
  });

  it("shows a truncated count as “At least”", { tags: ["rest"] }, async () => {
    const counts = { [COUNT_HEADERS.AT_LEAST]: "41", [COUNT_HEADERS.ROOMS]: "4" };
    await openPage("/", {
      ...SEARCH,
      "GET /api/marketplace-listings": () => Response.json([publicListing()], { headers: counts }),
    });
    const status = (await screen.findByText("At least 37 listings")).closest("output");
    expect(status?.textContent).toBe("At least 37 listings");
    expect(screen.getAllByRole("article")).toHaveLength(1);
  });

  it("reports that its listings failed to load, and loads them on retry", async () => {
    const { user } = await openPage("/", {
      ...SEARCH,
      "GET /api/marketplace-listings": inTurn(refusal(503, "server.unavailable", "x"), HOMES),
    });
    await screen.findByText("Error loading listings");
    await screen.findByText(/Please try refreshing the page/);
    await user.click(screen.getByRole("button", { name: /try again|retry/i }));
    await waitFor(() => expect(screen.queryByText("Error loading listings")).toBeNull());
    expect(await screen.findAllByRole("article")).toHaveLength(2);
  });

  it("requests the chosen order, and keeps it and the filters when the type changes", { tags: ["rest"] }, async () => {
    const { user, asked } = await openPage("/1-bedroom-apartments-toronto?maxRent=2000&station=Kipling", {
      ...SEARCH,
      "GET /api/1br-listings": HOMES,
    });
    await user.selectOptions(await screen.findByLabelText("Sort by"), "Lowest rent");
    await waitFor(() => expect(location.search).toBe("?maxRent=2000&station=Kipling&sort=price"));
    await waitFor(() => expect(asked.at(-1)?.query.get("sort")).toBe("price"));
    await user.selectOptions(screen.getByLabelText("Sort by"), "Nearest subway");
    await waitFor(() => expect(location.search).toBe("?maxRent=2000&station=Kipling&sort=distance"));
    await user.click(
      within(screen.getByRole("navigation", { name: "Filter by bedrooms" })).getByRole("link", { name: "All" }),
    );
    await waitFor(() => expect(location.pathname).toBe("/"));
    expect(location.search).toBe("?maxRent=2000&station=Kipling&sort=distance");
    await waitFor(() => {
      const last = asked.findLast(({ path }) => path === "/api/marketplace-listings");
      expect(last?.query.get("sort")).toBe("distance");
    });
  });

  /**
   * No home matches both filters. Without the filter for short leases, nine homes match; without the maximum rent, one
   * home matches.
   */
  const NOTHING: Answer = ({ query }) => {
    const isShort = query.get("with") === "short-lease";
    if (!isShort) return found(1, 9);
    return query.has("maxRent") ? found(0) : found(1);
  };

  it("shows which filter to remove when nothing matches", async () => {
    const { user } = await openPage("/?maxRent=2000&station=Kipling&with=short-lease", {
      ...SEARCH,
      "GET /api/marketplace-listings": NOTHING,
    });
    await screen.findByText("No listings found");
    await screen.findByText("Try adjusting your filters.");
    await findLink("Without “Up to $2,000”: 1 listing");
    await user.click(await findLink(/^Without “Short lease .*: 9 listings$/));
    await screen.findByRole("article");
    expect(location.search).toBe("?maxRent=2000&station=Kipling");
  });

  it("that finds nothing can be cleared, which shows all listings again", { tags: ["rest"] }, async () => {
    const { user } = await openPage("/?maxRent=2000&station=Kipling&with=short-lease", {
      ...SEARCH,
      "GET /api/marketplace-listings": NOTHING,
    });
    await user.click((await screen.findByText("Clear all filters")).closest("button, a") ?? document.body);
    await waitFor(() => expect(linksOf(CHIP)).toEqual([]));
    expect(location.search).toBe("");
  });

  it("that finds nothing is counted in the visit after typing stops", async () => {
    sessionStorage.setItem(SESSION_STORAGE_KEY, "session_1700000000000_abcdefghi");
    const { asked } = await openPage(
      "/?type=Studio&q=balcony&maxRent=900",
      {
        ...SEARCH,
        "GET /api/marketplace-listings": () => found(0),
        "POST /api/analytics/searches": new Response(null, { status: 204 }),
      },
      { now: "2026-11-21T15:00:00.000Z" },
    );
    await screen.findByText("Try adjusting your filters.");
    const told = () => asked.filter(({ path }) => path === "/api/analytics/searches").map(({ body }) => body);
    expect(told()).toEqual([]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(told()).toEqual([
      {
        sessionId: "session_1700000000000_abcdefghi",
        search: { filter: "Studio", q: "balcony", maxRent: "900" },
      },
    ]);
  });

  it(
    "suggests a correction for a misspelt word, and a next step where nothing was found",
    { tags: ["rest"] },
    async () => {
      const home = publicListing({ additionalInfo: "Zebrawood kitchen.", description: "Zebrawood kitchen." });
      const { user } = await openPage("/", {
        ...SEARCH,
        "GET /api/marketplace-listings": ({ query }) => {
          if (query.get("q") === "xylophone") return found(0);
          if (!query.has("q")) return HOMES;
          const corrected = { from: "zebrawod kitchen", to: "zebrawood kitchen" };
          const meaning = { words: ["zebrawood", "kitchen"], dropped: [], corrected };
          const headers = {
            [COUNT_HEADERS.TOTAL]: "1",
            [SEARCH_HEADER]: encodeURIComponent(JSON.stringify(meaning)),
          };
          return Response.json([home], { headers: { ...headers, [COUNT_HEADERS.ROOMS]: "0" } });
        },
      });
      const field = await screen.findByLabelText<HTMLInputElement>("Search listings by words");
      const look = async (words: string) => {
        await user.clear(field);
        await user.type(field, `${words}{Enter}`);
      };
      await look("zebrawod kitchen");
      const hint = "Nothing found for “zebrawod kitchen”. Showing “zebrawood kitchen”.";
      await waitFor(() => expect(screen.getByRole("main").textContent).toContain(hint));
      const marks = () => [...document.querySelectorAll("article mark")].map(({ textContent }) => textContent);
      await waitFor(() => expect(marks()).toEqual(["Zebrawood", "kitchen"]));
      await look("xylophone");
      await screen.findByText("No listings found");
      await user.click(await findLink(/^Without “xylophone”:/));
      await waitFor(() => expect(location.search).toBe(""));
      await waitFor(() => expect(field.value).toBe(""));
    },
  );

  it("by words shows each understood part, which can be removed, and the words that were left out", async () => {
    const meanings: Record<string, Partial<SearchMeaning>> = {
      "2br gym liberty village under 2000": {
        bedrooms: ["2 Bedrooms"],
        maxRent: 2000,
        place: { kind: "neighbourhood", name: "Liberty Village" },
        dropped: ["gym"],
      },
    };
    const { user, asked } = await openPage("/?q=2br+gym+liberty+village+under+2000", {
      ...SEARCH,
      "GET /api/marketplace-listings": ({ query }) => {
        const meaning = { words: [], dropped: [], ...meanings[query.get("q") ?? ""] };
        const headers = { [COUNT_HEADERS.TOTAL]: "2", [SEARCH_HEADER]: encodeURIComponent(JSON.stringify(meaning)) };
        return Response.json(like(publicListing(), 2), { headers });
      },
    });
    await findLink("Remove filter: 2 Bedrooms");
    await findLink("Remove filter: Liberty Village");
    await screen.findByText(/^No home matches/);
    // The filter panel also shows the conditions from the words, but does not count them as filters.
    await user.click(await screen.findByText("Filters", { selector: "button, button *" }));
    await screen.findByText("2 Bedrooms · Up to $2,000 · Liberty Village");
    await user.keyboard("{Escape}");
    await user.click(await findLink("Remove filter: Up to $2,000"));
    await waitFor(() => expect(asked.at(-1)?.query.get("q")).toBe("2 Bedrooms Liberty Village"));
  });

  it("by words selects the type in the words, which All removes, and is cleared by a button", async () => {
    const meanings: Record<string, Partial<SearchMeaning>> = {
      "2br gym": { bedrooms: ["2 Bedrooms"], words: ["gym"] },
    };
    const { user, asked } = await openPage("/?q=2br+gym", {
      ...SEARCH,
      "GET /api/marketplace-listings": ({ query }) => {
        const meaning = { words: [], dropped: [], ...meanings[query.get("q") ?? ""] };
        const headers = { [COUNT_HEADERS.TOTAL]: "2", [SEARCH_HEADER]: encodeURIComponent(JSON.stringify(meaning)) };
        return Response.json(like(publicListing(), 2), { headers });
      },
    });
    await screen.findByRole("button", { name: "2 BR", pressed: true });
    // Without scripts, the browser submits the words to the server.
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Search" }).type).toBe("submit");
    await user.click(await screen.findByRole("button", { name: "All", pressed: false }));
    await waitFor(() => expect(asked.at(-1)?.query.get("q")).toBe("gym"));
    await screen.findByRole("button", { name: "All", pressed: true });
    await user.click(await screen.findByRole("button", { name: "Clear search" }));
    await waitFor(() => expect(asked.at(-1)?.query.get("q")).toBeNull());
  });

  it("by words suggests examples, places and the latest searches of this browser", async () => {
    const { user } = await openPage("/", SEARCH);
    const field = await screen.findByLabelText<HTMLInputElement>("Search listings by words");
    await user.type(field, "quiet garden{Enter}");
    await waitFor(() => expect(location.search).toBe("?q=quiet+garden"));
    const suggested = () => [...(field.list?.options ?? [])].map(({ value }) => value);
    await user.clear(field);
    await waitFor(() => expect(suggested()).toContain("Kipling"));
    expect(suggested()).toContain("2 bedrooms under $2,500");
    expect(suggested()[0]).toBe("quiet garden");
  });
});

describe("a list", () => {
  const PATH = "/3-bedroom-apartments-toronto";
  /** Responds with twelve homes, page by page. */
  const TWELVE: Answer = ({ query }) => {
    const [limit, offset] = [Number(query.get("limit")), Number(query.get("offset"))];
    const homes = like(publicListing({ bedrooms: "3 Bedrooms" }), 12).slice(offset, offset + limit);
    return Response.json(homes, { headers: { [COUNT_HEADERS.TOTAL]: "12", [COUNT_HEADERS.ROOMS]: "0" } });
  };

  it("of a category loads 8 homes at a time", { tags: ["rest"] }, async () => {
    const { user, asked } = await openPage(PATH, { ...SEARCH, "GET /api/3br-listings": TWELVE });
    await screen.findByText("3 Bedroom Apartments for Rent in Toronto", { selector: "h1" });
    const says = (text: string) => waitFor(() => expect(screen.getByRole("main").textContent).toContain(text));
    await says("Showing 8 three-bedroom apartments");
    await user.click(screen.getByText("Load More Listings").closest("button") ?? document.body);
    await says("You've reached the end! Showing all 12 three-bedroom apartments");
    expect(screen.getAllByRole("article")).toHaveLength(12);
    const lists = asked.filter(({ path }) => path === "/api/3br-listings");
    expect(lists.map(({ query }) => [query.get("limit"), query.get("offset")])).toEqual([
      ["8", "0"],
      ["8", "8"],
    ]);
  });
});

it("counts a call in the visit", async () => {
  sessionStorage.setItem(SESSION_STORAGE_KEY, "session_1700000000000_abcdefghi");
  const home = publicListing();
  const { user, asked } = await openPage(`/listing/${home.id}/${home.slug}`, { ...SEARCH, ...answersAbout(home) });
  const [call] = await screen.findAllByRole("link", { name: "Call" });
  if (!call) throw new Error("Nobody can be called.");
  // Prevents the tests' document from following the telephone link.
  window.addEventListener("click", (event) => event.preventDefault(), { once: true });
  await user.click(call);
  const told = asked.filter(({ method, path }) => method === "POST" && path.endsWith("/interest"));
  expect(told.map(({ body }) => body)).toContainEqual(
    expect.objectContaining({ sessionId: "session_1700000000000_abcdefghi" }),
  );
});

it("a page that is not found links to a search, the listings and the discussions", async () => {
  await openPage("/nowhere", SEARCH);
  const main = within(await screen.findByRole("main"));
  expect(main.getByRole("link", { name: "Back to all listings" }).getAttribute("href")).toBe("/");
  expect(main.getByRole("link", { name: "Discussions" }).getAttribute("href")).toBe("/Toronto-Apartment-Discussions");
  const field = main.getByLabelText<HTMLInputElement>("Search listings by words");
  fireEvent.change(field, { target: { value: "Beatrice" } });
  const { form } = field;
  if (!form) throw new Error("The words are in no form.");
  // The browser itself submits the form.
  expect([form.method, form.getAttribute("action")]).toEqual(["get", "/"]);
  expect([...new FormData(form)]).toEqual([["q", "Beatrice"]]);
  expect(main.getByRole<HTMLButtonElement>("button", { name: "Search" }).type).toBe("submit");
});

it("/admin has no tabs", { tags: ["rest"] }, async () => {
  await openPage("/admin", { "GET /api/admin/session": { authenticated: false } });
  await screen.findByText("Admin Access Required", { selector: "h1" });
  expect(document.querySelector(".tab-bar")).toBeNull();
});

describe("the button of the filters", () => {
  it("counts the chosen filters, but not the area that the map sets by itself", async () => {
    await openPage("/?bbox=-79.5,43.6,-79.3,43.7", SEARCH);
    await screen.findByText("Filters", { selector: "button" });
    expect(screen.queryByText(/Filters \(/)).toBeNull();
  });
});
