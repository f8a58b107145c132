import { useCallback, useEffect, useState } from "react";
import { reloadOnce } from "./reload.ts";
import { toast } from "./toast.ts";
import { useHistoryEntry } from "./use-history-entry.ts";

/**
 * Returns a lazily loaded dialog that the back button closes.
 * @param name unique among the dialogs of a page
 * @param load must be a stable function
 */
export function useOverlay<T extends object>(name: string, load: () => Promise<T>) {
  const { value, open: openEntry, close } = useHistoryEntry(name);
  const { module, request, prepare } = useLazyModule(load);
  const isOpen = value !== null;

  // After a reload the history entry is restored before the code is loaded.
  const awaitsCode = isOpen && module === null;
  useEffect(() => {
    if (awaitsCode) void request();
  }, [awaitsCode, request]);

  const open = useCallback(async () => {
    if (await request()) openEntry(true);
  }, [request, openEntry]);

  return { dialog: isOpen ? module : null, open, close, prepare };
}

export interface LazyModule<T> {
  /** Null until requested and loaded. */
  module: T | null;
  /** Loads the module. On failure it reloads the page once or shows a toast, and resolves to false. */
  request(): Promise<boolean>;
  /** Preloads the module, for example on hover; ignores failures. */
  prepare(): void;
}

/** Returns a lazily loaded module. @param load must be a stable function */
export function useLazyModule<T extends object>(load: () => Promise<T>): LazyModule<T> {
  const [module, setModule] = useState<T | null>(null);

  const request = useCallback(async () => {
    try {
      const loaded = await load();
      setModule(loaded);
      return true;
    } catch {
      if (!(await reloadOnce()))
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
