import { queryOptions, useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { AD_VISITOR_KEY, type AdvertisementSettings } from "../../../worker/contracts/ads.ts";
import { TOKEN_PAGES } from "../../../worker/contracts/pages.ts";
import { getJson } from "../../lib/api.ts";
import { storedText, writeStored } from "../../lib/storage.ts";
import { isOwnBrowser, refusesTracking, tell } from "../../lib/visit.ts";

/** The advertisement as everybody sees it, asked for again every five minutes (docs/product.md, In the browser). */
export function shownAd() {
  return queryOptions({
    queryKey: ["ads", "shown"],
    queryFn: ({ signal }) => getJson<AdvertisementSettings>("/api/advertisement-settings", { signal }),
    refetchInterval: 5 * 60_000,
  });
}

/** Where storage is switched off, this browser is known until the page is loaded again. */
let visitorHere: string | null = null;

/** The id that this browser's clicks are counted by, made up at the first one. */
function visitor(): string {
  visitorHere ??= storedText("local", AD_VISITOR_KEY) ?? crypto.randomUUID();
  writeStored("local", AD_VISITOR_KEY, visitorHere);
  return visitorHere;
}

/**
 * Tells that the advertisement was clicked. Whoever refuses to be tracked is not counted, and
 * neither is who runs the site.
 */
export function tellAdClick(): void {
  if (refusesTracking() || isOwnBrowser()) return;
  tell("/api/advertisement-clicks", { sessionId: visitor() });
}

/** Pages that serve one person: a key in the address, a login, a purchase. */
const WITHOUT = new Set<string>([...TOKEN_PAGES, "admin", "stats", "govip"]);

function Ad() {
  const { data } = useQuery(shownAd());
  if (!data?.enabled || !data.link) return null;
  return (
    <aside aria-label="Advertisement" className="page-width flex h-full items-center gap-3 text-sm">
      <span className="shrink-0 rounded-control border border-line px-2 py-0.5 text-xs text-ink-muted">
        Advertisement
      </span>
      <a
        href={data.link}
        target="_blank"
        rel="sponsored noopener nofollow"
        onClick={tellAdClick}
        // The middle button opens it as well.
        onAuxClick={({ button }) => button === 1 && tellAdClick()}
        className="flex min-h-11 min-w-0 items-center font-semibold underline underline-offset-4 hover:text-accent"
      >
        <span className="line-clamp-2">{data.title}</span>
      </a>
    </aside>
  );
}

/** The operator's advertisement on public pages, one or two lines; nothing while there is none. */
export function AdBanner() {
  const { pathname } = useLocation();
  return WITHOUT.has(pathname.split("/", 2)[1]?.toLowerCase() ?? "") ? null : <Ad />;
}
