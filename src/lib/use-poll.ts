import { useEffect, useRef, useState } from "react";

/** Maximum interval after failures, in milliseconds. */
const MAX_INTERVAL_MS = 30_000;

/** Returns the milliseconds until the next call, doubled after each consecutive failure. */
export function pollDelayMs(everyMs: number, failures: number): number {
  return Math.min(everyMs * 2 ** failures, Math.max(everyMs, MAX_INTERVAL_MS));
}

/** Minimum pause between two calls, in milliseconds. */
const MIN_PAUSE_MS = 250;

export interface Poll {
  /** Number of consecutive failures. */
  failures: number;
  pollNow(): void;
}

/**
 * Calls `poll` at once and then every `everyMs`, measured from start to start, while the tab is visible. Calls never
 * overlap, and back off after failures.
 * @param poll resolves to whether it succeeded; must not reject
 */
export function usePoll(poll: () => Promise<boolean>, everyMs: number, isOn: boolean): Poll {
  const [failures, setFailures] = useState(0);
  const pollNow = useRef<() => void>(() => {});

  useEffect(() => {
    if (!isOn) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isPolling = false;
    let hasEnded = false;
    let failed = 0;
    const run = async () => {
      clearTimeout(timer);
      if (isPolling || document.hidden) return;
      isPolling = true;
      const startedAt = performance.now();
      const worked = await poll();
      isPolling = false;
      if (hasEnded) return;
      failed = worked ? 0 : failed + 1;
      setFailures(failed);
      const spentMs = worked ? performance.now() - startedAt : 0;
      timer = setTimeout(() => void run(), Math.max(MIN_PAUSE_MS, pollDelayMs(everyMs, failed) - spentMs));
    };
    // Polls when the tab becomes visible again, because timers pause while it is hidden.
    const runNow = () => void run();
    document.addEventListener("visibilitychange", runNow);
    window.addEventListener("online", runNow);
    pollNow.current = runNow;
    runNow();
    return () => {
      hasEnded = true;
      clearTimeout(timer);
      pollNow.current = () => {};
      document.removeEventListener("visibilitychange", runNow);
      window.removeEventListener("online", runNow);
    };
  }, [poll, everyMs, isOn]);

  return { failures, pollNow: () => pollNow.current() };
}
