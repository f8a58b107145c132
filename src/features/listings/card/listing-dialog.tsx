import { ChevronLeft, ChevronRight, type LucideIcon } from "lucide-react";
import { useEffect, useLayoutEffect, useRef } from "react";
import { listingPath, type PublicListing } from "../../../../worker/contracts/listings.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Link } from "../../../ui/link.tsx";
import { useEnlargedPhoto } from "../photos/gallery.tsx";
import { ListingSurroundings } from "../place/listing-surroundings.tsx";
import { CallLink, headerButton, ReportIcon, reportInterest } from "./contact-card.tsx";
import { ListingParts } from "./listing-parts.tsx";

interface ListingDialogProps {
  listing: PublicListing;
  onClose(): void;
  /** Functions that show the previous or next listing; null at the ends of the list. */
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
}

/**
 * Shows a listing in a dialog over its list. Buttons and arrow keys lead to its neighbours. The dialog cannot be closed
 * while a photo is enlarged.
 */
export function ListingDialog({ listing, onClose, onPrevious, onNext }: ListingDialogProps) {
  const { photo } = useEnlargedPhoto(listing.id);
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    reportInterest(listing.id, "view");
    content.current?.closest("[role=dialog]")?.scrollTo({ top: 0 });
  }, [listing.id]);
  // A layout effect, because keys can arrive before passive effects run.
  useLayoutEffect(() => {
    const turn = ({ key, altKey, ctrlKey, metaKey, target }: KeyboardEvent) => {
      const isTyping =
        target instanceof HTMLElement && target.matches("input, textarea, select, [role=slider], .map *");
      // True if the focus is in a dialog above this one.
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
          {/* Not in the corner, because visitors expect the × button there. */}
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
            className={`${buttonClass({ variant: "secondary", size: "sm" })} mr-auto min-h-11`}
          >
            View full page
          </Link>
          {/* From 768 px on, the contact section beside the price has the main call button. */}
          <CallLink listing={listing} size="md" className="md:hidden" />
          <CallLink listing={listing} size="md" variant="secondary" className="max-md:hidden" />
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

/**
 * Button that shows a neighbouring listing. The button stays in place at the ends of the list, so that the opposite
 * button does not move under the finger.
 */
function TurnButton({ label, icon: Icon, onTurn }: TurnButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={onTurn === null}
      onClick={() => onTurn?.()}
      className={headerButton}
    >
      <Icon aria-hidden="true" className="size-5" />
    </button>
  );
}
