import { useEffect, useRef } from "react";
import { Outlet, ScrollRestoration, useLocation } from "react-router";
import { OfflineNotice } from "./offline-notice.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";
import { ToastHost } from "./toast-host.tsx";

/** After a move to another page the keyboard and screen readers start at its content; nothing on the first load. */
function useFocusAfterNavigation() {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}

export function Layout() {
  const main = useFocusAfterNavigation();
  return (
    <div className="flex min-h-dvh flex-col">
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
      <SiteHeader />
      <OfflineNotice />
      <main id="main" ref={main} tabIndex={-1} className="flex-1 outline-none">
        <Outlet />
      </main>
      <SiteFooter />
      <ToastHost />
      <ScrollRestoration />
    </div>
  );
}
