import { cleanup, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { type createSavedSearch, SAVED_SEARCH_MESSAGE } from "../../worker/contracts/alerts.ts";
import type { BodyOf } from "../../worker/contracts/operation.ts";
import { SimilarListings } from "../../src/features/listings/card/similar-listings.tsx";
import { storeAccess } from "../../src/lib/subscribe.ts";
import { fill } from "../support/component/forms.ts";
import { publicListing } from "../support/component/listings.ts";
import { type Answers, type Asked, listOf, openPage, openPart } from "../support/component/open-page.tsx";
import { allNamed, expectShown, press } from "../support/component/wordings.ts";

type WantedSearch = BodyOf<typeof createSavedSearch>;

const BUTTON = "Email me new ones";
const WHERE_NONE_IS = "Email me matching homes";
const home = publicListing({ neighbourhood: "Annex" });
const SAVING: Answers = {
  "POST /api/saved-searches": { message: SAVED_SEARCH_MESSAGE },
  "GET /api/marketplace-listings": listOf([home]),
  "GET /api/1br-listings": listOf([home]),
};
const NOTHING: Answers = {
  ...SAVING,
  "GET /api/marketplace-listings": listOf([]),
  "GET /api/1br-listings": listOf([]),
};

/** Pages where visitors can request emails about new homes, each with the search that is saved. */
const PLACES: Record<string, [path: string, answers: Answers, search: Record<string, string>]> = {
  "the whole list": ["/", SAVING, { filter: "all" }],
  "the list of a type": ["/?type=1+BR", SAVING, { filter: "1 BR" }],
  "a page of a type": ["/1-bedroom-apartments-toronto", SAVING, { filter: "1 BR" }],
  "a narrowed list": ["/?maxRent=2000&sort=price", SAVING, { filter: "all", maxRent: "2000" }],
  "a search without results": ["/?maxRent=300", NOTHING, { filter: "all", maxRent: "300" }],
  "a type without homes": ["/1-bedroom-apartments-toronto", NOTHING, { filter: "1 BR" }],
  "a site without homes": ["/", NOTHING, { filter: "all" }],
};

/** Requests emails about the list that a page shows. @returns the search that is saved */
async function askForMail(asked: readonly Asked[], button = BUTTON): Promise<unknown> {
  await expectShown({ button });
  await waitFor(() => expect(allNamed("button", button)).toHaveLength(1));
  await press("button", button);
  fill(await screen.findByLabelText(/^Your email address/, { selector: "[role=dialog] input" }), "ana@example.com");
  await press("button", "Email Me");
  await expectShown("Check your inbox at ana@example.com and click the link in our email to finish.");
  const [saved] = asked.flatMap(({ path, body }) => (path === "/api/saved-searches" ? [body as WantedSearch] : []));
  expect(saved).toMatchObject({ email: "ana@example.com", frequency: "daily" });
  return saved?.search;
}

describe("a renter who wants email alerts", () => {
  it.each(Object.entries(PLACES))("requests them only once on %s", async (_, [path, answers, search]) => {
    const { asked } = await openPage(path, answers);
    expect(await askForMail(asked, answers === NOTHING ? WHERE_NONE_IS : BUTTON)).toEqual(search);
  });

  it("saves the search as typed, including words that it ignored", async () => {
    const meaning = JSON.stringify({ words: ["sauna"], dropped: ["sauna"] });
    const { asked } = await openPage("/?q=sauna", {
      ...SAVING,
      "GET /api/marketplace-listings": () =>
        Response.json([home], { headers: { "x-search": encodeURIComponent(meaning), "x-total-count": "1" } }),
    });
    expect(await askForMail(asked, WHERE_NONE_IS)).toEqual({ filter: "all", q: "sauna" });
  });

  it.each([
    ["and neighbourhood on a listing's page", home, home, { neighbourhood: "Annex" }],
    ["and municipality on a listing's page", publicListing(), publicListing(), { municipality: "Toronto" }],
    ["and neighbourhood on the page of a listing that is gone", null, home, { neighbourhood: "Annex" }],
  ])("requests homes of the same type %s", async (_, listing, similar, area) => {
    const { asked } = openPart(<SimilarListings id={7} listing={listing} />, {
      ...SAVING,
      "GET /api/marketplace-listings/7/similar": [similar],
    });
    expect(await askForMail(asked)).toEqual({ filter: "1 BR", ...area });
  });

  it("gets instant emails only as a VIP", async () => {
    const offered = async () => {
      await openPage("/", SAVING);
      await press("button", BUTTON);
      await expectShown({ field: "On Mondays at 10 a.m. Toronto time" });
      return screen.queryAllByLabelText("Within minutes").length;
    };
    expect(await offered()).toBe(0);
    cleanup();
    storeAccess("VIP subscription");
    expect(await offered()).toBe(1);
  });
});
