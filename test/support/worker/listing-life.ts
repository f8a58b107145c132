import type { ListingStatus } from "../../../worker/contracts/listings.ts";

export const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/**
 * The term of an approval or renewal, and the period for undoing a moderator's deletion (docs/product.md, Listings).
 */
export const TERM_MS = 60 * DAY_MS;
export const UNDO_MS = 30 * DAY_MS;

/** The model of a listing according to docs/product.md, Listings. */
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
  /** The day of the latest renewal, in Toronto time. */
  renewedOn: string | null;
  /** The last approved facts; null before the first approval. */
  approved: Facts | null;
}

/** The fields that edits change. */
export type Facts = Pick<Unit, "address" | "rent" | "bedrooms" | "additionalInfo" | "phone">;
export const factsOf = ({ address, rent, bedrooms, additionalInfo, phone }: Facts): Facts => ({
  address,
  rent,
  bedrooms,
  additionalInfo,
  phone,
});

/** The model of a site. */
export interface Life {
  now: number;
  units: Unit[];
  /** Open reports, oldest first. */
  openReports: { unit: Unit; id: number | null }[];
  /** Target, network and Toronto day of each report. */
  reported: Set<string>;
  audited: { actor: string; action: string; targetId: number | string }[];
}

/**
 * Legal state transitions (docs/product.md, Listings). Reports, and edits of facts that renters do not rely on, change
 * no state.
 */
export const LEGAL: Record<ListingStatus, readonly ListingStatus[]> = {
  pending: ["approved", "rejected", "rented", "deleted"],
  approved: ["pending", "rejected", "expired", "rented", "deleted"],
  rejected: ["approved", "pending", "rented", "deleted"],
  expired: ["approved", "pending", "rejected", "rented", "deleted"],
  rented: ["deleted"],
  deleted: ["pending", "rented"],
};

/** Returns whether a listing is public: approved and not expired. */
export const isPublic = (unit: Unit, now: number) =>
  unit.status === "approved" && unit.expiresAt !== null && unit.expiresAt > now;

/** Only the landlord can set these two statuses. */
export const isClosed = ({ status }: Unit) => status === "rented" || status === "deleted";

/** Marks expired listings, as the cron does. */
export function expireUnits(life: Life): void {
  for (const unit of life.units) {
    if (unit.status === "approved" && !isPublic(unit, life.now)) unit.status = "expired";
  }
}
