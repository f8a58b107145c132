import { act, screen, within } from "@testing-library/react";
import { vi } from "vitest";
import type { AdvertisementSettings, AdvertisementStats } from "../../../worker/contracts/ads.ts";
import type { SiteFigures } from "../../../worker/contracts/stats.ts";
import type { EmptySearches, Goal, GoalConversion, StatsRange } from "../../../worker/contracts/stats-periods.ts";
import type { Audience } from "../../../worker/contracts/subscribers.ts";
import { STATS_SESSION_KEY } from "../../../worker/contracts/visitors.ts";
import { edition } from "../page-answers.ts";
import { type Answer, type Answers, type Asked, openPage } from "./open-page.tsx";
import { setMedia } from "./media.ts";
import { busyPeriod, busyStats } from "./statistics.ts";

export const SESSION_ID = "a-session-of-the-operator";
/** 9:30 a.m. in Toronto. */
export const NOW = "2026-11-21T14:30:00.000Z";
export const STATS = "GET /api/analytics/stats";
export const AUDIENCE = "GET /api/mailchimp/audience";

/** Settings of an advertisement that was never configured. */
export const NO_AD: AdvertisementSettings = { title: "", link: "", enabled: false, updatedAt: null };

const clicks = { totalClicks: 3, uniqueClicks: 2 };
const NO_CLICKS: AdvertisementStats = { daily: clicks, month: clicks, lifetime: clicks };

/** Counts of the subscribers to the digest. */
export const MEMBERS: Audience = { memberCount: 1_243, unsubscribeCount: 61, todayChanges: 4, yesterdayChanges: -2 };

/** Returns the counts of a site's listings, emails and forum posts. */
const siteFigures = (): SiteFigures => ({
  listings: {
    public: 53,
    approved: 61,
    all: 77,
    waiting: 9,
    oldestWaiting: hoursAgo(30),
    medianWaiting: hoursAgo(5),
    scamBands: { none: 6, some: 2, strong: 1 },
    medianApproved: hoursAgo(11 * 24),
    expiring: 4,
    bands: { below: 40, about: 8, above: 2, unconfirmed: 1, unknown: 2 },
  },
  editions: [edition({ listingCount: 3, finishedAt: null })],
  threads: { all: 12, automated: 3 },
  comments: { all: 88, automated: 22 },
  countedAt: hoursAgo(0),
});

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

/** Returns how often a goal was reached from one source, page and campaign. */
function goalConversion({ query }: Asked): GoalConversion {
  const [counts, whole, before] = [50, 30, 40].map((reached) => ({ visits: 500, reached, rate: reached / 5 }));
  if (!counts) throw new Error("Counts are needed.");
  const row = { ...counts, ...(whole && { whole }), ...(before && { before }) };
  return {
    goal: query.get("goal") as Goal,
    range: query.get("range") as StatsRange,
    ...row,
    sources: [{ key: "google.com", ...row }],
    pages: [{ key: "/about", ...row }],
    campaigns: [{ key: "spring flyer", ...row }],
    countedAt: hoursAgo(0),
  };
}

const emptySearches = ({ query }: Asked): EmptySearches => ({
  range: query.get("range") as StatsRange,
  count: 20,
  whole: 18,
  before: 12,
  searches: [
    { query: "?q=loft", count: 9, whole: 8, before: 4 },
    { query: "?type=Studio&q=balcony&maxRent=900", count: 5, whole: 5, before: 5 },
    { query: "other", count: 3 },
  ],
  countedAt: hoursAgo(0),
});

/**
 * Answers requests for live statistics with this response, and requests for a range with the statistics of a busy site.
 */
export const live =
  (answer: Answer): Answer =>
  ({ query, ...asked }) => {
    const range = query.get("range") as StatsRange | null;
    if (range !== null) return { ...busyStats(), period: busyPeriod(range) };
    return typeof answer === "function" ? answer({ query, ...asked }) : answer;
  };

