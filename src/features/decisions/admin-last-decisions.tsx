import { notifyManager, useQueryClient } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import {
  forgetOldDecisions,
  onDecisionUndone,
  type UndoableDecision,
  undoDecision,
  useDecisions,
} from "../../lib/decisions.ts";
import { usePageShortcuts, useShortcutsEnabled } from "../../lib/shortcuts.ts";
import { useToasts } from "../../lib/toast.ts";
import { untranslated } from "../../ui/untranslated.ts";
import { Button } from "../../ui/button.tsx";
import { ShortcutKey } from "../../ui/shortcut-key.tsx";

/** Number of decisions that the expanded list shows in addition to the latest one. */
const MORE_SHOWN = 4;

/** Lists the decisions that can still be undone; the key z undoes the latest. */
export function AdminLastDecisions() {
  const decisions = useDecisions();
  const [latest, ...others] = decisions;
  // Hidden while an open toast offers the same Undo button.
  const isInToast = useToasts().some(({ open, action }) => open && action !== undefined);
  const [isOpen, setIsOpen] = useState(false);
  const client = useQueryClient();

  useEffect(() => {
    if (decisions.length === 0) return undefined;
    const timer = setInterval(forgetOldDecisions, 1_000);
    return () => clearInterval(timer);
  }, [decisions.length]);

  useEffect(
    () =>
      onDecisionUndone(({ listings }) => {
        // An undo can affect lists, totals and public pages.
        void client
          .invalidateQueries()
          // Moves the focus after the lists have been updated.
          .then(() => notifyManager.schedule(() => focusAfterUndo(listings[0]?.id)));
      }),
    [client],
  );

  const latestId = latest?.id;
  const hasKey = useShortcutsEnabled();
  usePageShortcuts({ z: latestId === undefined ? undefined : () => void undoDecision(latestId) });

  if (!latest || isInToast) return null;
  return (
    <>
      {/* Adds space below the page's content, because this section covers the end of the page. */}
      <div className="h-20" />
      <section
        aria-label="Last decisions"
        className="fixed right-4 bottom-[calc(var(--tabs)+1rem)] left-4 z-20 ml-auto w-fit max-w-full rounded-card border border-line-strong bg-surface py-1 pr-1 pl-4 shadow-raised sm:max-w-xl"
      >
        {isOpen && others.length > 0 && (
          <ul className="grid grid-cols-1 border-b border-line">
            {others
              .slice(0, MORE_SHOWN)
              .toReversed()
              .map((decision) => (
                <li key={decision.id}>
                  <Row decision={decision} />
                </li>
              ))}
          </ul>
        )}
        <Row decision={latest} hasKey={hasKey}>
          {others.length > 0 && (
            <Button
              size="sm"
              variant="ghost"
              className="shrink-0 whitespace-nowrap"
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              {isOpen ? "Less" : `${others.length} more`}
            </Button>
          )}
        </Row>
      </section>
    </>
  );
}

interface RowProps {
  decision: UndoableDecision;
  hasKey?: boolean;
  children?: ReactNode;
}

function Row({ decision: { id, text, until, isBeingUndone }, hasKey = false, children }: RowProps) {
  return (
    <div className="flex min-h-11 items-center gap-1">
      <p title={text} className="mr-auto line-clamp-2 min-w-0 text-sm wrap-anywhere">
        <span>{untranslated(text)}</span>
      </p>
      <TimeLeft until={until} />
      {children}
      {hasKey && <ShortcutKey>z</ShortcutKey>}
      <Button
        size="sm"
        variant="ghost"
        className="shrink-0"
        busy={isBeingUndone}
        aria-label={`Undo: ${text}`}
        aria-keyshortcuts={hasKey ? "z" : undefined}
        onClick={() => void undoDecision(id)}
      >
        <Undo2 aria-hidden className="size-4" />
        Undo
      </Button>
    </div>
  );
}

/** Shows the remaining undo time. */
function TimeLeft({ until }: { until: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((until - now) / 1_000));
  return (
    <span aria-hidden className="ml-2 shrink-0 text-sm text-ink-muted tabular-nums">
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, "0")}
    </span>
  );
}

/**
 * Focuses the restored listing, unless the person is typing or has a dialog open. If the clicked button took the focus
 * with it, the tab panel gets the focus instead.
 */
function focusAfterUndo(listingId: number | undefined): void {
  const { activeElement } = document;
  const isElsewhere =
    activeElement?.matches("input:not([type=checkbox]), textarea, select") === true ||
    document.querySelector("[role=dialog], [role=alertdialog]") !== null;
  const card = document.querySelector<HTMLElement>(`[data-listing-id="${listingId}"]`);
  if (card && !isElsewhere) card.focus();
  else if (activeElement === document.body || activeElement === null)
    document.querySelector<HTMLElement>("[role=tabpanel]")?.focus();
}
