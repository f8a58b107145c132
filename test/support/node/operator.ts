import type { Page } from "playwright-core";
import { inject } from "vitest";
import { STATS_SESSION_KEY, type VisitorStats } from "../../../worker/contracts/visitors.ts";
import { STATS_PASSWORD } from "./server.ts";

export { busyStats } from "../component/statistics.ts";

const DESKTOP =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36";

const send = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(inject("siteUrl") + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

/** Logs the operator in without a browser. @returns the session's id */
export async function operatorSession(): Promise<string> {
  const response = await send("/api/stats/auth", { password: STATS_PASSWORD });
  return ((await response.json()) as { sessionId: string }).sessionId;
}

/** Stores a session id in a browser, as a login does, before a page is opened. */
export async function keepSession(page: Page, sessionId: string): Promise<void> {
  await page.goto("/robots.txt");
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [STATS_SESSION_KEY, sessionId] as const);
}

export const storedSession = (page: Page) => page.evaluate((key) => localStorage.getItem(key), STATS_SESSION_KEY);

/** Reads the current statistics. */
export async function readStats(sessionId: string): Promise<VisitorStats> {
  const response = await fetch(`${inject("siteUrl")}/api/analytics/stats`, {
    headers: { "x-stats-session": sessionId },
  });
  return (await response.json()) as VisitorStats;
}

const newSessionId = () => `session_${Date.now()}_${Math.random().toString(36).slice(2, 11).padEnd(9, "0")}`;

interface Sight {
  sessionId?: string;
  page?: string;
  referrer?: string | null;
  campaign?: string;
  userAgent?: string;
}

/** Records a page view as the tracker does. @returns the session's id */
export async function track({ sessionId = newSessionId(), ...changes }: Sight = {}): Promise<string> {
  const sign = { userAgent: DESKTOP, referrer: null, city: "Unknown", country: "Unknown", page: "/", ...changes };
  const { status } = await send("/api/analytics/track", { sessionId, ...sign });
  if (status !== 204) throw new Error(`track: ${status}`);
  return sessionId;
}

export const leaveSite = (sessionId: string) => send("/api/analytics/deactivate", { sessionId });
