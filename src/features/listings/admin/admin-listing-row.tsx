import { ImageOff } from "lucide-react";
import { useId } from "react";
import type { AdminListing } from "../../../../worker/contracts/listings.ts";
import { plural } from "../../../lib/format.ts";
import { waitText } from "../../../lib/format-time.ts";
import { Chip } from "../../../ui/chip.tsx";
import { PhotoImage } from "../../../ui/photo-image.tsx";
import { marketText, needsConfirmation, SIGNS, STATUSES } from "./admin-listing-badges.tsx";
import { type ListingSelection, maySelect } from "./admin-selection-bar.tsx";

interface AdminListingRowProps {
  listing: AdminListing;
  /** Whether it is the one that is shown. */
  isCurrent: boolean;
  selection: ListingSelection;
  onView(listing: AdminListing): void;
}

/** A listing of the desk, 72 px high, focusable for keyboard navigation. */
export function AdminListingRow({ listing, isCurrent, selection, onView }: AdminListingRowProps) {
  const headingId = useId();
  const [cover] = listing.images;
  return (
    <article
      tabIndex={-1}
      data-listing-id={listing.id}
      aria-labelledby={headingId}
      aria-current={isCurrent}
      className="relative flex h-18 scroll-mt-24 items-center gap-2 border-b border-line bg-surface pr-3 last:border-b-0 hover:bg-paper has-checked:bg-accent-soft focus:-outline-offset-3 focus:outline-3 focus:outline-focus aria-[current=true]:bg-sunken aria-[current=true]:shadow-[inset_3px_0_0_var(--color-accent)]"
    >
      {selection.isAllowed && maySelect(listing) ? (
        <label className="z-1 grid h-full w-10 shrink-0 place-items-center">
          <input
            type="checkbox"
            aria-label={`Select ${listing.bedrooms} - ${listing.address}`}
            checked={selection.has(listing.id)}
            onChange={() => selection.toggle(listing)}
            className="size-5 accent-accent"
          />
        </label>
      ) : (
        <span className="w-10 shrink-0" />
      )}
      <span className="size-14 shrink-0 overflow-hidden rounded-control bg-sunken">
        {cover ? (
          <PhotoImage src={cover} alt="" sizes="56px" className="size-full" />
        ) : (
          <span className="grid size-full place-items-center text-ink-muted">
            <ImageOff aria-hidden className="size-5" />
          </span>
        )}
      </span>
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-0.5 text-xs">
        <h3 id={headingId} className="truncate text-sm leading-tight font-semibold">
          {listing.bedrooms} - <span translate="no">{listing.address}</span>
        </h3>
        <p className="flex gap-2 text-ink-muted">
          <span className="min-w-0 truncate">
            <b translate="no" className="text-ink">
              {listing.rent}
            </b>{" "}
            · {marketText(listing)}
          </span>
          {listing.waitingSince !== null && (
            <span className="ml-auto shrink-0 tabular-nums">
              <span className="sr-only">waits </span>
              {waitText(listing.waitingSince)}
            </span>
          )}
        </p>
        <RowSigns listing={listing} />
      </div>
      <button
        type="button"
        aria-describedby={headingId}
        onClick={() => onView(listing)}
        className="absolute inset-y-0 right-0 left-10 rounded-control focus-visible:-outline-offset-3"
      >
        <span className="sr-only">View</span>
      </button>
    </article>
  );
}

/** Names what sets a row apart, the most urgent first: as many as fit whole into one line. */
function RowSigns({ listing }: { listing: AdminListing }) {
  const signs = SIGNS[listing.scamBand];
  return (
    <p className="flex h-4.5 flex-wrap gap-1 overflow-hidden *:block *:max-w-full *:truncate *:px-1.5 *:py-0 *:text-[0.6875rem] *:leading-4.5">
      {listing.underReview && <Chip tone="danger">Number under review</Chip>}
      {listing.reportCount > 0 && <Chip tone="danger">{plural(listing.reportCount, "report")}</Chip>}
      {signs !== null && <Chip tone={signs.tone}>{signs.label}</Chip>}
      {listing.answeredAt !== null && <Chip tone="good">Landlord answered</Chip>}
      {listing.changedSinceApproval.length > 0 && <Chip tone="warn">Changed since approval</Chip>}
      {needsConfirmation(listing) && <Chip tone="warn">Type and rent not confirmed</Chip>}
      <Chip tone={STATUSES[listing.status].tone}>{STATUSES[listing.status].label}</Chip>
      {listing.imageCount === 0 && <Chip>No photos</Chip>}
    </p>
  );
}
