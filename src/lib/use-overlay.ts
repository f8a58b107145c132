import { useCallback, useEffect } from "react";
import { useHistoryEntry } from "./use-history-entry.ts";
import { useOnDemand } from "./use-on-demand.ts";

/**
 * A dialog whose code is loaded when it is asked for, and which the back button closes. `load` must be the same function
 * on every render, and `name` belong to one dialog of a page.
 */
export function useOverlay<T extends object>(name: string, load: () => Promise<T>) {
  const { value, open: openEntry, close } = useHistoryEntry(name);
  const { module, request, prepare } = useOnDemand(load);
  const isOpen = value !== null;

  // After a reload the entry is there, but not the code.
  const awaitsCode = isOpen && module === null;
  useEffect(() => {
    if (awaitsCode) void request();
  }, [awaitsCode, request]);

  const open = useCallback(async () => {
    if (await request()) openEntry(true);
  }, [request, openEntry]);

  return { dialog: isOpen ? module : null, open, close, prepare };
}
