import { trackVisit } from "../features/visitors/tracker.ts";
import { savesData } from "../lib/timing.ts";
import type { BrowserHistory } from "./router/history.ts";
import { pageAt } from "./router/page-table.ts";

/**
 * Preloads the code that a tap on a card or on Filters needs, because touch devices have no hover that announces a tap.
 * Waits for the page's images, and does nothing if the browser is set to save data. If loading fails, the tap loads the
 * code again.
 */
async function prepareForTaps(): Promise<void> {
  if (savesData() || navigator.maxTouchPoints === 0 || !document.querySelector("[data-filters]")) return;
  if (document.readyState !== "complete") await new Promise((loaded) => addEventListener("load", loaded));
  await Promise.all([
    import("../features/listings/card/listing-dialog.tsx"),
    import("../features/listings/search/search-panel.tsx"),
  ]);
}

/** Registers the service worker, counts the visit and preloads code. Call this once the browser is idle. */
export async function startDeferredWork(history: BrowserHistory): Promise<void> {
  // The service worker serves the offline page and shows push messages (public/sw.js). Browsers refuse it in private
  // windows.
  if (import.meta.env.PROD) navigator.serviceWorker?.register("/sw.js").catch(() => undefined);
  trackVisit({
    pathname: () => history.current().location.pathname,
    route: () => pageAt(history.current().location.pathname).path,
    subscribe: history.subscribe,
  });
  await prepareForTaps();
}
