import { useEffect } from "react";
import { useBlocker } from "react-router";

export interface LeaveGuard {
  /** Somebody is about to leave, and is to be asked. */
  isAsking: boolean;
  stay(): void;
  leave(): void;
}

/**
 * Holds back every way out while there is something to lose: the back button, links, and (in the browser's own words)
 * closing or reloading the page. The router allows one guard at a time.
 */
export function useLeaveGuard(isDirty: boolean): LeaveGuard {
  const blocker = useBlocker(isDirty);

  useEffect(() => {
    if (!isDirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isDirty]);

  return {
    isAsking: blocker.state === "blocked",
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
  };
}
