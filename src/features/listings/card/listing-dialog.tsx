import { ChevronLeft, ChevronRight, type LucideIcon } from "lucide-react";
import { useEffect, useRef } from "react";
import { listingPath, type PublicListing } from "../../../../worker/contracts/listings.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Link } from "../../../ui/link.tsx";
import { useEnlargedPhoto } from "../photos/gallery.tsx";
import { ListingSurroundings } from "../place/listing-surroundings.tsx";
import { CallLink, ReportIcon, reportInterest } from "./contact-card.tsx";
import { ListingParts } from "./listing-parts.tsx";

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
  const { photo } = useEnlargedPhoto(listing.id);
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
      <div ref={content} key={listing.id} className="-mt-4 sm:mt-0">
        <ListingParts listing={listing} shape="dialog" surroundings={<ListingSurroundings listing={listing} />} />
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
