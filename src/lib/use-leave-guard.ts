import { useEffect, useState } from "react";
import { setGuard } from "./leave-guard.ts";

export interface LeaveGuard {
  /** Somebody is about to leave, and is to be asked. */
  isAsking: boolean;
  stay(): void;
  leave(): void;
}

/**
 * Holds back every way out while there is something to lose: the back button, links, and (in the browser's own words)
 * closing or reloading the page. There is one guard at a time.
 */
export function useLeaveGuard(isDirty: boolean): LeaveGuard {
  /** What goes on to where somebody is leaving to. */
  const [leaving, setLeaving] = useState<(() => void) | null>(null);
  useEffect(() => (isDirty ? setGuard((leave) => setLeaving(() => leave)) : undefined), [isDirty]);

  useEffect(() => {
    if (!isDirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isDirty]);

  return {
    isAsking: leaving !== null,
    stay: () => setLeaving(null),
    leave() {
      setLeaving(null);
      leaving?.();
    },
  };
}
