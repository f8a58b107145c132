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

interface WaysOf {
  listing: Pick<PublicListing, "id">;
}

const QUESTION = "How long to work?";

/** A card's ways; nothing without places. */
export function CardWays({ listing }: WaysOf) {
  const known = useWays();
  return known && <known.parts.WayLines listing={listing} className="card-ways" />;
}

/**
 * The same on a listing's page. The first script has counted the places, so that the room of their lines is kept from the
 * first paint on.
 */
export function WaySummary({ listing }: WaysOf) {
  const known = useWays();
  return (
    useAskForWay() && (
      <div className="way-summary">{known && <known.parts.WayLines listing={listing} className="" />}</div>
    )
  );
}

/** The ways in detail, whose room is kept likewise, or the question for places. */
export function WayRoom({ listing }: WaysOf) {
  const known = useWays();
  const askForWay = useAskForWay();
  if (!askForWay) return null;
  return (
    <div className="way-room">
      <button type="button" onClick={askForWay} className="ask-for-way way-lines justify-self-start">
        {QUESTION}
      </button>
      {known && <known.parts.WayDetails listing={listing} />}
    </div>
  );
}
