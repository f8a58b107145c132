import { queryOptions, useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { AD_VISITOR_KEY, getShownAdvertisement, recordAdvertisementClick } from "../../../worker/contracts/ads.ts";
import { MINUTE_MS } from "../../../worker/contracts/days.ts";
import { TOKEN_PAGES } from "../../../worker/contracts/pages.ts";
import { call, callInBackground } from "../../lib/api.ts";
import { readStorage, writeStorage } from "../../lib/storage.ts";
import { isStaffBrowser, hasOptedOut } from "../../lib/visit.ts";

/** Returns the query for the public advertisement, refetched every five minutes (docs/product.md, In the browser). */
export function shownAd() {
  return queryOptions({
    queryKey: ["ads", "shown"],
    queryFn: ({ signal }) => call(getShownAdvertisement, {}, { signal }),
    refetchInterval: 5 * MINUTE_MS,
  });
}

/** Visitor id used while local storage is disabled. */
let fallbackVisitor: string | null = null;

/** Returns the id under which this browser's clicks are counted. The id is created at the first click. */
function visitor(): string {
  fallbackVisitor ??= readStorage("local", AD_VISITOR_KEY) ?? crypto.randomUUID();
  writeStorage("local", AD_VISITOR_KEY, fallbackVisitor);
  return fallbackVisitor;
}

/** Counts a click, except with Global Privacy Control, or by operators and moderators. */
export function countAdClick(): void {
  if (hasOptedOut() || isStaffBrowser()) return;
  callInBackground(recordAdvertisementClick, { body: { sessionId: visitor() } });
}

/** Private pages, which show no advertisement. */
const PAGES_WITHOUT_AD = new Set<string>([...TOKEN_PAGES, "admin", "stats", "govip"]);

function Ad() {
  const { data } = useQuery(shownAd());
  if (!data?.enabled || !data.link) return null;
  return (
    <aside aria-label="Advertisement" className="page-width flex h-full items-center gap-3 text-sm">
      <span className="shrink-0 rounded-control border border-line px-2 py-0.5 text-sm text-ink-muted">
        Advertisement
      </span>
      <a
        href={data.link}
        target="_blank"
        rel="sponsored noopener nofollow"
        onClick={countAdClick}
        // Counts middle clicks, which also open the link.
        onAuxClick={({ button }) => button === 1 && countAdClick()}
        className="flex min-h-11 min-w-0 items-center font-semibold underline underline-offset-4 hover:text-accent"
      >
        <span className="line-clamp-2">{data.title}</span>
      </a>
    </aside>
  );
}

export function AdBanner() {
  const { pathname } = useLocation();
  return PAGES_WITHOUT_AD.has(pathname.split("/", 2)[1]?.toLowerCase() ?? "") ? null : <Ad />;
}
