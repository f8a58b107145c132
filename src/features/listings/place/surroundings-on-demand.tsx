import { lazy, memo, Suspense } from "react";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { PlaceSkeleton, VerifyNote } from "./place-facts.tsx";

/** In the place of code that did not come. */
function NotLoaded() {
  return (
    <div className="space-y-3">
      <p role="alert">This part of the page could not be loaded. Please reload the page.</p>
      <VerifyNote />
    </div>
  );
}

const ListingSurroundings = lazy(() =>
  import("./listing-surroundings.tsx").then(
    (module) => ({ default: module.ListingSurroundings }),
    () => ({ default: NotLoaded }),
  ),
);

/**
 * What open data says of a listing's place. It is below the fold: the edge renders it, and its code comes after that of
 * the rest of the page. It renders anew for another listing only, because until its code is there React would put the
 * skeleton in the place of what the edge rendered.
 */
export const SurroundingsOnDemand = memo(
  ({ listing }: { listing: PublicListing }) => (
    <Suspense fallback={<PlaceSkeleton />}>
      <ListingSurroundings listing={listing} />
    </Suspense>
  ),
  (before, after) => before.listing === after.listing,
);
