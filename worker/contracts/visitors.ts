import { MINUTE_MS } from "./days.ts";
import { operation, types } from "./operation.ts";
import type { StatsPeriod } from "./stats-periods.ts";

/** A browser's analytics session: 'session_', a timestamp, nine random characters (docs/contract.md, Visitors). */
export const SESSION_ID = /^session_\d{10,16}_?[A-Za-z0-9]{9}$/;
/** Session-storage key of the analytics session's id (docs/product.md, Visitors). */
export const SESSION_STORAGE_KEY = "analytics_session_id";

/** Local-storage key of the operator's session. Visits from a browser with this key are the operator's own. */
export const STATS_SESSION_KEY = "stats_session_id";

/** Time after the last heartbeat for which a visitor counts as active (docs/product.md, Visitors). */
export const ACTIVE_MS = 5 * MINUTE_MS;
/** Heartbeat interval of a visible page (docs/product.md, Visitors). */
export const HEARTBEAT_MS = 15_000;
/** Maximum number of visitors listed in a response, which keeps polls small. The counts beside the list are exact. */
export const LISTED_VISITORS = 50;
/** Maximum number of distinct keys counted in a period. The rarest keys are combined into {@link OTHER}. */
export const KEYS_COUNTED = 1_000;
export const OTHER = "other";
/** Referrer of a visit without a referring site. */
export const DIRECT = "Direct";
/** Number of minutes in the line chart of arrivals. */
export const MINUTES_SHOWN = 30;
/** Value for an unknown location or browser. */
export const UNKNOWN = "Unknown";

/** A visitor in the operator's lists. Dates are ISO 8601 UTC. */
export interface Visitor {
  id: string;
  /** Time at which the visitor was first seen. */
  timestamp: string;
  lastSeen: string;
  /** The user agent as sent, at most 300 characters. */
  userAgent: string;
  city: string;
  country: string;
  /** IP address, masked to /24 or /48 after a day. */
  ipAddress: string;
  /** Host of the referring site, or 'Direct'. */
  referrer: string;
  page: string;
  subscribed: boolean;
  subscribedAt: string | null;
}

export interface PageCount {
  page: string;
  count: number;
}
export interface ReferrerCount {
  referrer: string;
  count: number;
}
/** Confirmed subscribers compared with visits from a source; the rate is a percentage with one decimal. */
export interface Conversion {
  visitors: number;
  subscribers: number;
  conversionRate: number;
}
/** A confirmed subscriber and where they came from. */
export interface SubscriberDetail {
  /** Masked email address: `m***@example.com`. */
  email: string;
  referrer: string;
  /** Time of the subscription, ISO 8601 UTC. */
  subscribedAt: string;
}

/** The funnel from visit to paying subscriber, by source. Each column counts either daily sessions or people. */
export interface FunnelRow {
  referrer: string;
  visits: number;
  listingsOpened: number;
  callsClicked: number;
  signedUp: number;
  confirmed: number;
  vip: number;
}

/** The counts of one day in Toronto. */
export interface VisitDay {
  /** The day, YYYY-MM-DD. */
  day: string;
  visits: number;
  uniqueVisitors: number;
}

/** Visitors and subscribers. Days and months are in Toronto time. */
export interface VisitorStats {
  /** Visitors seen within the last hour, newest first, at most {@link LISTED_VISITORS}. */
  hourlyVisitors: Visitor[];
  hourlyVisitorCount: number;
  /** Visitors active now, newest first, at most {@link LISTED_VISITORS}. */
  visitors: Visitor[];
  activeVisitors: number;
  todayVisits: number;
  yesterdayVisits: number;
  monthVisits: number;
  uniqueVisitorsToday: number;
  returningUsersToday: number;
  mobileVisitorsToday: number;
  desktopVisitorsToday: number;
  pageVisitStatsToday: PageCount[];
  /** Number of visits today and this month, by source. */
  referrerStats: ReferrerCount[];
  monthReferrerStats: ReferrerCount[];
  /**
   * Confirmed subscribers by source, of all time and of the last 24 hours. The source is 'Unknown' without a counted
   * visit.
   */
  subscriberSourceStats: ReferrerCount[];
  subscriberSourceStats24h: ReferrerCount[];
  /** Conversions by source, for sources with counted visits. */
  conversionRateStats: (Conversion & { referrer: string })[];
  conversionRateBySource: Record<string, Conversion>;
  /** Confirmed subscribers, newest first, at most {@link LISTED_VISITORS}. */
  subscriberDetails: SubscriberDetail[];
  subscriberCount: number;
  /** Number of people who signed up but have not confirmed. */
  pendingSubscriberCount: number;
  /** The last 24 hours, oldest first; `hour` is its start, ISO 8601 UTC. */
  hourlySeries: { hour: string; visits: number }[];
  /** The last two weeks and today, oldest first. */
  days: VisitDay[];
  /** The funnel of this month by source, most visits first. */
  funnel: FunnelRow[];
  /** Subscribers of this month without a known visit. These subscribers are in no row of the funnel. */
  withoutVisit: { confirmed: number; vip: number };
  generatedAt: string;
  /** Statistics of the requested range; present only with `range`. */
  period?: StatsPeriod;
}

/** The caller's location, derived from the network. */
export interface CallerPlace {
  city: string;
  country_name: string;
}

/** Parameters that other sites and email programs add to count clicks (docs/contract.md, Pages). */
const TRACKING_PARAMETER = /^(?:utm_[a-z_]+|fbclid|gclid|mc_cid|mc_eid)(?:=|$)/i;

/**
 * Splits a query string or fragment, without its `?` or `#`, into tracking parameters and other parameters. Both
 * results keep order and spelling.
 */
export function splitTracking(parameters: string): { tracking: string; rest: string } {
  const all = parameters.split("&");
  return {
    tracking: all.filter((one) => TRACKING_PARAMETER.test(one)).join("&"),
    rest: all.filter((one) => !TRACKING_PARAMETER.test(one)).join("&"),
  };
}

/** A page that was opened. The visitor's location is taken from the network, not from these fields. */
interface PageOpened {
  sessionId: string;
  userAgent?: string | null;
  referrer?: string | null;
  /** The `utm_campaign` of the link that the visitor followed. */
  campaign?: string | null;
  city?: string | null;
  country?: string | null;
  page: string;
}
type InSession = { body: { sessionId: string }; answer: void };

/** Begins a visit at a page, or continues a visit there. */
export const recordVisit = operation("POST", "/api/analytics/track", types<{ body: PageOpened; answer: void }>);
export const recordHeartbeat = operation("POST", "/api/analytics/heartbeat", types<InSession>);
/** Ends a visit. */
export const recordLeave = operation("POST", "/api/analytics/deactivate", types<InSession>);
/** Counts a list search that found nothing, by its parameters. */
export const recordEmptySearch = operation(
  "POST",
  "/api/analytics/searches",
  types<{ body: { sessionId: string; search: Record<string, string> }; answer: void }>,
);
/** Returns the caller's location, with {@link UNKNOWN} for anything that the network does not report. */
export const getCallerPlace = operation("GET", "/api/geo", types<{ answer: CallerPlace }>);
