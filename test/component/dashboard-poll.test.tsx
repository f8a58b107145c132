import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { VisitorStats } from "../../worker/contracts/visitors.ts";
import {
  buttonOf,
  card,
  findToast,
  live,
  NO_AD,
  NOW,
  openDashboard,
  pass,
  queryToast,
  reduceMotion,
  STATS,
  figure,
} from "../support/component/dashboard.ts";
import { type Answers, inTurn, SILENCE } from "../support/component/open-page.tsx";
import { busyStats } from "../support/component/statistics.ts";

/** Statistics with few rows, because they are drawn many times. */
const fewStats = (changes: Partial<VisitorStats> = {}) =>
  busyStats({ hourlyVisitors: [], conversionRateStats: [], funnel: [], ...changes });

/**
 * Opens the dashboard with a clock that only the test advances; `state.fails` makes requests for the statistics fail.
 */
async function openOnTestClock(answers: Answers = {}) {
  const state = { calls: 0, fails: false };
  const { asked } = await openDashboard(
    {
      [STATS]: live(() => {
        state.calls += 1;
        if (state.fails) throw new TypeError("Failed to fetch");
        // Makes consecutive answers distinguishable.
        return fewStats({ hourlyVisitorCount: state.calls });
      }),
      ...answers,
    },
    { now: NOW },
  );
  vi.setTimerTickMode("manual");
  await pass(1_000);
  return { state, asked };
}

const press = (text: string) => fireEvent.click(buttonOf(text));
const FAILED = /^Connection lost\. These numbers are from \d\d:\d\d\./;

/** Hides or shows the tab. */
function hide(isHidden: boolean): void {
  vi.spyOn(document, "hidden", "get").mockReturnValue(isHidden);
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(isHidden ? "hidden" : "visible");
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
}

/** Navigates to another page, as the browser's back and forward buttons do. */
function goTo(path: string): void {
  history.pushState({ key: path }, "", path);
  act(() => void window.dispatchEvent(new PopStateEvent("popstate", { state: history.state as unknown })));
}

describe("the poll", () => {
  it("requests the statistics once a second and shows each response", { tags: ["rest"] }, async () => {
    const { state } = await openOnTestClock();
    const { calls } = state;
    await pass(3_000);
    expect(state.calls).toBe(calls + 3);
    expect(figure("1 Hour visitors")).toBe(String(state.calls));
    screen.getByText("Live");
  });

  it(
    "shows a failed connection beside the last numbers, waits longer between attempts and recovers by itself",
    { tags: ["rest"] },
    async () => {
      const { state } = await openOnTestClock();
      state.fails = true;
      await pass(1_000);
      screen.getByText(FAILED);
      expect(figure("Active Visitors")).toBe("3");
      screen.getByText("Reconnecting");
      const failed = state.calls;
      await pass(1_900);
      expect(state.calls).toBe(failed);
      await pass(200);
      expect(state.calls).toBe(failed + 1);
      await pass(3_800);
      expect(state.calls).toBe(failed + 1);
      state.fails = false;
      await pass(400);
      expect(screen.queryByText(FAILED)).toBeNull();
      screen.getByText("Live");
    },
  );

  it("can be retried at once", async () => {
    const { state } = await openOnTestClock();
    state.fails = true;
    await pass(1_000);
    state.fails = false;
    press("Try Now");
    await pass(1);
    expect(screen.queryByText("Try Now")).toBeNull();
  });

  it("stops while it is paused, like all other updates", { tags: ["rest"] }, async () => {
    const { state, asked } = await openOnTestClock();
    press("Pause");
    screen.getByText("Paused");
    await pass(1);
    const before = asked.length;
    // Longer than any card's polling interval.
    await pass(301_000);
    expect(asked.slice(before).map(({ path }) => path)).toEqual([]);
    const { calls } = state;
    press("Resume");
    await pass(1);
    expect(state.calls).toBeGreaterThan(calls);
  });

  it.each([
    ["Overview", { stats: 60, "stats today": 4, audience: 2, subscriptions: 1, "advertisement-stats": 2 }],
    ["Trends", { stats: 60, "stats 24h": 4, "searches 24h": 1, site: 1 }],
    // test/bench/cost-model.ts uses the same rates.
  ])("requests in one minute of %s only what its cards show", { tags: ["rest"] }, async (view, expected) => {
    const { asked } = await openOnTestClock();
    fireEvent.click(screen.getByText(view, { selector: "nav a" }));
    await pass(1_000);
    const before = asked.length;
    await pass(60_000);
    const counts: Record<string, number> = {};
    for (const { path, query } of asked.slice(before)) {
      const name = [path.split("/").at(-1), query.get("range")].filter(Boolean).join(" ");
      counts[name] = (counts[name] ?? 0) + 1;
    }
    expect(counts).toEqual(expected);
  });

  it.each(["Overview", "Trends"])("stops while the tab is hidden, like every other request of %s", async (view) => {
    const { asked } = await openOnTestClock();
    fireEvent.click(screen.getByText(view, { selector: "nav a" }));
    await pass(1_000);
    hide(true);
    await pass(1);
    const before = asked.length;
    // Longer than any card's polling interval.
    await pass(301_000);
    expect(asked.slice(before).map(({ path }) => path)).toEqual([]);
    hide(false);
    await pass(1_000);
    expect(asked.length).toBeGreaterThan(before);
  });

  it("keeps typed text in the form when the settings are refetched", { tags: ["rest"] }, async () => {
    const set = { ...NO_AD, title: "Movers", link: "https://one.example.com" };
    // Answers no further requests for statistics. Otherwise, the page would draw them three hundred times.
    await openDashboard(
      {
        [STATS]: live(inTurn(() => fewStats(), SILENCE)),
        "GET /api/analytics/advertisement": inTurn(set, {
          ...set,
          title: "Painters",
          link: "https://two.example.com",
        }),
      },
      { now: NOW },
    );
    await screen.findByLabelText(/^Title/);
    const valueOf = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value;
    fireEvent.change(screen.getByLabelText(/^Title/), { target: { value: "Half a ti" } });
    screen.getByText("Unsaved changes.");
    await pass(301_000);
    expect(valueOf(/^Link/)).toBe("https://two.example.com");
    expect(valueOf(/^Title/)).toBe("Half a ti");
  });
});

