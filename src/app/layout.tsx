import { SunMoon, WifiOff } from "lucide-react";
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import { CATEGORIES } from "../../worker/contracts/bedrooms.ts";
import { STATIC_PAGES, type StaticPage } from "../../worker/contracts/pages.ts";
import { useNewVersion } from "../lib/app-version.ts";
import { PAGE_NAMES, PATHS } from "../lib/paths.ts";
import { constantMarkup } from "../lib/constant-markup.tsx";
import { reloadKeepingText } from "../lib/reload.ts";
import { useSite } from "../lib/site.tsx";
import { toggleTheme } from "../lib/theme.ts";
import { useOnline } from "../lib/use-browser.ts";
import { whenIdle } from "../lib/when-idle.ts";
import { Link } from "../ui/link.tsx";
import { IconSprite } from "../ui/icon-sprite.tsx";
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
  return <div className="h-16">{Banner && <Banner />}</div>;
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
  // A single attribute for CSS avoids rendering everything that waits for hydration again.
  useEffect(() => void (document.documentElement.dataset["live"] = ""), []);
  return (
    <div className="flex min-h-dvh flex-col">
      <IconSprite />
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
      <div className="sticky top-0 z-40">
        <SiteHeader />
        <OfflineNotice />
        <NewVersionNotice />
      </div>
      <main id="main" ref={main} tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <AdSlot />
      <SiteFooter />
      <ToastHost />
    </div>
  );
}

/** The icon is the same in both themes, because the server does not know the visitor's. */
function ThemeButton() {
  return (
    <button
      type="button"
      onClick={toggleTheme}
      aria-label="Switch between light and dark"
      title="Switch between light and dark"
      className="col-start-3 grid size-11 place-items-center rounded-control text-ink-muted hover:bg-sunken hover:text-ink"
    >
      <SunMoon aria-hidden="true" className="size-5" />
    </button>
  );
}

export const TAGLINE = "Toronto's #1 Below Market Renters Community";

function SiteHeader() {
  const { name } = useSite();
  const isForum = useLocation().pathname.startsWith(PATHS.forum);
  return (
    <header className="border-b border-line bg-paper">
      <div className="mx-auto grid w-full max-w-[84rem] grid-cols-[2.75rem_1fr_2.75rem] items-center px-2 py-2 sm:px-6">
        <Link
          to={isForum ? PATHS.forum : PATHS.home}
          className="col-start-2 justify-self-center rounded-control py-1 sm:px-2 text-center"
        >
          <span className="block text-lg leading-tight font-extrabold tracking-tight text-accent sm:text-xl">
            {name}
          </span>
          {/* On one line, because the sticky header takes its height from the page. */}
          <span className="block text-[0.6875rem] leading-snug tracking-tight whitespace-nowrap text-ink-muted max-[22.4rem]:hidden sm:text-sm sm:tracking-normal">
            {TAGLINE}
          </span>
        </Link>
        <ThemeButton />
      </div>
    </header>
  );
}

const linkClass = "inline-block py-1.5 underline-offset-4 hover:text-accent hover:underline pointer-coarse:py-3";
const sourceClass = "inline-block py-1 underline underline-offset-4 hover:text-accent pointer-coarse:py-3";

function FooterList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title}>
      <h2 className="mb-2 text-sm font-bold">{title}</h2>
      <ul className="text-sm text-ink-muted">{children}</ul>
    </nav>
  );
}

const { about, ...others } = STATIC_PAGES;
const ABOUT: readonly (readonly [path: string, name: string])[] = [
  [about, PAGE_NAMES.about],
  [PATHS.howItWorks, "How It Works"],
  [PATHS.faqs, "FAQs"],
  [PATHS.forum, "Discussions"],
  ...(Object.keys(others) as Exclude<StaticPage, "about">[]).map((page) => [others[page], PAGE_NAMES[page]] as const),
];

const SiteFooter = constantMarkup(function Footer() {
  const { name, contactEmail } = useSite();
  return (
    <footer className="border-t border-line bg-surface">
      <div className="page-width grid gap-8 py-10 sm:grid-cols-2 lg:grid-cols-4">
        <div>
          <p className="font-extrabold text-accent">{name}</p>
          <p className="mt-1 text-sm text-ink-muted">{TAGLINE}</p>
          {contactEmail !== "" && (
            <a href={`mailto:${contactEmail}`} className={`mt-2 text-sm text-ink-muted ${linkClass}`}>
              {contactEmail}
            </a>
          )}
        </div>
        <FooterList title="Browse by type">
          {CATEGORIES.map(({ path, name: category }) => (
            <li key={path}>
              <Link to={path} className={linkClass}>
                {category}
              </Link>
            </li>
          ))}
        </FooterList>
        <FooterList title="About">
          {ABOUT.map(([path, name]) => (
            <li key={path}>
              <Link to={path} className={linkClass}>
                {name}
              </Link>
            </li>
          ))}
          <li>
            <a href={PATHS.sitemap} className={linkClass}>
              Sitemap
            </a>
          </li>
        </FooterList>
        <section aria-labelledby="footer-sources" className="text-sm text-ink-muted">
          <h2 id="footer-sources" className="mb-2 font-bold text-ink">
            Sources
          </h2>
          <p>
            <a href="https://open.toronto.ca/open-data-licence/" className={sourceClass}>
              Contains information licensed under the Open Government Licence – Toronto.
            </a>
          </p>
          <p>
            <a href="https://www.openstreetmap.org/copyright" className={sourceClass}>
              © OpenStreetMap contributors
            </a>
          </p>
          <p className="py-1">Market rents: Source: Rentals.ca &amp; Urbanation National Rent Report.</p>
        </section>
      </div>
    </footer>
  );
});
