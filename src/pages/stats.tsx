import { useEffect, useRef } from "react";
import type { AdvertisementDraft } from "../../worker/contracts/ads.schemas.ts";
import type { PageData, PageHead, SiteInfo } from "../../worker/contracts/page.ts";
import { AdClicks, AdControls } from "../features/ads/ad-controls.tsx";
import { OperatorGate, useOperatorSession } from "../features/sessions/operator-gate.tsx";
import { StatsDashboard } from "../features/visitors/stats-dashboard.tsx";
import { useSite } from "../lib/site.tsx";
import { useDocumentHead } from "../lib/use-document-head.ts";

/** The page is a plain shell at the edge: nothing is loaded for it. */
export function head(_data: PageData | null, site: SiteInfo): PageHead {
  return { title: `Dashboard | ${site.name}`, description: "For the operator.", noindex: true };
}

export function Component() {
  useDocumentHead(head(null, useSite()));
  const { sessionId, hasEnded, logIn, leave } = useOperatorSession();
  // A session that ends must not cost what was being typed; whoever logs out gives it up.
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
