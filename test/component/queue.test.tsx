import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { AuditEntry } from "../../worker/contracts/audit.ts";
import type { BulkDecision } from "../../worker/contracts/decisions.ts";
import type { AdminListing } from "../../worker/contracts/listings.ts";
import { adminListing, answersAtDesk, PANEL } from "../support/component/admin-listings.ts";
import { type Answers, type Asked, failure, inTurn, listOf, openPage } from "../support/component/open-page.tsx";
import { dialogOf, expectToast, narrowScreen, pressIn } from "../support/component/panel.ts";
import { allNamed, expectShown, press } from "../support/component/wordings.ts";

const address = (id: number) => `${id} Brunswick Ave, Toronto, ON`;
const waiting = (id: number, changes: Partial<AdminListing> = {}) =>
  adminListing({
    id,
    address: address(id),
    approved: false,
    status: "pending",
    approvedAt: null,
    images: [],
    imageCount: 0,
    ...changes,
  });
const dialogAbout = (id: number) => screen.findByRole("dialog", { name: `1 Bedroom - ${id} Brunswick Ave` });
const title = (id: number) => `1 Bedroom - ${address(id)}`;
const BULK = "/api/admin/listings/bulk";

const DELETION: AuditEntry = {
  id: 1,
  at: "2026-11-21T15:00:00.000Z",
  actor: "admin",
  person: null,
  action: "listing.delete",
  targetType: "listing",
  targetId: "33",
  before: null,
  after: null,
  ipAddress: null,
};

/** Returns the API responses for a queue that lists pending listings first and accepts bulk approvals. */
function queueOf(listings: readonly AdminListing[]): Answers {
  let all = [...listings];
  const list = ({ query }: Asked) => {
    const status = query.get("status");
    const found = all
      .filter((one) => status === "all" || one.status === status)
      .toSorted((one, other) => Number(one.approved) - Number(other.approved));
    const offset = Number(query.get("offset"));
    return listOf(found.slice(offset, offset + Number(query.get("limit"))), found.length);
  };
  const approve = ({ body }: Asked) => {
    const { ids } = body as { ids: number[] };
    all = all.map((one) =>
      ids.includes(one.id) ? { ...one, approved: true, status: "approved", revision: one.revision + 1 } : one,
    );
    const decided = all.filter(({ id }) => ids.includes(id));
    return { decisionId: "1", action: "approve", decided, unchanged: [], refused: [] };
  };
  return {
    ...PANEL,
    "GET /api/admin/listings": list,
    [`POST ${BULK}`]: approve,
    ...Object.assign({}, ...listings.map(answersAtDesk)),
  };
}

/** Returns the API responses for a queue of three listings, of which the first can be approved and undone. */
function undoableQueue(): Answers {
  let isApproved = false;
  const listings = [waiting(41), waiting(42), waiting(43)];
  const decided = { ...waiting(41), approved: true, status: "approved" };
  return {
    ...queueOf(listings),
    // The focus moves once everything that an undo can affect has been refetched.
    ...Object.fromEntries(["system", "market", "rent-guidelines"].map((name) => [`GET /api/admin/${name}`, failure()])),
    "GET /api/admin/listings": () => listOf(isApproved ? listings.slice(1) : listings),
    "PATCH /api/admin/listings/41/status": () => {
      isApproved = true;
      return { ...decided, decisionId: "1" };
    },
    "POST /api/admin/decisions/1/undo": () => {
      isApproved = false;
      return { message: "Pending again.", listings: [waiting(41)], reports: 0, refused: [] };
    },
  };
}

/** Waits until this many listings are selected, and returns the selection bar. */
async function selection(count: number): Promise<HTMLElement> {
  return waitFor(() => {
    const bar = document.querySelector<HTMLElement>(
      "section[aria-label=Selection], [role=region][aria-label=Selection]",
    );
    expect(bar?.textContent).toContain(`${count} selected`);
    return bar as HTMLElement;
  });
}
const box = (id: number) => screen.findByLabelText<HTMLInputElement>(`Select ${title(id)}`);
const isUnselected = () => waitFor(() => expect(document.querySelector("[aria-label=Selection]")).toBeNull());

async function approveAllShown(): Promise<void> {
  fireEvent.click(await screen.findByLabelText("Select all shown"));
  await pressIn(await selection(20), "Approve 20");
  const question = await dialogOf("Approve 20 listings?");
  expect(question.textContent).toContain("Their review notes show nothing to check.");
  await pressIn(question, "Approve 20");
  await expectToast("20 listings approved");
  await isUnselected();
}

