import { X } from "lucide-react";
import type { AdminListing } from "../../../worker/contracts/listings.ts";
import { toastFailure } from "../../lib/toast-failure.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { useRestoreListing } from "./admin-listings.queries.ts";

interface AdminUndoBarProps {
  deleted: AdminListing;
  onRestored(id: number): void;
  onClose(): void;
}

/** Offers to undo the latest delete; stays until it is used or closed. */
export function AdminUndoBar({ deleted, onRestored, onClose }: AdminUndoBarProps) {
  const restore = useRestoreListing();
  const undo = () =>
    restore.mutate(deleted.id, {
      onSuccess: () => {
        toast({ title: "Listing restored", description: "It is pending again." });
        onRestored(deleted.id);
      },
      onError: (error) => toastFailure("Failed to restore listing", error),
    });
  return (
    <section
      aria-label="Deleted listing"
      className="sticky bottom-4 z-10 flex max-w-full items-center gap-2 justify-self-end rounded-card border border-line-strong bg-surface py-1 pr-1 pl-4 shadow-raised"
    >
      <p className="min-w-0 text-sm wrap-anywhere">
        Deleted: <span className="font-semibold">{deleted.address}</span>
      </p>
      <Button size="sm" variant="ghost" busy={restore.isPending} onClick={undo}>
        Undo
      </Button>
      <button
        type="button"
        aria-label="Close"
        onClick={onClose}
        className="grid size-11 shrink-0 place-items-center rounded-control text-ink-muted hover:text-ink"
      >
        <X aria-hidden className="size-4" />
      </button>
    </section>
  );
}
