import { lazy, memo, Suspense } from "react";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { PlaceSkeleton, VerifyNote } from "./place-facts.tsx";

/** Fallback when the code cannot be loaded. */
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
 * Surroundings below the fold: server-rendered, with their code loaded after the page. Memoized by listing, because
 * rendering before the code is loaded would replace the server's markup by the skeleton.
 */
export const LazySurroundings = memo(
  ({ listing }: { listing: PublicListing }) => (
    <Suspense fallback={<PlaceSkeleton />}>
      <ListingSurroundings listing={listing} />
    </Suspense>
  ),
  (before, after) => before.listing === after.listing,
);
