import { useInfiniteQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { useRef } from "react";
import type { AuditEntry } from "../../../worker/contracts/audit.ts";
import { plural } from "../../lib/format.ts";
import { loadNextPage } from "../../lib/load-next-page.ts";
import { itemsOf, pagedList } from "../../lib/paged-list.ts";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Notice } from "../../ui/notice.tsx";
import { RowsSkeleton } from "../../ui/rows-skeleton.tsx";
import { AdminAuditEntry } from "./admin-audit-entry.tsx";
import { LoadMoreButton } from "../../ui/load-more-button.tsx";

const PAGE_SIZE = 50;

/** Every change that moderators, operators and landlords made, newest first. */
export function AdminAuditTab() {
  const query = useInfiniteQuery(pagedList<AuditEntry>(["audit", "admin"], "/api/admin/audit", PAGE_SIZE));
  const entries = itemsOf(query.data);
  const list = useRef<HTMLUListElement>(null);

  const loadMore = async () => {
    if (!(await loadNextPage(query, "entries"))) return;
    // The button goes with the last page, and the focus would go with it.
    setTimeout(() => {
      list.current?.querySelectorAll<HTMLElement>("[data-entry-id]")[entries.length]?.focus({ preventScroll: true });
    });
  };

  if (query.isPending) return <RowsSkeleton label="Loading the audit log" />;
  if (!query.data) {
    return <LoadFailure level="h2" title="Failed to fetch the audit log" onRetry={() => void query.refetch()} />;
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <h2 className="sr-only">Audit log</h2>
      {entries.length === 0 ? (
        <Notice icon={ScrollText} title="No entries">
          Nothing has been changed yet. What moderators change is shown here.
        </Notice>
      ) : (
        <>
          <ul ref={list} className="divide-y divide-line rounded-card border border-line bg-surface">
            {entries.map((entry) => (
              <AdminAuditEntry key={entry.id} entry={entry} />
            ))}
          </ul>
          <output className="text-center text-sm text-ink-muted">
            {query.hasNextPage ? "Showing" : "All"} {plural(entries.length, "entry", "entries")}
          </output>
        </>
      )}
      <LoadMoreButton label="Load More Entries" query={query} onLoad={() => void loadMore()} />
    </div>
  );
}