describe("the queue", () => {
  it("skips no listing of the next page after a bulk approval", async () => {
    await openPage("/admin?status=all", queueOf(Array.from({ length: 23 }, (_, nth) => waiting(nth + 1))));
    await expectShown("Showing 20 listings");
    await approveAllShown();
    expect(document.activeElement?.getAttribute("data-listing-id")).not.toBeNull();
    await press("button", "Load More Listings");
    for (const id of [21, 22, 23]) expect(await box(id)).toBeTruthy();
  });

  it("loads the next listings after all of those shown are decided", { tags: ["rest"] }, async () => {
    await openPage("/admin?status=pending", queueOf(Array.from({ length: 22 }, (_, nth) => waiting(nth + 1))));
    await expectShown("Showing 20 listings");
    await approveAllShown();
    for (const id of [21, 22]) expect(await box(id)).toBeTruthy();
  });
});

describe("a rent that could not be parsed", () => {
  it("requires a confirmation before it is published", async () => {
    const unread = { rent: "Call for price", rentCents: null, belowMarketPercent: null };
    const { user, asked } = await openPage("/admin?status=pending", queueOf([waiting(42, unread)]));
    await box(42);
    await user.keyboard("a");
    const question = await dialogOf("Approve a unit without a clear rent?");
    expect(question.textContent).toContain("We could not read a monthly rent from “Call for price”.");
    expect(asked.filter(({ path }) => path.includes("42/approve") || path === BULK)).toEqual([]);
    await pressIn(question, "Cancel");
  });
});

