/** Debounces a query that is cancelled when its parameters change. Rejects when the signal is aborted. */
export const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new DOMException("Not wanted any more", "AbortError"));
    });
  });
