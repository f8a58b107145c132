import { useEffect, useState } from "react";
import { whenIdle } from "../../lib/when-idle.ts";

/** The invitations, loaded after the page. */
export function MarketplaceGate() {
  const [gate, setGate] = useState<typeof import("./gate.tsx") | null>(null);
  // A failure leaves the page as it is.
  useEffect(() => whenIdle(() => void import("./gate.tsx").then(setGate, () => undefined)), []);
  return gate && <gate.Gate />;
}
