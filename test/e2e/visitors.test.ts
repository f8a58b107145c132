import type { Browser, BrowserContextOptions, Page, Request } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import type { VisitorStats } from "../../worker/contracts/visitors.ts";
import { keepSession } from "../support/node/operator.ts";
import { publishUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { personIn, stopClock } from "../support/node/person.ts";
import { openPanel } from "../support/node/screens.ts";
import { STATS_PASSWORD } from "../support/node/server.ts";

/** Headless browsers identify themselves and are not counted. */
const userAgent =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const ANALYTICS_REQUEST = /\/api\/analytics\/(track|heartbeat|deactivate)$/;
const SESSION = /^session_\d{13}_[a-z0-9]{9}$/;
const TRACKER = /\/assets\/afterwards-[^/]+\.js$/;

let browser: Browser;
let operator: string;
beforeAll(async () => {
  browser = await sharedBrowser();
  const response = await fetch(`${inject("siteUrl")}/api/stats/auth`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ password: STATS_PASSWORD }),
  });
  operator = ((await response.json()) as { sessionId: string }).sessionId;
});

async function stats(): Promise<VisitorStats> {
  const headers = { "x-stats-session": operator };
  return (await (await fetch(`${inject("siteUrl")}/api/analytics/stats`, { headers })).json()) as VisitorStats;
}
const here = async () => (await stats()).activeVisitors;
const viewsOf = async (page: string) =>
  (await stats()).pageVisitStatsToday.find((counted) => counted.page === page)?.count ?? 0;

interface SentEvent {
  what: string;
  sessionId: string;
  page?: string;
  city?: string;
  referrer?: string | null;
}

function read(request: Request): SentEvent {
  const what = ANALYTICS_REQUEST.exec(request.url())?.[1] ?? "";
  return { what, ...(JSON.parse(request.postData() ?? "{}") as Omit<SentEvent, "what">) };
}

/** A person whose browser gets a location only from the test, with the analytics requests it sent. */
async function visitor(options: BrowserContextOptions = {}) {
  const person = await personIn(browser, { userAgent, ...options });
  const sentEvents: SentEvent[] = [];
  person.page.on("request", (request) => {
    if (ANALYTICS_REQUEST.test(request.url())) sentEvents.push(read(request));
  });
  await person.page.route("/api/geo", (route) => route.fulfill({ json: { city: "Unknown", country_name: "Unknown" } }));
  const eventsOf = (what: string) => sentEvents.filter((one) => one.what === what);
  return {
    ...person,
    sentEvents,
    eventsOf,
    /** Opens a page and waits until it is counted. */
    async open(path: string) {
      const counted = person.page.waitForResponse(/\/api\/analytics\/track$/);
      await person.page.goto(path);
      expect((await counted).status()).toBe(204);
    },
  };
}

/** Closes a page with its unload events, which Playwright skips by default. */
const close = (page: Page) => Promise.all([page.waitForEvent("close"), page.close({ runBeforeUnload: true })]);

/** Waits for a request, and so for all that were sent before it. */
const settle = (page: Page) => page.evaluate(async () => void (await fetch("/api/site")));

