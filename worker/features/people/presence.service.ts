import { PRESENCE, type Presence } from "../../contracts/people.ts";
import type { Deps } from "../../platform/deps.ts";
import type { Staff } from "../../platform/http.ts";
import { deletePresencesBefore, endPresence, renewPresence } from "./ways-in.repo.ts";

const LIVES_MS = PRESENCE.livesSeconds * 1_000;

/** Says that somebody has a listing open. @returns who else has */
export async function lookAt(deps: Deps, listingId: number, { session, person }: Staff): Promise<Presence> {
  const liveSince = new Date(deps.now().getTime() - LIVES_MS);
  const others = await renewPresence(deps, { listingId, session, personId: person?.id ?? null }, liveSince);
  return { others: others.map(({ name, since }) => ({ name, since: new Date(since).toISOString() })) };
}

/** Says that somebody has closed a listing. */
export const lookAway = (deps: Deps, listingId: number, { session }: Staff): Promise<void> =>
  endPresence(deps, { listingId, session });

/** Deletes presences that were not renewed. */
export const prunePresences = (deps: Deps, time: Date): Promise<void> =>
  deletePresencesBefore(deps, new Date(time.getTime() - LIVES_MS));
