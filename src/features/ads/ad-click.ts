import { AD_VISITOR_KEY } from "../../../worker/contracts/ads.ts";
import { isOwnBrowser } from "../../lib/own-browser.ts";
import { refusesTracking } from "../../lib/refuses-tracking.ts";
import { storedText, writeStored } from "../../lib/storage.ts";
import { tell } from "../../lib/tell.ts";

/** Where storage is switched off, this browser is known until the page is loaded again. */
let visitorHere: string | null = null;

/** The id that this browser's clicks are counted by, made up at the first one. */
function visitor(): string {
  visitorHere ??= storedText("local", AD_VISITOR_KEY) ?? crypto.randomUUID();
  writeStored("local", AD_VISITOR_KEY, visitorHere);
  return visitorHere;
}

/**
 * Tells that the advertisement was clicked. Whoever refuses to be tracked is not counted, and
 * neither is who runs the site.
 */
export function tellAdClick(): void {
  if (refusesTracking() || isOwnBrowser()) return;
  tell("/api/advertisement-clicks", { sessionId: visitor() });
}
