import type { AdminListing } from "../../../../worker/contracts/listings.ts";
import { Button, type ButtonSize } from "../../../ui/button.tsx";
import type { ListingActions } from "./admin-listing-actions.tsx";
import { mayChangeApproval } from "./admin-listing-badges.tsx";

interface ApprovalButtonProps {
  listing: AdminListing;
  actions: ListingActions;
  size?: ButtonSize;
  describedBy?: string;
}

/** Approve or Unapprove; nothing where neither means anything. */
export function ApprovalButton({ listing, actions, size, describedBy }: ApprovalButtonProps) {
  if (!mayChangeApproval(listing)) return null;
  return (
    <Button
      size={size}
      variant={listing.approved ? "secondary" : "primary"}
      aria-describedby={describedBy}
      disabled={actions.busyId === listing.id}
      onClick={() => actions.toggleApproval(listing)}
    >
      {listing.approved ? "Unapprove" : "Approve"}
    </Button>
  );
}
