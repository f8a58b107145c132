import { useQuery } from "@tanstack/react-query";
import { SIMILAR_LISTINGS } from "../../../../worker/contracts/listings.ts";
import { PATHS } from "../../../lib/paths.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Link } from "../../../ui/link.tsx";
import { useShown } from "../keeping/saved-index.ts";
import { ListingGrid, ListingGridSkeleton } from "./listing-grid.tsx";
import { similarListings } from "../facts/listings.queries.ts";

/** At most three cards; a way on where there are none, or they could not be loaded. */
export function SimilarListings({ id }: { id: number }) {
  const { data, isPending } = useQuery(similarListings(id));
  const shown = useShown(data ?? []);
  if (isPending) return <ListingGridSkeleton count={SIMILAR_LISTINGS} />;
  if (shown.length > 0) return <ListingGrid listings={shown} />;
  return (
    <div>
      <p className="mb-3 text-ink-muted">There is no home like this one at the moment.</p>
      <Link to={PATHS.home} className={buttonClass({ variant: "secondary" })}>
        View More Listings
      </Link>
    </div>
  );
}
