import { useQuery } from "@tanstack/react-query";
import { type PublicListing, SIMILAR_LISTINGS } from "../../../../worker/contracts/listings.ts";
import { NO_FILTERS } from "../../../../worker/contracts/search.ts";
import { PATHS } from "../../../lib/paths.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Link } from "../../../ui/link.tsx";
import { type AlertedList, useAlert } from "../filters/alert-button.tsx";
import { useWithoutHidden } from "../saving/saved-index.ts";
import { ListingGrid, ListingGridSkeleton } from "./listing-grid.tsx";
import { similarListings } from "../facts/listings.queries.ts";

/** Returns a search for the listing's neighbourhood, or for its municipality if the neighbourhood is unknown. */
function searchForSimilar({ neighbourhood, municipality }: PublicListing): AlertedList["list"] {
  const search = { ...NO_FILTERS, neighbourhood, municipality: neighbourhood === null ? municipality : null };
  return { filter: "all", search, asked: search, commutes: "" };
}

function AlertButton({ of }: { of: PublicListing }) {
  const { button, dialog } = useAlert({ list: searchForSimilar(of), source: of });
  return (
    <>
      {button}
      {dialog}
    </>
  );
}

interface SimilarListingsProps {
  id: number;
  /** The listing; null if it is gone. */
  listing: PublicListing | null;
}

/**
 * Shows at most three similar homes, or a link to all listings if there are none or loading failed. A button offers
 * emails about new similar homes.
 */
export function SimilarListings({ id, listing }: SimilarListingsProps) {
  const { data, isPending } = useQuery(similarListings(id));
  const shown = useWithoutHidden(data ?? []);
  if (isPending) return <ListingGridSkeleton count={SIMILAR_LISTINGS} />;
  // If the listing is gone, the alert is about homes like the first similar home, which has the same type.
  const like = listing ?? shown[0];
  return (
    <>
      {shown.length > 0 ? (
        <ListingGrid listings={shown} />
      ) : (
        <p className="text-ink-muted">There are no similar homes right now.</p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {like && <AlertButton of={like} />}
        {shown.length === 0 && (
          <Link to={PATHS.home} className={buttonClass({ variant: "secondary", size: "sm" })}>
            View More Listings
          </Link>
        )}
      </div>
    </>
  );
}
