import type { PublicListing } from "../../../worker/contracts/listings.ts";
import { belowMarketText, benchmarkText, priceText } from "./listing-text.ts";

/** The percentage with what it was counted from; nothing where the rent was not compared. */
export function BenchmarkProof({ listing }: { listing: PublicListing }) {
  const benchmark = benchmarkText(listing);
  if (benchmark === null || listing.belowMarketPercent === null) return null;
  const below = belowMarketText(listing);
  return (
    <section
      aria-label="Comparison with the market"
      className={`rounded-card p-4 ${below === null ? "bg-sunken" : "bg-good-soft text-good"}`}
    >
      {below !== null && <p className="text-lg font-bold">{below}</p>}
      <p className={below === null ? "text-sm" : "text-sm text-ink"}>
        This unit: {priceText(listing)} a month. {benchmark}
      </p>
    </section>
  );
}
