import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { CircleAlert, WifiOff } from "lucide-react";
import { Component, type ReactNode, useEffect, useState } from "react";
import { matchPath, useLocation } from "react-router";
import type { SiteInfo } from "../../worker/contracts/page.ts";
import { PATHS } from "../lib/paths.ts";
import { reloadOnce } from "../lib/reload.ts";
import { SiteProvider } from "../lib/site.tsx";
import { useOnline } from "../lib/use-browser.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { Notice } from "../ui/notice.tsx";
import { Layout } from "./layout.tsx";
import { pageAt, PathParameters } from "./router/page-table.ts";

/**
 * Data stays fresh and nothing retries or refetches by default (docs/product.md, In the browser). `networkMode:
 * "always"` makes requests fail at once when offline instead of pausing.
 */
export function createQueryClient(): QueryClient {
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
  /** A static router on the server, the browser router on the client. */
  children: ReactNode;
}

/** Providers around the router, the same on server and client. */
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
  /** A change resets the boundary. */
  at: unknown;
  children: ReactNode;
}

interface State {
  at: unknown;
  hasFailed: boolean;
}

/** Shows the error page until the next navigation. */
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
 * Shown when a page fails to load or render. Links load a new document, because browsers cache failed imports; offline they stay in the app, as a full load would end at the
 * browser's error page.
 */
function ErrorPage() {
  const online = useOnline();
  return (
    <div data-offline={!online || undefined} className="page-width py-10">
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

/** A page whose code could not be loaded: reloads once, and otherwise says so. */
function MissingPage() {
  const [isTrying, setIsTrying] = useState(true);
  useEffect(() => void reloadOnce().then(setIsTrying), []);
  return isTrying ? <div aria-busy className="page-width py-10" /> : <ErrorPage />;
}

/** One object, so that pages without parameters do not render again. */
const NONE = {};

/** The current page in the layout. Navigation loads the page's module before it changes the address. */
export function SitePages() {
  const { pathname, key } = useLocation();
  const { path, module } = pageAt(pathname);
  return (
    <PageBoundary at={key}>
      <PathParameters value={path.includes(":") ? (matchPath(path, pathname)?.params ?? NONE) : NONE}>
        <Layout>
          {module === null ? (
            <MissingPage key={key} />
          ) : (
            // A second boundary inside the layout keeps header and footer when a page fails.
            <PageBoundary at={key}>
              <module.Component />
            </PageBoundary>
          )}
        </Layout>
      </PathParameters>
    </PageBoundary>
  );
}
