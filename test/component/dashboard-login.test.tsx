import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { STATS_SESSION_KEY } from "../../worker/contracts/visitors.ts";
import {
  AUDIENCE,
  buttonOf,
  card,
  DASHBOARD,
  findToast,
  gate,
  live,
  NO_AD,
  NOW,
  openDashboard,
  pass,
  SESSION_ID,
  STATS,
  figure,
} from "../support/component/dashboard.ts";
import { inTurn, openPage, refusal } from "../support/component/open-page.tsx";
import { busyStats } from "../support/component/statistics.ts";

const ENDED = "Your session has ended. Please log in again.";
const REFUSED = () => refusal(401, "session.required", "Please log in.");
const stored = () => localStorage.getItem(STATS_SESSION_KEY);
const unreachable = () => {
  throw new TypeError("Failed to fetch");
};

/** Returns live statistics that the server refuses once `state.isRefused` is set. */
function refusable() {
  const state = { isRefused: false };
  return { state, answer: live(() => (state.isRefused ? REFUSED() : busyStats())) };
}

async function enter(user: Awaited<ReturnType<typeof openPage>>["user"], password: string): Promise<void> {
  await user.click(await screen.findByLabelText(/^Password/));
  await user.paste(password);
  await user.click(buttonOf("Access Dashboard"));
}

describe("the dashboard's login", () => {
  it("explains a failed login, opens with the right password, and closes on logout", { tags: ["rest"] }, async () => {
    const { user, asked } = await openPage("/stats", {
      ...DASHBOARD,
      "POST /api/stats/auth": inTurn(
        refusal(401, "session.invalid_password", "Invalid password"),
        unreachable,
        new Response("", { status: 401 }),
        { sessionId: SESSION_ID },
      ),
      "POST /api/stats/logout": new Response(null, { status: 204 }),
    });
    await gate();
    expect(document.querySelector('meta[name="robots"]')?.getAttribute("content")).toBe("noindex");
    const form = within(screen.getByRole("main"));
    const logins = () => asked.filter(({ path }) => path === "/api/stats/auth").map(({ body }) => body);
    await user.click(buttonOf("Access Dashboard"));
    await form.findByText("Please enter the password.");
    expect(logins()).toEqual([]);
    await enter(user, "not the password");
    await form.findByText("Invalid password");
    await findToast("Access Denied");
    await waitFor(() => expect(form.getByLabelText<HTMLInputElement>(/^Password/).value).toBe(""));
    await enter(user, "the password");
    await form.findByText("Unable to authenticate. Please try again.");
    await user.click(buttonOf("Access Dashboard"));
    await form.findByText("Invalid password");
    expect(stored()).toBeNull();
    expect(asked.filter(({ path }) => path === "/api/analytics/stats")).toEqual([]);

    await enter(user, "the password");
    await screen.findByText("Active Visitors");
    expect(logins()).toEqual(
      ["not the password", "the password", "the password", "the password"].map((password) => ({ password })),
    );
    expect(stored()).toBe(SESSION_ID);
    const first = asked.find(({ path }) => path === "/api/analytics/stats");
    expect(first?.headers.get("x-stats-session")).toBe(SESSION_ID);

    await user.click(buttonOf("Logout"));
    await gate();
    await findToast("Logged Out");
    expect(stored()).toBeNull();
    expect(asked.find(({ path }) => path === "/api/stats/logout")?.headers.get("x-stats-session")).toBe(SESSION_ID);
  });

  it("is skipped with a stored session, which is sent with each request", { tags: ["rest"] }, async () => {
    const { asked } = await openDashboard();
    await card("Clicks");
    const forOperator = asked.filter(({ path }) => /stats|analytics\/(?!track)|mailchimp|stripe/.test(path));
    expect(new Set(forOperator.map(({ headers }) => headers.get("x-stats-session")))).toEqual(new Set([SESSION_ID]));
    expect(forOperator.length).toBeGreaterThan(5);
  });

  it("shows nothing and removes a stored session that the server rejects", async () => {
    localStorage.setItem(STATS_SESSION_KEY, "not-a-session");
    await openPage("/stats", { ...DASHBOARD, [STATS]: REFUSED });
    await gate();
    await screen.findByText(ENDED);
    expect(stored()).toBeNull();
  });

  it("locks when the session is ended elsewhere", { tags: ["rest"] }, async () => {
    const { state, answer } = refusable();
    await openDashboard({ [STATS]: answer }, { now: NOW });
    state.isRefused = true;
    await pass(1_000);
    await gate();
    expect(stored()).toBeNull();
    expect(screen.queryByText("Active Visitors")).toBeNull();
  });

  it("locks even when only the audience request is refused", { tags: ["rest"] }, async () => {
    localStorage.setItem(STATS_SESSION_KEY, SESSION_ID);
    await openPage("/stats", { ...DASHBOARD, [AUDIENCE]: REFUSED });
    await gate();
    await screen.findByText(ENDED);
    expect(stored()).toBeNull();
  });

  it("locks when another tab logs out", async () => {
    const { user } = await openDashboard();
    // Polling is paused, because this tab must not notice the change by itself.
    await user.click(buttonOf("Pause"));
    await screen.findByText("Paused");
    localStorage.removeItem(STATS_SESSION_KEY);
    window.dispatchEvent(new StorageEvent("storage", { key: STATS_SESSION_KEY, oldValue: SESSION_ID, newValue: null }));
    expect(await gate()).toBeTruthy();
  });
});