/** API responses for the dashboard of a busy site. */
export const DASHBOARD: Answers = {
  [STATS]: live(() => busyStats()),
  "GET /api/analytics/goals": goalConversion,
  "GET /api/analytics/searches": emptySearches,
  "GET /api/analytics/site": () => siteFigures(),
  [AUDIENCE]: MEMBERS,
  "GET /api/stripe/subscriptions": { activeSubscriptions: 12 },
  "GET /api/marketplace-listings/count": { count: 87 },
  "GET /api/analytics/advertisement": NO_AD,
  "GET /api/advertisement-stats": NO_CLICKS,
  "GET /api/advertisement-settings": NO_AD,
};

type Options = Parameters<typeof openPage>[2];

async function open(path: string, shows: string, answers: Answers, options: Options = {}) {
  localStorage.setItem(STATS_SESSION_KEY, SESSION_ID);
  const opened = await openPage(path, { ...DASHBOARD, ...answers }, options);
  await screen.findByText(shows);
  return opened;
}

/** Opens the dashboard of a busy site, and waits for the first statistics. */
export const openDashboard = (answers: Answers = {}, options?: Options) =>
  open("/stats", "Active Visitors", answers, options);

/** Opens the dashboard's trends view. */
export const openTrends = (answers: Answers = {}, options?: Options) =>
  open("/stats?view=trends", "Traffic", answers, options);

/** Finds a card of the dashboard by its heading, because finding roles is slow on a page of this size. */
export async function card(name: string) {
  const heading = await screen.findByText(name, { selector: "h2, h3" });
  return within(heading.closest("section") ?? heading);
}

/** Returns the large number of a card. */
export const figure = (title: string): string | null | undefined =>
  screen.getByText(title, { selector: "h2" }).closest("section")?.querySelector("[data-figure]")?.textContent;

/** Finds the page that asks for the dashboard's password. */
export const gate = () => screen.findByText("Dashboard Access Required", { selector: "h1" });

/** Advances time on a page that was opened with a fake clock. */
export const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Finds a notification. */
export const findToast = (text: string) => screen.findByText(text, { selector: "[aria-label^=Notifications] *" });
export const queryToast = (text: string) => screen.queryByText(text, { selector: "[aria-label^=Notifications] *" });

/** Returns the texts of a row's cells, without parts that are only shown on narrow screens. */
export const cellsOf = (row: HTMLElement): string[] =>
  within(row)
    .getAllByRole("cell")
    .map((cell) => {
      const shown = cell.cloneNode(true) as HTMLElement;
      for (const hidden of shown.querySelectorAll("[aria-hidden]")) hidden.remove();
      return (shown.textContent ?? "").replaceAll(/\s+/g, " ").trim();
    });

interface Download {
  name: string;
  text: string;
}

/** Performs an action that downloads a file. @returns the file */
export async function downloaded(act: () => Promise<unknown>): Promise<Download> {
  const blobs: Blob[] = [];
  const names: string[] = [];
  const spies = [
    vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => `blob:${blobs.push(blob as Blob)}`),
    vi.spyOn(URL, "revokeObjectURL").mockImplementation(() => {}),
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    }),
  ];
  await act();
  for (const spy of spies) spy.mockRestore();
  const [[blob], [name = ""]] = [blobs, names];
  if (!blob) throw new Error("Nothing was downloaded.");
  return { name, text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(await blob.arrayBuffer()) };
}

/** Simulates a user who prefers reduced motion. */
export const reduceMotion = () => setMedia("prefers-reduced-motion: reduce", true);

/** Simulates a screen on which wide tables have fewer columns. */
export const onNarrowScreen = () => setMedia("width < 48rem", true);

/** Finds a button by its text. In the tests' document, only a click on the button itself submits a form. */
export function buttonOf(words: string): HTMLElement {
  const button = screen.getByText(words, { selector: "button, button *" }).closest("button");
  if (!button) throw new Error(`There is no button ${words}.`);
  return button;
}
