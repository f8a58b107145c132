import type { BodyOf } from "../../../worker/contracts/operation.ts";
import {
  type CallerPlace,
  getCallerPlace,
  HEARTBEAT_MS,
  recordHeartbeat,
  recordLeave,
  recordVisit,
  SESSION_ID,
  splitTracking,
  UNKNOWN,
} from "../../../worker/contracts/visitors.ts";
import { checkVersion } from "../../lib/reload.ts";
import { isStaffBrowser, hasOptedOut, rememberVisit, visitId } from "../../lib/visit.ts";

/** The current location, as the router provides it. */
interface TrackedLocation {
  pathname(): string;
  /** Route pattern with parameters. */
  route(): string;
  subscribe(listener: () => void): () => void;
}

const GEO_TIMEOUT_MS = 3_000;
/** Pages of moderators and operators. */
const OWN_PAGES = /^\/(?:admin|stats)(?:\/|$)/i;
const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

function newSessionId(): string {
  const random = [...crypto.getRandomValues(new Uint8Array(9))].map((byte) => LETTERS[byte % LETTERS.length]);
  return `session_${Date.now()}_${random.join("")}`;
}

/**
 * Returns the name of the page in the statistics: the route pattern for pages with tokens and unknown pages, otherwise
 * the path.
 */
function pageOf(where: TrackedLocation): string {
  const path = where.route();
  return path === "*" || path.includes(":token") ? path.replace("?", "") : where.pathname();
}

/** Removes and returns the tracking parameters in the fragment, where the server put them. */
function takeTrackingParameters(): { source: string | null; campaign: string | null } {
  const { tracking, rest } = splitTracking(location.hash.slice(1));
  if (tracking !== "")
    history.replaceState(history.state, "", location.pathname + location.search + (rest && `#${rest}`));
  const parameters = new URLSearchParams(tracking);
  return { source: parameters.get("utm_source"), campaign: parameters.get("utm_campaign") };
}

/**
 * Counts a visit in the site's own statistics. Sends page views, a heartbeat every {@link HEARTBEAT_MS}, and the end of
 * the visit, and ignores errors. Nothing is counted with Global Privacy Control, or for moderators and operators.
 * @returns a function that stops tracking
 */
export function trackVisit(where: TrackedLocation): () => void {
  const { source, campaign } = takeTrackingParameters();
  // The referrer's origin only, without path and query. Without a referrer, the source named in the link is used.
  const referrer = document.referrer.split("/", 3).join("/") || source;
  const isOwn = () => isStaffBrowser() || OWN_PAGES.test(where.pathname());
  if (hasOptedOut() || isOwn()) return () => {};
  const stored = visitId();
  const sessionId = stored && SESSION_ID.test(stored) ? stored : newSessionId();
  rememberVisit(sessionId);

  let place = { city: UNKNOWN, country: UNKNOWN };
  let pathname = where.pathname();
  /** True once the server has stored the current page and location; until then, each heartbeat retries. */
  let isTracked = false;
  let isLocated = false;
  /** True while the page is visible. A page opened in the background does not count until it becomes visible. */
  let isVisible = false;
  let timer: ReturnType<typeof setInterval> | undefined;

  const send = async <Op extends typeof recordVisit | typeof recordHeartbeat>(
    { path }: Op,
    fields: Omit<BodyOf<Op>, "sessionId">,
  ) => {
    // Stops if the visitor has logged in as an operator or moderator since the visit began.
    if (isOwn()) stop();
    else if (navigator.onLine)
      try {
        const response = await fetch(path, {
          method: "POST",
          priority: "low",
          keepalive: true,
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ sessionId, ...fields }),
        });
        checkVersion(response);
        return response.ok;
      } catch (error) {
        console.debug("The visit was not counted.", error);
      }
    return false;
  };
  const track = async () => {
    const [trackedPathname, from] = [pathname, place];
    const ok = await send(recordVisit, {
      userAgent: navigator.userAgent,
      referrer,
      campaign,
      ...from,
      page: pageOf(where),
    });
    // The page may have changed during the request.
    if (trackedPathname === pathname && from === place) isTracked = ok;
  };
  const locate = async () => {
    try {
      const response = await fetch(getCallerPlace.path, {
        priority: "low",
        signal: AbortSignal.timeout(GEO_TIMEOUT_MS),
      });
      if (!response.ok) return;
      const { city, country_name: country } = (await response.json()) as CallerPlace;
      if (city === UNKNOWN || country === UNKNOWN) return;
      place = { city, country };
      isTracked = false;
      if (isVisible) await track();
    } catch (error) {
      console.debug("The visitor’s location was not found.", error);
    }
  };
  const beat = async () => {
    if (isTracked) await send(recordHeartbeat, {});
    else await track();
    if (!isTracked || isLocated) return;
    isLocated = true;
    await locate();
  };

  const leave = () => {
    clearInterval(timer);
    if (!isVisible) return;
    isVisible = false;
    const body = JSON.stringify({ sessionId });
    if (navigator.sendBeacon?.(recordLeave.path, body)) return;
    fetch(recordLeave.path, { method: "POST", keepalive: true, body }).catch(() => undefined);
  };
  const updateVisibility = () => {
    if (document.hidden) return leave();
    if (isVisible) return;
    isVisible = true;
    timer = setInterval(() => void beat(), HEARTBEAT_MS);
    void beat();
  };

  const cleanups = [
    where.subscribe(() => {
      if (where.pathname() === pathname) return;
      pathname = where.pathname();
      isTracked = false;
      void track();
    }),
  ];
  const listen = (target: EventTarget, type: string, listener: () => void) => {
    target.addEventListener(type, listener);
    cleanups.push(() => target.removeEventListener(type, listener));
  };
  listen(document, "visibilitychange", updateVisibility);
  listen(window, "pagehide", leave);
  // Runs when the page returns from the back/forward cache.
  listen(window, "pageshow", updateVisibility);
  function stop(): void {
    for (const end of cleanups.splice(0)) end();
    leave();
  }

  updateVisibility();
  return stop;
}
