import { useQuery } from "@tanstack/react-query";
import type { PublicListing } from "../../../worker/contracts/listings.ts";
import { formatCents, formatMonth, plural } from "../../lib/format.ts";
import { listingPlaceFacts } from "./listing-places.queries.ts";
import { belowMarketText, benchmarkText, priceText } from "./listing-text.ts";

/**
 * The percentage with what it was counted from, and beside it what this site's own listings ask, where there are enough
 * of them; nothing where the rent was not compared.
 */
export function BenchmarkProof({ listing }: { listing: PublicListing }) {
  const { data: facts } = useQuery(listingPlaceFacts(listing.id));
  const benchmark = benchmarkText(listing);
  if (benchmark === null || listing.belowMarketPercent === null) return null;
  const below = belowMarketText(listing);
  const own = facts?.ownMedian ?? null;
  return (
    <section
      aria-label="Comparison with the market"
      className={`rounded-card p-4 ${below === null ? "bg-sunken" : "bg-good-soft text-good"}`}
    >
      {below !== null && <p className="text-lg font-bold">{below}</p>}
      <div className={below === null ? "text-sm" : "text-sm text-ink"}>
        <p>
          This unit: {priceText(listing)} a month. {benchmark}
        </p>
        {own !== null && (
          <p className="mt-1">
            Median of {plural(own.listings, "listing")} on this site: {formatCents(own.rent * 100)},{" "}
            {formatMonth(own.asOf.slice(0, 7))}
          </p>
        )}
      </div>
    </section>
  );
}
