import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { DigestPreview } from "../../worker/contracts/digest.ts";
import type { ListingFacts, PlacesOverview } from "../../worker/contracts/places.ts";
import type { ConsentRecord, SubscriberRecord } from "../../worker/contracts/subscribers.ts";
import type { SystemState } from "../../worker/contracts/system.ts";
import { adminListing, answersAtDesk, PANEL } from "../support/component/admin-listings.ts";
import { fill } from "../support/component/forms.ts";
import { NO_FACTS } from "../support/component/listings.ts";
import { type Answers, type Asked, failure, inTurn, listOf, openPage } from "../support/component/open-page.tsx";
import { dialogOf, expectFocusOn, expectToast, openTab, pressIn, sectionOf } from "../support/component/panel.ts";
import { DEGRADED, edition, FAILED_REQUESTS, letter, overview, PLACES } from "../support/page-answers.ts";
import { STORED } from "../support/subscriptions.ts";
import { allNamed, expectShown, press } from "../support/component/wordings.ts";

/**
 * Returns the state of a system with an unresponsive queue, an error that occurred three times, and two dead letters.
 */
const troubled = (): SystemState => ({
  health: DEGRADED,
  errors: [FAILED_REQUESTS],
  purges: { callsLeft: 18, waiting: 0, waitingWithdrawals: 0, oldestAt: null, refusals: 0, refusedAt: null },
  mail: { provider: null, limit: 200, sent: [], lastRefusal: null, held: null },
  backup: { hasKey: true, last: null, isLate: false },
  dead: { letters: [letter("12", "listing.mail"), letter("m3", "mails: mailing")], total: 2 },
});

describe("the menu of the other tabs", () => {
  it("opens by keyboard, shows pending work, and names the open tab, whose URL keeps the filters", async () => {
    const listing = adminListing({ approved: false, status: "pending" });
    const { asked, user } = await openPage("/admin?status=all", {
      ...PANEL,
      ...answersAtDesk(listing),
      "GET /api/admin/listings": listOf([listing]),
      "GET /api/admin/appeals": listOf([], 3),
      "GET /api/admin/system": troubled(),
      "GET /api/admin/rent-guidelines": [
        { year: 2026, percent: 2.1, source: "Ontario.ca", confirmedOn: null },
        { year: 2025, percent: 2.5, source: "Ontario.ca", confirmedOn: "2026-11-01" },
      ],
    });
    const menu = () => document.querySelector<HTMLElement>("[aria-haspopup=menu]");
    // Two failed jobs, the unresponsive queue, three appeals, and a guideline that must be confirmed.
    await waitFor(() => expect(menu()?.textContent).toBe("More7 waiting"));
    menu()?.focus();
    await user.keyboard("{Enter}");
    expect((await screen.findByRole("menuitem", { name: "Appeals 3 waiting" })).closest("[role=group]")).toBe(
      screen.getByRole("group", { name: "Community" }),
    );
    // The key must not approve anything behind the menu.
    await user.keyboard("a{End}{Enter}");
    await screen.findByRole("tabpanel", { name: "System" });
    expect(location.search).toBe("?status=all&tab=system");
    expect(menu()?.getAttribute("aria-current")).toBe("true");
    await user.keyboard("{Enter}");
    await screen.findByRole("menuitem", { name: "Market 1 waiting" });
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
    await expectFocusOn(menu() as HTMLElement);
    await user.click(screen.getByRole("tab", { name: /^Property Listings/ }));
    expect(location.search).toBe("?status=all");
    expect(asked.filter(({ method }) => method === "PATCH")).toEqual([]);
  });
});

