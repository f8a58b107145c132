import type { AdminListing, KnownPlace, ListingStatus } from "../../../../worker/contracts/listings.ts";
import type { ReviewBand } from "../../../../worker/contracts/market.ts";
import type { ScamBand } from "../../../../worker/contracts/scam-evidence.ts";
import { plural } from "../../../lib/format.ts";
import { Chip, type ChipTone } from "../../../ui/chip.tsx";

const STATUSES: Record<ListingStatus, { label: string; tone: ChipTone }> = {
  pending: { label: "Pending", tone: "warn" },
  approved: { label: "Approved", tone: "accent" },
  rejected: { label: "Rejected", tone: "danger" },
  expired: { label: "Expired", tone: "neutral" },
  rented: { label: "Rented", tone: "neutral" },
  deleted: { label: "Deleted", tone: "neutral" },
};

/** What the distance from the market advises. */
const BANDS: Record<ReviewBand, { label: string; tone: ChipTone }> = {
  reject: { label: "Suggest reject", tone: "danger" },
  review: { label: "Small discount: review", tone: "warn" },
  normal: { label: "Usual discount", tone: "neutral" },
  scam: { label: "Scam check", tone: "danger" },
};

/** How much speaks for a scam; nothing is said of none. */
const SIGNS: Record<ScamBand, { label: string; tone: ChipTone } | null> = {
  none: null,
  some: { label: "Sign of a scam", tone: "warn" },
  strong: { label: "Strong signs of a scam", tone: "danger" },
};

/** What is missing from a place; nothing is said of one that is known. */
const PLACES: Record<KnownPlace, string | null> = { point: null, area: "Postal area only", unknown: "No place" };

/** Status, reports, changes by the landlord, distance from the market and a missing place at a glance. */
export function AdminListingBadges({ listing }: { listing: AdminListing }) {
  const { label, tone } = STATUSES[listing.status];
  const signs = SIGNS[listing.scamBand];
  const place = mayChangeApproval(listing) ? PLACES[listing.place] : null;
  return (
    <span className="flex flex-wrap gap-2">
      <Chip tone={tone}>{label}</Chip>
      {listing.reportCount > 0 && <Chip tone="danger">{plural(listing.reportCount, "report")}</Chip>}
      {listing.changedSinceApproval.length > 0 && <Chip tone="warn">Changed since approval</Chip>}
      {listing.awaitsConfirmation && <Chip tone="warn">Type and rent not confirmed</Chip>}
      <MarketBadge listing={listing} />
      {listing.reviewBand !== null && (
        <Chip tone={BANDS[listing.reviewBand].tone}>{BANDS[listing.reviewBand].label}</Chip>
      )}
      {signs !== null && <Chip tone={signs.tone}>{signs.label}</Chip>}
      {place !== null && <Chip>{place}</Chip>}
    </span>
  );
}

function MarketBadge({ listing }: { listing: AdminListing }) {
  const { belowMarketPercent: percent, marketIsEstimate, reviewBand } = listing;
  if (percent === null) return <Chip>Not compared</Chip>;
  const estimate = marketIsEstimate ? " (estimate)" : "";
  if (percent > 0) {
    // Nothing to be glad of where it is too good to be true.
    return (
      <Chip tone={reviewBand === "scam" ? "warn" : "good"}>
        {percent}% below market{estimate}
      </Chip>
    );
  }
  return (
    <Chip tone="warn">
      {percent < 0 ? `${-percent}% above market` : "At market"}
      {estimate}
    </Chip>
  );
}

/** Whether Reject means anything. */
export function mayReject({ status }: AdminListing): boolean {
  return status === "pending" || status === "approved" || status === "expired";
}

/** Whether Approve or Unapprove means anything: what is rented or deleted is closed. */
export function mayChangeApproval({ status }: AdminListing): boolean {
  return status !== "rented" && status !== "deleted";
}
