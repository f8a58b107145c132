import type { ListingStatus } from "../../../worker/contracts/listings.ts";

export const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/**
 * An approval or renewal lasts this long, and a moderator's delete can be undone for so long (docs/product.md,
 * Listings).
 */
export const TERM_MS = 60 * DAY_MS;
export const UNDO_MS = 30 * DAY_MS;

/** A listing as docs/product.md, Listings, says it must be. */
export interface Unit {
  id: number;
  email: string;
  manage: string;
  remove: string;
  status: ListingStatus;
  firstApprovedAt: number | null;
  expiresAt: number | null;
  deletedAt: number | null;
  deletedBy: "admin" | "owner" | null;
  deletedFrom: ListingStatus | null;
  address: string;
  rent: string;
  bedrooms: string;
  additionalInfo: string | null;
  phone: string | null;
  rejectionReason: string | null;
  /** The day of the latest renewal in Toronto. */
  renewedOn: string | null;
  /** What a moderator approved last, or wrote; null before the first approval. */
  approved: Facts | null;
}

/** What an edit of these lives can change. */
export type Facts = Pick<Unit, "address" | "rent" | "bedrooms" | "additionalInfo" | "phone">;
export const factsOf = ({ address, rent, bedrooms, additionalInfo, phone }: Facts): Facts => ({
  address,
  rent,
  bedrooms,
  additionalInfo,
  phone,
});

/** All that those rules know of the site. */
export interface Life {
  now: number;
  units: Unit[];
  /** Open reports in the order they came. */
  openReports: { unit: Unit; id: number | null }[];
  /** Target, network and Toronto day of every report. */
  reported: Set<string>;
  audited: { actor: string; action: string; targetId: number | string }[];
}

/**
 * Which states may follow which (docs/product.md, Listings); a report, or an edit of another fact, leaves a state as it
 * is.
 */
export const LEGAL: Record<ListingStatus, readonly ListingStatus[]> = {
  pending: ["approved", "rejected", "rented", "deleted"],
  approved: ["pending", "rejected", "expired", "rented", "deleted"],
  rejected: ["approved", "pending", "rented", "deleted"],
  expired: ["approved", "pending", "rejected", "rented", "deleted"],
  rented: ["deleted"],
  deleted: ["pending", "rented"],
};

/** What the public may see: approved, and its time not over. */
export const isPublic = (unit: Unit, now: number) =>
  unit.status === "approved" && unit.expiresAt !== null && unit.expiresAt > now;

/** Nobody but its landlord ends these two. */
export const isClosed = ({ status }: Unit) => status === "rented" || status === "deleted";

/** What the cron tick must do: approved listings whose time is over are marked as expired. */
export function expireUnits(life: Life): void {
  for (const unit of life.units) {
    if (unit.status === "approved" && !isPublic(unit, life.now)) unit.status = "expired";
  }
}
