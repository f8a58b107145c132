import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { HOW_WE_COMPARE } from "../../../../worker/contracts/page.ts";
import { PATHS } from "../../../lib/paths.ts";
import { asWritten } from "../../../ui/as-written.ts";
import { Chip } from "../../../ui/chip.tsx";
import { Link } from "../../../ui/link.tsx";
import { SpriteIcon } from "../../../ui/icon-sprite.tsx";
import { belowMarketText, isSurelyRentControlled, savingText } from "./listing-text.ts";

/** '18% below market', shown from 10 % on, with the difference to the figure in dollars. */
export function BelowMarketChip({ listing }: { listing: PublicListing }) {
  const text = belowMarketText(listing);
  const saving = savingText(listing);
  return (
    text !== null && (
      <span className="discount">
        <span>
          {text}
          {saving !== null && <span className="block font-semibold">{asWritten(saving)}</span>}
        </span>
      </span>
    )
  );
}

export function HowWeCompare({ className = "" }: { className?: string }) {
  return (
    <Link to={PATHS.percentage} className={`text-accent underline underline-offset-4 ${className}`}>
      {HOW_WE_COMPARE}
    </Link>
  );
}

/** Rent control and distance to downtown, where known. */
export function ListingBadges({ listing }: { listing: PublicListing }) {
  const rentControlled = isSurelyRentControlled(listing);
  if (!rentControlled && listing.distanceToDowntown === null) return null;
  return (
    <ul className="flex flex-wrap gap-1.5">
      {rentControlled && (
        <li>
          <Chip tone="accent">
            <SpriteIcon name="shield" className="size-3.5" />
            Rent Controlled
          </Chip>
        </li>
      )}
      {listing.distanceToDowntown !== null && (
        <li>
          <Chip>
            <SpriteIcon name="pin" className="size-3.5" />
            {listing.distanceToDowntown} km to Downtown Toronto
          </Chip>
        </li>
      )}
    </ul>
  );
}
