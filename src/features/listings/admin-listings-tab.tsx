import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import type { AdminListing } from "../../../worker/contracts/listings.ts";
import { formatCount } from "../../lib/format.ts";
import { totalOf } from "../../lib/paged-list.ts";
import { AdminListingsQueue } from "./admin-listings-queue.tsx";
import { adminListings, type QueueStatus } from "./admin-listings.queries.ts";
import { AdminStatusFilter, statusNamed } from "./admin-status-filter.tsx";
import { AdminUndoBar } from "./admin-undo-bar.tsx";

/** 'Property Listings (count)'. */
export function AdminListingsTabLabel() {
  const total = totalOf(useInfiniteQuery(adminListings("all")).data);
  return <>Property Listings{total !== undefined && ` (${formatCount(total)})`}</>;
}

/** The moderators' queue, narrowed to what the address says in `?status=`. */
export function AdminListingsTab() {
  const [search, setSearch] = useSearchParams();
  const status = statusNamed(search.get("status"));
  const [deleted, setDeleted] = useState<AdminListing | null>(null);
  const [restoredId, setRestoredId] = useState<number | null>(null);

  const choose = (chosen: QueueStatus) => {
    setSearch(chosen === "all" ? {} : { status: chosen }, { preventScrollReset: true });
  };
  const remember = (listing: AdminListing) => {
    setDeleted(listing);
    setRestoredId(null);
  };

  return (
    <div className="grid grid-cols-1 gap-4">
      <h2 className="sr-only">Property Listings</h2>
      <AdminStatusFilter status={status} onChange={choose} />
      <AdminListingsQueue key={status} status={status} focusId={restoredId} onDeleted={remember} />
      {deleted && (
        <AdminUndoBar
          key={deleted.id}
          deleted={deleted}
          onRestored={(id) => {
            setDeleted(null);
            setRestoredId(id);
          }}
          onClose={() => setDeleted(null)}
        />
      )}
    </div>
  );
}
