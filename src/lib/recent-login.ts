import { useSyncExternalStore } from "react";
import { ApiError } from "./api.ts";

/** Changes that wait for a login, by what to tell each when somebody has logged in or has not. */
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

/** Tells if a change waits for a login. */
export const useIsLoginRequested = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => waiting.length > 0,
    () => false,
  );

/** Lets the changes that wait go on, or fail when nobody has logged in. */
export function answerLogin(hasLoggedIn: boolean): void {
  const answered = waiting;
  replace([]);
  for (const tell of answered) tell(hasLoggedIn);
}

/**
 * Makes a change of the panel. When it is refused because the login was too long ago, the panel asks to log in again, and
 * the change is made once more.
 */
export async function withRecentLogin<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "session.log_in_again") throw error;
    const hasLoggedIn = await new Promise<boolean>((tell) => replace([...waiting, tell]));
    if (!hasLoggedIn) throw error;
    return change();
  }
}
