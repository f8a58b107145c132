import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { pageAt } from "../../src/app/router/page-table.ts";
import { trackVisit } from "../../src/features/visitors/tracker.ts";
import { ADMIN_HINT } from "../../src/lib/visit.ts";
import { whenIdle } from "../../src/lib/timing.ts";
import { SESSION_ID, SESSION_STORAGE_KEY, STATS_SESSION_KEY } from "../../worker/contracts/visitors.ts";

const BEAT_MS = 15_000;
const NOWHERE = { city: "Unknown", country_name: "Unknown" };

interface Told {
  what: string;
  sessionId: string;
  page?: string;
  city?: string;
  referrer?: string | null;
  campaign?: string | null;
}

type Geo = () => Response | Promise<Response>;

/** Opens a page as a visitor whose visit is counted, and returns the requests sent to the server. */
function visitor(path: string, { geo = () => Response.json(NOWHERE) }: { geo?: Geo } = {}) {
  history.replaceState(null, "", path);
  const told: Told[] = [];
  const state = { isOffline: false, located: 0, texts: [] as string[] };
  const note = (url: string, body: unknown) => {
    const text = typeof body === "string" ? body : "{}";
    state.texts.push(url + text);
    told.push({ what: url.split("/").at(-1) ?? "", ...(JSON.parse(text) as { sessionId: string }) });
  };
  vi.stubGlobal("fetch", async (url: string, { body }: RequestInit = {}) => {
    if (url === "/api/geo") {
      state.located += 1;
      return await geo();
    }
    note(url, body);
    if (state.isOffline) throw new TypeError("Failed to fetch");
    return new Response(null, { status: 204 });
  });
  navigator.sendBeacon = (url, body) => {
    note(String(url), body);
    return true;
  };
  const listeners = new Set<() => void>();
  const stop = trackVisit({
    pathname: () => location.pathname,
    route: () => pageAt(location.pathname).path,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  });
  onTestFinished(stop);
  return {
    state,
    told,
    toldOf: (what: string) => told.filter((one) => one.what === what),
    pages: () => told.filter(({ what }) => what === "track").map(({ page }) => page),
    async goTo(next: string) {
      history.pushState(null, "", next);
      for (const listener of listeners) listener();
      await settle();
    },
  };
}

/** Waits until every sent request is answered. */
const settle = () => vi.advanceTimersByTimeAsync(0);

function turn(isHidden: boolean): void {
  vi.spyOn(document, "hidden", "get").mockReturnValue(isHidden);
  document.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-21T14:30:00.000Z") });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  Reflect.deleteProperty(navigator, "globalPrivacyControl");
});

