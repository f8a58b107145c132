import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  type Benchmark,
  type BenchmarkEffect,
  checkBenchmark,
  getMarketOverview,
  importBenchmarks,
  removeBenchmark,
  setBenchmark,
} from "../../../worker/contracts/market.ts";
import type { BodyOf } from "../../../worker/contracts/operation.ts";
import { call, isOutdated } from "../../lib/api.ts";
import { FOR_MODERATORS } from "../../lib/paged-list.ts";

const marketKeys = { overview: ["market", "admin", "overview"] as const };

/** Returns the query for the benchmarks of all types, refetched on every mount. */
export function marketOverview() {
  return queryOptions({
    queryKey: marketKeys.overview,
    queryFn: ({ signal }) => call(getMarketOverview, {}, { signal }),
    refetchOnMount: "always",
    meta: FOR_MODERATORS,
  });
}

type MarketChange = { write: BodyOf<typeof setBenchmark> } | { remove: Benchmark };

/** Sends a change, or requests a preview of its effect. */
const send = async (change: MarketChange, query: { preview?: "" } = {}) =>
  "write" in change
    ? call(setBenchmark, { body: change.write, query })
    : call(removeBenchmark, { id: change.remove.id, query });

export function useMarketPreview() {
  return useMutation({
    mutationFn: (change: MarketChange) => send(change, { preview: "" }) as Promise<BenchmarkEffect>,
  });
}

/** Returns a mutation that changes a benchmark and is pending until the overview is refetched. */
export function useMarketChange() {
  const client = useQueryClient();
  const invalidate = () => client.invalidateQueries({ queryKey: marketKeys.overview });
  return useMutation({
    mutationFn: (change: MarketChange) => send(change),
    onSuccess: invalidate,
    // Someone else changed the benchmark first, so the screen is out of date.
    onError: (error) => {
      if (isOutdated(error)) void invalidate();
    },
  });
}

/** Returns a mutation that records that no newer benchmark is published. */
export function useBenchmarkCheck() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Benchmark) => call(checkBenchmark, { id }),
    onSettled: () => client.invalidateQueries({ queryKey: marketKeys.overview }),
  });
}

/** Returns a mutation that previews or imports a CSV file. */
export function useMarketImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ csv, isPreview }: { csv: string; isPreview: boolean }) =>
      call(
        importBenchmarks,
        { body: csv, query: isPreview ? { preview: "" } : {} },
        { headers: { "Content-Type": "text/csv" } },
      ),
    onSuccess: ({ isPreview }) => (isPreview ? undefined : client.invalidateQueries({ queryKey: marketKeys.overview })),
  });
}
