import { useEffect } from "react";
import { listingPath, type PublicListing } from "../../../../worker/contracts/listings.ts";
import { useRenderedAt } from "../../../lib/site.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Link } from "../../../ui/link.tsx";
import { PhotoGrid, useEnlargedPhoto } from "../photos/photo-grid.tsx";
import { ListingSurroundings } from "../place/listing-surroundings.tsx";
import { StationLine } from "../place/station-line.tsx";
import { CallLink, ContactCard, ReportButton, SafetyLine, reportInterest } from "./contact-card.tsx";
import { BelowMarketChip, ListingBadges, MarketLine } from "./listing-badges.tsx";
import { MarketComparison, ListingDescription, ListingFacts } from "./listing-facts.tsx";
import { kindText, listedText, placeText, priceText } from "./listing-text.ts";
import { ListingLinks } from "./share-button.tsx";

/** A listing in a dialog over its list; cannot be closed while a photo is enlarged. */
export function ListingDialog({ listing, onClose }: { listing: PublicListing; onClose(): void }) {
  const renderedAt = useRenderedAt();
  const { photo } = useEnlargedPhoto();
  useEffect(() => reportInterest(listing.id, "view"), [listing.id]);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      mayClose={photo === null}
      title={listing.title}
      description={`${kindText(listing)} · ${listedText(listing, renderedAt)}`}
      size="lg"
      footer={
        <>
          {listing.phone !== null && <SafetyLine />}
          <Link
            to={listingPath(listing)}
            replace
            className="mr-auto inline-flex min-h-11 items-center font-semibold text-accent underline-offset-4 hover:underline"
          >
            View full page
          </Link>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          <CallLink listing={listing} size="md" />
        </>
      }
    >
      <div className="space-y-6">
        <div className="space-y-2.5">
          <div className="flex flex-wrap items-start justify-between gap-3">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="text-3xl font-extrabold tracking-tight tabular-nums">{priceText(listing)}</span>
              <span className="text-ink-muted">Monthly</span>
              <BelowMarketChip listing={listing} />
            </p>
            <ListingLinks listing={listing} />
          </div>
          <p>
            <span className="font-semibold">{listing.bedrooms}</span> · {placeText(listing)}
          </p>
          <MarketLine listing={listing} />
          <ListingBadges listing={listing} />
          <StationLine listing={listing} />
        </div>
        <PhotoGrid listing={listing} layout="thumbnails" />
        <ListingDescription listing={listing} />
        <MarketComparison listing={listing} />
        <div className="grid items-start gap-5 md:grid-cols-[1.4fr_1fr]">
          <ListingFacts listing={listing} />
          <ContactCard listing={listing} />
        </div>
        <ListingSurroundings listing={listing} />
        <ReportButton listing={listing} />
      </div>
    </Dialog>
  );
}