describe("the System tab", () => {
  const openSystem = (answers: Answers) => openTab("system", { "GET /api/admin/system": troubled(), ...answers });
  const letters = async () => (await sectionOf("Failed jobs")).querySelectorAll("li").length;

  it("shows a fault", { tags: ["rest"] }, async () => {
    await openSystem({});
    const health = await sectionOf("Health");
    expect(health.textContent).toContain("The site is up, but something needs your attention.");
    expect(health.textContent).toContain("Waiting too long: jobs for 22 minutes.");
    expect((await sectionOf("Errors of the last hour")).textContent).toContain("3 times");
  });

  it("empties the cache after a confirmation", async () => {
    const { asked } = await openSystem({ "POST /api/admin/system/empty-cache": { ok: true, callsLeft: 17 } });
    await press("button", "Empty the cache");
    await pressIn(await dialogOf("Empty the cache?"), "Empty the cache");
    await expectToast("Cache emptied");
    expect(asked.filter(({ path }) => path === "/api/admin/system/empty-cache")).toHaveLength(1);
  });

  it("retries failed jobs, or drops them after a confirmation, by keyboard", async () => {
    let state = troubled();
    const forget = ({ path }: Asked) => {
      const left = state.dead.letters.filter(({ id }) => !path.split("/").includes(id));
      state = { ...state, dead: { letters: left, total: left.length } };
      return { success: true };
    };
    const { asked, user } = await openSystem({
      "GET /api/admin/system": () => state,
      "POST /api/admin/system/dead/*": forget,
      "DELETE /api/admin/system/dead/*": forget,
    });
    const pressByKey = async (name: string) => {
      (await screen.findByLabelText(name)).focus();
      await user.keyboard("{Enter}");
    };
    await pressByKey("Retry listing.mail #12");
    await expectToast("Queued again");
    expect(await letters()).toBe(1);
    await pressByKey("Drop mails: mailing #m3");
    const question = await dialogOf("Drop this job?");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(question.isConnected).toBe(false));
    expect(await letters()).toBe(1);
    await pressByKey("Drop mails: mailing #m3");
    await pressIn(await dialogOf("Drop this job?"), "Drop");
    await expectToast("Dropped");
    await expectShown("None. Jobs that fail too often end up here.");
    const sent = asked.filter(({ path }) => path.startsWith("/api/admin/system/dead/"));
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST /api/admin/system/dead/12/retry",
      "DELETE /api/admin/system/dead/m3",
    ]);
  });

  it("offers a retry when it fails to load", async () => {
    await openSystem({ "GET /api/admin/system": inTurn(failure(), troubled()) });
    await expectShown({ heading: "Failed to fetch the site status" });
    await press("button", "Try Again");
    await sectionOf("Health");
    expect(await letters()).toBe(2);
  });
});

const PREVIEW: DigestPreview = {
  subject: "7 new rentals below market",
  html: "<!doctype html><html><body><h1>7 new rentals</h1></body></html>",
  text: "7 new rentals\nhttps://example.com/",
  listingCount: 7,
};
const DIGEST: Answers = { "GET /api/admin/digest": overview(), "GET /api/admin/digest/preview": PREVIEW };

