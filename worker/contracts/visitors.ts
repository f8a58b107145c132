/** A browser's analytics session: 'session_', a timestamp, nine random characters (docs/contract.md, Visitors). */
export const SESSION_ID = /^session_\d{10,16}_?[A-Za-z0-9]{9}$/;
/** Where a browser keeps it, in session storage (docs/product.md, Visitors). */
export const SESSION_STORAGE_KEY = "analytics_session_id";

/** Where a browser keeps the operator's session, in local storage; its visits are the operator's own. */
export const STATS_SESSION_KEY = "stats_session_id";

/** Somebody is here while seen this lately (docs/product.md, Visitors). */
export const ACTIVE_MS = 5 * 60_000;
/** The 'last hour'. */
export const HOUR_MS = 3_600_000;
/** A visible page tells that it is still there this often (docs/product.md, Visitors). */
export const HEARTBEAT_MS = 15_000;
/** Visitors that an answer lists at most, so that a poll stays small; the counts beside them are exact. */
export const LISTED_VISITORS = 50;
/** Most keys of one kind that a period counts apart; the rarest are {@link OTHER}. */
export const KEYS_COUNTED = 1_000;
export const OTHER = "other";
/** The referrer of a visit that came from nowhere else. */
export const DIRECT = "Direct";
/** A place or a browser that is not known. */
export const UNKNOWN = "Unknown";

/** Somebody in the operator's lists. Dates are ISO 8601 UTC. */
export interface Visitor {
  id: string;
  /** First seen. */
  timestamp: string;
  lastSeen: string;
  /** As sent, at most 300 characters. */
  userAgent: string;
  city: string;
  country: string;
  /** Masked to /24 or /48 after a day. */
  ipAddress: string;
  /** Host, or 'Direct'. */
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
/** Confirmed subscribers against visits from a source; the rate is a percentage with one decimal. */
export interface Conversion {
  visitors: number;
  subscribers: number;
  conversionRate: number;
}
/** A confirmed subscriber and where they came from. */
export interface SubscriberDetail {
  /** Shortened: `m***@example.com`. */
  email: string;
  referrer: string;
  /** ISO 8601 UTC */
  subscribedAt: string;
}

/** The way from a visit to a paying reader, by source. Each counts sessions of a day, or people. */
export interface FunnelRow {
  referrer: string;
  visits: number;
  listingsOpened: number;
  callsClicked: number;
  signedUp: number;
  confirmed: number;
  vip: number;
}

/** One day in Toronto. */
export interface VisitDay {
  /** YYYY-MM-DD */
  day: string;
  visits: number;
  uniqueVisitors: number;
}

/** Answer of GET /api/analytics/stats. Days and months are Toronto's. */
export interface VisitorStats {
  /** Seen within the last hour, newest first, at most {@link LISTED_VISITORS}. */
  hourlyVisitors: Visitor[];
  hourlyVisitorCount: number;
  /** Here now, newest first, at most {@link LISTED_VISITORS}. */
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
  /** Visits of today and of this month by source. */
  referrerStats: ReferrerCount[];
  monthReferrerStats: ReferrerCount[];
  /** Confirmed subscribers by source, of all time and of the last 24 hours; 'Unknown' where no visit was counted. */
  subscriberSourceStats: ReferrerCount[];
  subscriberSourceStats24h: ReferrerCount[];
  /** Of sources whose visits are counted. */
  conversionRateStats: (Conversion & { referrer: string })[];
  conversionRateBySource: Record<string, Conversion>;
  /** Newest first, at most {@link LISTED_VISITORS}. */
  subscriberDetails: SubscriberDetail[];
  subscriberCount: number;
  /** Signed up and not confirmed yet. */
  pendingSubscriberCount: number;
  /** The last 24 hours, oldest first; `hour` is the moment it began, ISO 8601 UTC. */
  hourlySeries: { hour: string; visits: number }[];
  /** The last 15 days, oldest first: two whole weeks, and today. */
  days: VisitDay[];
  /** This month, most visits first. */
  funnel: FunnelRow[];
  /** This month's subscribers of whose visit nobody knows; in no row of the funnel. */
  withoutVisit: { confirmed: number; vip: number };
  generatedAt: string;
}

/** Answer of GET /api/geo: what the network says of where the caller is. */
export interface CallerPlace {
  city: string;
  country_name: string;
}
