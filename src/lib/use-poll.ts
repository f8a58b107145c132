import { useEffect, useRef, useState } from "react";

/** After failures one waits twice as long each time, up to this. */
const LONGEST_MS = 30_000;

/** Milliseconds until the next call, after so many failures in a row. */
export function pollDelayMs(everyMs: number, failures: number): number {
  return Math.min(everyMs * 2 ** failures, Math.max(everyMs, LONGEST_MS));
}

/** A slow server is left alone for this long between two calls. */
const SHORTEST_PAUSE_MS = 250;

export interface Poll {
  /** Calls that failed one after the other; 0 while all is well. */
  failures: number;
  askNow(): void;
}

/**
 * Calls `ask` again and again while the tab is visible: at once, then every `everyMs` from start to start, never before
 * the last call has ended, and ever more seldom while calls fail.
 * @param ask tells whether it worked; must not reject
 */
export function usePoll(ask: () => Promise<boolean>, everyMs: number, isOn: boolean): Poll {
  const [failures, setFailures] = useState(0);
  const askNow = useRef<() => void>(() => {});

  useEffect(() => {
    if (!isOn) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isAsking = false;
    let hasEnded = false;
    let failed = 0;
    const run = async () => {
      clearTimeout(timer);
      if (isAsking || document.hidden) return;
      isAsking = true;
      const startedAt = performance.now();
      const worked = await ask();
      isAsking = false;
      if (hasEnded) return;
      failed = worked ? 0 : failed + 1;
      setFailures(failed);
      const spentMs = worked ? performance.now() - startedAt : 0;
      timer = setTimeout(() => void run(), Math.max(SHORTEST_PAUSE_MS, pollDelayMs(everyMs, failed) - spentMs));
    };
    // Hidden, a timer that ends calls nothing; seen again, the numbers are old.
    const runNow = () => void run();
    document.addEventListener("visibilitychange", runNow);
    window.addEventListener("online", runNow);
    askNow.current = runNow;
    runNow();
    return () => {
      hasEnded = true;
      clearTimeout(timer);
      askNow.current = () => {};
      document.removeEventListener("visibilitychange", runNow);
      window.removeEventListener("online", runNow);
    };
  }, [ask, everyMs, isOn]);

  return { failures, askNow: () => askNow.current() };
}
