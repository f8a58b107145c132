import { useEffect, useRef } from "react";
import type { AdvertisementDraft } from "../../worker/contracts/ads.schemas.ts";
import { AdClicks, AdControls } from "../features/ads/ad-controls.tsx";
import { OperatorGate, useOperatorSession } from "../features/sessions/operator-gate.tsx";
import { StatsDashboard } from "../features/visitors/stats-dashboard.tsx";
import { useSite } from "../lib/site.tsx";
import { fixedHead, useDocumentHead } from "../lib/use-document-head.ts";

export const head = fixedHead("Dashboard", "For the operator.");

export function Component() {
  useDocumentHead(head(null, useSite()));
  const { sessionId, hasEnded, logIn, leave } = useOperatorSession();
  // Unsaved input survives an expired session, but not a logout.
  const unsavedAd = useRef<Partial<AdvertisementDraft>>({});
  const hasLeft = sessionId === null && !hasEnded;
  useEffect(() => {
    if (hasLeft) unsavedAd.current = {};
  }, [hasLeft]);
  if (sessionId === null) return <OperatorGate hasEnded={hasEnded} logIn={logIn} />;
  return (
    <StatsDashboard sessionId={sessionId} onLeave={leave}>
      <AdControls sessionId={sessionId} unsaved={unsavedAd} className="lg:col-span-3" />
      <AdClicks sessionId={sessionId} className="lg:col-span-3" />
    </StatsDashboard>
  );
}
