import { WifiOff } from "lucide-react";
import { useOnline } from "../lib/use-online.ts";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { whenIdle } from "../lib/when-idle.ts";
import { NavigationType, Outlet, useLocation, useNavigationType } from "react-router";
import { SignShapes } from "../ui/signs.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";
import { ToastHost } from "./toast-host.tsx";

function OfflineNotice() {
  const online = useOnline();
  return (
    <output className="block">
      {!online && (
        <span className="flex items-center justify-center gap-2 border-b border-line bg-warn-soft px-4 py-2 text-center text-sm font-medium text-warn">
          <WifiOff aria-hidden="true" className="size-4 shrink-0" />
          You are offline. What has been loaded stays readable; the rest follows when you are back.
        </span>
      )}
    </output>
  );
}

/** The space between a page and the footer. An advertisement, if there is one, comes into it late and moves nothing. */
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
  return <div className="h-16">{Banner && <Banner />}</div>;
}

/**
 * After a move the keyboard and screen readers start at what it led to: the section that the address names, or the
 * content of another page. Nothing on the first load.
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
    // A step back may only close a dialog over the section, and the dialog gives the focus back by itself.
    const section = isOtherPage || type !== NavigationType.Pop ? document.getElementById(hash.slice(1)) : null;
    if (section) section.focus({ preventScroll: true });
    else if (isOtherPage) main.current?.focus({ preventScroll: true });
  }, [pathname, hash, key, type]);
  return main;
}

export function Layout() {
  const main = useFocusAfterNavigation();
  // One attribute, instead of another drawing of all that waits for it.
  useEffect(() => void (document.documentElement.dataset["live"] = ""), []);
  return (
    <div className="flex min-h-dvh flex-col">
      <SignShapes />
      <a
        href="#main"
        onClick={(event) => {
          // The router takes a bare hash change for a step back in history and would restore the old scroll position.
          event.preventDefault();
          main.current?.focus();
        }}
        className="skip-link z-50 rounded-control bg-accent px-4 py-3 font-semibold text-accent-ink"
      >
        Skip to content
      </a>
      <div className="sticky top-0 z-40">
        <SiteHeader />
        <OfflineNotice />
      </div>
      <main id="main" ref={main} tabIndex={-1} className="flex-1 outline-none">
        <Outlet />
      </main>
      <AdSlot />
      <SiteFooter />
      <ToastHost />
    </div>
  );
}
