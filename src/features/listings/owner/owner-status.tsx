import { useEffect, useRef, type ReactNode } from "react";
import { LISTING_LIFETIME_DAYS } from "../../../../worker/contracts/listings.ts";
import type { OwnerListing } from "../../../../worker/contracts/owners.ts";
import { formatCount, formatDay } from "../../../lib/format.ts";
import { PATHS } from "../../../lib/paths.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Chip, type ChipTone } from "../../../ui/chip.tsx";
import { Link } from "../../../ui/link.tsx";

const CHIPS: Record<OwnerListing["status"], { label: string; tone: ChipTone }> = {
  pending: { label: "In review", tone: "warn" },
  approved: { label: "Published", tone: "accent" },
  rejected: { label: "Not published", tone: "danger" },
  expired: { label: "Expired", tone: "neutral" },
  rented: { label: "Rented", tone: "neutral" },
};

/** What the status means, and what happens next. */
function StatusText({ listing: { status, expiresAt, rejectionReason } }: { listing: OwnerListing }) {
  switch (status) {
    case "pending":
      return "A person looks at your listing before renters see it. We write to you when that is done.";
    case "approved":
      return `Your listing is on the site${expiresAt === null ? "" : ` until ${formatDay(expiresAt)}`}. We write to you five days before it expires.`;
    case "rejected":
      return (
        <>
          We could not publish your listing.{" "}
          {rejectionReason !== null && (
            <>
              The reason:{" "}
              <strong dir="auto" className="whitespace-pre-line text-ink">
                {rejectionReason}
              </strong>{" "}
            </>
          )}
          Any change of it sends it to review again.
        </>
      );
    case "expired":
      return `Your listing left the site after ${LISTING_LIFETIME_DAYS} days. If the unit is still available, renew it.`;
    case "rented":
    default:
      return (
        <>
          Your listing is no longer on the site. When the unit is free again,{" "}
          <Link to={PATHS.landlords} className="font-semibold text-accent underline underline-offset-4">
            post a new listing
          </Link>
          .
        </>
      );
  }
}

interface OwnerStatusProps {
  listing: OwnerListing;
  /** Changes made on this page so far: after each, the focus comes here, as what was pressed may be gone. */
  changes: number;
  /** Buttons for what can be done about it. */
  children: ReactNode;
}

/** Where a listing stands, in plain words. */
export function OwnerStatus({ listing, changes, children }: OwnerStatusProps) {
  return (
    <section
      aria-labelledby="status-heading"
      className="rounded-card border border-line bg-surface p-4 shadow-card sm:p-6"
    >
      {/* Anew also when the status arrives after the question has closed and given the focus back to its button. */}
      <Standing key={`${changes} ${listing.status}`} listing={listing} takesFocus={changes > 0} />
      <div className="mt-4 flex flex-wrap gap-2">
        {listing.path !== null && (
          <Link to={listing.path} className={buttonClass({ variant: "secondary" })}>
            See the Public Page
          </Link>
        )}
        {children}
      </div>
    </section>
  );
}

function Standing({ listing, takesFocus }: { listing: OwnerListing; takesFocus: boolean }) {
  const { label, tone } = CHIPS[listing.status];
  const block = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) block.current?.focus();
  }, [takesFocus]);
  return (
    <div ref={block} tabIndex={-1} className="outline-none">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="status-heading" className="text-lg font-semibold">
          Status
        </h2>
        <Chip tone={tone}>{label}</Chip>
      </div>
      <p className="mt-2 text-ink-muted">
        <StatusText listing={listing} />
      </p>
      <p className="mt-1 text-sm text-ink-muted">Submitted {formatDay(listing.submittedAt)}</p>
      <Audience listing={listing} />
    </div>
  );
}

/** Renters who looked and who called; nothing for a listing that nobody can have seen. */
function Audience({ listing: { status, viewerCount, callerCount } }: { listing: OwnerListing }) {
  const wasPublic = status === "approved" || status === "expired" || status === "rented";
  if (viewerCount === 0 && callerCount === 0)
    return (
      wasPublic && <p className="mt-4">{status === "approved" ? "Nobody has opened it yet." : "Nobody opened it."}</p>
    );
  return (
    <div className="mt-4">
      <div className="flex flex-wrap gap-x-8 gap-y-2">
        <Figure count={viewerCount} text={`${viewerCount === 1 ? "person" : "people"} saw it`} />
        <Figure count={callerCount} text="pressed Call" />
      </div>
      <p className="mt-1 text-sm text-ink-muted">Each person counts once a month.</p>
    </div>
  );
}

function Figure({ count, text }: { count: number; text: string }) {
  return (
    <p>
      <span className="text-2xl font-bold tabular-nums">{formatCount(count)}</span> {text}
    </p>
  );
}
