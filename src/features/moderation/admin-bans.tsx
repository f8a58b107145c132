import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { loadNextPage } from "../../lib/load-next-page.ts";
import { itemsOf } from "../../lib/paged-list.ts";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { LoadMoreButton } from "../../ui/load-more-button.tsx";
import { RowsSkeleton } from "../../ui/rows-skeleton.tsx";
import { SectionCard } from "../../ui/section-card.tsx";
import { AdminBan } from "./admin-ban.tsx";
import { bans } from "./moderation.queries.ts";

/** Bans that hold, or held, newest first. */
export function AdminBans() {
  const query = useInfiniteQuery(bans());
  const list = useRef<HTMLUListElement>(null);
  const shown = itemsOf(query.data);
  const loadMore = async () => {
    if (!(await loadNextPage(query, "bans"))) return;
    // The button goes with the last page, and the focus would go with it.
    setTimeout(() => list.current?.querySelectorAll<HTMLElement>("[data-ban-id]")[shown.length]?.focus());
  };
  return (
    <SectionCard title="IP Address Bans">
      {query.isPending && <RowsSkeleton label="Loading bans" />}
      {!query.isPending && !query.data && (
        <LoadFailure title="Failed to fetch discussion bans" onRetry={() => void query.refetch()} />
      )}
      {query.data && shown.length === 0 && <p className="text-sm text-ink-muted">No address is, or was, banned.</p>}
      {shown.length > 0 && (
        <ul ref={list} className="-my-3 divide-y divide-line">
          {shown.map((ban) => (
            <AdminBan key={ban.id} ban={ban} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <div className="mt-6 grid">
          <LoadMoreButton label="Load More Bans" query={query} onLoad={() => void loadMore()} />
        </div>
      )}
    </SectionCard>
  );
}
