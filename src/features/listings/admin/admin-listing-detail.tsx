import { type ReactNode, useState } from "react";
import { labelOf, PUBLIC_PLAIN_KEYS, statedText } from "../../../../worker/contracts/listing-fields.ts";
import { HOME_TYPE_NAMES } from "../../../../worker/contracts/bedrooms.ts";
import type { AdminListing, ApprovalDifference } from "../../../../worker/contracts/listings.ts";
import { formatCents } from "../../../../worker/contracts/listing-text.ts";
import { photoPath } from "../../../../worker/contracts/photos.ts";
import { formatDate, formatDay } from "../../../lib/format.ts";
import { formatMoment } from "../../../lib/format-time.ts";
import { useHasRole } from "../../../lib/role.ts";
import { failureHandler } from "../../../lib/toast-failure.ts";
import { untranslated } from "../../../ui/untranslated.ts";
import { RoleButton } from "../../../ui/role-button.tsx";
import { PhotoImage } from "../../../ui/photo-image.tsx";
import { attributeFacts, telHref } from "../facts/listing-text.ts";
import { bathroomsLabel } from "../submission/submission-fields.tsx";
import { AdminListingBadges, AdminReviewNotes, marketText } from "./admin-listing-badges.tsx";
import { AdminListingContext } from "./admin-listing-context.tsx";
import { AdminListingPlace } from "./admin-listing-place.tsx";
import { AdminListingThread } from "./admin-listing-thread.tsx";
import { type QueueStatus, useSetApproved } from "./admin-listings.queries.ts";
import { decisionHandler } from "./admin-listing-text.ts";
import { AdminListingPresence } from "./admin-listing-presence.tsx";
import { ArrowRight, CheckCheck, FilePen } from "lucide-react";

/** Shows the landlord's changes since the last approval. For a public listing, a moderator can accept them. */
function AdminListingChanges({ listing }: { listing: AdminListing }) {
  const { id, revision, changedSinceApproval: changes, status } = listing;
  const acceptance = useSetApproved();
  if (changes.length === 0) return null;

  const accept = () =>
    void acceptance
      .mutateAsync({ id, approved: true, revision })
      .then(decisionHandler("Changes accepted", "Accepted"), failureHandler("Failed to accept the changes"));

  return (
    <section aria-labelledby={`changes-${id}`} className="rounded-control border border-line bg-sunken p-3">
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
        <RoleButton
          needs="moderator"
          size="sm"
          variant="secondary"
          className="mt-4"
          busy={acceptance.isPending}
          onClick={accept}
        >
          {!acceptance.isPending && <CheckCheck aria-hidden className="size-4" />}
          Accept Changes
        </RoleButton>
      )}
    </section>
  );
}

/** Shows the old and new value of a change, side by side on wide screens and stacked on phones. */
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

interface AdminListingDetailProps {
  listing: AdminListing;
  /** The filter of the list that it was opened from. */
  filter: QueueStatus | undefined;
  /** Opens the dialog that asks the landlord a question; null for people who may not ask. */
  onAsk: ((listing: AdminListing) => void) | null;
  onBanAddress(address: string): void;
}

/**
 * Shows everything that a decision is based on: the details, the notes and the landlord's text, and beside them the
 * photos, other listings and the location.
 */
export function AdminListingDetail({ listing, filter, onAsk, onBanAddress }: AdminListingDetailProps) {
  const isOpen = listing.status !== "deleted";
  const mayAsk = useHasRole("moderator");
  return (
    <div className="@container text-sm">
      {isOpen && <AdminListingPresence key={listing.id} listingId={listing.id} />}
      <AdminListingBadges listing={listing} filter={filter} />
      <div className="grid grid-cols-1 items-start gap-x-6 gap-y-3 @2xl:grid-cols-[4fr_5fr] @2xl:grid-rows-[auto_1fr]">
        <Photos key={listing.id} listing={listing} />
        <div className="grid grid-cols-1 gap-3 @max-2xl:contents @2xl:row-span-2">
          <Facts listing={listing} />
          {/* Above the photos in one column, so that a phone shows warnings on its first screen. */}
          <div className="empty:hidden @max-2xl:-order-1">
            <AdminReviewNotes notes={listing.reviewNotes} />
          </div>
          <AdminNumberReview listing={listing} />
          <AdminListingChanges listing={listing} />
          <section>
            <h3 className="sr-only">Additional information</h3>
            <p dir="auto" className="max-h-40 overflow-y-auto wrap-anywhere whitespace-pre-wrap">
              {listing.additionalInfo || "No additional information."}
            </p>
          </section>
          <Terms listing={listing} />
          {isOpen && listing.status !== "rented" && (
            <AdminListingThread listing={listing} onAsk={mayAsk ? onAsk : null} />
          )}
        </div>
        {isOpen && (
          <div className="grid grid-cols-1 gap-3">
            <AdminListingContext listing={listing} onBanAddress={onBanAddress} />
            <AdminListingPlace listing={listing} />
          </div>
        )}
      </div>
    </div>
  );
}

