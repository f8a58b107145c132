import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { AppealForm } from "../../worker/contracts/appeals.ts";
import type { ListingMessage } from "../../worker/contracts/questions.ts";
import { FORM } from "../support/component/forms.ts";
import { inTurn, openPage, refusal } from "../support/component/open-page.tsx";
import { publicListing } from "../support/component/listings.ts";
import { ownerListing } from "../support/component/owner-listings.ts";
import { MONTH } from "../support/page-answers.ts";

const NOW = "2026-11-21T15:00:00.000Z";
const KEY = "a".repeat(32);

describe("the transparency page", () => {
  it("states that no month is over yet", { tags: ["rest"] }, async () => {
    await openPage("/transparency", { "GET /api/transparency": { months: [] } });
    expect(await screen.findByText(/No month has ended yet/)).toBeTruthy();
  });

  it("shows the counts of each month, unless they are too small", { tags: ["rest"] }, async () => {
    await openPage("/transparency", {
      "GET /api/transparency": { months: [MONTH, { ...MONTH, month: "2026-09" }] },
    });
    const month = within(await screen.findByRole("region", { name: "October 2026" }));
    month.getByText("1,300");
    month.getByText("95 minutes");
    month.getByText("3 upheld, 5 not upheld");
    const row = month.getByText(/Scarborough/).closest("tr");
    expect(row?.textContent).toContain("—");
    expect(screen.getByRole("region", { name: "September 2026" })).toBeTruthy();
  });
});

describe("the page of an appeal", () => {
  const FORM: AppealForm = {
    title: "2 Bedrooms - 123 Main St",
    reason: "This home seems to be listed with us already.",
    until: "2026-12-20T15:00:00.000Z",
    canAppeal: true,
    appeal: null,
  };
  const SENT: AppealForm = {
    ...FORM,
    canAppeal: false,
    appeal: { text: "It is another home.", state: "open", sentAt: NOW, answer: null },
  };

  it("accepts a text and explains what happens next", { tags: ["rest"] }, async () => {
    const { user, asked } = await openPage(`/appeals/1-${KEY}`, {
      "GET /api/appeals/*": inTurn(FORM, SENT),
      "POST /api/appeals/*": SENT,
    });
    const posted = () =>
      asked.filter(({ method, path }) => method === "POST" && path.includes("/appeals/")).map(({ body }) => body);
    await screen.findByText("Appeal a Decision", { selector: "h1" });
    await user.click(screen.getByRole("button", { name: "Send Appeal" }));
    await screen.findByText("Please tell us why.");
    expect(posted()).toEqual([]);
    await user.type(screen.getByLabelText(/Why is this a mistake/), "It is another home.");
    await user.click(screen.getByRole("button", { name: "Send Appeal" }));
    await screen.findByText("We received your appeal");
    expect(posted()).toEqual([{ text: "It is another home." }]);
  });

  it("shows an error when its link is invalid", async () => {
    await openPage("/appeals/1-x", {
      "GET /api/appeals/*": refusal(404, "appeal.invalid_link", "This link is no longer valid."),
    });
    expect(await screen.findByText("This link is no longer valid.", { selector: "h1" })).toBeTruthy();
  });
});

describe("the landlord's page", () => {
  const QUESTION: ListingMessage = {
    id: 1,
    author: "moderator",
    via: null,
    text: "Is it the whole home?",
    sentAt: NOW,
  };

  it("shows the card as renters see it, and how many people viewed and called", async () => {
    const listing = ownerListing({ viewerCount: 21, callerCount: 3 });
    await openPage(`/manage/1-${KEY}`, {
      "GET /api/manage/*": listing,
      "GET /api/marketplace-listings/7": publicListing({ neighbourhood: "Trinity-Bellwoods" }),
    });
    const card = await screen.findByRole("region", { name: "How renters see it" });
    await within(card).findByText(/Trinity-Bellwoods/);
    const status = within(screen.getByRole("region", { name: "Status" }));
    for (const figure of ["21", "3"]) status.getByText(figure);
    expect(within(card).queryByRole("link")).toBeNull();
  });

  it("previews the card as renters will see it", async () => {
    await openPage(`/manage/1-${KEY}`, {
      ...FORM,
      "GET /api/manage/*": ownerListing({ status: "pending", path: null }),
    });
    const card = await screen.findByRole("region", { name: "How renters will see it" });
    expect(within(card).getByText("$1,768")).toBeTruthy();
  });

  it("lets a landlord answer a moderator's question", async () => {
    const asking = ownerListing({ status: "pending", path: null, messages: [QUESTION] });
    const reply: ListingMessage = { ...QUESTION, id: 2, author: "landlord", via: "page", text: "Yes, all of it." };
    const answered = { ...asking, messages: [QUESTION, reply] };
    const { user, asked } = await openPage(`/manage/1-${KEY}`, {
      ...FORM,
      "GET /api/manage/*": inTurn(asking, answered),
      "POST /api/manage/*": answered,
    });
    const region = within(await screen.findByRole("region", { name: "Questions from our moderators" }));
    region.getByText("Is it the whole home?");
    await user.type(region.getByLabelText(/Your answer/), "Yes, all of it.");
    await user.click(region.getByRole("button", { name: "Send Answer" }));
    expect(await region.findByText("Yes, all of it.", { selector: ":not(textarea)" })).toBeTruthy();
    const sent = asked.find(({ method, path }) => method === "POST" && path.endsWith("/answer"));
    expect(sent?.body).toEqual({ text: "Yes, all of it." });
  });
});
