import { useEffect, useState } from "react";

/** Milliseconds that the start of a page may delay it. */
const IDLE_TIMEOUT_MS = 2000;

/** Calls `action` when the browser has nothing better to do. Gives what takes it back. */
function whenIdle(action: () => void): () => void {
  // Safari has no requestIdleCallback.
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(action, IDLE_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(action, { timeout: IDLE_TIMEOUT_MS });
  return () => cancelIdleCallback(request);
}

/** Place of the marketplace's invitations. Even what decides whether one is due is loaded after the page. */
export function MarketplaceGate() {
  const [gate, setGate] = useState<typeof import("./gate.tsx") | null>(null);
  // Without it, the page is complete.
  useEffect(() => whenIdle(() => void import("./gate.tsx").then(setGate, () => undefined)), []);
  return gate && <gate.Gate />;
}
