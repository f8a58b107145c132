import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { ListingCard, ListingCardSkeleton } from "./listing-card.tsx";
import { useListingDialog } from "./use-listing-dialog.ts";

const gridClass = "grid grid-cols-1 gap-5 sm:grid-cols-2";
const FULL = `${gridClass} lg:grid-cols-3 xl:grid-cols-4`;
/** Beside a map. */
const HALF = `${gridClass} lg:grid-cols-1 xl:grid-cols-2`;

/** How the cards keep in step with a map beside them. */
export interface InStep {
  /** Chosen on the map. */
  chosenId: number | null;
  /** The pointer or the keyboard came to a card. */
  onApproach(id: number): void;
}

/** Name of a card's place on the page. */
export const cardId = (id: number) => `listing-${id}`;

interface ListingGridProps {
  listings: readonly PublicListing[];
  /** The words that were searched for. */
  sought?: string | null;
  inStep?: InStep;
}

/** The cards, and the dialog that a click on one opens. */
export function ListingGrid({ listings, sought = null, inStep }: ListingGridProps) {
  const { dialog, listing, open, close, prepare } = useListingDialog(listings);
  return (
    <>
      <ul className={inStep ? HALF : FULL}>
        {listings.map((item, index) => (
          <li
            key={item.id}
            {...(inStep && {
              id: cardId(item.id),
              className: `scroll-mt-[calc(45dvh+5rem)] rounded-card outline-offset-3 lg:scroll-mt-24 ${item.id === inStep.chosenId ? "outline-3 outline-accent" : ""}`,
            })}
          >
            <ListingCard
              listing={item}
              sought={sought}
              onOpen={open}
              onApproach={() => {
                prepare();
                inStep?.onApproach(item.id);
              }}
              // The largest thing on a phone's first screen; a second one would take from it.
              priority={index === 0}
            />
          </li>
        ))}
      </ul>
      {dialog && listing && <dialog.ListingDialog listing={listing} onClose={close} />}
    </>
  );
}

export function ListingGridSkeleton({ count, isHalf = false }: { count: number; isHalf?: boolean }) {
  return (
    <>
      <output className="sr-only">Loading listings</output>
      <div className={isHalf ? HALF : FULL}>
        {Array.from({ length: count }, (_, index) => (
          <ListingCardSkeleton key={index} />
        ))}
      </div>
    </>
  );
}
