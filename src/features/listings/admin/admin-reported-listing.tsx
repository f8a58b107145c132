import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useHistoryEntry } from "../../../lib/use-history-entry.ts";
import { AdminListingBan, type ListingBan } from "./admin-listing-ban.tsx";
import { useListingActions } from "./admin-listing-actions.tsx";
import { useListingKeys } from "./admin-listing-decisions.tsx";
import { AdminListingEdit } from "./admin-listing-edit.tsx";
import { AdminShortcuts } from "./admin-shortcuts.tsx";
import { AdminListingView } from "./admin-listing-view.tsx";
import { adminListing } from "./admin-listings.queries.ts";

interface AdminReportedListingProps {
  id: number;
  title: string;
  notice: ReactNode;
  /** Button that dismisses the listing's reports. */
  dismissal: ReactNode;
  /** Functions that open the neighbouring reported listings; null at the ends. */
  turn: { previous: (() => void) | null; next: (() => void) | null };
  onClose(): void;
}

/** Dialog with a reported listing and its moderation actions. */
export function AdminReportedListing({ id, title, notice, dismissal, turn, onClose }: AdminReportedListingProps) {
  const actions = useListingActions();
  const edit = useHistoryEntry("edit");
  const [banning, setBanning] = useState<ListingBan | null>(null);
  const { data: listing } = useQuery(adminListing(id));
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  useListingKeys({
    listing,
    actions,
    onEdit: () => edit.open(id),
    onNext: () => turn.next?.(),
    onPrevious: () => turn.previous?.(),
    onHelp: () => setIsHelpOpen(true),
  });
  return (
    <>
      <AdminListingView
        id={id}
        title={title}
        notice={notice}
        editLabel="Edit Listing"
        reportsDecision={dismissal}
        actions={actions}
        turn={turn}
        onEdit={() => edit.open(id)}
        onBan={(of, address = null) => setBanning({ listing: of, address })}
        onClose={onClose}
      />
      {listing && edit.value === id && <AdminListingEdit key={id} listing={listing} onClose={edit.close} />}
      {isHelpOpen && <AdminShortcuts onClose={() => setIsHelpOpen(false)} />}
      {banning && <AdminListingBan {...banning} onClose={() => setBanning(null)} />}
      {actions.dialogs}
    </>
  );
}
