import { prepareForTaps } from "../features/listings/ready-before-tap.ts";
import { trackVisit } from "../features/visitors/tracker.ts";
import type { BrowserHistory } from "./router/history.ts";
import { pageAt } from "./router/page-table.ts";

/** Counts the visit and prepares what may follow, once the page is shown and the browser is idle. */
export async function doAfterwards(history: BrowserHistory): Promise<void> {
  trackVisit({
    pathname: () => history.current().location.pathname,
    route: () => pageAt(history.current().location.pathname).path,
    subscribe: history.subscribe,
  });
  // Serves the offline page and shows push messages (public/sw.js).
  if (import.meta.env.PROD) await navigator.serviceWorker?.register("/sw.js");
  await prepareForTaps();
}
