import { HOME_TYPE_NAMES, type HomeType, fitsBedrooms } from "../../../../worker/contracts/home-types.ts";
import type { ListingEdit } from "../../../../worker/contracts/listings.schemas.ts";
import type { AdminListing } from "../../../../worker/contracts/listings.ts";
import { tellDecision } from "../../../lib/decisions.ts";
import { toastFailure } from "../../../lib/toast-failure.ts";
import { Button, type ButtonSize } from "../../../ui/button.tsx";
import type { ListingActions } from "./admin-listing-actions.tsx";
import { mayChangeApproval } from "./admin-listing-badges.tsx";
import { useConfirmListing, useEditListing } from "./admin-listings.queries.ts";
import { deedText } from "./admin-listing-text.ts";

/** The edit that lists a home as what its words say; a room and a bed are listed as Private Room. */
function editTo(homeType: HomeType, { bedrooms }: AdminListing): ListingEdit {
  return fitsBedrooms(homeType, bedrooms) ? { homeType } : { bedrooms: "Private Room", homeType };
}

/** Kinds that are compared with their own kind: it matters that they are listed as what they are. */
const COMPARED_APART: ReadonlySet<HomeType> = new Set(["room", "shared_bed", "basement"]);

/** One press lists a home as what it reads like, another confirms that type and rent are what they say. */
export function AdminKindActions({ listing, describedBy }: { listing: AdminListing; describedBy?: string }) {
  const edit = useEditListing();
  const confirmation = useConfirmListing();
  if (!mayChangeApproval(listing)) return null;
  const { id, revision, homeTypeGuess: guess, awaitsConfirmation } = listing;
  const press = {
    size: "sm",
    variant: "secondary",
    "aria-describedby": describedBy,
    disabled: edit.isPending || confirmation.isPending,
  } as const;
  return (
    <>
      {guess !== null && COMPARED_APART.has(guess) && (
        <Button
          {...press}
          onClick={() =>
            edit.mutate(
              { id, edit: { ...editTo(guess, listing), revision } },
              {
                onSuccess: (changed) =>
                  tellDecision({
                    title: "Listed as what it is",
                    text: deedText(HOME_TYPE_NAMES[guess], changed),
                    decisionId: changed.decisionId,
                  }),
                onError: (error) => toastFailure("Failed to update listing", error),
              },
            )
          }
        >
          List as {HOME_TYPE_NAMES[guess]}
        </Button>
      )}
      {awaitsConfirmation && (
        <Button
          {...press}
          onClick={() =>
            confirmation.mutate(
              { id, revision },
              {
                onSuccess: (changed) =>
                  tellDecision({
                    title: "Type and rent confirmed",
                    text: deedText("Confirmed", changed),
                    decisionId: changed.decisionId,
                  }),
                onError: (error) => toastFailure("Failed to confirm listing", error),
              },
            )
          }
        >
          Confirm Type and Rent
        </Button>
      )}
    </>
  );
}

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
