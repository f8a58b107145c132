import { CalendarCheck, CalendarPlus, KeyRound, Trash2 } from "lucide-react";
import { useState } from "react";
import { LISTING_LIFETIME_DAYS } from "../../../../worker/contracts/listings.ts";
import type { ListingRemoved, OwnerListing } from "../../../../worker/contracts/owners.ts";
import { ApiError } from "../../../lib/api.ts";
import { formatDay } from "../../../lib/format.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { toastOwnerFailure, useOwnerRemoval, useRenewal, useRented } from "./owner-listing.queries.ts";

interface OwnerActionsProps {
  token: string;
  listing: OwnerListing;
  /** Called after renewing or marking as rented, once the dialog is closed. */
  onChanged(): void;
  onRemoved(removed: ListingRemoved): void;
}

/** Renew, Mark as Rented where there is a place on the site to leave, and Delete; the latter two ask for confirmation. */
export function OwnerActions({ token, listing, onChanged, onRemoved }: OwnerActionsProps) {
  const renewal = useRenewal(token);
  const rented = useRented(token);
  const removal = useOwnerRemoval("manage", token);
  const [asking, setAsking] = useState<"rented" | "delete" | null>(null);
  const close = () => setAsking(null);
  const isBusy = renewal.isPending || rented.isPending || removal.isPending;

  const renew = () =>
    renewal.mutate(undefined, {
      onSuccess: ({ expiresAt }) => {
        toast({
          title: "Listing Renewed",
          description: expiresAt === null ? undefined : `It is on the site until ${formatDay(expiresAt)}.`,
        });
        onChanged();
      },
      onError: (error) => {
        // Renewed in another tab, which is no failure.
        if (error instanceof ApiError && error.code === "listing.renewed_today")
          toast({ title: "Renewed Today Already", description: error.message });
        else toastOwnerFailure("Failed to renew listing", error);
      },
    });

  const markRented = () =>
    rented.mutate(undefined, {
      onSuccess: () => {
        toast({ title: "Marked as Rented", description: "Your listing has left the site." });
        onChanged();
      },
      onError: (error) => toastOwnerFailure("Failed to mark listing as rented", error),
      onSettled: close,
    });

  const remove = () =>
    removal.mutate(undefined, {
      onSuccess: onRemoved,
      onError: (error) => toastOwnerFailure("Failed to remove listing", error),
      onSettled: close,
    });

  return (
    <>
      {listing.canRenew && (
        <Button busy={renewal.isPending} disabled={isBusy} onClick={renew}>
          {!renewal.isPending && <CalendarPlus aria-hidden className="size-4" />}
          Renew for {LISTING_LIFETIME_DAYS} Days
        </Button>
      )}
      {listing.renewedToday && listing.status === "approved" && (
        <p className="flex min-h-11 items-center gap-2 text-ink-muted">
          <CalendarCheck aria-hidden className="size-4 shrink-0" />
          Renewed today. You can renew it again tomorrow.
        </p>
      )}
      {(listing.status === "approved" || listing.status === "expired") && (
        <Button variant="secondary" disabled={isBusy} onClick={() => setAsking("rented")}>
          <KeyRound aria-hidden className="size-4" />
          Mark as Rented
        </Button>
      )}
      <Button variant="danger" disabled={isBusy} onClick={() => setAsking("delete")}>
        <Trash2 aria-hidden className="size-4" />
        Delete Listing
      </Button>
      <ConfirmDialog
        open={asking === "rented"}
        onOpenChange={close}
        title="Mark this listing as rented?"
        description={`${listing.address}. It leaves the site for good: when the unit is free again, it is posted as a new listing.`}
        confirmLabel="Mark as Rented"
        tone="primary"
        busy={rented.isPending}
        onConfirm={markRented}
      />
      <ConfirmDialog
        open={asking === "delete"}
        onOpenChange={close}
        title="Delete this listing?"
        description={`${listing.address}. The listing and its photos are removed at once, and its links stop working. This action cannot be undone.`}
        confirmLabel="Delete Listing"
        busy={removal.isPending}
        onConfirm={remove}
      />
    </>
  );
}
