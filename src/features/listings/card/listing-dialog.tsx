import { ChevronLeft, ChevronRight, type LucideIcon } from "lucide-react";
import { useEffect, useRef } from "react";
import { listingPath, type PublicListing } from "../../../../worker/contracts/listings.ts";
import { useRenderedAt } from "../../../lib/site.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Link } from "../../../ui/link.tsx";
import { Gallery, useEnlargedPhoto } from "../photos/gallery.tsx";
import { ListingSurroundings } from "../place/listing-surroundings.tsx";
import { StationLine } from "../place/station-line.tsx";
import { WayRoom, WaySummary } from "../commute/way-lines.tsx";
import { SaveActions } from "../keeping/save-actions.tsx";
import { CallLink, ContactCard, ReportButton, ReportIcon, reportInterest } from "./contact-card.tsx";
import { BelowMarketChip, ListingBadges } from "../facts/listing-badges.tsx";
import { ListingDescription, ListingFacts } from "../facts/listing-facts.tsx";
import { MarketComparison } from "../facts/market-comparison.tsx";
import { kindText, listedText, placeText, priceText } from "../facts/listing-text.ts";
import { RentHistory, TimeOnMarket } from "./rent-history.tsx";
import { ListingLinks } from "../facts/share-button.tsx";

interface ListingDialogProps {
  listing: PublicListing;
  onClose(): void;
  /** Shows the listing before or after it in the list; null at the ends. */
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
}

/**
 * A listing in a dialog over its list, with the listings beside it by buttons and arrow keys; cannot be closed while a
 * photo is enlarged.
 */
export function ListingDialog({ listing, onClose, onPrevious, onNext }: ListingDialogProps) {
  const renderedAt = useRenderedAt();
  const { photo } = useEnlargedPhoto();
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    reportInterest(listing.id, "view");
    content.current?.closest("[role=dialog]")?.scrollTo({ top: 0 });
  }, [listing.id]);
  useEffect(() => {
    const turn = ({ key, altKey, ctrlKey, metaKey, target }: KeyboardEvent) => {
      const isTyping =
        target instanceof HTMLElement && target.matches("input, textarea, select, [role=slider], .map *");
      // In a dialog above this one.
      const isElsewhere =
        target instanceof Element && target.closest("[role=dialog]")?.contains(content.current) === false;
      if (altKey || ctrlKey || metaKey || isTyping || isElsewhere || photo !== null) return;
      if (key === "ArrowLeft") onPrevious?.();
      if (key === "ArrowRight") onNext?.();
    };
    window.addEventListener("keydown", turn);
    return () => window.removeEventListener("keydown", turn);
  }, [onPrevious, onNext, photo]);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      mayClose={photo === null}
      title={listing.title}
      size="lg"
      actions={
        <>
          <ReportIcon listing={listing} />
          <TurnButton label="Previous listing" icon={ChevronLeft} onTurn={onPrevious} />
          <TurnButton label="Next listing" icon={ChevronRight} onTurn={onNext} />
        </>
      }
      footer={
        <>
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
      <div ref={content} key={listing.id} className="-mt-4 space-y-6 sm:mt-0">
        <Gallery listing={listing} />
        <div className="grid items-start gap-x-8 gap-y-5 md:grid-cols-[1.4fr_1fr]">
          <div className="space-y-2">
            <div className="flex flex-wrap items-start justify-between gap-3">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span translate="no" className="display text-4xl">
                  {priceText(listing)}
                </span>
                <span className="text-ink-muted">Monthly</span>
                <BelowMarketChip listing={listing} />
              </p>
            </div>
            <RentHistory listing={listing} />
            <MarketComparison listing={listing} />
            <p className="text-sm text-ink-muted">
              {kindText(listing)} · {listedText(listing, renderedAt)}
            </p>
            <TimeOnMarket listing={listing} />
            <p>
              <span className="font-semibold">{listing.bedrooms}</span> ·{" "}
              <span translate="no">{placeText(listing)}</span>
            </p>
            <ListingBadges listing={listing} />
            <StationLine listing={listing} />
            <WaySummary listing={listing} />
            <ListingLinks listing={listing}>
              <SaveActions listing={listing} />
            </ListingLinks>
          </div>
          <ContactCard listing={listing} />
        </div>
        <ListingDescription listing={listing} />
        <WayRoom listing={listing} />
        <ListingFacts listing={listing} />
        <ListingSurroundings listing={listing} />
        <ReportButton listing={listing} />
      </div>
    </Dialog>
  );
}

interface TurnButtonProps {
  label: string;
  icon: LucideIcon;
  onTurn: (() => void) | null;
}

/** Stays in its place at the end of the list, so that the next button does not move under the finger. */
function TurnButton({ label, icon: Icon, onTurn }: TurnButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={onTurn === null}
      onClick={() => onTurn?.()}
      className="grid size-11 shrink-0 place-items-center rounded-control border border-line-strong hover:border-accent hover:text-accent aria-disabled:opacity-40"
    >
      <Icon aria-hidden="true" className="size-5" />
    </button>
  );
}
