/** Debounces a query that is cancelled when its parameters change. Rejects when the signal is aborted. */
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
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(work, 1_000);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(work, { timeout: 3_000 });
  return () => cancelIdleCallback(idle);
}
