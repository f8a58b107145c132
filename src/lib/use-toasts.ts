import { useSyncExternalStore } from "react";
import { currentToasts, subscribeToToasts, type Toast } from "./toast.ts";

const NONE: readonly Toast[] = [];
const noneOnServer = () => NONE;

/** The notifications to show; none while rendering on the server. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribeToToasts, currentToasts, noneOnServer);
}
