import type { Deps } from "../../platform/deps.ts";
import { outboxEntry, outboxIfChanged } from "../../platform/outbox.ts";
import { forgetPlaceIfChanged } from "./places.repo.ts";

/**
 * Outbox kind: look up where a listing is and what is around it. The payload names it by `listingId`, or by
 * `photoPrefix`; `waits` counts how often it was put off.
 */
export const LOOK_UP = "places.enrich";

/** What a change of a listing means for the facts about its place. */
interface LookUp {
  listingId: number;
  /** It is another place now: what is known of the old one, a moderator's pin too, is forgotten. */
  isMoved: boolean;
}

/** The statement that has a new listing looked up; for the batch that stores it, when its id is not known yet. */
export function lookUpNew(deps: Deps, photoPrefix: string) {
  return outboxEntry(deps, LOOK_UP, { photoPrefix });
}

/** The statements that have a listing looked up again when the statement before them in the batch changed a row. */
export function lookUpIfChanged(deps: Deps, { listingId, isMoved }: LookUp) {
  const entry = outboxIfChanged(deps, LOOK_UP, { listingId });
  return isMoved ? [entry, forgetPlaceIfChanged(deps, listingId)] : [entry];
}
