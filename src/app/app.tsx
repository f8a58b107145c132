import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { CircleAlert, WifiOff } from "lucide-react";
import { Component, type ReactNode, useEffect, useState, type ComponentType, useRef } from "react";
import { matchPath, useLocation, NavigationType, useNavigationType } from "react-router";
import type { SiteInfo } from "../../worker/contracts/page.ts";
import { useNewVersion, reloadOnce, reloadKeepingText } from "../lib/reload.ts";
import { constantMarkup } from "../lib/constant-markup.tsx";
import { PATHS } from "../lib/paths.ts";
import { SiteProvider, useSite } from "../lib/site.tsx";
import { dismissToast, type Toast, useToasts } from "../lib/toast.ts";
import { useOnline } from "../lib/use-browser.ts";
import { whenIdle } from "../lib/timing.ts";
import { untranslated } from "../ui/untranslated.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { ForumSprite, ListingSprite } from "../ui/icon-sprite.tsx";
import { Link } from "../ui/link.tsx";
import { Notice } from "../ui/notice.tsx";
import { isDesk, SiteHeader, TabBar } from "./header.tsx";
import { pageAt, PathParameters } from "./router/page-table.ts";

/** Renders the toasts. Loads their code with the first toast, because most visits show none. */
export function ToastHost() {
  const toasts = useToasts();
  const latestId = toasts[0]?.id;
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  const [hasFailed, setHasFailed] = useState(false);

  useEffect(() => {
    if (latestId === undefined || Toaster) return;
    import("../ui/toaster.tsx").then(
      (module) => setToaster(() => module.Toaster),
      () => setHasFailed(true),
    );
  }, [latestId, Toaster]);

  if (Toaster) return <Toaster />;
  return hasFailed ? <PlainToasts toasts={toasts} /> : null;
}

/** Fallback used if the toaster's code cannot be loaded, for example offline. */
function PlainToasts({ toasts }: { toasts: readonly Toast[] }) {
  return (
    <div
      role="alert"
      className="fixed inset-x-0 top-0 z-60 mx-auto w-full max-w-sm p-4 sm:inset-x-auto sm:top-auto sm:bottom-(--tabs) sm:left-0"
    >
      {toasts
        .filter((toast) => toast.open)
        .map((toast) => (
          <div key={toast.id} className="rounded-card border border-line bg-surface p-4 text-ink shadow-raised">
            <p className="font-semibold">{untranslated(toast.title)}</p>
            <p className="text-sm">{untranslated(toast.description)}</p>
            <div className="flex gap-4">
              {toast.action && (
                <button
                  type="button"
                  className="min-h-11 font-semibold text-accent"
                  onClick={() => {
                    toast.action?.onPress();
                    dismissToast(toast.id);
                  }}
                >
                  {toast.action.label}
                </button>
              )}
              <button
                type="button"
                className="min-h-11 font-semibold text-accent"
                onClick={() => dismissToast(toast.id)}
              >
                Close
              </button>
            </div>
          </div>
        ))}
    </div>
  );
}

const SiteFooter = constantMarkup("footer", async () => (await import("./footer.tsx")).Footer);

function OfflineNotice() {
  const online = useOnline();
  return (
    <output className="block">
      {!online && (
        // Hidden if the page could not be loaded, because the error page shows its own message.
        <span className="flex items-center justify-center gap-2 border-b border-line bg-warn-soft px-4 py-2 text-center text-sm font-medium text-warn [:root:has([data-offline])_&]:hidden">
          <WifiOff aria-hidden="true" className="size-4 shrink-0" />
          You are offline. You can still read what has loaded. The rest loads when you reconnect.
        </span>
      )}
    </output>
  );
}

function DemoNotice() {
  return (
    useSite().isDemo && (
      <p className="border-b border-line bg-warn-soft px-4 py-2 text-center text-sm font-medium text-warn">
        This is a demo. All listings are made up. Nobody can sign up or post here.
      </p>
    )
  );
}

/**
 * Tells the visitor that a new version is available. Never reloads the page itself, because the visitor may be reading
 * or writing.
 */
function NewVersionNotice() {
  const isReady = useNewVersion();
  return (
    <output className="block">
      {isReady && (
        <span className="flex flex-wrap items-center justify-center gap-x-3 border-b border-line bg-accent-soft px-4 py-1 text-center text-sm font-medium text-ink">
          A new version of this site is ready.
          <button
            type="button"
            onClick={reloadKeepingText}
            className="min-h-9 rounded-control px-2 font-semibold text-accent underline underline-offset-4 pointer-coarse:min-h-11"
          >
            Reload
          </button>
        </span>
      )}
    </output>
  );
}

