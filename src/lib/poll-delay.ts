/** After failures one waits twice as long each time, up to this. */
const LONGEST_MS = 30_000;

/** Milliseconds until the next call, after so many failures in a row. */
export function pollDelayMs(everyMs: number, failures: number): number {
  return Math.min(everyMs * 2 ** failures, Math.max(everyMs, LONGEST_MS));
}
