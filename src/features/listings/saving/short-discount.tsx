import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { DiscountText } from "../facts/listing-badges.tsx";
import { belowMarketText } from "../facts/listing-text.ts";

interface ShortDiscountProps {
  listing: PublicListing;
  /** True to show only the number on phones. */
  isBrief?: boolean;
  className?: string;
}

/** Shows the discount on one line, truncated if there is no room. */
export function ShortDiscount({ listing, isBrief = false, className = "" }: ShortDiscountProps) {
  const text = belowMarketText(listing);
  if (text === null) return null;
  return (
    <span className={`discount min-w-0 ${className}`}>
      <span className="truncate">
        <DiscountText text={text} {...(isBrief && { textClass: "max-sm:sr-only" })} />
      </span>
    </span>
  );
}