/** Space between page and footer, reserved so that an advertisement does not shift the layout. */
function AdSlot() {
  const [Banner, setBanner] = useState<ComponentType | null>(null);
  useEffect(
    () =>
      whenIdle(() => {
        import("../features/ads/ad-banner.tsx").then(
          ({ AdBanner }) => setBanner(() => AdBanner),
          () => undefined,
        );
      }),
    [],
  );
  return <div className="h-16 print:hidden">{Banner && <Banner />}</div>;
}

/**
 * Moves the focus after a navigation, but not on the first load: to the section in the hash, or to the main content of
 * a new page.
 */
function useFocusAfterNavigation() {
  const { pathname, hash, key } = useLocation();
  const type = useNavigationType();
  const main = useRef<HTMLElement>(null);
  const previous = useRef({ pathname, key });
  useEffect(() => {
    const isOtherPage = previous.current.pathname !== pathname;
    if (previous.current.key === key && !isOtherPage) return;
    previous.current = { pathname, key };
    // Going back may only close a dialog, which then returns the focus itself.
    const section = isOtherPage || type !== NavigationType.Pop ? document.getElementById(hash.slice(1)) : null;
    if (section) section.focus({ preventScroll: true });
    else if (isOtherPage) main.current?.focus({ preventScroll: true });
  }, [pathname, hash, key, type]);
  return main;
}

function Layout({ children }: { children: ReactNode }) {
  const main = useFocusAfterNavigation();
  const { pathname } = useLocation();
  const hasTabs = !isDesk(pathname);
  // Marks the document as hydrated with an attribute. CSS then shows the elements that were hidden, without another
  // render.
  useEffect(() => void (document.documentElement.dataset["live"] = ""), []);
  return (
    <div className={`flex min-h-dvh flex-col ${hasTabs ? "pb-(--tabs)" : "desk"}`}>
      {pathname.startsWith(PATHS.forum) ? <ForumSprite /> : <ListingSprite />}
      <a
        href="#main"
        onClick={(event) => {
          // The router would treat a changed hash as going back, and restore the old scroll position.
          event.preventDefault();
          main.current?.focus();
        }}
        className="skip-link z-50 rounded-control bg-accent px-4 py-3 font-semibold text-accent-ink"
      >
        Skip to content
      </a>
      <DemoNotice />
      <SiteHeader />
      {/* Stacked below the row of filters, which sticks at the same position. */}
      <div className="sticky top-(--header) z-20">
        <OfflineNotice />
        <NewVersionNotice />
      </div>
      <main id="main" ref={main} tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      {hasTabs && (
        <>
          <AdSlot />
          <SiteFooter />
          <TabBar />
        </>
      )}
      <ToastHost />
    </div>
  );
}

/**
 * Creates a query client: by default, data stays fresh, and nothing is retried or refetched (docs/product.md, In the
 * browser). `networkMode: "always"` makes requests fail at once when offline instead of pausing.
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

interface AppProps {
  queryClient: QueryClient;
  site: SiteInfo;
  renderedAt: string;
  /** The static router on the server, the browser router on the client. */
  children: ReactNode;
}

/** Wraps the router in the providers that server and client share. */
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
  /** Key of the current location; a new key resets the boundary. */
  at: unknown;
  children: ReactNode;
}

interface State {
  at: unknown;
  hasFailed: boolean;
}

/** Catches errors of its page, and shows the error page until the next navigation. */
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
 * Error page for a page that fails to load or render. Its links load a new document, because browsers cache failed
 * imports; offline they stay in the app, because a full load would show the browser's error page.
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
            : "This page has not loaded yet. Please try again when you are online."}
        </p>
      </Notice>
    </div>
  );
}

/** Replaces a page whose code could not be loaded. Reloads the document once; if that has failed, shows the error. */
function MissingPage() {
  const [isTrying, setIsTrying] = useState(true);
  useEffect(() => void reloadOnce().then(setIsTrying), []);
  return isTrying ? <div aria-busy className="page-width py-10" /> : <ErrorPage />;
}

/** A single shared object, so that pages without parameters do not rerender. */
const NONE = {};

/** Renders the current page in the layout. A navigation loads the page's module before it changes the address. */
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
