import { ImageOff } from "lucide-react";
import { type ReactNode, useId } from "react";
import { DAY_MS } from "../../../../worker/contracts/days.ts";
import type { AdminListing } from "../../../../worker/contracts/listings.ts";
import { formatDate, formatDay, plural } from "../../../lib/format.ts";
import { Chip } from "../../../ui/chip.tsx";
import { PhotoImage } from "../../../ui/photo-image.tsx";
import { briefMarketText, ListingSigns, StatusChip } from "./admin-listing-badges.tsx";
import type { QueueStatus } from "./admin-listings.queries.ts";
import { type ListingSelection, maySelect } from "./admin-selection-bar.tsx";

interface AdminListingRowProps {
  listing: AdminListing;
  /** The filter of the list. */
  status: QueueStatus;
  /** True if this listing is the one shown. */
  isCurrent: boolean;
  selection: ListingSelection;
  onView(listing: AdminListing): void;
}

/** A listing in the desk's list, focusable for keyboard navigation. The row is 96 px high if the list is wide. */
export function AdminListingRow({ listing, status, isCurrent, selection, onView }: AdminListingRowProps) {
  const headingId = useId();
  const [cover] = listing.images;
  return (
    <article
      tabIndex={-1}
      data-listing-id={listing.id}
      aria-labelledby={headingId}
      aria-current={isCurrent}
      className="relative scroll-mt-24 gap-2 border-b border-line bg-surface py-1.5 pr-3 @max-lg:pl-3 last:border-b-0 hover:bg-paper has-checked:bg-accent-soft focus:-outline-offset-3 focus:outline-3 focus:outline-focus aria-[current=true]:not-has-checked:bg-sunken aria-[current=true]:shadow-[inset_3px_0_0_var(--color-accent)] @lg:flex @lg:h-24 @lg:items-center"
    >
      {selection.isAllowed && maySelect(listing) ? (
        // Covers a corner of the photo if the list is narrow.
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
      <span className="size-14 shrink-0 overflow-hidden rounded-control bg-sunken @max-lg:float-left @max-lg:mr-2">
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
        <RowFacts listing={listing} />
        <RowEnd listing={listing} status={status} />
      </div>
      <button
        type="button"
        aria-describedby={headingId}
        onClick={() => onView(listing)}
        className="absolute inset-y-0 right-0 left-0 flex items-end justify-end rounded-control px-3 py-1.5 text-sm font-semibold text-accent focus-visible:-outline-offset-3 @lg:left-10"
      >
        <span className="xl:sr-only">View</span>
      </button>
    </article>
  );
}

/** Dates within this many days of today are shown with the day, others only with month and year. */
const NEAR_DAYS = 300;

/** Returns "January 15, 2027" as "Jan 15", or as "Jan 2027" if the date is not near. */
function briefDay(day: string, date: string): string {
  const isNear = Math.abs(Date.parse(date) - Date.now()) < NEAR_DAYS * DAY_MS;
  return day.replace(/^(\w{3})\w*( \d+),(.*)/, isNear ? "$1$2" : "$1$3");
}

/** Returns the rent as the landlord wrote it, without "per month". */
const briefRent = (rent: string): string => rent.replace(/ ?(?:\/|per|a) ?month$/i, "");

const DOT = "\u00a0· ";

/** A fact that never wraps. */
function Fact({ children }: { children: ReactNode }) {
  return <span className="whitespace-nowrap">{children}</span>;
}

/** All facts except the text, on two lines if the list is wide and otherwise on four. Only a long rent or email is cut. */
function RowFacts({ listing }: Pick<AdminListingRowProps, "listing">) {
  const { rent, bathrooms, imageCount, moveInDate, submittedAt, email, phone } = listing;
  return (
    <>
      <p className="@lg:flex @lg:whitespace-pre">
        <span className="flex min-w-0 whitespace-pre">
          <b translate="no" className="truncate text-ink">
            {briefRent(rent)}
          </b>
          {listing.belowMarketPercent !== null && (
            <span>
              {DOT}
              {briefMarketText(listing)}
            </span>
          )}
        </span>
        <span className="@max-lg:hidden">{DOT}</span>
        {/* On a narrow list, this and the following lines begin below the photo. */}
        <span className="@max-lg:clear-left @max-lg:block">
          <Fact>Move-in {briefDay(formatDate(moveInDate), moveInDate)}</Fact>
          {DOT}
          <Fact>Submitted {briefDay(formatDay(submittedAt), submittedAt)}</Fact>
        </span>
      </p>
      {/* On a narrow list, the email address has a line of its own, the last one. */}
      <p className="flex whitespace-pre @max-lg:clear-left @max-lg:flex-wrap">
        <span>
          {plural(imageCount, "image")}
          {DOT}
          {bathrooms} {bathrooms === "1" ? "bath" : "baths"}
        </span>
        <span className="flex min-w-0 @max-lg:order-last @max-lg:basis-full">
          <span className="@max-lg:hidden">{DOT}</span>
          <span className="truncate">{email}</span>
        </span>
        <span>
          {DOT}
          {phone ?? <b className="text-warn">No phone</b>}
        </span>
      </p>
    </>
  );
}

/** The landlord's text with chips, on one line if the list is wide and otherwise stacked. */
function RowEnd({ listing, status }: Pick<AdminListingRowProps, "listing" | "status">) {
  return (
    <div className="flex min-h-5 gap-x-2 @max-lg:flex-wrap @lg:max-xl:pr-13">
      <p className="flex shrink-0 flex-wrap gap-1 *:px-1.5 *:py-0 @lg:order-last @max-lg:max-w-full">
        <StatusChip status={listing.status} filter={status} />
        {listing.reportCount > 0 && <Chip tone="danger">{plural(listing.reportCount, "report")}</Chip>}
        {/* Shows only the most urgent chip; the pane shows all. */}
        <span className="contents *:px-1.5 *:py-0 *:not-first:hidden">
          <ListingSigns listing={listing} />
        </span>
      </p>
      <p
        dir="auto"
        className="line-clamp-2 min-w-0 wrap-anywhere @max-lg:basis-full @max-lg:pr-10 @lg:block @lg:flex-1 @lg:truncate"
      >
        {listing.additionalInfo}
      </p>
    </div>
  );
}
