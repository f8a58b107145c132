import { useEffect, useRef, useState } from "react";
import type { AdminListing } from "../../../../worker/contracts/listings.ts";
import { useDecisions } from "../../../lib/decisions.ts";
import { formatCount } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { AdminBulkApproval } from "./admin-bulk-approval.tsx";
import { mayReject } from "./admin-listing-badges.tsx";
import { AdminListingReject } from "./admin-listing-reject.tsx";
import { type ListingSelection, mayApprove } from "./use-listing-selection.ts";

/** Selects every listing on the screen that can be decided on; ticked in part while only some are. */
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
  /** Told of what was selected. */
  onDecided(listings: readonly AdminListing[]): void;
}

/** What can be done with the listings selected; nothing while none is. */
export function AdminSelectionBar({ selection: { listings, clear }, onDecided }: AdminSelectionBarProps) {
  const [approving, setApproving] = useState<readonly AdminListing[] | null>(null);
  const [rejecting, setRejecting] = useState<readonly AdminListing[] | null>(null);
  const hasDecisions = useDecisions().length > 0;
  const approvable = listings.filter(mayApprove);
  const rejectable = listings.filter(mayReject);
  const finish = (decided: readonly AdminListing[]) => {
    clear();
    onDecided(decided);
  };
  return (
    <div
      // Above the last decisions.
      className={`pointer-events-none sticky z-10 grid *:pointer-events-auto ${hasDecisions ? "bottom-20" : "bottom-4"}`}
    >
      {listings.length > 0 && (
        <section
          aria-label="Selection"
          className="flex max-w-full flex-wrap items-center gap-2 justify-self-center rounded-card border border-line-strong bg-surface py-2 pr-2 pl-4 shadow-raised"
        >
          <output className="mr-2 text-sm font-semibold">{formatCount(listings.length)} selected</output>
          {approvable.length > 0 && (
            <Button size="sm" onClick={() => setApproving(approvable)}>
              Approve {formatCount(approvable.length)}
            </Button>
          )}
          {rejectable.length > 0 && (
            <Button size="sm" variant="secondary" onClick={() => setRejecting(rejectable)}>
              Reject {formatCount(rejectable.length)}
            </Button>
          )}
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
            finish(approving);
          }}
          onClose={() => setApproving(null)}
        />
      )}
      {rejecting && (
        <AdminListingReject
          listings={rejecting}
          onRejected={() => finish(rejecting)}
          onClose={() => setRejecting(null)}
        />
      )}
    </div>
  );
}
