import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { AdvertisementDraft } from "../../../worker/contracts/ads.schemas.ts";
import { getAdvertisement, getAdvertisementStats, updateAdvertisement } from "../../../worker/contracts/ads.ts";
import { call } from "../../lib/api.ts";
import { callForOperator, FOR_OPERATOR, type Viewer } from "../../lib/operator.ts";
import { shownAd } from "./ad-banner.tsx";

/** Refetch intervals in milliseconds (docs/product.md, In the browser). */
const SETTINGS_EVERY_MS = 300_000;
const CLICKS_EVERY_MS = 30_000;

const SETTINGS_KEY = ["ads", "operator", "settings"] as const;

/** The advertisement, even if disabled. */
export function operatorAdvertisement({ sessionId, isLive }: Viewer) {
  return queryOptions({
    queryKey: SETTINGS_KEY,
    queryFn: ({ signal }) => callForOperator(getAdvertisement, {}, sessionId, signal),
    refetchInterval: isLive && SETTINGS_EVERY_MS,
    refetchOnMount: "always",
    meta: FOR_OPERATOR,
  });
}

export function advertisementClicks({ sessionId, isLive }: Viewer) {
  return queryOptions({
    queryKey: ["ads", "operator", "clicks"],
    queryFn: ({ signal }) => callForOperator(getAdvertisementStats, {}, sessionId, signal),
    refetchInterval: isLive && CLICKS_EVERY_MS,
    refetchOnMount: "always",
    meta: FOR_OPERATOR,
  });
}

export function useAdvertisementChange(sessionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (draft: AdvertisementDraft) =>
      call(updateAdvertisement, { body: draft }, { headers: { "X-Session-ID": sessionId } }),
    onSuccess: () => {
      // The public query may be cached in this tab.
      void client.invalidateQueries({ queryKey: shownAd().queryKey });
      return client.invalidateQueries({ queryKey: SETTINGS_KEY });
    },
    meta: FOR_OPERATOR,
  });
}
