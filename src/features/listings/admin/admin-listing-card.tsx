import { ImageOff } from "lucide-react";
import { useId } from "react";
import type { AdminListing } from "../../../../worker/contracts/listings.ts";
import { formatDate, formatDay, plural } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { PhotoImage } from "../../../ui/photo-image.tsx";
import { bathroomsLabel } from "../submission/submission-fields.tsx";
import { AdminKindActions, ApprovalButton } from "./admin-kind-actions.tsx";
import type { ListingActions } from "./admin-listing-actions.tsx";
import { AdminListingBadges, AdminReviewNotes, mayReject } from "./admin-listing-badges.tsx";
import { type ListingSelection, maySelect } from "./admin-selection-bar.tsx";

interface CardActionsProps {
  listing: AdminListing;
  actions: ListingActions;
  onView(listing: AdminListing): void;
  onEdit(listing: AdminListing): void;
}

interface AdminListingCardProps extends CardActionsProps {
  selection: ListingSelection;
}

/** A listing in the moderators' queue, focusable for keyboard navigation. */
export function AdminListingCard({ listing, actions, selection, onView, onEdit }: AdminListingCardProps) {
  const headingId = useId();
  const [cover] = listing.images;
  return (
    <article
      tabIndex={-1}
      data-listing-id={listing.id}
      aria-labelledby={headingId}
      className="relative scroll-mt-24 rounded-card border border-line bg-surface p-4 shadow-card has-checked:border-accent has-checked:ring-1 has-checked:ring-accent [&_button]:scroll-mb-24 focus:outline-3 focus:outline-focus"
    >
      <div className="flex flex-col gap-4 sm:flex-row">
        {maySelect(listing) && <SelectBox listing={listing} selection={selection} />}
        <div className="h-36 w-full shrink-0 overflow-hidden rounded-control bg-sunken sm:aspect-4/3 sm:h-auto sm:w-40 sm:self-start">
          {cover ? (
            <PhotoImage src={cover} alt="" sizes="(min-width: 640px) 160px, 100vw" className="size-full" />
          ) : (
            <span className="grid size-full place-items-center text-ink-muted">
              <ImageOff aria-hidden className="size-6" />
            </span>
          )}
        </div>
        <div className="grid min-w-0 flex-1 content-start gap-2">
          <div className="flex flex-wrap items-start justify-between gap-2">
            <h3 id={headingId} className="min-w-0 text-lg font-semibold wrap-anywhere">
              {listing.bedrooms} - {listing.address}
            </h3>
            <AdminListingBadges listing={listing} />
          </div>
          <dl className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
            <Fact term="Rent" value={listing.rent} />
            <Fact term="Move-in" value={formatDate(listing.moveInDate)} />
            <Fact term="Bathrooms" value={bathroomsLabel(listing.bathrooms)} />
            <Fact term="Photos" value={plural(listing.imageCount, "image")} />
            <Fact term="Submitted" value={formatDay(listing.submittedAt)} />
            <Fact term="Email" value={listing.email} />
            <Fact term="Phone" value={listing.phone ?? "None"} />
          </dl>
          <AdminReviewNotes notes={listing.reviewNotes} />
          {listing.additionalInfo && (
            <p dir="auto" className="line-clamp-2 text-sm wrap-anywhere text-ink-muted">
              {listing.additionalInfo}
            </p>
          )}
          <CardActions listing={listing} actions={actions} headingId={headingId} onView={onView} onEdit={onEdit} />
        </div>
      </div>
    </article>
  );
}

/** Over the photo's corner, so that all cards have the same layout. */
function SelectBox({ listing, selection }: { listing: AdminListing; selection: ListingSelection }) {
  return (
    <label className="absolute top-4 left-4 z-1 grid size-11 place-items-center rounded-control bg-surface/85">
      <input
        type="checkbox"
        aria-label={`Select ${listing.bedrooms} - ${listing.address}`}
        checked={selection.has(listing.id)}
        onChange={() => selection.toggle(listing)}
        className="size-5 accent-accent"
      />
    </label>
  );
}

function CardActions({ listing, actions, headingId, onView, onEdit }: CardActionsProps & { headingId: string }) {
  if (listing.status === "deleted") {
    return (
      <Button
        size="sm"
        variant="secondary"
        aria-describedby={headingId}
        className="mt-1 justify-self-start"
        busy={actions.busyId === listing.id}
        onClick={() => actions.restore(listing)}
      >
        Restore
      </Button>
    );
  }
  return (
    <div className="mt-1 flex flex-wrap gap-2">
      <Button size="sm" variant="secondary" aria-describedby={headingId} onClick={() => onView(listing)}>
        View
      </Button>
      <ApprovalButton listing={listing} actions={actions} size="sm" describedBy={headingId} />
      <AdminKindActions listing={listing} describedBy={headingId} />
      {mayReject(listing) && (
        <Button size="sm" variant="secondary" aria-describedby={headingId} onClick={() => actions.askToReject(listing)}>
          Reject
        </Button>
      )}
      <Button size="sm" variant="secondary" aria-describedby={headingId} onClick={() => onEdit(listing)}>
        Edit
      </Button>
      <Button
        size="sm"
        variant="ghost"
        aria-describedby={headingId}
        className="text-danger hover:bg-danger-soft"
        onClick={() => actions.askToDelete(listing)}
      >
        Delete
      </Button>
    </div>
  );
}

function Fact({ term, value }: { term: string; value: string }) {
  return (
    <div className="flex min-w-0 gap-1.5">
      <dt className="text-ink-muted">{term}</dt>
      <dd className="min-w-0 font-medium wrap-anywhere">{value}</dd>
    </div>
  );
}
