import { useQuery } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { useEffect, type ReactNode } from "react";
import { listingTitle, type AdminListing } from "../../../worker/contracts/listings.ts";
import { formatDate, formatDay } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PhotoImage } from "../../ui/photo-image.tsx";
import { toastFailure, type ListingActions } from "./admin-listing-actions.tsx";
import { ApprovalButton } from "./admin-approval-button.tsx";
import { AdminListingBadges } from "./admin-listing-badges.tsx";
import { adminListing } from "./admin-listings.queries.ts";
import { AdminReviewNotes } from "./admin-review-notes.tsx";
import { telHref } from "./listing-text.ts";
import { bathroomsLabel } from "./submission-fields.tsx";

interface AdminListingViewProps {
  /** As the queue knows it; shown until the details have come. */
  summary: AdminListing;
  actions: ListingActions;
  onEdit(listing: AdminListing): void;
  onClose(): void;
}

/** Everything moderators may know of a listing. */
export function AdminListingView({ summary, actions, onEdit, onClose }: AdminListingViewProps) {
  const { data: listing, error, refetch } = useQuery({ ...adminListing(summary.id), placeholderData: summary });

  const shown = listing ?? summary;

  useEffect(() => {
    if (error) toastFailure("Failed to load listing details", error);
  }, [error]);

  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title={listingTitle(shown.bedrooms, shown.address)}
      footer={
        listing && (
          <>
            <Button
              variant="ghost"
              className="text-danger hover:bg-danger-soft"
              onClick={() => actions.askToDelete(listing)}
            >
              Delete
            </Button>
            <Button variant="secondary" onClick={() => onEdit(listing)}>
              Edit
            </Button>
            <ApprovalButton listing={listing} actions={actions} />
          </>
        )
      }
    >
      {listing ? (
        <Details listing={listing} />
      ) : (
        <Notice
          icon={CircleAlert}
          tone="danger"
          title="Failed to load listing details"
          actions={<Button onClick={() => void refetch()}>Try Again</Button>}
        />
      )}
    </Dialog>
  );
}

function Details({ listing }: { listing: AdminListing }) {
  const call = telHref(listing.phone);
  return (
    <div className="grid gap-5">
      <AdminListingBadges listing={listing} />
      <AdminReviewNotes notes={listing.reviewNotes} />
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <Detail term="Address">{listing.unit ? `${listing.address}, unit ${listing.unit}` : listing.address}</Detail>
        <Detail term="Rent per month">{listing.rent}</Detail>
        <Detail term="Bedrooms">{listing.bedrooms}</Detail>
        <Detail term="Bathrooms">{bathroomsLabel(listing.bathrooms)}</Detail>
        <Detail term="Move-in date">{formatDate(listing.moveInDate)}</Detail>
        <Detail term="Submitted">{formatDay(listing.submittedAt)}</Detail>
        <Detail term="Email">
          <a href={`mailto:${encodeURIComponent(listing.email).replace("%40", "@")}`} className={linkClass}>
            {listing.email}
          </a>
        </Detail>
        <Detail term="Phone">
          {call ? (
            <a href={call} className={linkClass}>
              {listing.phone}
            </a>
          ) : (
            (listing.phone ?? "None")
          )}
        </Detail>
        {listing.landlordName && <Detail term="Name shown to renters">{listing.landlordName}</Detail>}
        {listing.expiresAt && <Detail term="Expires">{formatDay(listing.expiresAt)}</Detail>}
      </dl>
      <section>
        <h3 className="font-semibold">Additional information</h3>
        <p className="mt-1 break-words whitespace-pre-wrap">{listing.additionalInfo || "None"}</p>
      </section>
      <section>
        <h3 className="font-semibold">Photos ({listing.imageCount})</h3>
        <ul className="mt-2 grid grid-cols-2 gap-3 sm:grid-cols-3">
          {listing.images.map((src, index) => (
            <li key={src}>
              <a href={src} target="_blank" rel="noopener" className="block overflow-hidden rounded-control">
                <PhotoImage
                  src={src}
                  alt={`Photo ${index + 1} of ${listing.images.length}, opens in a new tab`}
                  sizes="(min-width: 640px) 270px, 50vw"
                  className="aspect-4/3 w-full"
                />
              </a>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

const linkClass = "text-accent underline underline-offset-2 hover:text-accent-strong";

function Detail({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-muted">{term}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}
