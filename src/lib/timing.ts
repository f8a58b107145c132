/**
 * Waits, and rejects if the signal is aborted. Used to debounce queries: a query's signal is aborted when its
 * parameters change.
 */
export const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new DOMException("Not wanted any more", "AbortError"));
    });
  });

/** Runs `work` when the browser is idle, after three seconds at the latest. @returns a function that cancels it */
export function whenIdle(work: () => void): () => void {
  // Safari has no requestIdleCallback.
  const isTimed = typeof requestIdleCallback !== "function";
  const id = isTimed ? setTimeout(work, 1_000) : requestIdleCallback(work, { timeout: 3_000 });
  return () => (isTimed ? clearTimeout : cancelIdleCallback)(id);
}

/** Returns whether the visitor asks to save data. If so, nothing is loaded before it is needed. */
export const savesData = (): boolean | undefined =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData;
