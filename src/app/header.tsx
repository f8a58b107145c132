import { Heart, House, KeyRound, type LucideIcon, Map as MapIcon, MessagesSquare, Plus, SunMoon } from "lucide-react";
import { useLocation } from "react-router";
import { CATEGORIES } from "../../worker/contracts/bedrooms.ts";
import { useSavedIndex } from "../features/listings/saving/saved-index.ts";
import { PATHS } from "../lib/paths.ts";
import { useSite } from "../lib/site.tsx";
import { toggleTheme } from "../lib/theme.ts";
import { Link } from "../ui/link.tsx";
import { Mark } from "../ui/mark.tsx";

export const TAGLINE = "Toronto's #1 Below Market Renters Community";

interface Entry {
  name: string;
  /** Accessible name, needed if another link on the page has the same text. */
  label?: string;
  to: string;
  icon: LucideIcon;
}

/** The site's sections, shown in the header on wide screens and otherwise in the tab bar. */
const ENTRIES: readonly Entry[] = [
  { name: "Rentals", to: PATHS.home, icon: House },
  { name: "Map", label: "Map of all rentals", to: PATHS.map, icon: MapIcon },
  { name: "Saved", to: PATHS.saved, icon: Heart },
  { name: "Discussions", to: PATHS.forum, icon: MessagesSquare },
  { name: "Landlords", to: PATHS.landlords, icon: KeyRound },
  { name: "Post", label: "Post a rental", to: PATHS.post, icon: Plus },
];

/** Returns whether a path belongs to the admin panel or the dashboard, which do not show the sections. */
export const isDesk = (pathname: string) => [PATHS.admin, PATHS.stats].some((path) => pathname.startsWith(path));

const isCategory = (pathname: string) => CATEGORIES.some((category) => category.path === pathname);
const isMapView = (query: string) => new URLSearchParams(query).get("view") === "map";

/** Returns the address of the navigation entry that a location belongs to; undefined for pages outside the sections. */
function entryAt(pathname: string, query: string): string | undefined {
  if (isMapView(query)) return PATHS.map;
  if (pathname.startsWith(PATHS.forum)) return PATHS.forum;
  if (pathname === PATHS.landlords || pathname === PATHS.saved) return pathname;
  const isRental = pathname.startsWith("/listing/") || isCategory(pathname);
  return pathname === PATHS.home || isRental ? PATHS.home : undefined;
}

function useCurrent() {
  const { pathname, search } = useLocation();
  const here = entryAt(pathname, search);
  return (to: string) => (to === here ? (to === pathname + search ? ("page" as const) : ("true" as const)) : undefined);
}

/** Paths that the tab bar omits on list pages, because the row above the list also links to them. */
const LIST_ROW_PATHS: readonly string[] = [PATHS.forum, PATHS.post];

const isList = (pathname: string) => pathname === PATHS.home || isCategory(pathname);

/** Shows how many homes are saved in this browser; nothing if there are none. */
function SavedCount() {
  const { length } = useSavedIndex().saved;
  return length > 0 && <span className="saved-count">{length}</span>;
}

/** Sticky header with the mark, the name and the tagline. On wide screens it also has the sections. */
export function SiteHeader() {
  const { name } = useSite();
  const { pathname } = useLocation();
  const current = useCurrent();
  return (
    <header className="site-header">
      <div className="site-header-row">
        <Link to={pathname.startsWith(PATHS.forum) ? PATHS.forum : PATHS.home} className="site-name">
          <Mark />
          <span className="display">{name}</span>
          <span className="tagline">{TAGLINE}</span>
        </Link>
        {!isDesk(pathname) && (
          <nav aria-label="Sections" className="site-nav">
            {ENTRIES.filter(({ to }) => !isList(pathname) || ![...LIST_ROW_PATHS, PATHS.map].includes(to)).map(
              ({ name: text, label, to, icon: Icon }) => (
                <Link key={to} to={to} aria-label={label} title={text} aria-current={current(to)}>
                  <Icon aria-hidden="true" className="size-5 xl:hidden" />
                  <span className="max-xl:sr-only">{text}</span>
                  {to === PATHS.saved && <SavedCount />}
                </Link>
              ),
            )}
          </nav>
        )}
        <ThemeButton />
      </div>
    </header>
  );
}

/**
 * Button that changes the theme. Its icon is the same in both themes, because the server does not know the visitor's
 * theme.
 */
function ThemeButton() {
  return (
    <button
      type="button"
      onClick={toggleTheme}
      aria-label="Switch between light and dark"
      title="Switch between light and dark"
      className="col-start-3 row-start-1 grid size-11 justify-self-end place-items-center rounded-control text-ink-muted hover:bg-sunken hover:text-ink"
    >
      <SunMoon aria-hidden="true" className="size-5" />
    </button>
  );
}

/** Tab bar with the sections at the bottom of narrow screens; a page's own bar (`data-call-bar`) replaces it. */
export function TabBar() {
  const { pathname, search } = useLocation();
  const current = useCurrent();
  const isOfList = isList(pathname) && !isMapView(search);
  // At a font size of 14 px, not all entries fit on a phone. List pages omit those in the row above the list; other
  // pages omit Landlords.
  const shown = ENTRIES.filter(({ to }) => !(isOfList ? LIST_ROW_PATHS : [PATHS.landlords]).includes(to));
  return (
    <nav aria-label="Sections" className="tab-bar">
      {shown.map(({ name, label, to, icon: Icon }) => (
        <Link
          key={to}
          // On a list page, opens the map of the same list with its filters.
          {...(isOfList && to === PATHS.map
            ? { to: `${pathname}${search ? `${search}&` : "?"}view=map`, keepsScroll: true }
            : { to, "aria-label": label })}
          aria-current={current(to)}
        >
          <Icon aria-hidden="true" className="size-5" />
          {name}
          {to === PATHS.saved && <SavedCount />}
        </Link>
      ))}
    </nav>
  );
}
