import { DAY_MS } from "./days.ts";

/**
 * A drop is measured against the lowest rent of this many days before it, as in Article 6a of the EU's Directive
 * 98/6/EC.
 */
export const DROP_WINDOW_DAYS = 30;
/** Percentage of change, up or down, above which a moderator must confirm a rent before it counts as a drop. */
export const CHANGED_MUCH_PERCENT = 40;
/** A home listed again within this many days keeps its history. */
export const LISTED_AGAIN_DAYS = 365;
/** Maximum number of rents in a history, the newest ones. */
export const HISTORY_MAX = 100;
/** Minimum number of homes known to be gone before the pace of an area is shown. */
export const PACE_LEAST = 20;

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
 * The latest change of a rent, if it made the rent lower than at any time in the {@link DROP_WINDOW_DAYS} days before;
 * after a change of more than {@link CHANGED_MUCH_PERCENT}, only once a moderator has confirmed the listing.
 */
export interface PriceDrop {
  /** The lowest rent of those days. */
  fromCents: number;
  toCents: number;
  /** round((from − to) / from · 100). */
  percent: number;
  /** When the lower rent became public, ISO 8601 UTC. */
  at: string;
}

/** Fields of a public listing about its rent over time. */
export interface RentHistory {
  /**
   * Every rent that was public, oldest first, at most {@link HISTORY_MAX}; those of a former listing of the home come
   * first. Empty before the first approval, and for a rent that could not be read.
   */
  priceHistory: PublicRent[];
  priceDrop: PriceDrop | null;
  /**
   * The former listing of the same home (address and unit) by the same landlord (mail address or phone number) within a
   * year: its last rent, and the end of its time in public. Null if either shows only its street.
   */
  previousListing: { rentCents: number; until: string } | null;
}

/** The pace at which homes of a type are taken in a neighbourhood. */
export interface Pace {
  /** Number of days after first approval by which half of them were gone. */
  medianDays: number;
  /** Number of homes known to be gone. */
  known: number;
}

/** Full days for which a listing has been public; null before its first approval. */
export const daysOnMarket = ({ approvedAt }: { approvedAt: string | null }, now: Date): number | null =>
  approvedAt === null ? null : Math.max(0, Math.floor((now.getTime() - Date.parse(approvedAt)) / DAY_MS));
