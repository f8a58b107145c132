import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { useSite } from "../../../lib/site.tsx";
import { useHistoryEntry } from "../../../lib/use-history-entry.ts";
import { useWays } from "./ways-store.ts";

/** Name of the history entry of the panel with one's places. */
export const PLACES_ENTRY = "places";

/** Opens the panel, which stands once on every page with homes; null without a timetable. */
export function useAskForWay(): (() => void) | null {
  const { hasTimetable } = useSite();
  const { open } = useHistoryEntry(PLACES_ENTRY);
  return hasTimetable ? () => open(true) : null;
}

export interface WaysOf {
  listing: Pick<PublicListing, "id">;
}

/** A card's ways; nothing without places. */
export function CardWays({ listing }: WaysOf) {
  const known = useWays();
  return known && <known.parts.WayLines listing={listing} className="card-ways" />;
}
