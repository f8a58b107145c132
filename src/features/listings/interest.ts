import type { Interest } from "../../../worker/contracts/listings.ts";
import { visitId } from "../../lib/visit.ts";

/** What was told since the page was loaded. */
const told = new Set<string>();

/**
 * Tells the server that somebody opened a listing or pressed Call, once a page load; its landlord is shown how many did.
 * Only in a browser, from effects and event handlers. Nobody waits for it, and nobody is told when it fails.
 */
export function tellInterest(listingId: number, kind: Interest): void {
  const key = `${listingId} ${kind}`;
  if (told.has(key)) return;
  told.add(key);
  fetch(`/api/marketplace-listings/${listingId}/interest`, {
    method: "POST",
    // A call may take the visitor out of the page.
    keepalive: true,
    credentials: "same-origin",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ kind, sessionId: visitId() }),
  }).catch(() => undefined);
}
