import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { CircleAlert, WifiOff } from "lucide-react";
import { Component, type ReactNode } from "react";
import { matchPath, useLocation } from "react-router";
import type { SiteInfo } from "../../worker/contracts/page.ts";
import { PATHS } from "../lib/paths.ts";
import { SiteProvider } from "../lib/site.tsx";
import { useOnline } from "../lib/use-browser.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { Notice } from "../ui/notice.tsx";
import { Layout } from "./layout.tsx";
import { pageAt, PathParameters } from "./router/page-table.ts";

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

interface Props {
  /** Another one gives the page another chance. */
  at: unknown;
  children: ReactNode;
}

interface State {
  at: unknown;
  hasFailed: boolean;
}

/** Shows the error page in the place of what failed to render, until somebody goes elsewhere. */
class PageBoundary extends Component<Props, State> {
  override state: State = { at: this.props.at, hasFailed: false };

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps({ at }: Props, state: State): State | null {
    return at === state.at ? null : { at, hasFailed: false };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <ErrorPage /> : this.props.children;
  }
}

/**
 * Shown when a page fails to load or to render. Reloading is the retry: the usual cause is code of an older version
 * that is no longer served. Leaving is a full load too, for browsers remember that a piece of code failed; offline, where
 * that would end in the browser's own error page, what is loaded already has to do.
 */
function ErrorPage() {
  const online = useOnline();
  return (
    <div className="page-width py-10">
      <Notice
        icon={online ? CircleAlert : WifiOff}
        tone="danger"
        level="h1"
        title={online ? "Something went wrong" : "You are offline"}
        actions={
          <>
            <Button onClick={() => window.location.reload()}>Reload the page</Button>
            <Link
              to={PATHS.home}
              target={online ? "_self" : undefined}
              className={buttonClass({ variant: "secondary" })}
            >
              Back to all listings
            </Link>
          </>
        }
      >
        <p>
          {online
            ? "This page could not be shown. Please try again in a moment."
            : "This page has not been loaded yet. Please try again when you have a connection."}
        </p>
      </Notice>
    </div>
  );
}

/** One object, so that nothing is rendered again for pages without parameters. */
const NONE = {};

/**
 * The page that the address leads to, in the layout. Its code has to be there: whoever changes the address loads it
 * first, so that nothing waits while it is drawn.
 */
export function SitePages() {
  const { pathname, key } = useLocation();
  const { path, module } = pageAt(pathname);
  return (
    <PageBoundary at={key}>
      <PathParameters value={path.includes(":") ? (matchPath(path, pathname)?.params ?? NONE) : NONE}>
        <Layout>
          {module === null ? (
            <ErrorPage />
          ) : (
            // Inside the layout too, so that header and footer stay when a page fails.
            <PageBoundary at={key}>
              <module.Component />
            </PageBoundary>
          )}
        </Layout>
      </PathParameters>
    </PageBoundary>
  );
}