describe("a selection", () => {
  it("is made by key, skips listings that cannot be approved, and is cleared with the filter", async () => {
    const listings = [waiting(43, { phone: null }), waiting(42), waiting(41)];
    const { user } = await openPage("/admin?status=pending", queueOf(listings));
    await box(43);
    // The first listing is shown.
    await user.keyboard("x");
    const bar = await selection(1);
    expect(allNamed("button", "Reject 1", bar)).toHaveLength(1);
    expect(within(bar).queryByText(/^Approve/)).toBeNull();
    await user.keyboard("jxjx");
    const three = await selection(3);
    expect(allNamed("button", "Approve 2 · 1 left out", three)).toHaveLength(1);
    expect(allNamed("button", "Reject 3", three)).toHaveLength(1);
    await user.keyboard("x");
    await selection(2);
    expect((await box(42)).checked).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>("Select all shown").indeterminate).toBe(true);
    // The keys must also work while a checkbox has the focus.
    (await box(42)).focus();
    await user.keyboard("k");
    const focused = () => document.getElementById(document.activeElement?.getAttribute("aria-labelledby") ?? "");
    await waitFor(() => expect(focused()?.textContent).toContain("43 Brunswick"));

    await press("button", "All");
    await isUnselected();
    await press("button", "Pending");
    fireEvent.click(await box(42));
    await pressIn(await selection(1), "Clear");
    await isUnselected();
  });

  it("receives the decision keys, while / searches", async () => {
    const { user } = await openPage("/admin?status=pending", queueOf([waiting(42), waiting(41)]));
    await box(42);
    await user.keyboard("xjx");
    await selection(2);
    await user.keyboard("r");
    await pressIn(await dialogOf("Reject 2 listings?"), "Cancel");
    await user.keyboard("a");
    await pressIn(await dialogOf("Approve 2 listings?"), "Cancel");
    await user.keyboard("/arbor");
    expect(screen.getByLabelText<HTMLInputElement>("Search listings").value).toBe("arbor");
    expect(document.querySelector("[role=dialog]")).toBeNull();
  });

  it("asks to confirm listings that need a closer look, approves the rest, and shows what was refused", async () => {
    const [plain, dear, gone] = [
      waiting(31),
      waiting(32, {
        rent: "$4,900",
        belowMarketPercent: -60,
        reviewBand: "review",
        reviewNotes: [{ code: "above_market", text: "60% above market." }],
      }),
      waiting(33, {
        reviewNotes: [
          { code: "rent_unparsed", text: "No monthly rent was found." },
          { code: "contact_in_text", text: "The text has a phone number." },
        ],
      }),
    ];
    const approved = { ...plain, approved: true, status: "approved" } as AdminListing;
    const outcome: BulkDecision = {
      decisionId: "1",
      action: "approve",
      decided: [approved, { ...dear, approved: true, status: "approved" }],
      unchanged: [],
      refused: [
        {
          id: gone.id,
          error: "This listing was rented or deleted and cannot be changed.",
          code: "listing.closed",
          difference: { revision: 2, status: "deleted", changes: [DELETION] },
        },
      ],
    };
    let isDecided = false;
    const { asked, user } = await openPage("/admin?status=pending", {
      ...queueOf([plain, dear, gone, waiting(34)]),
      "GET /api/admin/listings": () => listOf(isDecided ? [waiting(34)] : [plain, dear, gone, waiting(34)]),
      [`POST ${BULK}`]: inTurn(new Response("", { status: 503 }), () => {
        isDecided = true;
        return outcome;
      }),
    });
    for (const id of [31, 32, 33]) fireEvent.click(await box(id));
    await pressIn(await selection(3), "Approve 3");
    const question = await dialogOf("Approve 3 listings?");
    expect(question.textContent).toContain(
      "2 have something to check first. The site is for homes below market. List those above it anyway?",
    );
    expect(question.textContent).toContain(`${title(32)}, $4,900`);
    expect(question.textContent).toContain("60% above market.");
    // A rent that was not understood also needs a check.
    expect(question.textContent).toContain("No monthly rent was found.");
    expect(question.textContent).not.toContain("31 Brunswick");
    expect(question.textContent).toContain("1 other has nothing to check.");
    // The focus is on Cancel, so that only y approves without another key.
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Cancel"));
    expect(allNamed("button", "Approve 3 Anyway", question)).toHaveLength(1);
    await user.keyboard("y");
    await expectToast("Failed to update listing status");
    await pressIn(question, "Approve 3 Anyway");
    await expectShown("2 listings approved");
    const [toast] = await screen.findAllByText(/1 refused\./);
    expect(toast?.textContent).toContain(
      "1 refused. 1 Bedroom - 33 Brunswick Ave: This listing was rented or deleted and cannot be changed.",
    );
    await waitFor(() => expect(question.isConnected).toBe(false));
    const refused = await dialogOf("1 listing changed in the meantime");
    expect(refused.textContent).toContain("Listing deleted by Moderator");
    await pressIn(refused, "Back to the List");
    await waitFor(() => expect(refused.isConnected).toBe(false));
    await waitFor(() => expect(screen.queryByLabelText(`Select ${title(33)}`)).toBeNull());
    expect(await box(34)).toBeTruthy();
    const sent = asked.filter(({ path }) => path === BULK);
    expect(sent.map(({ body }) => body)).toMatchObject([{ ids: [31, 32, 33] }, { ids: [31, 32, 33] }]);
  });

  it("lists in the confirmation which listings have no phone number and cannot be approved", async () => {
    const { user } = await openPage("/admin?status=pending", queueOf([waiting(43, { phone: null }), waiting(42)]));
    for (const id of [43, 42]) fireEvent.click(await box(id));
    await selection(2);
    await user.keyboard("a");
    const question = await dialogOf("Approve 1 listing?");
    expect(question.textContent).toContain("1 listing without a phone number cannot be approved.");
    expect(question.textContent).toContain("43 Brunswick");
    await pressIn(question, "Cancel");
  });

  it("shows on the button which listings are left out, and has its rare actions in a menu", async () => {
    const scam = waiting(42, {
      reviewNotes: [{ code: "pay_before_viewing", text: "Asks for money before a viewing." }],
    });
    const { user } = await openPage("/admin?status=all", queueOf([waiting(41), scam]));
    for (const id of [41, 42]) fireEvent.click(await box(id));
    const bar = await selection(2);
    expect(allNamed("button", "Approve 1 · 1 left out", bar)).toHaveLength(1);
    expect(allNamed("button", "Delete 2", bar)).toEqual([]);
    await user.click(within(bar).getByRole("button", { name: "More" }));
    await user.click(await screen.findByRole("menuitem", { name: "Delete 2" }));
    const question = await dialogOf("Delete 2 listings?");
    expect(question.textContent).not.toContain("on the site now");
    await pressIn(question, "Cancel");
    await waitFor(() => expect(document.activeElement?.textContent).toBe("More"));
  });

  it.each([
    [[false, true, true], "2 of them are on the site now."],
    [[false, true], "1 of them is on the site now."],
    [[true, true, true], "All 3 are on the site now."],
    [[true, true], "Both are on the site now."],
    [[true], "It is on the site now."],
  ])("shows how many are public: %o", async (areLive, text) => {
    const listings = areLive.map((approved, nth) => waiting(nth + 1, approved ? { approved, status: "approved" } : {}));
    const { user } = await openPage("/admin?status=all", queueOf(listings));
    fireEvent.click(await screen.findByLabelText("Select all shown"));
    await user.click(within(await selection(listings.length)).getByRole("button", { name: "More" }));
    await user.click(await screen.findByRole("menuitem", { name: /^Delete/ }));
    const question = await dialogOf(/^Delete \d listings?\?$/);
    expect(within(question).getByText(text)).toBeTruthy();
  });
});