const turn = (page: Page, hidden: boolean) =>
  page.evaluate((isHidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);

/** Runs in the dashboard: the number of polls answered until an element shows a number. */
function pollsUntil(element: Element, number: number): Promise<number> {
  return new Promise((resolve) => {
    let polls = 0;
    const { fetch } = window;
    const look = () => {
      if (Number(element.textContent) !== number) return;
      window.fetch = fetch;
      observer.disconnect();
      resolve(polls);
    };
    const observer = new MutationObserver(look);
    observer.observe(element, { subtree: true, childList: true, characterData: true });
    window.fetch = async (...call) => {
      const response = await fetch(...call);
      polls += Number(response.url.endsWith("/api/analytics/stats"));
      return response;
    };
    look();
  });
}

describe("the statistics of visitors", () => {
  it("read tracking parameters from the fragment and remove them from the URL", async () => {
    const { page, open, eventsOf, leave } = await visitor();
    await open("/about?page=2&utm_source=newsletter&fbclid=abc");
    expect(eventsOf("track")[0]).toMatchObject({ page: "/about", referrer: "newsletter" });
    expect(page.url()).toBe(`${inject("siteUrl")}/about?page=2`);
    await leave();
  });

  it("show two people within two seconds of opening a page, until they close it", async () => {
    const dashboard = await personIn(browser);
    await keepSession(dashboard.page, operator);
    await dashboard.page.goto("/stats");
    const counter = dashboard.page.locator("dl[aria-label=Now] > div", { hasText: "Active Visitors" }).locator("dd");
    const shown = async () => Number(await counter.first().innerText());
    await counter.first().waitFor();
    const before = await here();
    await expect.poll(shown).toBe(before);
    /** Polls run once a second: a pending one may not include the change, the next one must. */
    const moves = async (to: number) => {
      await expect.poll(here).toBe(to);
      expect(await counter.first().evaluate(pollsUntil, to)).toBeLessThanOrEqual(2);
    };
    // Without a route: a closed page would never release its last intercepted request.
    const [first, second] = [await personIn(browser, { userAgent }), await personIn(browser, { userAgent })];
    // The two seconds exclude loading the page.
    const arrived = [first, second].map(({ page }) => page.waitForResponse(/\/api\/analytics\/track$/));
    await first.page.goto("/");
    await second.page.goto("/about");
    await Promise.all(arrived);
    await moves(before + 2);
    await close(first.page);
    await moves(before + 1);
    await close(second.page);
    await moves(before);
    await first.leave();
    await second.leave();
    await dashboard.leave();
  });

  it("count each opened page but one visit, and store only the host of the referrer", async () => {
    const [visits, home, about] = [(await stats()).todayVisits, await viewsOf("/"), await viewsOf("/about")];
    const person = await visitor();
    await person.page.goto("about:blank");
    const counted = person.page.waitForResponse(/\/api\/analytics\/track$/);
    await person.page.goto("/", { referer: "https://www.example.org/search?q=a+home" });
    await counted;
    const { sessionId, ...first } = person.sentEvents[0] ?? { sessionId: "" };
    expect(sessionId).toMatch(SESSION);
    expect(await person.page.evaluate(() => sessionStorage.getItem("analytics_session_id"))).toBe(sessionId);
    expect(first).toMatchObject({ what: "track", page: "/", city: "Unknown", referrer: "https://www.example.org" });

    await person.page.getByRole("contentinfo").getByRole("link", { name: "About Us" }).click();
    await expect.poll(() => viewsOf("/about")).toBe(about + 1);
    await person.page.goBack();
    await expect.poll(() => viewsOf("/")).toBe(home + 2);
    // A query string does not make another page.
    await person.page.getByRole("contentinfo").getByRole("link", { name: "FAQs" }).click();
    await settle(person.page);
    expect(person.eventsOf("track").map(({ page }) => page)).toEqual(["/", "/about", "/"]);

    await person.open("/contact");
    expect(new Set(person.sentEvents.map((one) => one.sessionId))).toEqual(new Set([sessionId]));
    const seen = await stats();
    expect(seen.todayVisits).toBe(visits + 1);
    expect(seen.visitors[0]).toMatchObject({ id: sessionId, page: "/contact", referrer: "example.org" });
    await person.leave();
  });

  it("include the location once it is found, unless it is unknown or fails", async () => {
    const person = await visitor();
    await person.page.route("/api/geo", (route) =>
      route.fulfill({ json: { city: "Toronto", country_name: "Canada" } }),
    );
    await person.page.goto("/about");
    await expect.poll(() => person.eventsOf("track").map(({ city }) => city)).toEqual(["Unknown", "Toronto"]);
    await person.leave();

    const late = await visitor();
    await late.page.route("/api/geo", () => undefined);
    const given = late.page.waitForEvent("requestfailed", (request) => request.url().endsWith("/api/geo"));
    await late.open("/about");
    await given;
    await settle(late.page);
    expect(late.eventsOf("track")).toHaveLength(1);
    await late.leave();

    const refused = await visitor();
    await refused.page.route("/api/geo", (route) =>
      route.fulfill({ status: 429, json: { code: "request.rate_limited" } }),
    );
    const response = refused.page.waitForResponse("**/api/geo");
    await refused.open("/about");
    await response;
    await settle(refused.page);
    expect(refused.eventsOf("track")).toHaveLength(1);
    await refused.leave([/status of 429/]);
  });

  it("include by the next heartbeat a page view that could not be sent", async () => {
    const person = await visitor();
    let located = 0;
    await person.page.route("/api/geo", async (route) => {
      located += 1;
      await route.fulfill({ json: { city: "Unknown", country_name: "Unknown" } });
    });
    await person.page.clock.install();
    await person.open("/about");
    await expect.poll(() => located).toBe(1);
    await person.page.route("/api/analytics/track", (route) => route.abort(), { times: 1 });
    const failed = person.page.waitForEvent("requestfailed");
    await person.page.getByRole("contentinfo").getByRole("link", { name: "Contact" }).click();
    await failed;
    const tracked = () => person.eventsOf("track").map(({ page }) => page);
    expect(tracked()).toEqual(["/about", "/contact"]);
    await person.page.clock.runFor(15_000);
    await expect.poll(tracked).toEqual(["/about", "/contact", "/contact"]);
    await settle(person.page);
    await person.page.clock.runFor(15_000);
    await expect.poll(() => person.eventsOf("heartbeat").length).toBeGreaterThan(0);
    expect(tracked()).toHaveLength(3);
    expect(located).toBe(1);
    await person.leave([/ERR_FAILED/]);
  });

  it("count a visit whose browser is never idle", async () => {
    const person = await visitor();
    await person.context.addInitScript(() => {
      window.requestIdleCallback = (work, { timeout } = {}) =>
        timeout === undefined ? 0 : Number(setTimeout(work, timeout, { didTimeout: true, timeRemaining: () => 0 }));
    });
    await person.open("/about");
    expect(person.eventsOf("track")).toHaveLength(1);
    await person.leave();
  });

  it("get a heartbeat every 15 seconds while the page is visible", async () => {
    const person = await visitor();
    await person.page.clock.install();
    await person.open("/about");
    await settle(person.page);
    await stopClock(person.page);
    await settle(person.page);
    // Includes heartbeats already due: the machine may have been slow.
    const beats = person.eventsOf("heartbeat").length;
    for (let beat = 1; beat <= 3; beat += 1) {
      await person.page.clock.runFor(15_000);
      await expect.poll(() => person.eventsOf("heartbeat").length).toBe(beats + beat);
    }
    const before = await here();
    await turn(person.page, true);
    await expect.poll(here).toBe(before - 1);
    await person.page.clock.runFor(120_000);
    await settle(person.page);
    expect([person.eventsOf("heartbeat").length, person.eventsOf("deactivate").length]).toEqual([beats + 3, 1]);

    await turn(person.page, false);
    await expect.poll(() => person.eventsOf("heartbeat").length).toBe(beats + 4);
    await expect.poll(here).toBe(before);
    await person.page.clock.runFor(15_000);
    await expect.poll(() => person.eventsOf("heartbeat").length).toBe(beats + 5);
    expect(person.eventsOf("track")).toHaveLength(1);
    await person.leave();
  });

  it("never get the token of a mailed link", async () => {
    const person = await visitor();
    const sent: string[] = [];
    person.page.on("request", (request) => {
      if (request.url().includes("/api/analytics/")) sent.push(`${request.url()} ${request.postData()}`);
    });
    const key = "123-secretsecretsecret";
    for (const kind of ["manage", "delete", "confirm", "unsubscribe", "preferences", "privacy", "never"]) {
      await person.open(`/${kind}/${key}`);
      await expect.poll(() => person.sentEvents.at(-1)?.page).toBe(`/${kind}/:token`);
    }
    await person.page.getByRole("contentinfo").getByRole("link", { name: "About Us" }).click();
    await expect.poll(() => person.sentEvents.at(-1)?.page).toBe("/about");
    await person.open(`/manage/${key}/more`);
    await expect.poll(() => person.sentEvents.at(-1)?.page).toBe("*");
    expect(sent.length).toBeGreaterThan(6);
    expect(sent.filter((text) => text.includes("secret"))).toEqual([]);
    await person.leave([/status of 404/, /status of 400/]);
  });

  it("count a call in the same visit", async () => {
    const { id, slug } = await publishUnit({ address: "9 Sumach St, Toronto, ON" });
    const called = async () => (await stats()).funnel.reduce((sum, row) => sum + row.callsClicked, 0);
    const before = await called();
    const person = await visitor();
    await person.open(`/listing/${id}/${slug}`);
    await person.page.getByRole("link", { name: "Call", exact: true }).click();
    await expect.poll(called).toBe(before + 1);
    await person.leave();
  });

  it("count a visit without browser storage", async () => {
    const person = await visitor();
    await person.context.addInitScript(() => {
      for (const name of ["localStorage", "sessionStorage"])
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException("Switched off", "SecurityError");
          },
        });
    });
    await person.open("/about");
    await person.page.getByRole("contentinfo").getByRole("link", { name: "Contact" }).click();
    await expect.poll(() => person.eventsOf("track").length).toBe(2);
    expect(new Set(person.sentEvents.map(({ sessionId }) => sessionId)).size).toBe(1);
    await person.leave([/scroll/i]);
  });
});

