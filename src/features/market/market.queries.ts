import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Benchmark, BenchmarkEffect, MarketImport, MarketOverview } from "../../../worker/contracts/market.ts";
import type { BenchmarkDraft } from "../../../worker/contracts/market.schemas.ts";
import { isOutdated, getJson, sendJson, sendText } from "../../lib/api.ts";
import { FOR_MODERATORS } from "../../lib/paged-list.ts";

const marketKeys = { overview: ["market", "admin", "overview"] as const };
const PATH = "/api/admin/market";

/** Benchmarks of all types, refetched on every mount. */
export function marketOverview() {
  return queryOptions({
    queryKey: marketKeys.overview,
    queryFn: ({ signal }) => getJson<MarketOverview>(PATH, { signal }),
    refetchOnMount: "always",
    meta: FOR_MODERATORS,
  });
}

type MarketChange = { write: BenchmarkDraft } | { remove: Benchmark };

const call = <Answer>(change: MarketChange, query: string) =>
  "write" in change
    ? sendJson<Answer>("PUT", `${PATH}/benchmarks${query}`, change.write)
    : sendJson<Answer>("DELETE", `${PATH}/benchmarks/${change.remove.id}${query}`);

export function useMarketPreview() {
  return useMutation({ mutationFn: (change: MarketChange) => call<BenchmarkEffect>(change, "?preview") });
}

/** Pending until the overview is refetched. */
export function useMarketChange() {
  const client = useQueryClient();
  const invalidate = () => client.invalidateQueries({ queryKey: marketKeys.overview });
  return useMutation({
    mutationFn: (change: MarketChange) => call<unknown>(change, ""),
    onSuccess: invalidate,
    // The screen is out of date because somebody else changed it first.
    onError: (error) => {
      if (isOutdated(error)) void invalidate();
    },
  });
}

/** Records that no newer figure is published. */
export function useFigureCheck() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Benchmark) => sendJson<Benchmark>("POST", `${PATH}/benchmarks/${id}/check`),
    onSettled: () => client.invalidateQueries({ queryKey: marketKeys.overview }),
  });
}

/** Previews or imports a CSV file. */
export function useMarketImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ csv, isPreview }: { csv: string; isPreview: boolean }) =>
      sendText<MarketImport>(`${PATH}/import${isPreview ? "?preview" : ""}`, "text/csv", csv),
    onSuccess: ({ isPreview }) => (isPreview ? undefined : client.invalidateQueries({ queryKey: marketKeys.overview })),
  });
}
