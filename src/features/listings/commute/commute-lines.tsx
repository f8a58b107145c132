import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { useSite } from "../../../lib/site.tsx";
import { useHistoryEntry } from "../../../lib/use-history-entry.ts";
import { useCommutes } from "./commutes-store.ts";

/** Name of the history entry of the panel with one's places. */
export const PLACES_ENTRY = "places";

/** Opens the panel, which stands once on every page with homes; null without a timetable. */
export function useOpenPlaces(): (() => void) | null {
  const { hasTimetable } = useSite();
  const { open } = useHistoryEntry(PLACES_ENTRY);
  return hasTimetable ? () => open(true) : null;
}

export interface CommutesOf {
  listing: Pick<PublicListing, "id">;
}

/** A card's commutes; nothing without places. */
export function CardCommutes({ listing }: CommutesOf) {
  const known = useCommutes();
  return known && <known.parts.CommuteLines listing={listing} className="card-commutes" />;
}