describe("a new subscriber", () => {
  const confetti = () => document.querySelector("[data-confetti]");
  const [newest] = fewStats().subscriberDetails;
  const another = { ...newest, email: "z***@example.com", referrer: "reddit.com", subscribedAt: NOW };

  it("causes a toast, a row and confetti, but not on opening the page", async () => {
    const more = () => fewStats({ subscriberCount: 1_244, subscriberDetails: [another] });
    await openDashboard({ [STATS]: live(inTurn(() => fewStats(), more)) }, { now: NOW });
    const list = await card("Newest subscribers");
    expect(confetti()).toBeNull();
    expect(queryToast("New Subscriber!")).toBeNull();
    await pass(1_000);
    await findToast("New Subscriber!");
    await findToast("z***@example.com from reddit.com");
    expect(confetti()).not.toBeNull();
    list.getByText("z***@example.com");
    await pass(10_000);
    expect(confetti()).toBeNull();
  });

  it("causes no confetti with reduced motion", { tags: ["rest"] }, async () => {
    reduceMotion();
    await openDashboard(
      {
        [STATS]: live(
          inTurn(
            () => fewStats(),
            () => fewStats({ subscriberCount: 1_245 }),
            SILENCE,
          ),
        ),
      },
      { now: NOW },
    );
    await pass(1_000);
    await findToast("New Subscriber!");
    await findToast("2 people confirmed.");
    expect(confetti()).toBeNull();
  });

  it("is not announced on returning to the dashboard, which shows no outdated number", { tags: ["rest"] }, async () => {
    const state: { stats: VisitorStats; isSilent: boolean } = { stats: fewStats(), isSilent: false };
    // Makes request timeouts use the test's clock.
    vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
      const { abort, signal } = abortable();
      setTimeout(abort, ms);
      return signal;
    });
    const { asked } = await openDashboard(
      { [STATS]: live(() => (state.isSilent ? SILENCE : state.stats)) },
      { now: NOW },
    );
    goTo("/about");
    await waitFor(() => expect(screen.queryByText("Active Visitors")).toBeNull());
    // Queries that are not cached end with the next timer.
    await pass(1);
    state.stats = fewStats({ subscriberCount: 1_241 + 3 });
    state.isSilent = true;
    const before = asked.length;
    goTo("/stats");
    await screen.findByText("Checking your session");
    await waitFor(() => expect(asked.slice(before).some(({ path }) => path === "/api/analytics/stats")).toBe(true));
    expect(screen.queryByText("Active Visitors")).toBeNull();
    state.isSilent = false;
    // The unanswered request times out after ten seconds.
    await pass(13_000);
    expect(figure("Active Visitors")).toBe("3");
    await pass(2_000);
    expect(queryToast("New Subscriber!")).toBeNull();
    expect(confetti()).toBeNull();
  });
});

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort(new DOMException("Too slow", "TimeoutError")) };
}
