import type { ReactNode } from "react";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { useShownPlaces, useWaysOfHome } from "./shown-ways.ts";
import type { NamedPlace } from "./places.ts";
import { limitText, wayText } from "./way-text.ts";

export { askedSearch, isWithin, withLimit } from "./asked-ways.ts";
export { placesOfSearch, watchPlaces } from "./places.ts";
export { useShownPlaces } from "./shown-ways.ts";
export { WayDetails } from "./way-details.tsx";
export { WaysBar } from "./ways-bar.tsx";

/** `≤ 35 min to Work`; null without the place. */
export const limitOf = (place: NamedPlace | undefined): string | null => (place ? limitText(place) : null);

interface WayLinesProps {
  listing: Pick<PublicListing, "id">;
  className: string;
  /** Shown without places. */
  children?: ReactNode;
}

/** `31 min to work · 504 → 1` for each place, or why there is none; nothing while it is unknown. */
export function WayLines({ listing, className, children }: WayLinesProps) {
  const found = useWaysOfHome(listing.id);
  if (useShownPlaces().length === 0) return children;
  if (found === null) return null;
  const { places, ways } = found;
  return (
    <ul aria-label="Ways to your places" className={className}>
      {ways === null ? (
        <li>Way unknown: not placed exactly</li>
      ) : (
        places.map(({ name }, nth) => <li key={name}>{ways[nth] && wayText(ways[nth], name)}</li>)
      )}
    </ul>
  );
}
