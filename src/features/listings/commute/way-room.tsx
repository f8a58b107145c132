import { Button } from "../../../ui/button.tsx";
import { useAskForWay, type WaysOf } from "./way-lines.tsx";
import { useWays } from "./ways-store.ts";

/**
 * The ways from a listing, on its page. The first script has counted the places, so that the room of their lines is
 * kept from the first paint on.
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
      <div className="ask-for-way">
        <p className="mr-auto">See the door-to-door time from this home, by transit and on foot.</p>
        <Button variant="secondary" onClick={askForWay}>
          How long to work?
        </Button>
      </div>
      {known && <known.parts.WayDetails listing={listing} />}
    </div>
  );
}
