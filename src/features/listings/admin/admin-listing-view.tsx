import { useQuery } from "@tanstack/react-query";
import { ArrowRight, CheckCheck, FilePen } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { HOME_TYPE_NAMES } from "../../../../worker/contracts/home-types.ts";
import { listingTitle } from "../../../../worker/contracts/listing-names.ts";
import type { AdminListing, ApprovalDifference } from "../../../../worker/contracts/listings.ts";
import { photoPath } from "../../../../worker/contracts/photos.ts";
import { formatDate, formatDay } from "../../../lib/format.ts";
import { formatMoment } from "../../../lib/format-time.ts";
import { toastFailure } from "../../../lib/toast-failure.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { LoadFailure } from "../../../ui/notice.tsx";
import { PhotoImage } from "../../../ui/photo-image.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { attributeFacts, telHref } from "../card/listing-text.ts";
import { bathroomsLabel } from "../submission/submission-fields.tsx";
import { AdminKindActions, ApprovalButton } from "./admin-kind-actions.tsx";
import type { ListingActions } from "./admin-listing-actions.tsx";
import { AdminListingBadges, AdminReviewNotes, mayReject } from "./admin-listing-badges.tsx";
import { AdminListingPlace } from "./admin-listing-place.tsx";
import { AdminListingThread } from "./admin-listing-thread.tsx";
import { adminListing, useSetApproved } from "./admin-listings.queries.ts";
import { announce } from "./admin-listing-text.ts";

interface AdminListingViewProps {
  id: number;
  /** Shown while loading. */
  title: string;
  /** The listing from the queue, shown while loading. */
  summary?: AdminListing;
  /** Context above the details. */
  notice?: ReactNode;
  editLabel?: string;
  /** Shows Delete, as in the queue, which can undo it. */
  mayDelete?: boolean;
  actions: ListingActions;
  onEdit(listing: AdminListing): void;
  onClose(): void;
}

