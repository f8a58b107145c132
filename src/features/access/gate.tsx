import { useCallback, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { DAY_MS } from "../../../worker/contracts/days.ts";
import { readStorage, writeStorage } from "../../lib/storage.ts";
import { hasStoredAccess } from "../../lib/subscribe.ts";
import { useHistoryEntry } from "../../lib/use-history-entry.ts";

const SHOWN_KEY = "marketplace_gate";
/** Period for which a browser remembers the invitations that it has shown (docs/product.md, Subscribers). */
const REMEMBERED_MS = 30 * DAY_MS;
/** Number of invitations shown; used if local storage is not available. */
let fallbackShown = 0;

/** Returns the number of invitations shown in this browser. */
function invitationsShown(): number {
  const [count = "", since = ""] = (readStorage("local", SHOWN_KEY) ?? "").split(" ");
  return Math.max(fallbackShown, Date.now() - Number(since) < REMEMBERED_MS ? Number(count) || 0 : 0);
}

function setInvitationsShown(count: number): void {
  fallbackShown = count;
  writeStorage("local", SHOWN_KEY, `${count} ${Date.now()}`);
}

/** Fraction of the page's height to scroll before an invitation (docs/product.md, Subscribers). */
const SCROLL_SHARE = 0.1;
const CRAWLERS = /bot|crawl|spider|slurp|lighthouse/i;

const isCrawler = () => CRAWLERS.test(navigator.userAgent);

/** Returns whether a dialog is open or a form has the focus. */
function isOccupied(): boolean {
  return (
    document.querySelector("[role=dialog], [role=alertdialog]") !== null ||
    document.activeElement?.matches("input, textarea, select") === true
  );
}

/** Returns the key that react-router stores in `history.state`. */
const historyEntry = () => (history.state as { key?: string } | null)?.key;

/**
 * Calls `onScrolled` once the visitor has scrolled SCROLL_SHARE of the page's height down from their highest position,
 * unless a dialog or form is in use.
 * @returns a function that stops watching
 */
function watchScroll(onScrolled: () => void): () => void {
  let from = window.scrollY;
  const entry = historyEntry();
  const checkScroll = () => {
    // Ignores the scrolling of a navigation, which happens before a new watcher replaces this one.
    if (historyEntry() !== entry) return;
    from = Math.min(from, window.scrollY);
    if (window.scrollY - from >= SCROLL_SHARE * document.documentElement.scrollHeight && !isOccupied()) onScrolled();
  };
  window.addEventListener("scroll", checkScroll, { passive: true });
  return () => window.removeEventListener("scroll", checkScroll);
}

/** Invites visitors to sign in and to join, each once in 30 days. Visitors can always close an invitation. */
export function Gate() {
  const { key } = useLocation();
  const { value, open, close } = useHistoryEntry("gate");
  const [module, setModule] = useState<GateModule | null>(null);

  const invite = useCallback(
    (loaded: GateModule, nth: number) => {
      setModule(loaded);
      open(nth);
    },
    [open],
  );

  // After a reload the history entry is restored before the code is loaded.
  const awaitsCode = value !== null && module === null;
  useEffect(() => {
    if (awaitsCode) import("./gate-dialog.tsx").then(setModule, () => undefined);
  }, [awaitsCode]);

  // The key restarts the watcher with each history entry, so that scrolling caused by a navigation or a closing dialog
  // does not count.
  if (value === null) return <GateWatch key={key} onDue={invite} />;
  return module && <module.GateDialog start={value === INVITATIONS ? "join" : "email"} onClose={close} />;
}

type GateModule = typeof import("./gate-dialog.tsx");

/**
 * There are two invitations: the prompt to sign in and, after the visitor has scrolled the same distance again, the
 * offer to join.
 */
const INVITATIONS = 2;

const mayInvite = () => invitationsShown() < INVITATIONS && !hasStoredAccess();

/** Returns the loaded dialog; null if there is nothing to show, for example because the server knows this browser. */
async function prepareInvitation(): Promise<GateModule | null> {
  if (!mayInvite()) return null;
  try {
    const module = await import("./gate-dialog.tsx");
    if (invitationsShown() > 0 || !(await module.accessSession()).isSubscribed) return module;
    // The server knows this browser, so no more invitations are shown.
    setInvitationsShown(INVITATIONS);
    return null;
  } catch {
    // If loading fails, the visitor just gets no invitation.
    return null;
  }
}

/** Waits for the scroll position at which an invitation is due; loads the dialog only then. */
function GateWatch({ onDue }: { onDue(module: GateModule, nth: number): void }) {
  useEffect(() => {
    let isHere = true;
    let stopWatch = () => {};
    const watch = () => {
      stopWatch = watchScroll(() => void invite());
    };
    const invite = async () => {
      stopWatch();
      const module = await prepareInvitation();
      if (!isHere || module === null) return;
      if (isOccupied()) {
        watch();
        return;
      }
      const nth = invitationsShown() + 1;
      setInvitationsShown(nth);
      onDue(module, nth);
    };
    if (!isCrawler() && mayInvite()) watch();
    return () => {
      isHere = false;
      stopWatch();
    };
  }, [onDue]);
  return null;
}