describe("the row of a listing", () => {
  it("shows that it cannot be approved without a phone number", async () => {
    await openPage("/admin?status=pending", queueOf([waiting(42, { phone: null }), waiting(41)]));
    const rows = (await screen.findAllByRole("article")).map(({ textContent }) => textContent?.replace(/\s+/g, " "));
    expect(rows[0]).toContain("landlord@example.com · No phone");
    expect(rows[1]).toContain("landlord@example.com · 416-555-0123");
    expect(rows[1]).toContain("0 images · 1 bath");
    expect(rows[1]).toContain("Quiet house.");
  });

  it("regains the focus after an undo, even from another row", async () => {
    const { user } = await openPage("/admin?status=pending", undoableQueue());
    await box(41);
    const rowInFocus = () => document.activeElement?.getAttribute("data-listing-id");
    await user.keyboard("a");
    await expectToast("Listing status updated");
    await waitFor(() => expect(rowInFocus()).toBe("42"));
    await user.keyboard("jz");
    await waitFor(() => expect(rowInFocus()).toBe("41"));
  });
});

describe("a listing", () => {
  it("in a dialog has an undo for the last decision, which shows the undecided listing again", async () => {
    narrowScreen();
    const { user } = await openPage("/admin?status=pending", undoableQueue());
    await box(41);
    await press("button", "View");
    expect(allNamed("button", "Undo: Approved: 1 Bedroom - 41 Brunswick Ave", await dialogAbout(41))).toEqual([]);
    await user.keyboard("a");
    await expectToast("Listing status updated");
    await pressIn(await dialogAbout(42), "Undo: Approved: 1 Bedroom - 41 Brunswick Ave");
    await dialogAbout(41);
    await waitFor(() => expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull());
  });

  it.each([
    ["$1,850", 185_000, "$1,850"],
    ["1850 monthly", 185_000, "1850 monthly · Understood as $1,850"],
    ["Call for price", null, "Call for price · Not understood"],
  ])("with the rent %j says how it was understood only if that differs", async (rent, rentCents, shown) => {
    await openPage("/admin?status=pending", queueOf([waiting(41, { rent, rentCents })]));
    await box(41);
    const term = await screen.findByText("Rent per month");
    expect(term.nextElementSibling?.textContent).toBe(shown);
  });

  it("names each kind of its review notes once", async () => {
    const reviewNotes: AdminListing["reviewNotes"] = [
      { code: "above_market", text: "9% above market." },
      { code: "pay_before_viewing", text: "Asks for money before a viewing." },
      { code: "no_viewing", text: "Cannot be viewed." },
    ];
    await openPage("/admin?status=pending", queueOf([waiting(41, { reviewNotes })]));
    const notes = within(await screen.findByRole("list", { name: "Review notes" })).getAllByRole("listitem");
    const labels = notes.map((note) => within(note).getByText(/:\s*$/));
    expect(labels.map((label) => label.textContent?.trim())).toEqual([
      "Sign of a scam:",
      "Sign of a scam:",
      "To check:",
    ]);
    expect(labels.map((label) => label.className.includes("sr-only"))).toEqual([false, true, true]);
  });
});

describe("a question about the rent", () => {
  it.each([
    [-8, "Is the rent in your listing the monthly rent"],
    [null, "Is the rent in your listing the monthly rent"],
    [30, "The rent in your listing is unusually low"],
  ])(
    "about a listing %s%% below the market mentions this only if the rent is far below",
    async (belowMarketPercent, text) => {
      const { user } = await openPage("/admin?status=pending", queueOf([waiting(41, { belowMarketPercent })]));
      await box(41);
      await user.keyboard("m");
      const dialog = await dialogOf("Ask the landlord");
      await user.keyboard("1");
      expect(within(dialog).getByRole<HTMLTextAreaElement>("textbox").value).toContain(text);
    },
  );
});

describe("the filter and the search", () => {
  it("offer rare states in a menu, and clear a search without results", async () => {
    const { user } = await openPage("/admin?status=pending", {
      ...queueOf([waiting(41)]),
      "GET /api/admin/listings": ({ query }) => listOf(query.has("q") ? [] : [waiting(41)]),
    });
    await box(41);
    await user.selectOptions(screen.getByLabelText("More statuses"), "Expired");
    await waitFor(() => expect(location.search).toBe("?status=expired"));
    expect(allNamed("button", "Expired")).toEqual([]);
    await user.type(screen.getByLabelText("Search listings"), "nothing like this");
    await expectShown("No listings match your search.");
    await press("button", "Clear Search");
    await box(41);
    expect(location.search).toBe("?status=expired");
    const search = screen.getByLabelText<HTMLInputElement>("Search listings");
    expect(search.value).toBe("");
    expect(document.activeElement).toBe(search);
  });
});
