import { useEffect, useState } from "react";
import { useSite } from "../../lib/site.tsx";
import { whenIdle } from "../../lib/timing.ts";

/** The invitations, loaded after the page. */
export function MarketplaceGate() {
  const [gate, setGate] = useState<typeof import("./gate.tsx") | null>(null);
  const { isDemo = false } = useSite();
  // If loading fails, the page stays as it is. A demonstration site has nothing to join.
  useEffect(
    () => (isDemo ? undefined : whenIdle(() => void import("./gate.tsx").then(setGate, () => undefined))),
    [isDemo],
  );
  return gate && <gate.Gate />;
}
