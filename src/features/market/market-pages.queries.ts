import { queryOptions } from "@tanstack/react-query";
import { getMarket, getMarketOfArea, type MarketFigures } from "../../../worker/contracts/market-pages.ts";
import { call, callOrNull } from "../../lib/api.ts";

export const marketPageKeys = { figures: (slug: string | null) => ["market", "figures", slug] as const };

/** The rents of the City, or of a neighbourhood; null if there is no such neighbourhood. */
export function marketFigures(slug: string | null) {
  return queryOptions({
    queryKey: marketPageKeys.figures(slug),
    queryFn: ({ signal }): Promise<MarketFigures | null> =>
      slug === null ? call(getMarket, {}, { signal }) : callOrNull(getMarketOfArea, { area: slug }, { signal }),
  });
}
