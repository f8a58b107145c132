import { useSyncExternalStore } from "react";
import { MINUTE_MS } from "../../../worker/contracts/days.ts";
import type { Thread } from "../../../worker/contracts/forum.ts";
import { readStorage, writeStorage } from "../../lib/storage.ts";

/** Local storage key of the {@link Visits}. */
const KEY = "forum_visits";
/** Pause after which opening the list counts as a new visit. */
const PAUSE_MS = 30 * MINUTE_MS;

/** Times in milliseconds. */
interface Visits {
  /** Time when the list was last opened in the previous visit; in the first visit, the time when the visit began. */
  since: number;
  /** Time when the list was last opened. */
  at: number;
  /** Time up to which each thread was read in this visit, by thread id. */
  read: Record<string, number>;
}

function stored(): Visits | null {
  try {
    return JSON.parse(readStorage("local", KEY) ?? "null") as Visits | null;
  } catch {
    return null;
  }
}

const store = (visits: Visits) => writeStorage("local", KEY, JSON.stringify(visits));

/** The visits used by the list while it is open. */
let visits: Visits | null = null;

function openList(onChange: () => void): () => void {
  const at = Date.now();
  const known = stored() ?? { since: at, at, read: {} };
  // Threads read before the list was last opened are older than the new `since`.
  const readSince = Object.fromEntries(Object.entries(known.read).filter(([, time]) => time > known.at));
  visits = at - known.at > PAUSE_MS ? { since: known.at, at, read: readSince } : { ...known, at };
  store(visits);
  onChange();
  return () => (visits = null);
}

/** Records that the list was opened, and returns the visits; null on the server and during hydration. */
export const useVisits = (): Visits | null =>
  useSyncExternalStore(
    openList,
    () => visits,
    () => null,
  );

/** Records that a thread was read up to the last post shown. */
export function markRead(threadId: number, lastPostAt: string): void {
  const known = stored();
  if (known === null) return;
  // The server's clock may be ahead of the browser's.
  known.read[threadId] = Math.max(Date.now(), Date.parse(lastPostAt));
  store(known);
}

/** Returns whether a thread has posts that are newer than the last visit and have not been read in this visit. */
export const isUnread = ({ id, createdAt, lastReplyAt }: Thread, { since, read }: Visits): boolean =>
  Date.parse(lastReplyAt ?? createdAt) > (read[id] ?? since);
