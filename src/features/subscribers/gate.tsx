import { useCallback, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { useHistoryEntry } from "../../lib/use-history-entry.ts";
import { type GateModule, GateWatch, INVITATIONS } from "./gate-watch.tsx";

/** Invites those who look around to join. It withholds nothing, can always be closed, and comes once a step and visit. */
export function Gate() {
  const { key } = useLocation();
  const { value, open, close } = useHistoryEntry("gate");
  const [module, setModule] = useState<GateModule | null>(null);

  const invite = useCallback(
    (loaded: GateModule, nth: number) => {
      setModule(loaded);
      open(nth);
    },
    [open],
  );

  // After a reload the entry is there, but not the code. Where that cannot be loaded, nothing opens.
  const awaitsCode = value !== null && module === null;
  useEffect(() => {
    if (awaitsCode) import("./gate-dialog.tsx").then(setModule, () => undefined);
  }, [awaitsCode]);

  // Anew with each history entry: a link to a section, or the end of a dialog, is no scrolling of the visitor's.
  if (value === null) return <GateWatch key={key} onDue={invite} />;
  return module && <module.GateDialog start={value === INVITATIONS ? "join" : "email"} onClose={close} />;
}
