import { CHANGES_MAX, type KeptHome, type KeptList, SAVED_MAX } from "../../../../worker/contracts/saved.ts";
import { ApiError } from "../../../lib/api.ts";
import { changeKept, keptHomes, watchKept } from "./saved-homes.ts";
import { keptOnServer, mergeOnServer } from "./saved.queries.ts";
import { type KeptHomes, readNote, type SavedHome } from "./stored-homes.ts";

/** Milliseconds without a change after which changes are sent. */
const PAUSE_MS = 1_500;

const iso = (time: number) => new Date(time).toISOString();

/** Homes saved, changed or removed here since the server last knew, in the form of the contract. */
function unsent({ homes, removed, sentUntil }: KeptHomes): KeptHome[] {
  const since = sentUntil ?? 0;
  const toSend = ({ id, savedAt, changedAt }: Pick<SavedHome, "id" | "savedAt" | "changedAt">) => ({
    listingId: id,
    savedAt: iso(savedAt),
    changedAt: iso(changedAt),
  });
  return [
    ...homes
      .filter(({ changedAt }) => changedAt > since)
      .map((home) => ({
        ...toSend(home),
        state: home.state,
        viewingAt: home.viewingAt,
        note: home.note,
        isRemoved: false,
      })),
    ...removed
      .filter(({ changedAt }) => changedAt > since)
      .map((home) => ({ ...toSend(home), state: null, viewingAt: null, note: "", isRemoved: true })),
  ];
}

/** What is kept here after the server's list was merged into it: the later change of each home counts. */
function merged(before: KeptHomes, answer: KeptList): KeptHomes {
  const homes = new Map(before.homes.map((home) => [home.id, home]));
  const removed = new Map(before.removed.map((home) => [home.id, home]));
  for (const theirs of answer.homes) {
    const { listingId: id, state, viewingAt, note } = theirs;
    const [savedAt, changedAt] = [Date.parse(theirs.savedAt), Date.parse(theirs.changedAt)];
    const own = homes.get(id);
    const ownChange = Math.max(own?.changedAt ?? 0, removed.get(id)?.changedAt ?? 0);
    if (ownChange >= changedAt) continue;
    homes.delete(id);
    removed.delete(id);
    if (theirs.isRemoved) removed.set(id, { id, savedAt, changedAt });
    else {
      const { snapshot = null, savedRentCents = null, gone = null } = own ?? {};
      const words = { state, viewingAt, note: readNote(note) };
      homes.set(id, { id, savedAt, changedAt, ...words, snapshot, savedRentCents, gone });
    }
  }
  return {
    ...before,
    homes: [...homes.values()].toSorted((a, b) => b.savedAt - a.savedAt).slice(0, SAVED_MAX),
    removed: [...removed.values()],
  };
}

let isRunning = false;

/**
 * Sends what changed here, and takes over what changed on other devices. A list that is not kept on the server any more
 * is kept here alone.
 * @throws ApiError, TypeError
 */
export async function syncWithServer(): Promise<void> {
  if (isRunning || keptHomes().sentUntil === null) return;
  isRunning = true;
  try {
    const startedAt = Date.now();
    const changes = unsent(keptHomes());
    let answer: KeptList | null = null;
    for (let at = 0; at < changes.length; at += CHANGES_MAX)
      answer = await mergeOnServer(changes.slice(at, at + CHANGES_MAX));
    const list = answer ?? (await keptOnServer());
    // Without access the changes wait for the next code.
    if (list === null) return;
    const sentUntil = Math.max(startedAt, ...list.homes.map(({ changedAt }) => Date.parse(changedAt)));
    changeKept((before) => (list.isKept ? { ...merged(before, list), sentUntil } : stopped(before)));
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 409)) throw error;
    changeKept(stopped);
  } finally {
    isRunning = false;
  }
}

const stopped = (before: KeptHomes): KeptHomes => ({ ...before, sentUntil: null });

/** Notes that the list is kept on the server from now on; the next {@link syncWithServer} sends all of it. */
export const startSync = () => changeKept((before) => ({ ...before, sentUntil: before.sentUntil ?? 0 }));

/** Notes that the list is kept in this browser alone. */
export const stopSync = () => changeKept(stopped);

/** Sends changes a moment after the last one. @returns a function that ends it */
export function syncChanges(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // A failure leaves the changes for the next time.
  const sync = () => void syncWithServer().catch(() => undefined);
  const stop = watchKept(() => {
    clearTimeout(timer);
    if (unsent(keptHomes()).length > 0) timer = setTimeout(sync, PAUSE_MS);
  });
  return () => {
    stop();
    clearTimeout(timer);
    if (keptHomes().sentUntil !== null && unsent(keptHomes()).length > 0) sync();
  };
}