describe("the statistics of visitors", () => {
  it("count each page once, in the tab's session", async () => {
    const { goTo, pages, told } = visitor("/");
    await settle();
    await goTo("/about");
    await goTo("/about?page=2");
    await goTo("/");
    expect(pages()).toEqual(["/", "/about", "/"]);
    const [{ sessionId } = { sessionId: "" }] = told;
    expect(sessionId).toMatch(SESSION_ID);
    expect(sessionStorage.getItem(SESSION_STORAGE_KEY)).toBe(sessionId);
    expect(new Set(told.map((one) => one.sessionId)).size).toBe(1);
  });

  it("read tracking parameters from the fragment and remove them from the URL", async () => {
    const { told } = visitor("/about?page=2#utm_source=newsletter&utm_campaign=flyer&fbclid=abc");
    await settle();
    expect(told[0]).toMatchObject({ page: "/about", referrer: "newsletter", campaign: "flyer" });
    expect(location.search + location.hash).toBe("?page=2");
  });

  it("get only the host of the referrer", async () => {
    vi.spyOn(document, "referrer", "get").mockReturnValue("https://www.example.org/search?q=a+home");
    const { told } = visitor("/");
    await settle();
    expect(told[0]).toMatchObject({ page: "/", city: "Unknown", referrer: "https://www.example.org" });
  });

  it("include the location once it is found", async () => {
    const { toldOf } = visitor("/about", { geo: () => Response.json({ city: "Toronto", country_name: "Canada" }) });
    await settle();
    expect(toldOf("track").map(({ city }) => city)).toEqual(["Unknown", "Toronto"]);
  });

  it.each<[string, Geo]>([
    ["unknown", () => Response.json(NOWHERE)],
    ["refused", () => Response.json({ code: "request.rate_limited" }, { status: 429 })],
    ["not found in time", () => Promise.reject(new DOMException("Too slow", "TimeoutError"))],
  ])("omit a location that is %s", async (_, geo) => {
    const { state, toldOf } = visitor("/about", { geo });
    await settle();
    expect(state.located).toBe(1);
    expect(toldOf("track")).toHaveLength(1);
  });

  it("wait three seconds for the location", async () => {
    const timeout = vi.spyOn(AbortSignal, "timeout");
    visitor("/about", { geo: () => new Promise<never>(() => {}) });
    await settle();
    expect(timeout).toHaveBeenCalledWith(3_000);
  });

  it("include a page view that could not be sent in the next heartbeat", async () => {
    const { goTo, pages, state, toldOf } = visitor("/about");
    await settle();
    expect(state.located).toBe(1);
    state.isOffline = true;
    await goTo("/contact");
    state.isOffline = false;
    expect(pages()).toEqual(["/about", "/contact"]);
    await vi.advanceTimersByTimeAsync(BEAT_MS);
    expect(pages()).toEqual(["/about", "/contact", "/contact"]);
    expect(toldOf("heartbeat")).toEqual([]);
    await vi.advanceTimersByTimeAsync(BEAT_MS);
    expect(toldOf("heartbeat")).toHaveLength(1);
    expect(pages()).toHaveLength(3);
    expect(state.located).toBe(1);
  });

  it("get a heartbeat every 15 seconds while the page is visible", async () => {
    const { toldOf } = visitor("/about");
    const counts = () => ["track", "heartbeat", "deactivate"].map((what) => toldOf(what).length);
    await settle();
    for (let beat = 1; beat <= 3; beat += 1) {
      await vi.advanceTimersByTimeAsync(BEAT_MS);
      expect(counts()).toEqual([1, beat, 0]);
    }
    turn(true);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(counts()).toEqual([1, 3, 1]);
    turn(false);
    await settle();
    expect(counts()).toEqual([1, 4, 1]);
    await vi.advanceTimersByTimeAsync(BEAT_MS);
    expect(counts()).toEqual([1, 5, 1]);
  });

  it("never get the token of an emailed link", async () => {
    const key = "123-secretsecretsecret";
    const { goTo, pages, state } = visitor(`/manage/${key}`);
    await settle();
    const kinds = ["delete", "confirm", "unsubscribe", "preferences", "privacy", "never"];
    for (const kind of kinds) await goTo(`/${kind}/${key}`);
    await goTo("/about");
    await goTo(`/manage/${key}/more`);
    expect(pages()).toEqual(["/manage/:token", ...kinds.map((kind) => `/${kind}/:token`), "/about", "*"]);
    expect(state.texts.filter((text) => text.includes("secret"))).toEqual([]);
  });

  it("count a visit without browser storage", async () => {
    for (const name of ["localStorage", "sessionStorage"] as const)
      vi.spyOn(window, name, "get").mockImplementation(() => {
        throw new DOMException("Switched off", "SecurityError");
      });
    const { goTo, pages, told } = visitor("/about");
    await settle();
    await goTo("/contact");
    expect(pages()).toEqual(["/about", "/contact"]);
    expect(new Set(told.map(({ sessionId }) => sessionId)).size).toBe(1);
    vi.restoreAllMocks();
  });

  it("begin after three seconds in a browser that is never idle", async () => {
    const work = vi.fn<() => void>();
    vi.stubGlobal("requestIdleCallback", (run: () => void, { timeout }: { timeout?: number } = {}) =>
      timeout === undefined ? 0 : setTimeout(run, timeout),
    );
    whenIdle(work);
    await vi.advanceTimersByTimeAsync(2_999);
    expect(work).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(work).toHaveBeenCalledOnce();
  });
});

describe("no visit is counted", () => {
  it("with Global Privacy Control", async () => {
    Object.defineProperty(navigator, "globalPrivacyControl", { configurable: true, value: true });
    const { goTo, state, told } = visitor("/about");
    await settle();
    await goTo("/contact");
    turn(true);
    await settle();
    expect(told).toEqual([]);
    expect(state.located).toBe(0);
    expect(sessionStorage.getItem(SESSION_STORAGE_KEY)).toBeNull();
  });

  it.each([
    ["a logged-in moderator", ADMIN_HINT, "true"],
    ["a logged-in operator", STATS_SESSION_KEY, "an id"],
  ])("of %s", async (_, name, value) => {
    localStorage.setItem(name, value);
    const { goTo, told } = visitor("/about");
    await settle();
    await goTo("/contact");
    expect(told).toEqual([]);
  });

  it.each(["/admin", "/stats"])("of %s", async (path) => {
    const { told } = visitor(path);
    await settle();
    expect(told).toEqual([]);
  });

  it("after logging in", async () => {
    const { goTo, told } = visitor("/about");
    await settle();
    localStorage.setItem(ADMIN_HINT, "true");
    await goTo("/contact");
    await goTo("/about");
    expect(told.map(({ what }) => what)).toEqual(["track", "deactivate"]);
  });
});
