import { useSyncExternalStore } from "react";

const noChanges = () => () => {};

/** False at the edge and in the first render of its markup, for what only a browser can know; true from then on. */
export function useInBrowser(): boolean {
  return useSyncExternalStore(
    noChanges,
    () => true,
    () => false,
  );
}
