import { waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { VipOffer } from "../../worker/contracts/vip.ts";
import { type Answer, failure, inTurn, listOf, openPage, refusal } from "../support/component/open-page.tsx";
import { emails, STORED, stopOnly, subscription, TOKEN } from "../support/subscriptions.ts";
import { allNamed, expectShown, press } from "../support/component/wordings.ts";

const heading = (name: string) => ({ heading: name });
/** Returns the text of the focused element; empty for the body. */
const focused = () =>
  document.activeElement?.matches("body, main") ? "" : (document.activeElement?.textContent ?? "");
const pageText = () => document.querySelector("main")?.textContent ?? "";
const unreached = () => Promise.reject(new TypeError("Failed to fetch"));

describe("a subscriber", () => {
  it("is subscribed by the confirmation page's button, not by opening the page", async () => {
    const { asked } = await openPage(`/confirm/${TOKEN}`, {
      [`GET /api/confirm/${TOKEN}`]: subscription({ status: "pending" }),
      [`POST /api/confirm/${TOKEN}`]: inTurn(failure(), subscription()),
      [`GET /api/emails/${TOKEN}`]: emails(),
    });
    await expectShown(heading("Confirm Your Subscription"), "m***@example.com");
    expect(pageText()).toContain("By joining you agree that");
    expect(document.title).toMatch(/^Confirm Your Subscription/);
    expect(document.querySelector('meta[name="robots"]')?.getAttribute("content")).toBe("noindex");
    // Opening the page only counts the visit.
    const writes = () => asked.filter(({ method, path }) => method !== "GET" && !path.startsWith("/api/analytics/"));
    expect(writes()).toEqual([]);
    await press("button", "Confirm");
    await expectShown("Something went wrong. Please try again.");
    await press("button", "Confirm");
    await expectShown(heading("You are subscribed"));
    expect(writes().map(({ path }) => path)).toEqual([`/api/confirm/${TOKEN}`, `/api/confirm/${TOKEN}`]);
    await waitFor(() => expect(focused()).toContain("You are subscribed"));
    expect(pageText()).toMatch(/The next email goes out on (Monday|Wednesday|Friday), \w+ \d+, \d{4}/);
    await press("link", "Choose What You Get");
    await expectShown(heading("Your emails"), { button: "Save Preferences" });
    expect(location.pathname).toBe(`/preferences/${TOKEN}`);
  });

  it("can unsubscribe twice and sees that it is done", { tags: ["rest"] }, async () => {
    const link = {
      [`GET /api/emails/${TOKEN}`]: stopOnly.edition("confirmed"),
      [`POST /api/unsubscribe/${TOKEN}`]: { success: true, message: "" },
    };
    await openPage(`/unsubscribe/${TOKEN}`, { ...link, "GET /api/marketplace-listings": listOf([]) });
    await press("button", "Unsubscribe");
    await expectShown(heading("You are unsubscribed"));
    const [again] = allNamed("link", "Join Again");
    expect(again?.getAttribute("href")).toBe("/#join");
  });

  it("who has already unsubscribed sees this at once", { tags: ["rest"] }, async () => {
    await openPage(`/unsubscribe/${TOKEN}`, {
      [`GET /api/emails/${TOKEN}`]: stopOnly.edition("unsubscribed"),
      "GET /api/marketplace-listings": listOf([]),
    });
    await expectShown(heading("You are unsubscribed"));
    await press("link", "Join Again");
    await waitFor(() => expect(document.querySelector("form[aria-label='Join the Community']")).not.toBeNull());
  });
});

describe("a privacy request", () => {
  it("links to the VIP page while a subscription is active", async () => {
    await openPage(`/privacy/${TOKEN}`, {
      [`GET /api/privacy/${TOKEN}`]: STORED,
      [`DELETE /api/privacy/${TOKEN}`]: refusal(409, "privacy.vip_active", "Please cancel your VIP access first."),
      "GET /api/vip": OFFER,
    });
    await press("button", "Erase Everything");
    await expectShown(heading("Erase everything?"));
    await press("button", "Erase Everything");
    await expectShown("Please cancel your VIP access first.");
    await press("link", "Manage or cancel VIP access");
    await expectShown(heading("VIP Access"));
  });
});

/** For each page of an emailed link: the API path, a response, and the error code for an invalid link. */
const LINKS: Record<string, [api: string, answer: object, invalid: string]> = {
  confirm: ["confirm", subscription({ status: "pending" }), "subscriber.invalid_link"],
  privacy: ["privacy", STORED, "privacy.invalid_link"],
  ...Object.fromEntries(
    ["unsubscribe", "preferences", "alerts", "follow", "never"].map((page) => [
      page,
      ["emails", emails(), "emails.invalid_link"],
    ]),
  ),
};

describe.each(Object.entries(LINKS))("the page of an emailed link /%s", (kind, [api, view, invalid]) => {
  const open = (answer: Answer) => openPage(`/${kind}/${TOKEN}`, { [`GET /api/${api}/${TOKEN}`]: answer });

  it("shows that its link is invalid", async () => {
    await open(refusal(404, invalid));
    await expectShown(heading("This link is no longer valid."));
  });

  it("shows that a link without a token is invalid", async () => {
    await openPage(`/${kind}`);
    await expectShown(heading("This link is no longer valid."));
  });

  it("offers a retry after a connection failure", async () => {
    await open(inTurn(unreached, view));
    await expectShown("Network error. Please try again.");
    await press("button", "Try Again");
    await waitFor(() => expect(pageText()).toMatch(/m\S+@example\.com/));
  });
});

const OFFER: VipOffer = {
  checkoutUrl: "https://checkout.example/vip",
  portalUrl: "https://portal.example/vip",
  listingCount: 50,
  belowMarketCount: 50,
  isOftenUpdated: true,
};

describe("/govip", () => {
  const open = async (offer: VipOffer) => {
    await openPage(`/unsubscribe/${TOKEN}`, {
      [`GET /api/emails/${TOKEN}`]: stopOnly.edition("confirmed"),
      "GET /api/vip": offer,
    });
    await press("link", "on its own page");
    await expectShown(heading("VIP Access"));
  };
  const address = (name: string) => allNamed("link", name)[0]?.getAttribute("href");

  it("links to the plan's checkout and portal", async () => {
    await open(OFFER);
    await expectShown(
      heading("Monthly Access"),
      "BEST VALUE",
      "$4.99",
      "/month CAD",
      "50+ below-market rentals",
      "Direct from landlords",
      "Listings expire after 60 days",
      "Cancel anytime",
      "Instant access",
      "Updated every 48 hours",
    );
    expect(address("Get VIP Access Now")).toBe("https://checkout.example/vip");
    expect(allNamed("link", "Get VIP Access Now")[0]?.getAttribute("rel")).toContain("noopener");
    expect(address("Manage or cancel")).toBe("https://portal.example/vip");
  });

  it("does not claim 50 listings while there are fewer, and offers no plan without payments", async () => {
    await open({ ...OFFER, checkoutUrl: null, portalUrl: null, listingCount: 60, belowMarketCount: 49 });
    await waitFor(() => expect(pageText()).toMatch(/VIP access is not on sale right now.*Monthly Access/));
    expect(pageText()).not.toContain("50+ below-market rentals");
    expect(allNamed("link", "Get VIP Access Now")).toEqual([]);
  });
});
