import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { rulerOf } from "../../../../worker/contracts/listing-text.ts";
import { formatCents, formatMonth, plural } from "../../../lib/format.ts";
import { asWritten } from "../../../ui/as-written.ts";
import { HowWeCompare } from "./listing-badges.tsx";
import { listingPlaceFacts } from "./listing-places.queries.ts";
import { belowMarketText, benchmarkText, marketStandingText, noPercentText } from "./listing-text.ts";
import { RulerBar } from "./ruler-bar.tsx";

/**
 * The proof in one line, such as "Average asking rent $2,210", and folded under it how we know: the market ruler, where the
 * figure is from, and `children`, which are the history of the rent. Or why the rent was not compared.
 */
export function MarketComparison({ listing, children }: { listing: PublicListing; children: ReactNode }) {
  const { data: facts } = useQuery(listingPlaceFacts(listing.id));
  const own = facts?.ownMedian ?? null;
  const reason = noPercentText(listing);
  const ruler = rulerOf(listing);
  if (reason !== null || ruler === null) {
    return (
      <>
        {reason !== null && <p className="text-ink-muted">{asWritten(reason)}</p>}
        {children}
      </>
    );
  }
  const isBelow = belowMarketText(listing) !== null;
  return (
    <section aria-label="Comparison with the market">
      <details>
        <summary className="flex min-h-11 cursor-pointer max-sm:text-sm flex-wrap items-center gap-x-1.5">
          <span className="inline-block first-letter:uppercase">
            {!isBelow && `${marketStandingText(listing)} · `}
            {asWritten(ruler.figure)}
          </span>
          <span className="text-sm font-semibold text-accent underline underline-offset-4">How we know</span>
        </summary>
        <div className="space-y-2 pt-1 text-sm">
          <RulerBar listing={listing} />
          <p>
            <span translate="no" className="font-bold">
              {ruler.rent}
            </span>{" "}
            · <span className={`font-bold ${isBelow ? "text-good" : ""}`}>{asWritten(ruler.difference)}</span>
          </p>
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
          {children}
        </div>
      </details>
    </section>
  );
}
