import { useEffect } from "react";
import { hasStoredAccess } from "./access.ts";
import { isCrawler, isOccupied, watchScroll } from "./gate-scroll.ts";
import { invitationsShown, setInvitationsShown } from "./visit.ts";

export type GateModule = typeof import("./gate-dialog.tsx");

/** The prompt and, after as much scrolling again, the offer. */
export const INVITATIONS = 2;

const mayInvite = () => invitationsShown() < INVITATIONS && !hasStoredAccess();

/** The code of an invitation, for somebody whom the server does not know either; null when there is none to show. */
async function prepareInvitation(): Promise<GateModule | null> {
  if (!mayInvite()) return null;
  try {
    const module = await import("./gate-dialog.tsx");
    if (invitationsShown() > 0 || !(await module.accessSession()).isSubscribed) return module;
    // The server remembers this browser: nothing more in this visit.
    setInvitationsShown(INVITATIONS);
    return null;
  } catch {
    // An invitation is not worth an error.
    return null;
  }
}

/** Waits until an invitation is due by scrolling. All that it consists of is loaded only then. */
export function GateWatch({ onDue }: { onDue(module: GateModule, nth: number): void }) {
  useEffect(() => {
    let isHere = true;
    let stopWatch = () => {};
    const watch = () => {
      stopWatch = watchScroll(() => void invite());
    };
    const invite = async () => {
      stopWatch();
      const module = await prepareInvitation();
      if (!isHere || module === null) return;
      if (isOccupied()) {
        watch();
        return;
      }
      const nth = invitationsShown() + 1;
      setInvitationsShown(nth);
      onDue(module, nth);
    };
    if (!isCrawler() && mayInvite()) watch();
    return () => {
      isHere = false;
      stopWatch();
    };
  }, [onDue]);
  return null;
}
