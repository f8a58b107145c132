import { WifiOff } from "lucide-react";
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import { useNewVersion } from "../lib/app-version.ts";
import { constantMarkup } from "../lib/constant-markup.tsx";
import { reloadKeepingText } from "../lib/reload.ts";
import { useSite } from "../lib/site.tsx";
import { useOnline } from "../lib/use-browser.ts";
import { whenIdle } from "../lib/when-idle.ts";
import { ForumSprite, ListingSprite } from "../ui/icon-sprite.tsx";
import { PATHS } from "../lib/paths.ts";
import { isDesk, SiteHeader, TabBar } from "./header.tsx";
import { dismissToast, type Toast, useToasts } from "../lib/toast.ts";
import { asWritten } from "../ui/as-written.ts";

/** The toaster's code loads with the first toast, which most visits never see. */
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

/** Fallback when the toaster's code cannot be loaded, as when offline. */
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
            <p className="font-semibold">{asWritten(toast.title)}</p>
            <p className="text-sm">{asWritten(toast.description)}</p>
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
        // A page that could not be loaded says it itself.
        <span className="flex items-center justify-center gap-2 border-b border-line bg-warn-soft px-4 py-2 text-center text-sm font-medium text-warn [:root:has([data-offline])_&]:hidden">
          <WifiOff aria-hidden="true" className="size-4 shrink-0" />
          You are offline. What has been loaded stays readable; the rest follows when you are back.
        </span>
      )}
    </output>
  );
}

function DemoNotice() {
  return (
    useSite().isDemo && (
      <p className="border-b border-line bg-warn-soft px-4 py-2 text-center text-sm font-medium text-warn">
        This is a demonstration. All listings are invented samples; nobody can sign up or post here.
      </p>
    )
  );
}

/** Offered and never done by itself, because somebody may be reading or writing. */
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
    // Going back may only close a dialog, which returns the focus itself.
    const section = isOtherPage || type !== NavigationType.Pop ? document.getElementById(hash.slice(1)) : null;
    if (section) section.focus({ preventScroll: true });
    else if (isOtherPage) main.current?.focus({ preventScroll: true });
  }, [pathname, hash, key, type]);
  return main;
}

export function Layout({ children }: { children: ReactNode }) {
  const main = useFocusAfterNavigation();
  const { pathname } = useLocation();
  const hasTabs = !isDesk(pathname);
  // A single attribute for CSS avoids rendering everything that waits for hydration again.
  useEffect(() => void (document.documentElement.dataset["live"] = ""), []);
  return (
    <div className={`flex min-h-dvh flex-col ${hasTabs ? "pb-(--tabs)" : ""}`}>
      {pathname.startsWith(PATHS.forum) ? <ForumSprite /> : <ListingSprite />}
      <a
        href="#main"
        onClick={(event) => {
          // The router takes a bare hash change for a step back and would restore the old scroll position.
          event.preventDefault();
          main.current?.focus();
        }}
        className="skip-link z-50 rounded-control bg-accent px-4 py-3 font-semibold text-accent-ink"
      >
        Skip to content
      </a>
      <DemoNotice />
      <SiteHeader />
      {/* Under the row of filters, which sticks in the same place. */}
      <div className="sticky top-(--header) z-20">
        <OfflineNotice />
        <NewVersionNotice />
      </div>
      <main id="main" ref={main} tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <AdSlot />
      <SiteFooter />
      {hasTabs && <TabBar />}
      <ToastHost />
    </div>
  );
}
