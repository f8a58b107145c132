import { useEffect, useState } from "react";
import { whenIdle } from "../../lib/when-idle.ts";

/** The invitations of the marketplace. The code that decides whether one is due loads after the page. */
export function MarketplaceGate() {
  const [gate, setGate] = useState<typeof import("./gate.tsx") | null>(null);
  // Without it, the page is complete.
  useEffect(() => whenIdle(() => void import("./gate.tsx").then(setGate, () => undefined)), []);
  return gate && <gate.Gate />;
}
