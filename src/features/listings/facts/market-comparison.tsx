import { useQuery } from "@tanstack/react-query";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { rulerOf } from "../../../../worker/contracts/listing-text.ts";
import { formatCents, formatMonth, plural } from "../../../lib/format.ts";
import { asWritten } from "../../../ui/as-written.ts";
import { HowWeCompare } from "./listing-badges.tsx";
import { listingPlaceFacts } from "./listing-places.queries.ts";
import { belowMarketText, benchmarkText, marketStandingText, noPercentText } from "./listing-text.ts";
import { RulerBar } from "./ruler-bar.tsx";

/**
 * A bar from this rent to the market figure, and the same in words: `$1,850 · average asking rent $2,210 (Oct 2025,
 * Rentals.ca) · $360 a month less`. Nothing without a comparison. Green only where the rent counts as below market.
 */
function MarketRuler({ listing }: { listing: PublicListing }) {
  const ruler = rulerOf(listing);
  if (ruler === null) return null;
  const isBelow = belowMarketText(listing) !== null;
  return (
    <div>
      <RulerBar listing={listing} />
      <p className="mt-1.5 text-sm">
        <span translate="no" className="font-bold">
          {ruler.rent}
        </span>{" "}
        · {asWritten(ruler.market)} ·{" "}
        <span className={`font-bold ${isBelow ? "text-good" : ""}`}>{asWritten(ruler.difference)}</span>
      </p>
    </div>
  );
}

/** The proof: the market ruler with its source and this site's own median, or why the rent was not compared. */
export function MarketComparison({ listing }: { listing: PublicListing }) {
  const { data: facts } = useQuery(listingPlaceFacts(listing.id));
  const standing = marketStandingText(listing);
  const own = facts?.ownMedian ?? null;
  const reason = noPercentText(listing);
  if (reason !== null) return <p className="text-sm text-ink-muted">{asWritten(reason)}</p>;
  return (
    <section aria-label="Comparison with the market">
      {standing !== null && belowMarketText(listing) === null && (
        <p className="mb-1 font-bold first-letter:uppercase">{standing}</p>
      )}
      <MarketRuler listing={listing} />
      <details className="text-sm">
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-accent underline underline-offset-4">
          How we know
        </summary>
        <p className="text-ink-muted">
          {asWritten(benchmarkText(listing) ?? "")}{" "}
          {own !== null && (
            <>
              Median of {plural(own.listings, "listing")} on this site: {asWritten(formatCents(own.rent * 100))},{" "}
              {formatMonth(own.asOf.slice(0, 7))}.{" "}
            </>
          )}
          <HowWeCompare />
        </p>
      </details>
    </section>
  );
}