describe("no visit is counted", () => {
  /** Opens two pages and waits until the tracker was loaded and has run. */
  async function lookAround(person: Awaited<ReturnType<typeof visitor>>) {
    const loaded = person.page.waitForResponse(TRACKER);
    await person.page.goto("/about");
    await loaded;
    await person.page.getByRole("contentinfo").getByRole("link", { name: "Contact" }).click();
    await person.page.waitForURL("/contact");
    await settle(person.page);
  }

  it("with Global Privacy Control", async () => {
    const before = await here();
    const person = await visitor();
    let asked = 0;
    await person.page.route("/api/geo", async (route) => {
      asked += 1;
      await route.fulfill({ json: {} });
    });
    await person.context.addInitScript(() => {
      Object.defineProperty(navigator, "globalPrivacyControl", { get: () => true });
    });
    await lookAround(person);
    await turn(person.page, true);
    await settle(person.page);
    expect(person.sentEvents).toEqual([]);
    expect(asked).toBe(0);
    expect(await person.page.evaluate(() => sessionStorage.getItem("analytics_session_id"))).toBeNull();
    expect(await here()).toBe(before);
    await person.leave();
  });

  it("of a logged-in moderator or operator", async () => {
    const moderator = await visitor();
    await openPanel(moderator.page);
    await moderator.page.getByRole("tab").first().waitFor();
    await lookAround(moderator);
    expect(moderator.sentEvents).toEqual([]);
    await moderator.leave();

    const person = await visitor();
    await person.context.addInitScript(() => localStorage.setItem("stats_session_id", "an id"));
    await lookAround(person);
    expect(person.sentEvents).toEqual([]);
    await person.leave();
  });

  it("after logging in", async () => {
    const person = await visitor();
    await person.open("/about");
    const before = await here();
    await person.page.evaluate(() => localStorage.setItem("admin_authenticated", "true"));
    await person.page.getByRole("contentinfo").getByRole("link", { name: "Contact" }).click();
    await expect.poll(here).toBe(before - 1);
    await person.page.getByRole("contentinfo").getByRole("link", { name: "About Us" }).click();
    await settle(person.page);
    expect(person.sentEvents.map(({ what }) => what)).toEqual(["track", "deactivate"]);
    await person.leave();
  });
});
