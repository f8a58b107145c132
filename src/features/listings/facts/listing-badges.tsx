import type { ReactNode } from "react";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { HOW_WE_COMPARE } from "../../../../worker/contracts/page.ts";
import { PATHS } from "../../../lib/paths.ts";
import { Link } from "../../../ui/link.tsx";
import { belowMarketText } from "./listing-text.ts";

interface BelowMarketChipProps {
  listing: PublicListing;
  /** A second line. */
  children?: ReactNode;
}

/** '18% below market', shown from 10 % on; about so much where the figure is an estimate. */
export function BelowMarketChip({ listing, children }: BelowMarketChipProps) {
  const whole = belowMarketText(listing);
  if (whole === null) return false;
  const [words = "", estimate] = whole.split(" (");
  const [percent, ...others] = words.split(" ");
  return (
    <span className="discount">
      <span>
        {estimate === undefined ? (
          words
        ) : (
          <>
            <span className="sr-only">{whole}</span>
            <span aria-hidden="true">
              ≈{percent}
              <span> {others.join(" ")}</span>
            </span>
          </>
        )}
        {children}
      </span>
    </span>
  );
}

export function HowWeCompare({ className = "" }: { className?: string }) {
  return (
    <Link to={PATHS.percentage} className={`text-accent underline underline-offset-4 ${className}`}>
      {HOW_WE_COMPARE}
    </Link>
  );
}
