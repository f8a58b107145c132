import { ImageOff } from "lucide-react";
import { useId } from "react";
import { DAY_MS } from "../../../../worker/contracts/days.ts";
import type { AdminListing } from "../../../../worker/contracts/listings.ts";
import { formatDate, formatDay, plural } from "../../../lib/format.ts";
import { waitText } from "../../../lib/format-time.ts";
import { Chip } from "../../../ui/chip.tsx";
import { PhotoImage } from "../../../ui/photo-image.tsx";
import { ListingSigns, marketText, StatusChip } from "./admin-listing-badges.tsx";
import type { QueueStatus } from "./admin-listings.queries.ts";
import { type ListingSelection, maySelect } from "./admin-selection-bar.tsx";

interface AdminListingRowProps {
  listing: AdminListing;
  /** The filter of the list. */
  status: QueueStatus;
  /** True for the listing that is shown. */
  isCurrent: boolean;
  selection: ListingSelection;
  onView(listing: AdminListing): void;
}

/** A listing in the desk's list, 96 px high if the list is wide, focusable for keyboard navigation. */
export function AdminListingRow({ listing, status, isCurrent, selection, onView }: AdminListingRowProps) {
  const headingId = useId();
  const [cover] = listing.images;
  return (
    <article
      tabIndex={-1}
      data-listing-id={listing.id}
      aria-labelledby={headingId}
      aria-current={isCurrent}
      className="relative flex scroll-mt-24 gap-2 border-b border-line bg-surface py-1.5 pr-3 @max-lg:pl-3 last:border-b-0 hover:bg-paper has-checked:bg-accent-soft focus:-outline-offset-3 focus:outline-3 focus:outline-focus aria-[current=true]:bg-sunken aria-[current=true]:shadow-[inset_3px_0_0_var(--color-accent)] @lg:h-24 @lg:items-center"
    >
      {selection.isAllowed && maySelect(listing) ? (
        // Over the photo where the list is narrow.
        <label className="z-1 grid w-10 shrink-0 place-items-center self-stretch @max-lg:absolute @max-lg:top-0 @max-lg:left-0 @max-lg:size-11">
          <input
            type="checkbox"
            aria-label={`Select ${listing.bedrooms} - ${listing.address}`}
            checked={selection.has(listing.id)}
            onChange={() => selection.toggle(listing)}
            className="size-5 accent-accent"
          />
        </label>
      ) : (
        <span className="w-10 shrink-0 @max-lg:hidden" />
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
      <div className="min-w-0 flex-1 text-sm text-ink-muted">
        <h3 id={headingId} className="font-semibold text-ink @lg:truncate">
          {listing.bedrooms} - <span translate="no">{listing.address}</span>
        </h3>
        <RowFacts listing={listing} status={status} />
        <p className="truncate @lg:max-xl:pr-12">
          {listing.email}
          {listing.phone !== null && ` · ${listing.phone}`}
          {listing.additionalInfo && <bdi> · {listing.additionalInfo}</bdi>}
        </p>
      </div>
      <button
        type="button"
        aria-describedby={headingId}
        onClick={() => onView(listing)}
        className="absolute inset-y-0 right-0 left-0 flex items-end @lg:left-10 rounded-control px-3 py-1.5 text-sm font-semibold text-accent focus-visible:-outline-offset-3 @lg:justify-end"
      >
        <span className="xl:sr-only">View</span>
      </button>
    </article>
  );
}

/** Number of days from today within which a date is shown without its year. */
const NEAR_DAYS = 300;

/** Returns "January 15, 2027" as "Jan 15", or as "Jan 15, 2027" if far away. */
function briefDay(day: string, date: string): string {
  const isNear = Math.abs(Date.parse(date) - Date.now()) < NEAR_DAYS * DAY_MS;
  return day.replace(/^(\w{3})\w*( \d+)(,.*)/, isNear ? "$1$2" : "$1$2$3");
}

/** Rent and dates, each with chips: at the end of the line if the list is wide, otherwise after the text. */
function RowFacts({ listing, status }: Pick<AdminListingRowProps, "listing" | "status">) {
  const { rent, bathrooms, imageCount, waitingSince } = listing;
  return (
    <>
      <p className="gap-2 @lg:flex">
        <span className="min-w-0 flex-1 @lg:truncate">
          <b translate="no" className="text-ink">
            {rent}
          </b>{" "}
          · {marketText(listing, "")} · {bathrooms} {bathrooms === "1" ? "bath" : "baths"} ·{" "}
          {plural(imageCount, "image")}
        </span>{" "}
        <span className="space-x-1 whitespace-nowrap *:py-0">
          <StatusChip status={listing.status} filter={status} />
          {listing.reportCount > 0 && <Chip tone="danger">{plural(listing.reportCount, "report")}</Chip>}
          {waitingSince !== null && (
            <span>
              {/* Next to the chip "Pending" the waiting time needs no label. */}
              {listing.status === status && (
                <>
                  <span className="@lg:hidden">· </span>waits{" "}
                </>
              )}
              {waitText(waitingSince)}
            </span>
          )}
        </span>
      </p>
      <div className="gap-2 @lg:flex">
        <p className="min-w-0 flex-1 @lg:truncate">
          Move-in {briefDay(formatDate(listing.moveInDate), listing.moveInDate)} · Submitted{" "}
          {briefDay(formatDay(listing.submittedAt), listing.submittedAt)}
        </p>
        {/* A wide list shows only the most urgent chip. */}
        <p className="flex flex-wrap gap-1 *:px-1.5 *:py-0 @lg:shrink-0 @lg:*:not-first:hidden">
          <ListingSigns listing={listing} />
        </p>
      </div>
    </>
  );
}
