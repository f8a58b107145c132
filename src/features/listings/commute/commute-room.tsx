import { Button } from "../../../ui/button.tsx";
import { useOpenPlaces, type CommutesOf } from "./commute-lines.tsx";
import { useCommutes } from "./commutes-store.ts";

/**
 * The commutes from a listing, on its page. The first script has counted the places, so that the space for their lines
 * is reserved from the first paint on.
 */
export function CommuteSummary({ listing }: CommutesOf) {
  const known = useCommutes();
  return (
    useOpenPlaces() && (
      <div className="commute-summary">{known && <known.parts.CommuteLines listing={listing} className="" />}</div>
    )
  );
}

/** The commutes in detail, with their space also reserved, or the invitation to add places. */
export function CommuteRoom({ listing }: CommutesOf) {
  const known = useCommutes();
  const openPlaces = useOpenPlaces();
  if (!openPlaces) return null;
  return (
    <div className="commute-room">
      <div className="ask-for-places">
        <p className="mr-auto">See the door-to-door time from this home, by transit and on foot.</p>
        <Button variant="secondary" onClick={openPlaces}>
          How long to work?
        </Button>
      </div>
      {known && <known.parts.CommuteDetails listing={listing} />}
    </div>
  );
}
