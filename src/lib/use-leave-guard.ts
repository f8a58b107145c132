import { useEffect, useState } from "react";
import { setGuard } from "./leave-guard.ts";
import { isReloadingSafely } from "./reload.ts";

export interface LeaveGuard {
  /** The visitor is leaving and must be asked to confirm. */
  isConfirming: boolean;
  stay(): void;
  leave(): void;
}

/**
 * Asks before unsaved input is lost by the back button, a link, or (in the browser's words) closing or reloading the
 * page. One guard is active at a time.
 */
export function useLeaveGuard(isDirty: boolean): LeaveGuard {
  /** Continues the navigation. */
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
