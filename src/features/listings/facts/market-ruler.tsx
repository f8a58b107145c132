import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { rulerOf } from "../../../../worker/contracts/listing-text.ts";
import { belowMarketText } from "./listing-text.ts";
import { RulerBar } from "./ruler-bar.tsx";
import { asWritten } from "../../../ui/as-written.ts";

/**
 * A bar from this rent to the market figure, and the same in words: `$1,850 · average asking rent $2,210 (Oct 2025,
 * Rentals.ca) · $360 a month less`. Nothing without a comparison. Green only where the rent counts as below market.
 */
export function MarketRuler({ listing }: { listing: PublicListing }) {
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
