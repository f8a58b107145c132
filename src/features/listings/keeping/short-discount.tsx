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
  const whole = belowMarketText(listing);
  const [text, estimate] = whole?.split(" (") ?? [];
  if (text === undefined) return null;
  const [percent, ...words] = text.split(" ");
  const short = (
    <>
      {percent}
      <span className={isBrief ? "max-sm:sr-only" : ""}> {words.join(" ")}</span>
    </>
  );
  return (
    <span className={`discount min-w-0 ${className}`}>
      {estimate === undefined ? (
        <span className="truncate">{short}</span>
      ) : (
        <>
          <span className="sr-only">{whole}</span>
          <span aria-hidden="true" className="truncate">
            ≈{short}
          </span>
        </>
      )}
    </span>
  );
}
