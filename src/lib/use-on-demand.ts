import { useCallback, useEffect, useState } from "react";
import { toast } from "./toast.ts";
import { useHistoryEntry } from "./use-history-entry.ts";

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

export interface OnDemand<T> {
  /** The module once it was asked for and has arrived. */
  module: T | null;
  /** Loads it; false, after telling the visitor, when that fails. */
  request(): Promise<boolean>;
  /** Starts loading ahead of need, for example when the pointer comes near; failures wait for the request. */
  prepare(): void;
}

/** A module that most visits never need, such as a dialog. `load` must be the same function on every render. */
export function useOnDemand<T extends object>(load: () => Promise<T>): OnDemand<T> {
  const [module, setModule] = useState<T | null>(null);

  const request = useCallback(async () => {
    try {
      const loaded = await load();
      setModule(loaded);
      return true;
    } catch {
      toast({
        title: "Error",
        description: "This part of the page could not be loaded. Please reload the page.",
        variant: "destructive",
      });
      return false;
    }
  }, [load]);

  const prepare = useCallback(() => {
    load().catch(() => undefined);
  }, [load]);

  return { module, request, prepare };
}