describe("the Digest tab", () => {
  it("pauses and resumes the digest after a confirmation", async () => {
    let isPaused = false;
    const { asked } = await openTab("digest", {
      ...DIGEST,
      "GET /api/admin/digest": () => overview({ isPaused }),
      "POST /api/admin/digest/pause": ({ body }) => {
        isPaused = (body as { paused: boolean }).paused;
        return overview({ isPaused });
      },
    });
    const next = await sectionOf("Next edition");
    for (const [action, done, after] of [
      ["Pause Digest", "Digest paused", "Resume Digest"],
      ["Resume Digest", "Digest resumed", "Pause Digest"],
    ] as const) {
      const title = action === "Pause Digest" ? "Pause the digest?" : "Resume the digest?";
      await pressIn(next, action);
      const refused = await dialogOf(title);
      await pressIn(refused, "Cancel");
      await waitFor(() => expect(refused.isConnected).toBe(false));
      await pressIn(next, action);
      const question = await dialogOf(title);
      await pressIn(question, action);
      await expectToast(done);
      await waitFor(() => expect(question.isConnected).toBe(false));
      const [button] = allNamed("button", after, next);
      if (!button) throw new Error(`There is no '${after}'.`);
      await expectFocusOn(button);
    }
    const sent = asked.filter(({ path }) => path.endsWith("/pause"));
    expect(sent.map(({ body }) => body)).toEqual([{ paused: true }, { paused: false }]);
  });

  it("shows an edition's progress and resumes a paused one", async () => {
    const waiting = edition({
      status: "sending",
      sent: 300,
      skipped: 0,
      uncertain: 0,
      pausedUntil: "2026-11-20T16:00:00.000Z",
      problem: "The mail service’s daily limit is used up.",
      finishedAt: null,
    });
    let state = waiting;
    await openTab(
      "digest",
      {
        ...DIGEST,
        "GET /api/admin/digest": () => overview({ editions: [state] }),
        "POST /api/admin/digest/editions/2026-11-20/resume": inTurn(failure(), () => {
          state = { ...state, pausedUntil: null, problem: null };
          return overview({ editions: [state] });
        }),
      },
      { now: "2026-11-20T15:30:00.000Z" },
    );
    const editions = await sectionOf("Editions");
    await within(editions).findByText("300 of 1,240 recipients");
    expect(editions.querySelector("progress")?.getAttribute("value")).toBe("300");
    state = { ...state, sent: 620 };
    await vi.advanceTimersByTimeAsync(10_000);
    await within(editions).findByText("620 of 1,240 recipients");
    for (const text of [
      "Waiting",
      "Resumes automatically at Nov 20, 2026, 11:00.",
      "The mail service’s daily limit is used up.",
    ])
      expect(within(editions).getByText(text)).toBeTruthy();
    await pressIn(editions, "Resume Now");
    await expectToast("Failed to resume the edition");
    await pressIn(editions, "Resume Now");
    await expectToast("Edition resumed");
    await within(editions).findByText("Sending");
  });

  it("shows empty states and errors", async () => {
    await openTab("digest", {
      "GET /api/admin/digest": inTurn(failure(), overview({ editions: [], isPaused: true })),
      "GET /api/admin/digest/preview": inTurn(failure(), { ...PREVIEW, listingCount: 0 }),
    });
    await expectShown({ heading: "Failed to fetch the digest" });
    await press("button", "Try Again");
    await expectShown("No editions yet. The first one goes out at the time above.");
    const next = await sectionOf("Next edition");
    expect(next.textContent).toContain("Nothing is sent until you resume.");
    expect((await sectionOf("Editions")).querySelectorAll("li")).toHaveLength(0);
    const preview = await sectionOf("Preview of the next edition");
    await within(preview).findByText("Failed to fetch the preview");
    await pressIn(preview, "Try Again");
    await within(preview).findByText("Nothing new has been approved yet. An edition without listings is not sent.");
  });

  it("sends a test only to a valid address", async () => {
    const { asked } = await openTab("digest", {
      ...DIGEST,
      "POST /api/admin/digest/test": { success: true, message: "" },
    });
    const preview = await sectionOf("Preview of the next edition");
    const send = async (address: string) => {
      fill(within(preview).getByLabelText(/^Send a test to/), address);
      await pressIn(preview, "Send Test");
    };
    await send("operator@");
    await within(preview).findByText("Please enter a valid email address.");
    await send("operator@example.com");
    await expectToast("Test Sent");
    const sent = asked.filter(({ path }) => path === "/api/admin/digest/test");
    expect(sent.map(({ body }) => body)).toEqual([{ email: "operator@example.com" }]);
  });

  it("shows the record of a consent, or that there is none", async () => {
    const consent = (kind: ConsentRecord["kind"], method: string): ConsentRecord => ({
      at: "2026-11-20T15:00:00.000Z",
      kind,
      method,
      ipAddress: null,
      wordingVersion: "2026-11",
      detail: null,
    });
    if (STORED.subscription === null) throw new Error("A subscription is stored.");
    const record: SubscriberRecord = {
      ...STORED.subscription,
      email: "proof@example.com",
      consents: [consent("requested", "marketplace"), consent("confirmed", "reply")],
    };
    await openTab("digest", {
      ...DIGEST,
      "GET /api/admin/subscribers": ({ query }) => listOf(query.get("email") === record.email ? [record] : []),
    });
    const proof = await sectionOf("Proof of consent");
    const lookUp = async (address: string) => {
      fill(within(proof).getByLabelText(/email address/), address);
      await pressIn(proof, "Look Up");
    };
    await lookUp("never-heard-of@example.com");
    await within(proof).findByText("never-heard-of@example.com has never signed up.");
    await lookUp(record.email);
    const found = await within(proof).findByRole("article", { name: record.email });
    expect(within(found).getAllByText("Confirmed").length).toBeGreaterThan(0);
    const steps = within(within(found).getByRole("table", { name: "Consent history" })).getAllByRole("row");
    expect(steps).toHaveLength(3);
    expect(steps[1]?.textContent).toContain("form in the marketplace");
    expect(steps[2]?.textContent).toContain("reply to our email");
  });
});

