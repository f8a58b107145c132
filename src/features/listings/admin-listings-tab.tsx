import { useInfiniteQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "react-router";
import { formatCount } from "../../lib/format.ts";
import { totalOf } from "../../lib/paged-list.ts";
import { AdminListingsQueue } from "./admin-listings-queue.tsx";
import { AdminListingsSearch } from "./admin-listings-search.tsx";
import { adminListings, searchIn, type QueueStatus } from "./admin-listings.queries.ts";
import { AdminStatusFilter, statusNamed, statusParameters } from "./admin-status-filter.tsx";

/** 'Property Listings (count)'. */
export function AdminListingsTabLabel() {
  const total = totalOf(useInfiniteQuery(adminListings("all")).data);
  return <>Property Listings{total !== undefined && ` (${formatCount(total)})`}</>;
}

/** The moderators' queue, narrowed to what the address says in `?status=` or `?place=`, and `?q=`. */
export function AdminListingsTab() {
  const { pathname, search: query } = useLocation();
  const navigate = useNavigate();
  const search = new URLSearchParams(query);
  const status = statusNamed(search);
  const q = searchIn(search.get("q") ?? "");

  const narrow = (to: { status: QueueStatus; q: string }, options?: { replace: boolean }) => {
    const params = new URLSearchParams({ ...statusParameters(to.status), ...(to.q !== "" && { q: to.q }) });
    void navigate({ pathname, search: String(params) }, { preventScrollReset: true, ...options });
  };

  return (
    <div className="grid grid-cols-1 gap-4">
      <h2 className="sr-only">Property Listings</h2>
      {/* Typing makes no steps to go back. */}
      <AdminListingsSearch q={q} status={status} onSearch={(text) => narrow({ status, q: text }, { replace: true })} />
      <AdminStatusFilter status={status} onChange={(chosen) => narrow({ status: chosen, q })} />
      <AdminListingsQueue key={`${status} ${q}`} status={status} q={q} />
    </div>
  );
}
