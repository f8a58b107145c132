import { DAY_MS, HOUR_MS, MINUTE_MS } from "./days.ts";

/**
 * Sliding-window limits for the networks that contain a caller: the IPv4 address, or the IPv6 /64, /56 and /48. A limit
 * is null if another limit applies to networks of that size.
 */
export interface NetworkLimit {
  readonly counts: readonly [narrow: number | null, in56: number, in48: number];
  readonly windowMs: number;
}

/**
 * Providers give customers a /64, a /56 or a /48. A /56 therefore gets twice and a /48 three times the limit of a /64.
 */
const widening = (count: number, windowMs: number): NetworkLimit => ({
  counts: [count, 2 * count, 3 * count],
  windowMs,
});
const exactly = (...counts: NetworkLimit["counts"]): NetworkLimit => ({ counts, windowMs: DAY_MS });

/**
 * All exact limits per network. RATE_LIMIT_SCALE multiplies the counts. The narrowest limit is enough for a household,
 * a school or a carrier's customers behind one IP address, but not for a botnet.
 */
export const NETWORK_LIMITS = {
  sign_ups: widening(20, DAY_MS),
  submissions: exactly(30, 35, 40),
  /**
   * Requests to edit a listing by its manage link. Each request counts before its body is read, whatever its outcome.
   */
  owner_requests: widening(300, DAY_MS),
  /**
   * Edits by manage link: three times the daily limit of one listing (owner-limits.ts). Photos and requests follow the
   * same rule.
   */
  owner_edits: widening(60, DAY_MS),
  /** New photos in edits by manage link. */
  owner_photos: widening(90, DAY_MS),
  renewals: widening(60, DAY_MS),
  reports: widening(50, DAY_MS),
  /** Reports of one listing or post. The reports table limits a /64 to one report a day (index reports_once). */
  reports_of_one: exactly(null, 10, 20),
  votes: widening(300, DAY_MS),
  /** Votes on one post. The limit allows for neighbours who agree, but not for many fake identities. */
  post_votes: exactly(10, 15, 20),
  /** Forum identities. Everyone who opens a discussion gets an identity, so the limit is high. */
  identities: widening(2_000, DAY_MS),
  threads: widening(60, DAY_MS),
  comments: widening(600, DAY_MS),
  /** Forum searches, which are uncached and expensive. */
  searches: widening(60, MINUTE_MS),
  /** Word searches of listings, which are also uncached and expensive. A list and its map count as two searches. */
  word_searches: widening(120, MINUTE_MS),
  /** Address suggestions while a landlord fills in the form. The browser sends a request after each pause in typing. */
  address_suggestions: widening(120, MINUTE_MS),
  rent_comparisons: widening(120, MINUTE_MS),
  /**
   * Rent checks. Each rent check runs at most six database statements. A location with a house number also counts as a
   * look-up.
   */
  rent_checks: widening(60, MINUTE_MS),
  /** Requests for lists with destinations, for which the server computes commutes, and for lists requested by POST. */
  commute_searches: widening(240, MINUTE_MS),
  /** Look-ups of locations that visitors type. Each look-up reads up to a thousand rows. */
  place_look_ups: widening(60, MINUTE_MS),
  /**
   * Requests for commutes. A new destination takes a tenth of a second of processor time, and a page sends one or two
   * requests.
   */
  commutes: widening(120, MINUTE_MS),
  /** Look-ups of saved homes, one request per page. */
  saved_look_ups: widening(60, MINUTE_MS),
  shortlists: widening(10, DAY_MS),
  follows: widening(20, DAY_MS),
  saved_searches: widening(30, DAY_MS),
  push_browsers: widening(60, DAY_MS),
  access_codes: widening(20, DAY_MS),
  access_tries: widening(60, DAY_MS),
  /** Requests that check whether an email address is subscribed (docs/security.md, Mail and money). */
  subscription_checks: widening(10, MINUTE_MS),
  /** Requests for lost links, and changes of a listing's email address, because each sends a link. */
  links: widening(20, DAY_MS),
  privacy: widening(20, DAY_MS),
  /** Answers to moderators' questions on the page, and appeals. */
  answers: widening(20, DAY_MS),
  /** Calls to the open API and to its tools for assistants. */
  open_api: widening(600, HOUR_MS),
  /** New analytics sessions: enough for an office or campus, too few for fabricated traffic. */
  visits: widening(300, HOUR_MS),
  /** Clicks on the advertisement. Each browser counts once a day. */
  ad_clicks: widening(64, DAY_MS),
  /** Requests for login codes, and attempts to use them. */
  login_codes: widening(20, DAY_MS),
  login_code_tries: widening(60, DAY_MS),
  /** Logins by passkey. An invalid passkey costs one look-up by its id. */
  passkey_logins: widening(120, HOUR_MS),
  /** Wrong passwords (docs/security.md, Who may do what). Another limit covers all networks together. */
  guesses: widening(5, 15 * MINUTE_MS),
} as const satisfies Record<string, NetworkLimit>;

export type NetworkLimitName = keyof typeof NETWORK_LIMITS;

/** Factors by which the platform's per-minute limit is multiplied for a /64, a /56 and a /48. */
export const MINUTE_LIMIT_FACTORS = [1, 2, 3] as const;
