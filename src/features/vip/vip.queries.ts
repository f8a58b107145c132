import { queryOptions } from "@tanstack/react-query";
import type { VipOffer } from "../../../worker/contracts/vip.ts";
import { getJson } from "../../lib/api.ts";

export const vipKeys = { offer: ["vip", "offer"] as const };

/** Where the paid plan is bought and managed. */
export function vipOffer() {
  return queryOptions({
    queryKey: vipKeys.offer,
    queryFn: ({ signal }) => getJson<VipOffer>("/api/vip", { signal }),
  });
}
