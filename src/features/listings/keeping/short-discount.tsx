import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { belowMarketText } from "../facts/listing-text.ts";

interface ShortDiscountProps {
  listing: PublicListing;
  /** On a phone the number alone. */
  isBrief?: boolean;
  className?: string;
}

/** The pill in one line: about so much where it is an estimate. */
export function ShortDiscount({ listing, isBrief = false, className = "" }: ShortDiscountProps) {
  const [text, estimate] = belowMarketText(listing)?.split(" (") ?? [];
  if (text === undefined) return null;
  const [percent, ...words] = text.split(" ");
  return (
    <span className={`discount min-w-0 ${className}`}>
      <span className="truncate">
        {estimate !== undefined && <span aria-hidden="true">≈</span>}
        {percent}
        <span className={isBrief ? "max-sm:sr-only" : ""}> {words.join(" ")}</span>
        {estimate !== undefined && <span className="sr-only"> (estimate)</span>}
      </span>
    </span>
  );
}
