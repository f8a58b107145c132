import type { Interest } from "../../../../worker/contracts/listings.ts";
import { tell } from "../../../lib/tell.ts";
import { visitId } from "../../../lib/visit.ts";

/** What was told since the page was loaded. */
const told = new Set<string>();

/**
 * Tells the server that somebody opened a listing or pressed Call, once a page load; its landlord is shown how many did.
 * Only in a browser, from effects and event handlers.
 */
export function tellInterest(listingId: number, kind: Interest): void {
  const key = `${listingId} ${kind}`;
  if (told.has(key)) return;
  told.add(key);
  tell(`/api/marketplace-listings/${listingId}/interest`, { kind, sessionId: visitId() });
}
