import { useEffect, useRef, useState } from "react";
import type { AdminListing } from "../../../worker/contracts/listings.ts";
import { formatCount } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { AdminBulkApproval } from "./admin-bulk-approval.tsx";
import type { ListingSelection } from "./use-listing-selection.ts";

/** Selects every listing on the screen that can be approved; ticked in part while only some are. */
export function AdminSelectAll({ selection }: { selection: ListingSelection }) {
  const box = useRef<HTMLInputElement>(null);
  const { listings, selectable, selectAll, clear } = selection;
  const isAll = listings.length > 0 && listings.length >= selectable.length;
  const isSome = listings.length > 0 && !isAll;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isSome;
  }, [isSome]);
  if (selectable.length === 0) return null;
  return (
    <label className="inline-flex min-h-11 items-center gap-3 pr-3 text-sm font-semibold">
      <input
        ref={box}
        type="checkbox"
        checked={isAll}
        onChange={isAll ? clear : selectAll}
        className="ml-1 size-5 accent-accent"
      />
      Select all shown
    </label>
  );
}

interface AdminSelectionBarProps {
  selection: ListingSelection;
  onApproved(listings: readonly AdminListing[]): void;
}

/** What can be done with the listings selected; nothing while none is. */
export function AdminSelectionBar({ selection: { listings, clear }, onApproved }: AdminSelectionBarProps) {
  const [approving, setApproving] = useState<readonly AdminListing[] | null>(null);
  const count = formatCount(listings.length);
  return (
    <>
      {listings.length > 0 && (
        <section
          aria-label="Selection"
          className="flex max-w-full flex-wrap items-center gap-2 justify-self-center rounded-card border border-line-strong bg-surface py-2 pr-2 pl-4 shadow-raised"
        >
          <output className="mr-2 text-sm font-semibold">{count} selected</output>
          <Button size="sm" onClick={() => setApproving(listings)}>
            Approve {count}
          </Button>
          <Button size="sm" variant="ghost" onClick={clear}>
            Clear
          </Button>
        </section>
      )}
      {approving && (
        <AdminBulkApproval
          listings={approving}
          onApproved={() => {
            setApproving(null);
            onApproved(approving);
          }}
          onClose={() => setApproving(null)}
        />
      )}
    </>
  );
}
