import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { SpriteIcon } from "../../../ui/icon-sprite.tsx";
import { recordClick, useSavedIndex } from "./saved-index.ts";

interface HeartProps {
  listing: PublicListing;
  className: string;
}

/** Button that saves a home in this browser, or removes it again. */
export function Heart({ listing, className }: HeartProps) {
  const isSaved = useSavedIndex().saved.includes(listing.id);
  return (
    <button
      type="button"
      aria-pressed={isSaved}
      aria-label={`Save ${listing.title}`}
      onClick={() => recordClick(isSaved ? null : "saved", listing)}
      className={`heart ${className}`}
    >
      <SpriteIcon name="heart" />
    </button>
  );
}
