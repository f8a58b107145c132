import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { AdvertisementDraft } from "../../../worker/contracts/ads.schemas.ts";
import type { AdvertisementSettings, AdvertisementStats } from "../../../worker/contracts/ads.ts";
import { sendJson } from "../../lib/api.ts";
import { FOR_OPERATOR, getForOperator, type Viewer } from "../../lib/operator.ts";
import { shownAd } from "./ad-banner.tsx";

/** Refetch intervals in milliseconds (docs/product.md, In the browser). */
const SETTINGS_EVERY_MS = 300_000;
const CLICKS_EVERY_MS = 30_000;

const SETTINGS_KEY = ["ads", "operator", "settings"] as const;

/** The advertisement, even if disabled. */
export function operatorAdvertisement({ sessionId, isLive }: Viewer) {
  return queryOptions({
    queryKey: SETTINGS_KEY,
    queryFn: ({ signal }) => getForOperator<AdvertisementSettings>("/api/analytics/advertisement", sessionId, signal),
    refetchInterval: isLive && SETTINGS_EVERY_MS,
    refetchOnMount: "always",
    meta: FOR_OPERATOR,
  });
}

export function advertisementClicks({ sessionId, isLive }: Viewer) {
  return queryOptions({
    queryKey: ["ads", "operator", "clicks"],
    queryFn: ({ signal }) => getForOperator<AdvertisementStats>("/api/advertisement-stats", sessionId, signal),
    refetchInterval: isLive && CLICKS_EVERY_MS,
    refetchOnMount: "always",
    meta: FOR_OPERATOR,
  });
}

export function useAdvertisementChange(sessionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (draft: AdvertisementDraft) =>
      sendJson<AdvertisementSettings>("PUT", "/api/advertisement-settings", draft, { "X-Session-ID": sessionId }),
    onSuccess: () => {
      // The public query may be cached in this tab.
      void client.invalidateQueries({ queryKey: shownAd().queryKey });
      return client.invalidateQueries({ queryKey: SETTINGS_KEY });
    },
    meta: FOR_OPERATOR,
  });
}