/** Section 'Photos (N)': a large photo above a row of photos to choose from. */
function Photos({ listing: { images, imageCount } }: { listing: AdminListing }) {
  const [shown, setShown] = useState(0);
  const photo = images[Math.min(shown, images.length - 1)];
  return (
    <section className="grid items-start gap-2 @md:grid-cols-2 @2xl:grid-cols-1">
      <h3 className="sr-only">Photos ({imageCount})</h3>
      {photo === undefined ? (
        <p className="rounded-control bg-sunken p-4 text-ink-muted">No photos.</p>
      ) : (
        <a href={photo} target="_blank" rel="noopener" className="block overflow-hidden rounded-control bg-sunken">
          <PhotoImage
            src={photo}
            alt={`Photo ${images.indexOf(photo) + 1} of ${images.length}, opens in a new tab`}
            sizes="(min-width: 64rem) 480px, 100vw"
            fit="contain"
            className="aspect-4/3 w-full"
          />
        </a>
      )}
      {images.length > 1 && (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(3.5rem,1fr))] gap-2">
          {images.map((src, index) => (
            <li key={photoPath(src)}>
              <button
                type="button"
                aria-label={`Show photo ${index + 1} of ${images.length}`}
                aria-pressed={src === photo}
                onClick={() => setShown(index)}
                className="block w-full overflow-hidden rounded-control aria-pressed:outline-3 aria-pressed:outline-accent"
              >
                <PhotoImage src={src} alt="" sizes="100px" className="aspect-4/3 w-full" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const linkClass = "inline-block -my-1 py-1 text-accent underline underline-offset-2 hover:text-accent-strong";

const EVIDENCE_OF_KIND = { stated: "As stated", text: "From the description" } as const;
const EVIDENCE_OF_SIZE = { agrees: "Matches the description", differs: "Differs from the description" } as const;

/** The details that matter most for a decision. */
function Facts({ listing }: { listing: AdminListing }) {
  const { marketRent, evidence, homeType, homeTypeGuess, rentCents } = listing;
  const understood = rentCents === null ? null : formatCents(rentCents);
  const named = homeType ?? homeTypeGuess;
  const origin = evidence.kind && EVIDENCE_OF_KIND[evidence.kind];
  const call = telHref(listing.phone);
  const figure = marketRent === null ? "market" : formatCents(Math.round(marketRent * 100));
  const market = marketText(listing, figure);
  return (
    <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 gap-y-1 wrap-anywhere">
      <Fact term="Address">
        <span translate="no">{listing.address}</span>
        {listing.unit && `, unit ${listing.unit}`}
        {listing.addressRest && <Aside>Also in the address: {listing.addressRest}</Aside>}
      </Fact>
      <Fact term="Rent per month">
        <span translate="no">{listing.rent}</span>
        {understood !== listing.rent.trim() && (
          <Aside>{understood === null ? "Not understood" : untranslated(`Understood as ${understood}`)}</Aside>
        )}
      </Fact>
      <Fact term="Market">
        <strong className="font-semibold">{`${market.charAt(0).toUpperCase()}${market.slice(1)}.`}</strong>
      </Fact>
      <Fact term="Kind">
        {named === null ? (origin ?? "Not known") : HOME_TYPE_NAMES[named]}
        {named !== null && <Aside>{origin ?? "Not confirmed"}</Aside>}
        {homeType && homeTypeGuess && <Aside>Reads like: {HOME_TYPE_NAMES[homeTypeGuess]}</Aside>}
      </Fact>
      <Fact term="Bedrooms">
        {listing.bedrooms}
        <Aside>{evidence.size === null ? "Not clear from the description" : EVIDENCE_OF_SIZE[evidence.size]}</Aside>
      </Fact>
      <Fact term="Bathrooms">{bathroomsLabel(listing.bathrooms)}</Fact>
      <Fact term="Move-in date">{formatDate(listing.moveInDate)}</Fact>
      <Fact term="Email">
        <a href={`mailto:${encodeURIComponent(listing.email).replace("%40", "@")}`} className={linkClass}>
          {listing.email}
        </a>
      </Fact>
      <Fact term="Phone">
        {call ? (
          <a href={call} className={linkClass}>
            {listing.phone}
          </a>
        ) : (
          (listing.phone ?? "None")
        )}
      </Fact>
    </dl>
  );
}

/** The landlord's other terms, and the dates. */
function Terms({ listing }: { listing: AdminListing }) {
  const stated = PUBLIC_PLAIN_KEYS.map((key) => [labelOf(key), statedText(key, listing)] as const);
  return (
    <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 gap-y-1 wrap-anywhere">
      {stated.map(
        ([name, value]) =>
          value !== null && (
            <Fact key={name} term={name}>
              <bdi translate="no">{value}</bdi>
            </Fact>
          ),
      )}
      {attributeFacts(listing).map(([name, value]) => (
        <Fact key={name} term={name}>
          {value}
        </Fact>
      ))}
      <Fact term="Submitted">{formatDay(listing.submittedAt)}</Fact>
      {listing.expiresAt && <Fact term="Expires">{formatDay(listing.expiresAt)}</Fact>}
    </dl>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-muted">{term}</dt>
      <dd className="font-medium">{children}</dd>
    </>
  );
}

/** A remark after a detail. */
function Aside({ children }: { children: ReactNode }) {
  return <span className="font-normal text-ink-muted"> · {children}</span>;
}

/** Lets moderators show a phone number again that was hidden because of scam reports. */
function AdminNumberReview({ listing: { id, revision, underReview, underReviewUntil } }: { listing: AdminListing }) {
  const acceptance = useSetApproved();
  if (!underReview) return null;
  const show = () =>
    void acceptance
      .mutateAsync({ id, approved: true, revision })
      .then(decisionHandler("Number shown again", "Number shown again"), failureHandler("Failed to show the number"));
  return (
    <section aria-label="Number under review" className="rounded-control border border-line bg-sunken p-3">
      <p>
        The phone number is hidden from renters
        {underReviewUntil !== null && ` until ${formatMoment(underReviewUntil)}, or until you decide`}.
      </p>
      <RoleButton
        needs="moderator"
        size="sm"
        variant="secondary"
        className="mt-3"
        busy={acceptance.isPending}
        onClick={show}
      >
        Show Number Again
      </RoleButton>
    </section>
  );
}
