import { useEffect, useState } from "react";
import { setGuard } from "./leave-guard.ts";
import { isReloadingSafely } from "./reload.ts";

export interface LeaveGuard {
  /** True if the visitor is leaving and must confirm it. */
  isConfirming: boolean;
  stay(): void;
  leave(): void;
}

/**
 * Asks before unsaved input is lost through the back button or a link. If the page is closed or reloaded, the browser
 * asks in its own words. Only one guard is active at a time.
 */
export function useLeaveGuard(isDirty: boolean): LeaveGuard {
  /** Function that continues the navigation; null if the visitor is not leaving. */
  const [leaving, setLeaving] = useState<(() => void) | null>(null);
  useEffect(() => (isDirty ? setGuard((leave) => setLeaving(() => leave)) : undefined), [isDirty]);

  useEffect(() => {
    if (!isDirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isReloadingSafely()) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isDirty]);

  return {
    isConfirming: leaving !== null,
    stay: () => setLeaving(null),
    leave() {
      setLeaving(null);
      leaving?.();
    },
  };
}
