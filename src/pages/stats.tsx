import "../app/panel.css";
import "../features/visitors/stats.css";
import { useEffect, useRef } from "react";
import type { AdvertisementDraft } from "../../worker/contracts/ads.schemas.ts";
import { searchFromUrl } from "../../worker/contracts/search.ts";
import { OTHER } from "../../worker/contracts/visitors.ts";
import { AdControls } from "../features/ads/ad-controls.tsx";
import { activeFilters } from "../features/listings/filters/search-filters.ts";
import { OperatorGate, useOperatorSession } from "../features/sessions/operator-gate.tsx";
import { StatsDashboard } from "../features/visitors/stats-dashboard.tsx";
import { useSite } from "../lib/site.tsx";
import { fixedHead, useDocumentHead } from "../lib/use-document-head.ts";

/** Returns the filters of a list's query string in words; 'other' stands for the rarest searches together. */
function searchText(query: string): string {
  if (query === OTHER) return "Others";
  const parameters = new URLSearchParams(query);
  const filters = activeFilters({ search: searchFromUrl(parameters), commutes: "" }, null).map(({ text }) => text);
  return [parameters.get("type"), ...filters].filter((text) => text !== null).join(", ") || "All homes";
}

export const head = fixedHead("Dashboard", "For the operator.");

export function Component() {
  useDocumentHead(head(null, useSite()));
  const { sessionId, leave, ...access } = useOperatorSession();
  // Unsaved input survives an expired session, but not a logout.
  const unsavedAd = useRef<Partial<AdvertisementDraft>>({});
  const hasLeft = sessionId === null && !access.hasEnded;
  useEffect(() => {
    if (hasLeft) unsavedAd.current = {};
  }, [hasLeft]);
  if (sessionId === null) return <OperatorGate {...access} />;
  return (
    <StatsDashboard sessionId={sessionId} onLeave={leave} searchText={searchText}>
      {(viewer) => <AdControls {...viewer} unsaved={unsavedAd} />}
    </StatsDashboard>
  );
}
