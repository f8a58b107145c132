import { useEffect, useState, type ReactNode, type RefObject } from "react";
import type { AdminListing } from "../../../worker/contracts/listings.ts";
import { readFlag, writeFlag } from "../../lib/storage.ts";
import { Button } from "../../ui/button.tsx";
import type { ListingActions } from "./admin-listing-actions.tsx";
import { mayChangeApproval, mayReject } from "./admin-listing-badges.tsx";
import type { ListingSelection } from "./use-listing-selection.ts";

/** Kept in the browser: single-key shortcuts disturb people who dictate, so they can be switched off (WCAG 2.1.4). */
const OFF_FLAG = "admin_shortcuts_off";

interface Shortcuts {
  /** Holds the cards, each with its listing in `data-listing-id`. */
  queue: RefObject<HTMLElement | null>;
  listings: readonly AdminListing[];
  actions: ListingActions;
  selection: ListingSelection;
  onEdit(listing: AdminListing): void;
}

/** j and k walk the queue; x selects the card in focus, a, r and e act on it. Silent while typing and in dialogs. */
export function useQueueShortcuts({ queue, listings, actions, selection, onEdit }: Shortcuts): ReactNode {
  const [isOff, setIsOff] = useState(() => readFlag(OFF_FLAG));

  const approve = (listing: AdminListing) => {
    if (!listing.approved && mayChangeApproval(listing) && actions.busyId !== listing.id)
      actions.toggleApproval(listing);
  };

  useEffect(() => {
    if (isOff) return undefined;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isElsewhere(event.target)) return;
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

  const toggle = () => {
    writeFlag(OFF_FLAG, !isOff);
    setIsOff(!isOff);
  };

  // Where there is no keyboard to speak of, nothing is said.
  return (
    <p className="pointer-coarse:hidden flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-muted">
      {!isOff && (
        <span>
          <Key>j</Key> next, <Key>k</Key> previous, <Key>x</Key> select, <Key>a</Key> approve, <Key>r</Key> reject,{" "}
          <Key>e</Key> edit
        </span>
      )}
      <Button size="sm" variant="ghost" onClick={toggle}>
        {isOff ? "Turn shortcuts on" : "Turn shortcuts off"}
      </Button>
    </p>
  );
}

function isElsewhere(target: EventTarget | null): boolean {
  const isTyping =
    target instanceof HTMLElement &&
    target.closest("input:not([type=checkbox]), textarea, select, [contenteditable]") !== null;
  return isTyping || document.querySelector("[role=dialog], [role=alertdialog]") !== null;
}

function Key({ children }: { children: string }) {
  return (
    <kbd className="rounded border border-line-strong bg-sunken px-1.5 font-sans text-xs text-ink">{children}</kbd>
  );
}
