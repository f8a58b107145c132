import { useCallback, useSyncExternalStore } from "react";

/** Media query for phones. */
export const PHONE = "(width < 40rem)";

/**
 * Returns whether a media query matches.
 * @param onServer the result during server rendering
 */
export function useMedia(query: string, onServer = false): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = matchMedia(query);
      media.addEventListener("change", onChange);
      return () => media.removeEventListener("change", onChange);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => onServer,
  );
}
