import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { TOKEN_PAGES } from "../../../worker/contracts/pages.ts";
import { shownAd } from "./ad.queries.ts";
import { tellAdClick } from "./ad-click.ts";

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
