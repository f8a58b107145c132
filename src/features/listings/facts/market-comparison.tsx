import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { rulerOf } from "../../../../worker/contracts/listing-text.ts";
import { formatCents, formatMonth, plural } from "../../../lib/format.ts";
import { untranslated } from "../../../ui/untranslated.ts";
import { HowWeCompare } from "./listing-badges.tsx";
import { listingPlaceFacts } from "./listing-places.queries.ts";
import { belowMarketText, benchmarkText, marketPositionText, noPercentText } from "./listing-text.ts";
import { RulerBar } from "./ruler-bar.tsx";

interface MarketComparisonProps {
  listing: PublicListing;
  /** The last rent change, shown on the same line as the comparison. */
  change: ReactNode;
  children: ReactNode;
}

/**
 * Shows the comparison on one line, such as "Average asking rent $2,210". The line expands to show the market ruler,
 * the source of the benchmark and, as `children`, the rent history. If the rent was not compared, the line shows the
 * reason.
 */
export function MarketComparison({ listing, change, children }: MarketComparisonProps) {
  const { data: facts } = useQuery(listingPlaceFacts(listing.id));
  const own = facts?.ownMedian ?? null;
  const reason = noPercentText(listing);
  const ruler = rulerOf(listing);
  if (reason !== null || ruler === null) {
    return (
      <>
        {reason !== null && <p className="text-ink-muted">{untranslated(reason)}</p>}
        {change}
        {children}
      </>
    );
  }
  const isBelow = belowMarketText(listing) !== null;
  return (
    <section aria-label="Comparison with the market">
      <details>
        {/* Negative margins make the line tall enough for a finger without taking more space than text. */}
        <summary className="-my-2.5 flex flex-wrap items-baseline gap-x-3 py-2.5 max-sm:text-sm">
          <span className="inline-block first-letter:uppercase">
            {!isBelow && `${marketPositionText(listing)} · `}
            {untranslated(ruler.figure)}
          </span>
          {change}
          <span className="font-semibold text-accent underline underline-offset-4">How we know</span>
        </summary>
        <div className="space-y-2 py-2 text-sm">
          <RulerBar listing={listing} />
          <p>
            <span translate="no" className="font-bold">
              {ruler.rent}
            </span>{" "}
            · <span className={`font-bold ${isBelow ? "text-good" : ""}`}>{untranslated(ruler.difference)}</span>
          </p>
          <p className="text-ink-muted">
            {untranslated(benchmarkText(listing) ?? "")}{" "}
            {own !== null && (
              <>
                Median of {plural(own.listings, "listing")} on this site: {untranslated(formatCents(own.rent * 100))},{" "}
                {formatMonth(own.asOf.slice(0, 7))}.{" "}
              </>
            )}
            <HowWeCompare />
          </p>
          {children}
        </div>
      </details>
    </section>
  );
}
