import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { RelatedListing } from "../../../../worker/contracts/moderation-queue.ts";
import type { AdminListing } from "../../../../worker/contracts/listings.ts";
import { actionText, actorText } from "../../../lib/audit-text.ts";
import { formatDay, plural } from "../../../lib/format.ts";
import { formatMoment } from "../../../lib/format-time.ts";
import { untranslated } from "../../../ui/untranslated.ts";
import { Button } from "../../../ui/button.tsx";
import { RoleButton } from "../../../ui/role-button.tsx";
import { Chip } from "../../../ui/chip.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Disclosure } from "../../../ui/disclosure.tsx";
import { PhotoImage } from "../../../ui/photo-image.tsx";
import { STATUSES } from "./admin-listing-badges.tsx";
import { adminListingContext } from "./admin-listings.queries.ts";

/** Number of similar listings shown at first. Listings with the strongest evidence come first. */
const SHOWN = 2;

interface AdminListingContextProps {
  listing: AdminListing;
  onBanAddress(address: string): void;
}

/** Shows a listing's appeals and history, the listings that its notes name, and the landlord's other listings. */
export function AdminListingContext({ listing, onBanAddress }: AdminListingContextProps) {
  const { data } = useQuery(adminListingContext(listing.id, listing.revision));
  const [compared, setCompared] = useState<RelatedListing | null>(null);
  if (!data) return null;
  const { related, landlord, history, appeals } = data;
  const rejected = landlord.filter(({ status }) => status === "rejected" || status === "deleted").length;
  return (
    <>
      {appeals.length > 0 && (
        <section aria-label="Appeals">
          <h3 className="mb-1 font-semibold">{appeals.length === 1 ? "Appeal" : "Appeals"}</h3>
          <ul className="grid gap-1">
            {appeals.map(({ text, sentAt, state, answer }) => (
              <li key={sentAt} className="wrap-anywhere whitespace-pre-line">
                {formatMoment(sentAt)}, {state}: “{text}”{answer !== null && ` Answer: “${answer}”`}
              </li>
            ))}
          </ul>
        </section>
      )}
      {related.length > 0 && (
        <section aria-label="Listings to compare">
          <h3 className="mb-1 font-semibold">To compare</h3>
          <Related listings={related.slice(0, SHOWN)} onCompare={setCompared} />
          {related.length > SHOWN && (
            <Disclosure isSmall summary={`${related.length - SHOWN} more`}>
              <Related listings={related.slice(SHOWN)} onCompare={setCompared} />
            </Disclosure>
          )}
        </section>
      )}
      {landlord.length === 0 ? (
        <p className="text-ink-muted">No other listing of this landlord</p>
      ) : (
        <Disclosure
          isSmall
          summary={`${plural(landlord.length, "other listing")} of this landlord${rejected > 0 ? `, ${rejected} of them rejected or deleted` : ""}`}
        >
          <Related listings={landlord} onCompare={setCompared} />
        </Disclosure>
      )}
      {history.length > 0 && (
        <Disclosure isSmall summary={`History (${history.length})`}>
          <ol className="grid gap-1">
            {history.map((entry) => (
              <li key={entry.id} className="wrap-anywhere">
                {formatMoment(entry.at)}: {actionText(entry)} by {actorText(entry)}
                {entry.ipAddress !== null && ` from ${entry.ipAddress}`}
                {entry.ipAddress !== null && entry.actor === "owner" && (
                  <RoleButton
                    needs="moderator"
                    size="sm"
                    variant="ghost"
                    onClick={() => onBanAddress(entry.ipAddress ?? "")}
                  >
                    Ban Address
                  </RoleButton>
                )}
              </li>
            ))}
          </ol>
        </Disclosure>
      )}
      {compared && <SideBySide listing={listing} other={compared} onClose={() => setCompared(null)} />}
    </>
  );
}

interface RelatedProps {
  listings: readonly RelatedListing[];
  onCompare(listing: RelatedListing): void;
}

function Related({ listings, onCompare }: RelatedProps) {
  return (
    <ul className="grid gap-2">
      {listings.map((other) => (
        <li key={other.id} className="flex items-start gap-2">
          <p className="min-w-0 flex-1 wrap-anywhere">
            {other.path ? (
              <a
                href={other.path}
                target="_blank"
                rel="noopener"
                className="font-medium text-accent underline underline-offset-2"
              >
                {nameOf(other)}
              </a>
            ) : (
              <span className="font-medium">{nameOf(other)}</span>
            )}
            , <span translate="no">{other.rent}</span>, {formatDay(other.submittedAt)}{" "}
            <Chip tone={STATUSES[other.status].tone}>{STATUSES[other.status].label}</Chip>
            {other.why.map((text) => (
              <span key={text} className="block text-ink-muted">
                {text}
              </span>
            ))}
          </p>
          <Button size="sm" variant="secondary" onClick={() => onCompare(other)}>
            Compare
            <span className="sr-only"> with #{other.id}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

const nameOf = ({ id, title, unit }: RelatedListing) => `#${id} ${title}${unit === null ? "" : `, unit ${unit}`}`;

interface SideBySideProps {
  listing: AdminListing;
  other: RelatedListing;
  onClose(): void;
}

/** Dialog with the photos of two listings side by side. */
function SideBySide({ listing, other, onClose }: SideBySideProps) {
  const columns = [
    { name: `This one: ${listing.bedrooms} - ${listing.address}`, rent: listing.rent, images: listing.images },
    { name: nameOf(other), rent: other.rent, images: other.images },
  ];
  return (
    <Dialog open onOpenChange={onClose} size="lg" title="Side by side">
      <div className="grid grid-cols-2 gap-3">
        {columns.map(({ name, rent, images }) => (
          <section key={name} aria-label={name} className="grid grid-cols-1 content-start gap-3">
            <h3 className="text-sm wrap-anywhere">
              <b>{untranslated(name)}</b>, <span translate="no">{rent}</span>
            </h3>
            {images.length === 0 && <p className="text-sm text-ink-muted">No photos.</p>}
            {images.map((src, at) => (
              <PhotoImage
                key={src}
                src={src}
                alt={`Photo ${at + 1} of ${name}`}
                sizes="(min-width: 40rem) 420px, 50vw"
                className="aspect-4/3 w-full rounded-control"
              />
            ))}
          </section>
        ))}
      </div>
    </Dialog>
  );
}
