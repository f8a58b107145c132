import { queryOptions } from "@tanstack/react-query";
import type { AdvertisementSettings } from "../../../worker/contracts/ads.ts";
import { getJson } from "../../lib/api.ts";

/** The advertisement as everybody sees it, asked for again every five minutes (docs/product.md, In the browser). */
export function shownAd() {
  return queryOptions({
    queryKey: ["ads", "shown"],
    queryFn: ({ signal }) => getJson<AdvertisementSettings>("/api/advertisement-settings", { signal }),
    refetchInterval: 5 * 60_000,
  });
}
