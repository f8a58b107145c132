import type { Browser, BrowserContextOptions, Page, Request } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import type { VisitorStats } from "../../worker/contracts/visitors.ts";
import { keepSession } from "../support/node/operator.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { figure } from "../support/node/dashboard.ts";
import { personIn } from "../support/node/person.ts";
import { STATS_PASSWORD } from "../support/node/server.ts";

/** User agent of an ordinary browser. A headless browser's own user agent is recognized and not counted. */
const userAgent =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const ANALYTICS_REQUEST = /\/api\/analytics\/(track|heartbeat|deactivate)$/;
const SESSION = /^session_\d{13}_[a-z0-9]{9}$/;

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

/** Opens a window whose only source of locations is the test, and records the analytics requests that it sends. */
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

/** Waits for a request, after which all earlier requests have been answered as well. */
const settle = (page: Page) => page.evaluate(async () => void (await fetch("/api/site")));

/** Runs in the dashboard: returns the number of polls answered until an element shows a number. */
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
  it("show two people within two seconds of opening a page, until they close it", async () => {
    const dashboard = await personIn(browser);
    await keepSession(dashboard.page, operator);
    await dashboard.page.goto("/stats");
    const counter = figure(dashboard.page, "Active Visitors");
    const shown = async () => Number(await counter.innerText());
    await counter.waitFor();
    const before = await here();
    await expect.poll(shown).toBe(before);
    /** Polls run once a second. A poll in progress may not include the change yet, but the next poll must. */
    const moves = async (to: number) => {
      await expect.poll(here).toBe(to);
      expect(await counter.evaluate(pollsUntil, to)).toBeLessThanOrEqual(2);
    };
    // The test does not intercept requests, because a closed page would never release its last request.
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

  it(
    "count every opened page but only one visit, and store only the host of the referrer",
    { tags: ["rest"] },
    async () => {
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
      // A query string does not make the page a different one.
      await person.page.getByRole("contentinfo").getByRole("link", { name: "FAQs" }).click();
      await settle(person.page);
      expect(person.eventsOf("track").map(({ page }) => page)).toEqual(["/", "/about", "/"]);

      await person.open("/contact");
      expect(new Set(person.sentEvents.map((one) => one.sessionId))).toEqual(new Set([sessionId]));
      const seen = await stats();
      expect(seen.todayVisits).toBe(visits + 1);
      expect(seen.visitors[0]).toMatchObject({ id: sessionId, page: "/contact", referrer: "example.org" });
      await person.leave();
    },
  );
});
