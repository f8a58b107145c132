import { queryOptions } from "@tanstack/react-query";
import type { MarketFigures } from "../../../worker/contracts/market-pages.ts";
import { ApiError, getJson } from "../../lib/api.ts";

export const marketPageKeys = { figures: (slug: string | null) => ["market", "figures", slug] as const };

/** The rents of the City, or of a neighbourhood; null if there is no such neighbourhood. */
export function marketFigures(slug: string | null) {
  return queryOptions({
    queryKey: marketPageKeys.figures(slug),
    queryFn: async ({ signal }): Promise<MarketFigures | null> => {
      try {
        return await getJson<MarketFigures>(`/api/market${slug === null ? "" : `/${slug}`}`, { signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  });
}
