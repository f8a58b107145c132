import { type CallerPlace, HEARTBEAT_MS, SESSION_ID, UNKNOWN } from "../../../worker/contracts/visitors.ts";
import { isOwnBrowser, refusesTracking, rememberVisit, visitId } from "../../lib/visit.ts";

/** Where the visitor is. */
interface Whereabouts {
  pathname(): string;
  /** The page's path as the router matches it, with its parameters. */
  route(): string;
  subscribe(listener: () => void): () => void;
}

const LEAVE = "/api/analytics/deactivate";
const GEO_TIMEOUT_MS = 3_000;
/** Pages of those who run the site. */
const OWN_PAGES = /^\/(?:admin|stats)(?:\/|$)/i;
const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

function newSessionId(): string {
  const random = [...crypto.getRandomValues(new Uint8Array(9))].map((byte) => LETTERS[byte % LETTERS.length]);
  return `session_${Date.now()}_${random.join("")}`;
}

/** The page as the statistics may know it: by its route where the address holds a token, or is no page. */
function pageOf(where: Whereabouts): string {
  const path = where.route();
  return path === "*" || path.includes(":token") ? path.replace("?", "") : where.pathname();
}

/**
 * Counts the visit in the site's own statistics: tells of each page, every {@link HEARTBEAT_MS} that it is still looked
 * at, and when it is not any more. Nobody waits for it and nothing is shown when it fails. Whoever refuses to be tracked
 * is not, and neither is who runs the site.
 * @returns ends it
 */
export function trackVisit(where: Whereabouts): () => void {
  const isOwn = () => isOwnBrowser() || OWN_PAGES.test(where.pathname());
  if (refusesTracking() || isOwn()) return () => {};
  const stored = visitId();
  const sessionId = stored && SESSION_ID.test(stored) ? stored : newSessionId();
  rememberVisit(sessionId);

  let place = { city: UNKNOWN, country: UNKNOWN };
  let pathname = where.pathname();
  /** Whether the page that is open, and the place, were told. What does not arrive is told by the next sign of life. */
  let isTracked = false;
  let isLocated = false;
  /** A page that opens in the background is counted once it is looked at. */
  let isHere = false;
  let timer: ReturnType<typeof setInterval> | undefined;

  const send = async (what: "track" | "heartbeat", more?: object) => {
    // Somebody may have logged in since.
    if (isOwn()) stop();
    else if (navigator.onLine)
      try {
        const { ok } = await fetch(`/api/analytics/${what}`, {
          method: "POST",
          priority: "low",
          keepalive: true,
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ sessionId, ...more }),
        });
        return ok;
      } catch (error) {
        console.debug("The visit was not counted.", error);
      }
    return false;
  };
  const track = async () => {
    const [told, from] = [pathname, place];
    const ok = await send("track", {
      userAgent: navigator.userAgent,
      // The site it came from, not what was read or searched there.
      referrer: document.referrer.split("/", 3).join("/") || null,
      ...from,
      page: pageOf(where),
    });
    // Meanwhile it may have become another page.
    if (told === pathname && from === place) isTracked = ok;
  };
  const locate = async () => {
    try {
      const response = await fetch("/api/geo", { priority: "low", signal: AbortSignal.timeout(GEO_TIMEOUT_MS) });
      if (!response.ok) return;
      const { city, country_name: country } = (await response.json()) as CallerPlace;
      if (city === UNKNOWN || country === UNKNOWN) return;
      place = { city, country };
      isTracked = false;
      if (isHere) await track();
    } catch (error) {
      console.debug("Where the visit is from was not found.", error);
    }
  };
  const beat = async () => {
    if (isTracked) await send("heartbeat");
    else await track();
    if (!isTracked || isLocated) return;
    isLocated = true;
    await locate();
  };

  const leave = () => {
    clearInterval(timer);
    if (!isHere) return;
    isHere = false;
    const body = JSON.stringify({ sessionId });
    if (navigator.sendBeacon?.(LEAVE, body)) return;
    fetch(LEAVE, { method: "POST", keepalive: true, body }).catch(() => undefined);
  };
  const look = () => {
    if (document.hidden) return leave();
    if (isHere) return;
    isHere = true;
    timer = setInterval(() => void beat(), HEARTBEAT_MS);
    void beat();
  };

  const ends = [
    where.subscribe(() => {
      if (where.pathname() === pathname) return;
      pathname = where.pathname();
      isTracked = false;
      void track();
    }),
  ];
  const listen = (target: EventTarget, type: string, listener: () => void) => {
    target.addEventListener(type, listener);
    ends.push(() => target.removeEventListener(type, listener));
  };
  listen(document, "visibilitychange", look);
  listen(window, "pagehide", leave);
  // A page that the browser kept comes back.
  listen(window, "pageshow", look);
  function stop(): void {
    for (const end of ends.splice(0)) end();
    leave();
  }

  look();
  return stop;
}
