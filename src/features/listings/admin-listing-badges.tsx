import type { AdminListing, ListingStatus } from "../../../worker/contracts/listings.ts";
import { plural } from "../../lib/format.ts";
import { Chip, type ChipTone } from "../../ui/chip.tsx";

const STATUSES: Record<ListingStatus, { label: string; tone: ChipTone }> = {
  pending: { label: "Pending", tone: "warn" },
  approved: { label: "Approved", tone: "accent" },
  rejected: { label: "Rejected", tone: "danger" },
  expired: { label: "Expired", tone: "neutral" },
  rented: { label: "Rented", tone: "neutral" },
  deleted: { label: "Deleted", tone: "neutral" },
};

/** Status, reports and distance from the market at a glance. */
export function AdminListingBadges({ listing }: { listing: AdminListing }) {
  const { label, tone } = STATUSES[listing.status];
  return (
    <span className="flex flex-wrap gap-2">
      <Chip tone={tone}>{label}</Chip>
      {listing.reportCount > 0 && <Chip tone="danger">{plural(listing.reportCount, "report")}</Chip>}
      <MarketBadge percent={listing.belowMarketPercent} />
    </span>
  );
}

function MarketBadge({ percent }: { percent: number | null }) {
  if (percent === null) return null;
  if (percent > 0) return <Chip tone="good">{percent}% below market</Chip>;
  return percent < 0 ? <Chip tone="warn">{-percent}% above market</Chip> : <Chip>At market</Chip>;
}

/** Whether Reject means anything. */
export function mayReject({ status }: AdminListing): boolean {
  return status === "pending" || status === "approved" || status === "expired";
}

/** Whether Approve or Unapprove means anything: what is rented or deleted is closed. */
export function mayChangeApproval({ status }: AdminListing): boolean {
  return status !== "rented" && status !== "deleted";
}