const NOTHING_IMPORTED: PlacesOverview = {
  version: "2026-11-21-3f9a0c2e",
  datasets: [],
  listings: [],
  waiting: 0,
};

describe("the Places tab", () => {
  it("shows the sources of the facts about locations, and looks up all listings again", async () => {
    await openTab("places", {
      "GET /api/admin/places": NOTHING_IMPORTED,
      "POST /api/admin/places/rerun": { success: true, listings: 2 },
    });
    await expectShown({ heading: "Open data" });
    expect(screen.getByText(/^Not imported:/).parentElement?.textContent).toMatch(
      /Addresses, .*Former municipalities$/,
    );
    await press("button", "Look Everything Up Again");
    await pressIn(await dialogOf("Look everything up again?"), "Look Up");
    await expectToast("Look-up started");
  });

  it("shows when and from where each data set was imported", async () => {
    await openTab("places", {
      "GET /api/admin/places": {
        ...NOTHING_IMPORTED,
        ...PLACES,
      } satisfies PlacesOverview,
    });
    await expectShown("3,600 rows, 11 refused", "1,240", "City of Toronto, Open Government Licence – Toronto");
    expect(screen.getByText(/^1 listing is waiting to be looked up/)).toBeTruthy();
    expect(screen.getByText(/^Not imported:/).parentElement?.textContent?.split(", ")).toHaveLength(8);
  });

  it("shows an error when locations cannot be loaded, and can retry", async () => {
    await openTab("places", { "GET /api/admin/places": inTurn(failure(), failure(), NOTHING_IMPORTED) });
    for (const _ of [1, 2]) {
      await expectShown("Failed to fetch the places");
      await press("button", "Try Again");
    }
    await expectShown("All listings have been looked up.");
  });
});

describe("the pin of a listing", () => {
  it("can swap coordinates whose longitude comes first", async () => {
    const listing = adminListing();
    const path = `/api/admin/listings/${listing.id}`;
    const pinned: ListingFacts = {
      ...NO_FACTS,
      location: {
        latitude: 43.6532,
        longitude: -79.3832,
        method: "pin",
        confidence: "high",
        source: "Moderator",
        dataVersion: "2026-11-21-3f9a0c2e",
      },
    };
    const { asked } = await openPage("/admin", {
      ...answersAtDesk(listing),
      ...PANEL,
      "GET /api/admin/listings": listOf([listing]),
      [`GET ${path}/facts`]: inTurn(NO_FACTS, pinned),
      [`PUT ${path}/place`]: pinned,
    });
    await press("button", "View");
    const field = await screen.findByLabelText<HTMLInputElement>("Latitude and longitude");
    fill(field, "-79.3832, 43.6532");
    fireEvent.submit(field.form as HTMLFormElement);
    await screen.findByText("Latitude comes first: these two look swapped.");
    await press("button", "Use 43.65320, -79.38320");
    expect(field.value).toBe("43.65320, -79.38320");
    expect(screen.queryByText(/look swapped|seems to come first/)).toBeNull();
    await press("button", "Save Pin");
    await expectShown("Placed by a moderator");
    const sent = asked.find(({ method }) => method === "PUT");
    expect(sent?.body).toMatchObject({ latitude: 43.6532, longitude: -79.3832 });
  });
});
