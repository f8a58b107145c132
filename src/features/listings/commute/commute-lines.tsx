import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { useSite } from "../../../lib/site.tsx";
import { useHistoryEntry } from "../../../lib/use-history-entry.ts";
import { useCommutes } from "./commutes-store.ts";

/** Name of the history entry that opens the panel with the visitor's places. */
export const PLACES_ENTRY = "places";

/**
 * Returns a function that opens the panel with the visitor's places; null without a timetable. Each page with homes
 * renders one panel.
 */
export function useOpenPlaces(): (() => void) | null {
  const { hasTimetable } = useSite();
  const { open } = useHistoryEntry(PLACES_ENTRY);
  return hasTimetable ? () => open(true) : null;
}

export interface CommutesOf {
  listing: Pick<PublicListing, "id">;
}

/** Shows a card's commutes; nothing if the visitor has no places. */
export function CardCommutes({ listing }: CommutesOf) {
  const known = useCommutes();
  return known && <known.parts.CommuteLines listing={listing} className="card-commutes" />;
}
