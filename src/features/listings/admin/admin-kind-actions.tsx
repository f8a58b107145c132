import { HOME_TYPE_NAMES, type HomeType, fitsBedrooms } from "../../../../worker/contracts/home-types.ts";
import type { ListingEdit } from "../../../../worker/contracts/listings.schemas.ts";
import type { AdminListing } from "../../../../worker/contracts/listings.ts";
import { failed } from "../../../lib/toast-failure.ts";
import { Button } from "../../../ui/button.tsx";
import { ShortcutKey } from "../../../ui/shortcut-key.tsx";
import type { ListingActions } from "./admin-listing-actions.tsx";
import { mayChangeApproval, needsConfirmation } from "./admin-listing-badges.tsx";
import { useConfirmListing, useEditListing } from "./admin-listings.queries.ts";
import { announce } from "./admin-listing-text.ts";

/** The edit that sets a home type; a room or shared bed also becomes a Private Room. */
function editTo(homeType: HomeType, { bedrooms }: AdminListing): ListingEdit {
  return fitsBedrooms(homeType, bedrooms) ? { homeType } : { bedrooms: "Private Room", homeType };
}

/** Types with their own market comparison, so listing them correctly matters most. */
const COMPARED_APART: ReadonlySet<HomeType> = new Set(["room", "shared_bed", "basement"]);

/** Buttons that apply the guessed home type, or confirm type and rent. */
export function AdminKindActions({ listing }: { listing: AdminListing }) {
  const edit = useEditListing();
  const confirmation = useConfirmListing();
  if (!mayChangeApproval(listing)) return null;
  const { id, revision, homeTypeGuess: guess } = listing;
  const buttonProps = {
    size: "sm",
    variant: "secondary",
    disabled: edit.isPending || confirmation.isPending,
  } as const;
  return (
    <>
      {guess !== null && COMPARED_APART.has(guess) && (
        <Button
          {...buttonProps}
          onClick={() =>
            void edit
              .mutateAsync({ id, edit: { ...editTo(guess, listing), revision } })
              .then(announce("Listed as what it is", HOME_TYPE_NAMES[guess]), failed("Failed to update listing"))
          }
        >
          List as {HOME_TYPE_NAMES[guess]}
        </Button>
      )}
      {needsConfirmation(listing) && (
        <Button
          {...buttonProps}
          onClick={() =>
            void confirmation
              .mutateAsync({ id, revision })
              .then(announce("Type and rent confirmed", "Confirmed"), failed("Failed to confirm listing"))
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
}

/** Approve or Unapprove; hidden for rented and deleted listings. */
export function ApprovalButton({ listing, actions }: ApprovalButtonProps) {
  if (!mayChangeApproval(listing)) return null;
  return (
    <Button
      size="sm"
      variant={listing.approved ? "secondary" : "primary"}
      aria-keyshortcuts={listing.approved ? undefined : "a"}
      disabled={actions.busyId === listing.id}
      onClick={() => actions.toggleApproval(listing)}
    >
      {listing.approved ? "Unapprove" : "Approve"}
      {!listing.approved && <ShortcutKey>a</ShortcutKey>}
    </Button>
  );
}
