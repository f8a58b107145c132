import { expect, it } from "vitest";
import type { AlertsView, SavedSearchView } from "../../worker/contracts/alerts.ts";
import type { EmailsView } from "../../worker/contracts/emails.ts";
import type { FollowView } from "../../worker/contracts/subscribers.ts";
import { openPage } from "../support/component/open-page.tsx";
import { allNamed, expectShown, press } from "../support/component/wordings.ts";
import { emails, stopOnly, TOKEN } from "../support/subscriptions.ts";

const SEARCH: SavedSearchView = {
  id: 4,
  name: null,
  summary: "1 Bedroom, up to $2,000",
  filter: "1 BR",
  query: "maxRent=2000",
  hasPlaces: false,
  frequency: "daily",
  state: "active",
  isAskedAgain: false,
  createdAt: "2026-11-20T16:00:00.000Z",
  confirmedAt: "2026-11-20T16:05:00.000Z",
};
const ALERTS: AlertsView = {
  email: "m***@example.com",
  isVip: false,
  searchId: null,
  canOnlyStop: false,
  stoppedAt: null,
  searches: [SEARCH],
};
const thread = { title: "Who pays for the water in a triplex?", path: "/discussions/1/who-pays-for-the-water" };
const STOP = `9-${"b".repeat(32)}`;

const FOLLOW: FollowView = { email: "m***@example.com", status: "following", canConfirm: true, thread };

/** A view with every section. */
const ALL: Partial<EmailsView> = {
  edition: emails().edition,
  searches: { ...ALERTS, token: TOKEN },
  discussions: [{ token: STOP, thread }],
  vip: { portalUrl: "https://portal.example/vip" },
};
const PARTS = ["Listings by email", "Saved searches", "Discussions", "VIP access", "Your data", "Block all email"];
const open = (path: string, view: Partial<EmailsView>) =>
  openPage(`/${path}/${TOKEN}`, { [`GET /api/emails/${TOKEN}`]: emails(view) });
const nameOf = (fold: Element) => fold.querySelector(":scope > summary h2")?.textContent;
const folds = () => [...document.querySelectorAll("main details")].filter((fold) => nameOf(fold) !== undefined);
const focused = () => document.activeElement?.textContent ?? "";

it.each<[path: string, view: Partial<EmailsView>, part: string]>([
  ["preferences", { part: "edition" }, "Listings by email"],
  ["alerts", { part: "searches" }, "Saved searches"],
  ["follow", { part: "discussions", follow: FOLLOW }, "Discussions"],
])("opens the section that a /%s link names, above the others", async (path, view, part) => {
  await open(path, { ...ALL, ...view });
  await expectShown({ heading: "Your emails" }, "For m***@example.com.");
  expect(folds().map(nameOf)).toEqual([part, ...PARTS.filter((name) => name !== part)]);
  expect(folds().flatMap((fold) => (fold.hasAttribute("open") ? [nameOf(fold)] : []))).toEqual([part]);
});

it("puts a link's question above the sections", async () => {
  const asked = { ...SEARCH, id: 5, state: "asked" as const, summary: "Studio" };
  const searches = { ...ALERTS, token: TOKEN, searchId: 5, searches: [SEARCH, asked] };
  const { asked: calls } = await openPage(`/alerts/${TOKEN}`, {
    [`GET /api/emails/${TOKEN}`]: emails({ ...ALL, part: "searches", searches }),
    [`POST /api/alerts/${TOKEN}/confirm`]: { ...ALERTS, searches: [SEARCH, { ...asked, state: "active" }] },
  });
  await expectShown({ heading: "Email you new homes?" });
  expect(allNamed("heading", "Studio")).toEqual([]);
  await press("button", "Yes, Email Me");
  await expectShown({ heading: "We’ll email you new homes" }, { heading: "Studio" });
  expect(calls.find(({ method, path }) => method === "POST" && path.endsWith("/confirm"))?.body).toEqual({ id: 5 });
});

it("shows one section for a link that can only stop emails, and emails the full link", async () => {
  const message = "The link is in your inbox.";
  await openPage(`/unsubscribe/${TOKEN}`, {
    [`GET /api/emails/${TOKEN}`]: stopOnly.edition("confirmed"),
    [`POST /api/emails/${TOKEN}/link`]: { success: true, message },
  });
  await expectShown({ heading: "Unsubscribe" }, { heading: "Manage all your emails" });
  expect(folds()).toEqual([]);
  await press("button", "Email Me the Link");
  await expectShown(message);
  expect(focused()).toBe(message);
});

it("stops emails about a discussion from the list of discussions", async () => {
  const { asked } = await openPage(`/preferences/${TOKEN}`, {
    [`GET /api/emails/${TOKEN}`]: emails(ALL),
    [`POST /api/follow/${STOP}/stop`]: { ...FOLLOW, status: "stopped" },
  });
  await press("button", `Stop following ${thread.title}`);
  await expectShown("Stopped");
  expect(focused()).toBe("Stopped");
  expect(asked.some(({ path }) => path === `/api/follow/${STOP}/stop`)).toBe(true);
});

it("stops all alerts from their section", async () => {
  const two = [SEARCH, { ...SEARCH, id: 5, name: "Near work" }];
  const stopped = {
    ...ALERTS,
    stoppedAt: "2026-11-21T16:00:00.000Z",
    searches: two.map((search) => ({ ...search, state: "stopped" })),
  };
  await openPage(`/preferences/${TOKEN}`, {
    [`GET /api/emails/${TOKEN}`]: emails({ ...ALL, searches: { ...ALERTS, token: TOKEN, searches: two } }),
    [`POST /api/alerts/${TOKEN}/stop`]: { success: true, message: "" },
    [`GET /api/alerts/${TOKEN}`]: stopped,
  });
  await press("button", "Stop All Alerts");
  await expectShown("None on", { button: "Turn On" });
  expect(focused()).toContain("All alerts are stopped.");
});

it("shows only the buttons of a single search, and states once that it is on", async () => {
  await open("alerts", { ...ALL, part: "searches" });
  await expectShown("1 on", { button: "Pause" });
  expect(allNamed("button", "Stop All Alerts")).toEqual([]);
  expect(document.querySelector("main")?.textContent).not.toMatch(/\bOn\b(?! Mondays)/);
});

it("blocks all emails from a page that manages them, and then shows nothing else", async () => {
  const token = "a".repeat(52);
  await openPage(`/preferences/${TOKEN}`, {
    [`GET /api/emails/${TOKEN}`]: emails(ALL),
    [`POST /api/never/${token}`]: { never: true },
    [`DELETE /api/never/${token}`]: { never: false },
  });
  await press("button", "Never Write Again");
  await expectShown({ heading: "We never write to this address" });
  expect(folds()).toEqual([]);
  await press("button", "Allow Emails Again");
  await expectShown({ heading: "Emails are allowed again" });
});
