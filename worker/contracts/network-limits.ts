const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * How much the networks around one caller may do in a sliding window: one IPv4 address or IPv6 /64, the /56 and the /48
 * around an IPv6 address. Null where that width is bounded otherwise.
 */
export interface NetworkLimit {
  readonly counts: readonly [narrow: number | null, in56: number, in48: number];
  readonly windowMs: number;
}

/** Providers hand a customer a /64, a /56 or a /48: a /56 may do twice, and a /48 three times, what a /64 may. */
const widening = (count: number, windowMs: number): NetworkLimit => ({
  counts: [count, 2 * count, 3 * count],
  windowMs,
});
const exactly = (...counts: NetworkLimit["counts"]): NetworkLimit => ({ counts, windowMs: DAY_MS });

/**
 * Every limit that counts exactly per network. RATE_LIMIT_SCALE multiplies the counts. A narrow count is what a
 * household, a school or a phone company's customers behind one address may need, not a crowd of bots.
 */
export const NETWORK_LIMITS = {
  sign_ups: widening(20, DAY_MS),
  submissions: exactly(30, 35, 40),
  /** Requests to edit a listing by its owner's link, counted before their body, whatever becomes of them. */
  owner_requests: widening(300, DAY_MS),
  /** Three times what one listing may have in a day (owner-limits.ts); so are the photos and the requests. */
  owner_edits: widening(60, DAY_MS),
  /** New photos of such edits. */
  owner_photos: widening(90, DAY_MS),
  renewals: widening(60, DAY_MS),
  reports: widening(50, DAY_MS),
  /** Reports of one listing or post. A /64 is held to one a day by the table of reports (index reports_once). */
  reports_of_one: exactly(null, 10, 20),
  votes: widening(300, DAY_MS),
  /** Votes for one post: neighbours agree, and a crowd of identities lifts nothing. */
  post_votes: exactly(10, 15, 20),
  /** Forum identities. Whoever opens a discussion gets one, so there are many. */
  identities: widening(2_000, DAY_MS),
  threads: widening(60, DAY_MS),
  comments: widening(600, DAY_MS),
  /** Forum searches are neither cached nor cheap. */
  searches: widening(60, MINUTE_MS),
  /** So are searches of listings by words; a list and its map count as two. */
  word_searches: widening(120, MINUTE_MS),
  follows: widening(20, DAY_MS),
  access_codes: widening(20, DAY_MS),
  access_tries: widening(60, DAY_MS),
  /** Checks whether an address is subscribed (docs/security.md, Mail and money). */
  subscription_checks: widening(10, MINUTE_MS),
  /** Requests for the links of one's listings, and new mail addresses of listings, which get theirs. */
  links: widening(20, DAY_MS),
  privacy: widening(20, DAY_MS),
  /** Analytics sessions that begin: an office or a campus stays under it, an invented crowd does not. */
  visits: widening(300, HOUR_MS),
  /** Unique clicks on the advertisement. */
  ad_clicks: widening(64, DAY_MS),
  /** Wrong passwords (docs/security.md, Who may do what); all networks together have a limit of their own. */
  guesses: widening(5, 15 * MINUTE_MS),
} as const satisfies Record<string, NetworkLimit>;

export type NetworkLimitName = keyof typeof NETWORK_LIMITS;

/** How much of the platform's limit per minute a /64, a /56 and a /48 get. */
export const MINUTE_SHARES = [1, 2, 3] as const;
