import { useSyncExternalStore } from "react";
import { ApiError } from "./api.ts";

/** Callbacks of changes that wait for a login, called with true if the person logs in. */
let waiting: readonly ((hasLoggedIn: boolean) => void)[] = [];
const listeners = new Set<() => void>();

function replace(next: typeof waiting): void {
  waiting = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns whether a change waits for a login. */
export const useIsLoginRequested = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => waiting.length > 0,
    () => false,
  );

/** Continues the waiting changes, or fails them if the person has not logged in. */
export function resumeAfterLogin(hasLoggedIn: boolean): void {
  const resumed = waiting;
  replace([]);
  for (const resume of resumed) resume(hasLoggedIn);
}

/**
 * Makes a change in the panel. If the server refuses it because the login was too long ago, the panel asks for a new
 * login and then repeats the change.
 */
export async function withRecentLogin<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "session.log_in_again") throw error;
    const hasLoggedIn = await new Promise<boolean>((resume) => replace([...waiting, resume]));
    if (!hasLoggedIn) throw error;
    return change();
  }
}