export function AdminListingView({
  id,
  title,
  summary,
  notice,
  editLabel = "Edit",
  mayDelete = false,
  actions,
  onEdit,
  onClose,
}: AdminListingViewProps) {
  const { data: listing, error, refetch } = useQuery({ ...adminListing(id), placeholderData: summary });

  useEffect(() => {
    if (error) toastFailure("Failed to load listing details", error);
  }, [error]);

  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title={listing ? listingTitle(listing.bedrooms, listing.address) : title}
      footer={
        listing && (
          <>
            {mayDelete && (
              <Button
                variant="ghost"
                className="text-danger hover:bg-danger-soft"
                onClick={() => actions.askToDelete(listing)}
              >
                Delete
              </Button>
            )}
            <Button variant="secondary" onClick={() => onEdit(listing)}>
              {editLabel}
            </Button>
            {mayReject(listing) && (
              <Button variant="secondary" onClick={() => actions.askToReject(listing)}>
                Reject
              </Button>
            )}
            <ApprovalButton listing={listing} actions={actions} />
          </>
        )
      }
    >
      {notice}
      {listing ? (
        <Details listing={listing} />
      ) : error ? (
        <LoadFailure title="Failed to load listing details" onRetry={() => void refetch()} />
      ) : (
        <>
          <output className="sr-only">Loading listing details</output>
          <Skeleton className="h-72 w-full" />
        </>
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
      <div className="flex flex-wrap gap-2 empty:hidden">
        <AdminKindActions listing={listing} />
      </div>
      <AdminNumberReview listing={listing} />
      <AdminListingChanges listing={listing} />
      {listing.status !== "deleted" && listing.status !== "rented" && <AdminListingThread listing={listing} />}
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <Detail term="Address">{listing.unit ? `${listing.address}, unit ${listing.unit}` : listing.address}</Detail>
        <Detail term="Rent per month">{listing.rent}</Detail>
        <Detail term="Bedrooms">{listing.bedrooms}</Detail>
        {listing.homeType && <Detail term="Kind of home">{HOME_TYPE_NAMES[listing.homeType]}</Detail>}
        {listing.homeTypeGuess && (
          <Detail term="Kind of home by its words">{HOME_TYPE_NAMES[listing.homeTypeGuess]}</Detail>
        )}
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
        {listing.landlordName && (
          <Detail term="Name shown to renters">
            <bdi>{listing.landlordName}</bdi>
          </Detail>
        )}
        {listing.yearBuilt !== null && <Detail term="Year built (stated)">{listing.yearBuilt}</Detail>}
        {attributeFacts(listing).map(([name, value]) => (
          <Detail key={name} term={name}>
            {value}
          </Detail>
        ))}
        {listing.expiresAt && <Detail term="Expires">{formatDay(listing.expiresAt)}</Detail>}
      </dl>
      <section>
        <h3 className="font-semibold">Additional information</h3>
        <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-wrap">
          {listing.additionalInfo || "None"}
        </p>
      </section>
      {listing.status !== "deleted" && <AdminListingPlace listing={listing} />}
      <section>
        <h3 className="font-semibold">Photos ({listing.imageCount})</h3>
        <ul className="mt-2 grid grid-cols-2 gap-3 sm:grid-cols-3">
          {listing.images.map((src, index) => (
            <li key={photoPath(src)}>
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
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

/** Shows a number again that reports of a scam hide. */
function AdminNumberReview({ listing: { id, revision, underReview, underReviewUntil } }: { listing: AdminListing }) {
  const acceptance = useSetApproved();
  if (!underReview) return null;
  const show = () =>
    acceptance.mutate(
      { id, approved: true, revision },
      {
        onSuccess: announce("Number shown again", "Number shown again"),
        onError: (error) => toastFailure("Failed to show the number", error),
      },
    );
  return (
    <section aria-label="Number under review" className="rounded-control border border-line bg-sunken p-3 sm:p-4">
      <p>
        Renters do not see the phone number
        {underReviewUntil !== null && ` until ${formatMoment(underReviewUntil)}, or until you decide`}.
      </p>
      <Button size="sm" variant="secondary" className="mt-3" busy={acceptance.isPending} onClick={show}>
        Show Number Again
      </Button>
    </section>
  );
}

/** The landlord's changes since the last approval, which a moderator can accept for a public listing. */
function AdminListingChanges({ listing }: { listing: AdminListing }) {
  const { id, revision, changedSinceApproval: changes, status } = listing;
  const acceptance = useSetApproved();
  if (changes.length === 0) return null;

  const accept = () =>
    acceptance.mutate(
      { id, approved: true, revision },
      {
        onSuccess: announce("Changes accepted", "Accepted as changed"),
        onError: (error) => toastFailure("Failed to accept the changes", error),
      },
    );

  return (
    <section aria-labelledby={`changes-${id}`} className="rounded-control border border-line bg-sunken p-3 sm:p-4">
      <h3 id={`changes-${id}`} className="flex items-center gap-2 font-semibold">
        <FilePen aria-hidden className="size-4 shrink-0 text-warn" />
        Changed since approval
      </h3>
      <dl className="mt-3 grid gap-3">
        {changes.map((change) => (
          <Difference key={change.field} change={change} />
        ))}
      </dl>
      {status === "approved" && (
        <Button size="sm" variant="secondary" className="mt-4" busy={acceptance.isPending} onClick={accept}>
          {!acceptance.isPending && <CheckCheck aria-hidden className="size-4" />}
          Accept Changes
        </Button>
      )}
    </section>
  );
}

/** Side by side on wide screens, stacked on phones. */
function Difference({ change: { label, before, after } }: { change: ApprovalDifference }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-muted">{label}</dt>
      <dd className="mt-1 grid items-start gap-1.5 sm:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] sm:gap-2">
        <Value as="del" label="Before:" text={before} />
        <ArrowRight aria-hidden className="size-4 rotate-90 justify-self-start text-ink-muted sm:mt-2 sm:rotate-0" />
        <Value as="ins" label="Now:" text={after} />
      </dd>
    </div>
  );
}

function Value({ as: Element, label, text }: { as: "del" | "ins"; label: string; text: string | null }) {
  return (
    <Element
      className={`rounded-control border border-line bg-surface px-2 py-1 wrap-anywhere whitespace-pre-line no-underline ${Element === "del" ? "text-ink-muted" : "font-medium"}`}
    >
      <span className="sr-only">{label} </span>
      {text === null ? <span className="font-normal text-ink-muted italic">Not given</span> : <bdi>{text}</bdi>}
    </Element>
  );
}
