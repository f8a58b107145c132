import { useCallback, useState } from "react";
import { toast } from "./toast.ts";

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
