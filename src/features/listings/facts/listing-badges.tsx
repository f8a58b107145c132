import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { HOW_WE_COMPARE } from "../../../../worker/contracts/page.ts";
import { PATHS } from "../../../lib/paths.ts";
import { Link } from "../../../ui/link.tsx";
import { belowMarketText } from "./listing-text.ts";

interface DiscountTextProps {
  /** A text from `belowMarketText()`: '18% below market (estimate)'. */
  text: string;
  /** Class of the words after the percentage. */
  textClass?: string;
}

/** Shows a discount in words. An estimate is shown as `≈18%`, but screen readers read it in full. */
export function DiscountText({ text, textClass }: DiscountTextProps) {
  const [shown = "", estimate] = text.split(" (");
  const [percent, ...words] = shown.split(" ");
  const short = (
    <>
      {percent}
      <span className={textClass}> {words.join(" ")}</span>
    </>
  );
  if (estimate === undefined) return textClass === undefined ? shown : short;
  return (
    <>
      <span className="sr-only">{text}</span>
      <span aria-hidden="true">≈{short}</span>
    </>
  );
}

/** Chip such as '18% below market', for discounts of 10 % or more. */
export function BelowMarketChip({ listing }: { listing: PublicListing }) {
  const text = belowMarketText(listing);
  return (
    text !== null && (
      <span className="discount">
        <span>
          <DiscountText text={text} />
        </span>
      </span>
    )
  );
}

export function HowWeCompare({ className = "" }: { className?: string }) {
  return (
    <Link to={PATHS.percentage} className={`text-accent underline underline-offset-4 ${className}`}>
      {HOW_WE_COMPARE}
    </Link>
  );
}
