import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { SiteInfo } from "../../worker/contracts/page.ts";
import { SiteProvider } from "../lib/site.tsx";

export interface AppProps {
  queryClient: QueryClient;
  site: SiteInfo;
  renderedAt: string;
  /** The router: a static one at the edge, the browser's one in the browser. */
  children: ReactNode;
}

/** What surrounds the router, the same at the edge and in the browser. */
export function App({ queryClient, site, renderedAt, children }: AppProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <SiteProvider site={site} renderedAt={renderedAt}>
        {children}
      </SiteProvider>
    </QueryClientProvider>
  );
}
