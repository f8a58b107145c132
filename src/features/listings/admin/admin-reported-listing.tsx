import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useHistoryEntry } from "../../../lib/use-history-entry.ts";
import { useListingActions } from "./admin-listing-actions.tsx";
import { AdminListingEdit } from "./admin-listing-edit.tsx";
import { AdminListingView } from "./admin-listing-view.tsx";
import { adminListing } from "./admin-listings.queries.ts";

interface AdminReportedListingProps {
  id: number;
  title: string;
  notice: ReactNode;
  onClose(): void;
}

/** A reported listing with moderation actions. */
export function AdminReportedListing({ id, title, notice, onClose }: AdminReportedListingProps) {
  const actions = useListingActions();
  const edit = useHistoryEntry("edit");
  const { data: listing } = useQuery(adminListing(id));
  return (
    <>
      <AdminListingView
        id={id}
        title={title}
        notice={notice}
        editLabel="Edit Listing"
        actions={actions}
        onEdit={() => edit.open(id)}
        onClose={onClose}
      />
      {listing && edit.value === id && <AdminListingEdit key={id} listing={listing} onClose={edit.close} />}
      {actions.dialogs}
    </>
  );
}
