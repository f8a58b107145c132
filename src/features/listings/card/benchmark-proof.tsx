import { useQuery } from "@tanstack/react-query";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { formatCents, formatMonth, plural } from "../../../lib/format.ts";
import { HowWeCompare } from "./listing-badges.tsx";
import { listingPlaceFacts } from "../place/listing-places.queries.ts";
import { belowMarketText, benchmarkText, marketStandingText, noPercentText, priceText } from "./listing-text.ts";

/**
 * How the rent stands to the market with what it was compared with, and beside it what this site's own listings ask,
 * where there are enough of them; where it was not compared, why.
 */
export function BenchmarkProof({ listing }: { listing: PublicListing }) {
  const { data: facts } = useQuery(listingPlaceFacts(listing.id));
  const isBelow = belowMarketText(listing) !== null;
  const standing = marketStandingText(listing);
  const own = facts?.ownMedian ?? null;
  return (
    <section
      aria-label="Comparison with the market"
      className={`rounded-card p-4 ${isBelow ? "bg-good-soft text-good" : "bg-sunken"}`}
    >
      {standing === null ? (
        <p className="text-sm">{noPercentText(listing)}</p>
      ) : (
        <>
          <p className="text-lg font-bold first-letter:uppercase">{standing}</p>
          <div className={isBelow ? "text-sm text-ink" : "text-sm"}>
            <p>
              This unit: {priceText(listing)} a month. {benchmarkText(listing)}
            </p>
            {own !== null && (
              <p className="mt-1">
                Median of {plural(own.listings, "listing")} on this site: {formatCents(own.rent * 100)},{" "}
                {formatMonth(own.asOf.slice(0, 7))}
              </p>
            )}
          </div>
        </>
      )}
      <p className="mt-1 text-sm text-ink">
        <HowWeCompare className="font-semibold" />
      </p>
    </section>
  );
}
