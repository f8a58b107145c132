import type { PublicListing } from "../../../worker/contracts/listings.ts";
import { ListingCard } from "./listing-card.tsx";
import { ListingCardSkeleton } from "./listing-card-skeleton.tsx";
import { useListingDialog } from "./use-listing-dialog.ts";

const gridClass = "grid grid-cols-1 gap-5 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4";

/** Cards whose photos load ahead of the rest: about what a first screen shows. */
const PRIORITY_CARDS = 2;

/** The cards, and the dialog that a click on one opens. */
export function ListingGrid({ listings }: { listings: readonly PublicListing[] }) {
  const { dialog, listing, open, close, prepare } = useListingDialog(listings);
  return (
    <>
      <ul className={gridClass}>
        {listings.map((item, index) => (
          <li key={item.id}>
            <ListingCard listing={item} onOpen={open} onApproach={prepare} priority={index < PRIORITY_CARDS} />
          </li>
        ))}
      </ul>
      {dialog && listing && <dialog.ListingDialog listing={listing} onClose={close} />}
    </>
  );
}

export function ListingGridSkeleton({ count }: { count: number }) {
  return (
    <>
      <output className="sr-only">Loading listings</output>
      <div className={gridClass}>
        {Array.from({ length: count }, (_, index) => (
          <ListingCardSkeleton key={index} />
        ))}
      </div>
    </>
  );
}
