import { DAY_MS } from "./days.ts";

/**
 * A drop is compared with the lowest rent of this many preceding days, as in Article 6a of the EU's Directive 98/6/EC.
 */
export const DROP_WINDOW_DAYS = 30;
/**
 * A rent that changed by more than this percentage, up or down, counts as a drop only after a moderator confirms it.
 */
export const LARGE_CHANGE_PERCENT = 40;
/** A home listed again within this many days keeps its history. */
export const LISTED_AGAIN_DAYS = 365;
/** Maximum number of rents in a history, which keeps the newest. */
export const HISTORY_MAX = 100;
/** Minimum number of rented or removed homes before the pace of an area is shown. */
export const PACE_HOMES_MIN = 20;

/** The Atom feed of rents that were reduced. */
export const DROPS_FEED_PATH = "/price-drops/feed.xml";
/** Path of the list of reduced rents. */
export const DROPS_PATH = "/?dropped=1&sort=drop";

/** A rent that was public, and when it became public. Dates are ISO 8601 UTC. */
interface PublicRent {
  rentCents: number;
  from: string;
}

/**
 * The latest change of a rent, if the change made the rent lower than at any time in the previous {@link
 * DROP_WINDOW_DAYS} days. A change of more than {@link LARGE_CHANGE_PERCENT} counts only after a moderator has
 * confirmed the listing.
 */
export interface PriceDrop {
  /** The lowest rent of the preceding {@link DROP_WINDOW_DAYS} days. */
  fromCents: number;
  toCents: number;
  /** Size of the drop in percent: round((from − to) / from · 100). */
  percent: number;
  /** Time at which the lower rent became public, ISO 8601 UTC. */
  at: string;
}

/** Fields of a public listing about its rent over time. */
export interface RentHistory {
  /**
   * Every rent that was public, oldest first, at most {@link HISTORY_MAX}. Begins with the rents of a previous listing
   * of the home. Empty before the first approval, and for a rent that could not be read.
   */
  priceHistory: PublicRent[];
  priceDrop: PriceDrop | null;
  /**
   * The previous listing of the same home (address and unit) by the same landlord (email address or phone number)
   * within a year, with its last rent and the time until which it was public. Null if either listing shows only its
   * street.
   */
  previousListing: { rentCents: number; until: string } | null;
}

/** How quickly homes of a type are rented in a neighbourhood. */
export interface Pace {
  /** Number of days after first approval until half of the homes were gone. */
  medianDays: number;
  /** Number of homes that are known to be gone. */
  known: number;
}

/** Returns the number of full days for which a listing has been public; null before its first approval. */
export const daysOnMarket = ({ approvedAt }: { approvedAt: string | null }, now: Date): number | null =>
  approvedAt === null ? null : Math.max(0, Math.floor((now.getTime() - Date.parse(approvedAt)) / DAY_MS));
