import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Benchmark, BenchmarkEffect, MarketImport, MarketOverview } from "../../../worker/contracts/market.ts";
import type { BenchmarkDraft } from "../../../worker/contracts/market.schemas.ts";
import { isOutdated, getJson, sendJson, sendText } from "../../lib/api.ts";
import { FOR_MODERATORS } from "../../lib/paged-list.ts";

const marketKeys = { overview: ["market", "admin", "overview"] as const };
const PATH = "/api/admin/market";

/** The market of the six types as moderators see it. Asked again each time it is opened. */
export function marketOverview() {
  return queryOptions({
    queryKey: marketKeys.overview,
    queryFn: ({ signal }) => getJson<MarketOverview>(PATH, { signal }),
    refetchOnMount: "always",
    meta: FOR_MODERATORS,
  });
}

/** A change of the benchmarks: a month that is written, or one that is deleted. */
type MarketChange = { write: BenchmarkDraft } | { remove: Benchmark };

const call = <Answer>(change: MarketChange, query: string) =>
  "write" in change
    ? sendJson<Answer>("PUT", `${PATH}/benchmarks${query}`, change.write)
    : sendJson<Answer>("DELETE", `${PATH}/benchmarks/${change.remove.id}${query}`);

/** What a change would do. */
export function useMarketPreview() {
  return useMutation({ mutationFn: (change: MarketChange) => call<BenchmarkEffect>(change, "?preview") });
}

/** Makes a change. The mutation ends when the figures have been read again. */
export function useMarketChange() {
  const client = useQueryClient();
  const renew = () => client.invalidateQueries({ queryKey: marketKeys.overview });
  return useMutation({
    mutationFn: (change: MarketChange) => call<unknown>(change, ""),
    onSuccess: renew,
    // The tab does not show what is: somebody else changed it first.
    onError: (error) => {
      if (isOutdated(error)) void renew();
    },
  });
}

/** Notes that no newer figure than one is published. */
export function useFigureCheck() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Benchmark) => sendJson<Benchmark>("POST", `${PATH}/benchmarks/${id}/check`),
    onSettled: () => client.invalidateQueries({ queryKey: marketKeys.overview }),
  });
}

/** Looks at a file of figures, or takes it. */
export function useMarketImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ csv, isPreview }: { csv: string; isPreview: boolean }) =>
      sendText<MarketImport>(`${PATH}/import${isPreview ? "?preview" : ""}`, "text/csv", csv),
    onSuccess: ({ isPreview }) => (isPreview ? undefined : client.invalidateQueries({ queryKey: marketKeys.overview })),
  });
}
