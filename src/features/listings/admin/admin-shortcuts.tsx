import { useEffect, type ReactNode, type RefObject } from "react";
import type { AdminListing } from "../../../../worker/contracts/listings.ts";
import { isNoShortcut, switchShortcuts, useShortcutsAreOn } from "../../../lib/shortcuts.ts";
import { Button } from "../../../ui/button.tsx";
import type { ListingActions } from "./admin-listing-actions.tsx";
import { mayChangeApproval, mayReject } from "./admin-listing-badges.tsx";
import type { ListingSelection } from "./use-listing-selection.ts";

interface Shortcuts {
  /** Holds the cards, each with its listing in `data-listing-id`. */
  queue: RefObject<HTMLElement | null>;
  listings: readonly AdminListing[];
  actions: ListingActions;
  selection: ListingSelection;
  onEdit(listing: AdminListing): void;
}

/**
 * j and k walk the queue; x selects the card in focus, a, r and e act on it. Silent while typing, in dialogs, and while
 * a key is held down: what a asks about first is never answered by the same key.
 */
export function useQueueShortcuts({ queue, listings, actions, selection, onEdit }: Shortcuts): ReactNode {
  const areOn = useShortcutsAreOn();

  const approve = (listing: AdminListing) => {
    if (!listing.approved && mayChangeApproval(listing) && actions.busyId !== listing.id)
      actions.toggleApproval(listing);
  };

  useEffect(() => {
    if (!areOn) return undefined;
    const press = (event: KeyboardEvent) => {
      if (isNoShortcut(event)) return;
      const cards = [...(queue.current?.querySelectorAll<HTMLElement>("[data-listing-id]") ?? [])];
      const current = cards.findIndex((card) => card.contains(document.activeElement));
      const id = Number(cards[current]?.dataset.listingId);
      const listing = listings.find((candidate) => candidate.id === id);
      if (event.key === "j") cards[Math.min(current + 1, cards.length - 1)]?.focus();
      else if (event.key === "k") cards[Math.max(current - 1, 0)]?.focus();
      else if (event.key === "x" && listing) selection.toggle(listing);
      else if (event.key === "a" && listing) approve(listing);
      else if (event.key === "r" && listing && mayReject(listing)) actions.askToReject(listing);
      else if (event.key === "e" && listing && listing.status !== "deleted") onEdit(listing);
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });

  // Where there is no keyboard to speak of, nothing is said.
  return (
    <p className="pointer-coarse:hidden flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-muted">
      {areOn && (
        <span>
          <Key>j</Key> next, <Key>k</Key> previous, <Key>x</Key> select, <Key>a</Key> approve, <Key>r</Key> reject,{" "}
          <Key>e</Key> edit, <Key>z</Key> undo
        </span>
      )}
      <Button size="sm" variant="ghost" onClick={() => switchShortcuts(!areOn)}>
        {areOn ? "Turn shortcuts off" : "Turn shortcuts on"}
      </Button>
    </p>
  );
}

function Key({ children }: { children: string }) {
  return (
    <kbd className="rounded border border-line-strong bg-sunken px-1.5 font-sans text-xs text-ink">{children}</kbd>
  );
}
