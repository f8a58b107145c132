import type { CSSProperties } from "react";
import { rulerOf } from "../../../../worker/contracts/listing-text.ts";
import { belowMarketText } from "./listing-text.ts";

/** The bar of the market ruler; its text is beside it. */
export function RulerBar({ listing }: { listing: Parameters<typeof rulerOf>[0] }) {
  const ruler = rulerOf(listing);
  if (ruler === null) return null;
  const { rent, market } = ruler.shares;
  const tone = belowMarketText(listing) === null ? "" : " is-below";
  return (
    <span
      aria-hidden="true"
      className={`ruler${tone}`}
      style={{ "--rent": rent, "--market": market } as CSSProperties}
    />
  );
}