describe("an ended session", () => {
  it("keeps unsaved input until an explicit logout", { tags: ["rest"] }, async () => {
    const set = { ...NO_AD, title: "Movers", link: "https://one.example.com" };
    const { state, answer } = refusable();
    const { user } = await openDashboard(
      {
        [STATS]: answer,
        "GET /api/analytics/advertisement": set,
        "POST /api/stats/auth": { sessionId: SESSION_ID },
        "POST /api/stats/logout": new Response(null, { status: 204 }),
      },
      { now: NOW },
    );
    const field = (label: RegExp) => screen.findByLabelText<HTMLInputElement>(label);
    await user.clear(await field(/^Title/));
    await user.paste("Half a ti");
    state.isRefused = true;
    await pass(1_000);
    await gate();
    expect(screen.queryByLabelText(/^Title/)).toBeNull();
    state.isRefused = false;
    await enter(user, "the password");
    await screen.findByText("Unsaved changes.");
    expect((await field(/^Title/)).value).toBe("Half a ti");
    expect((await field(/^Link/)).value).toBe(set.link);

    await user.click(buttonOf("Logout"));
    await gate();
    await enter(user, "the password");
    await screen.findByText("Not set yet.");
    expect((await field(/^Title/)).value).toBe(set.title);
  });

  it("shows no expiry message after a logout, although a pending poll is refused", { tags: ["rest"] }, async () => {
    const { state, answer } = refusable();
    const loggedOut = Promise.withResolvers<Response>();
    const { user, asked } = await openDashboard(
      { [STATS]: answer, "POST /api/stats/logout": () => loggedOut.promise },
      { now: NOW },
    );
    await user.click(buttonOf("Logout"));
    expect(asked.some(({ path }) => path === "/api/stats/logout")).toBe(true);
    state.isRefused = true;
    await pass(1_000);
    await screen.findByText("Reconnecting");
    loggedOut.resolve(new Response(null, { status: 204 }));
    await findToast("Logged Out");
    await screen.findByText("Enter the dashboard password to continue");
    expect(screen.queryByText(ENDED)).toBeNull();
  });

  it(
    "that could not be checked is kept, and opens the dashboard once the server responds",
    { tags: ["rest"] },
    async () => {
      localStorage.setItem(STATS_SESSION_KEY, SESSION_ID);
      await openPage("/stats", { ...DASHBOARD, [STATS]: live(inTurn(unreachable, busyStats())) }, { now: NOW });
      await screen.findByText("Connection lost. Reconnecting…");
      expect(stored()).toBe(SESSION_ID);
      await pass(2_000);
      await screen.findByText("Active Visitors");
      expect(figure("Active Visitors")).toBe("3");
    },
  );
});
