import { QueryClient } from "@tanstack/react-query";

/**
 * Data is never stale, nothing is asked twice by itself, and nothing is tried again (docs/product.md, In the browser).
 * Calls are made offline too: they fail at once, and are said to have failed, instead of waiting unseen.
 */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: "always",
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
}
