import { useCallback, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { storedText, writeStored } from "../../lib/storage.ts";
import { hasStoredAccess } from "../../lib/subscribe.ts";
import { useHistoryEntry } from "../../lib/use-history-entry.ts";

const SHOWN_KEY = "marketplace_gate";
/** Also without storage, so that nobody is asked again and again. */
let shownHere = 0;

/** How many of the invitations were shown in this visit. */
function invitationsShown(): number {
  return Math.max(shownHere, Number(storedText("session", SHOWN_KEY)) || 0);
}

function setInvitationsShown(count: number): void {
  shownHere = count;
  writeStored("session", SHOWN_KEY, String(count));
}

/** Share of the page's height that is scrolled before an invitation (docs/product.md, Subscribers). */
const SCROLL_SHARE = 0.1;
const CRAWLERS = /bot|crawl|spider|slurp|lighthouse/i;

/** Crawlers are never invited. */
const isCrawler = () => CRAWLERS.test(navigator.userAgent);

/** Somebody is in a dialog, or fills in a form: neither is to be interrupted. */
function isOccupied(): boolean {
  return (
    document.querySelector("[role=dialog], [role=alertdialog]") !== null ||
    document.activeElement?.matches("input, textarea, select") === true
  );
}

/** The router's name for the history entry that is shown. */
const historyEntry = () => (history.state as { key?: string } | null)?.key;

/**
 * Calls `onScrolled` at each scroll of somebody who is not occupied, once they are a share of the page below the highest
 * point they were at. Gives what ends the watch.
 */
function watchScroll(onScrolled: () => void): () => void {
  let from = window.scrollY;
  const entry = historyEntry();
  const look = () => {
    // A link led elsewhere in the page: its scrolling is heard before a new watch has taken this one's place.
    if (historyEntry() !== entry) return;
    from = Math.min(from, window.scrollY);
    if (window.scrollY - from >= SCROLL_SHARE * document.documentElement.scrollHeight && !isOccupied()) onScrolled();
  };
  window.addEventListener("scroll", look, { passive: true });
  return () => window.removeEventListener("scroll", look);
}

/** Invites those who look around to join. It withholds nothing, can always be closed, and comes once a step and visit. */
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

  // After a reload the entry is there, but not the code. Where that cannot be loaded, nothing opens.
  const awaitsCode = value !== null && module === null;
  useEffect(() => {
    if (awaitsCode) import("./gate-dialog.tsx").then(setModule, () => undefined);
  }, [awaitsCode]);

  // Anew with each history entry: a link to a section, or the end of a dialog, is no scrolling of the visitor's.
  if (value === null) return <GateWatch key={key} onDue={invite} />;
  return module && <module.GateDialog start={value === INVITATIONS ? "join" : "email"} onClose={close} />;
}

type GateModule = typeof import("./gate-dialog.tsx");

/** The prompt and, after as much scrolling again, the offer. */
const INVITATIONS = 2;

const mayInvite = () => invitationsShown() < INVITATIONS && !hasStoredAccess();

/** The code of an invitation, for somebody whom the server does not know either; null when there is none to show. */
async function prepareInvitation(): Promise<GateModule | null> {
  if (!mayInvite()) return null;
  try {
    const module = await import("./gate-dialog.tsx");
    if (invitationsShown() > 0 || !(await module.accessSession()).isSubscribed) return module;
    // The server remembers this browser: nothing more in this visit.
    setInvitationsShown(INVITATIONS);
    return null;
  } catch {
    // An invitation is not worth an error.
    return null;
  }
}

/** Waits until an invitation is due by scrolling. All that it consists of is loaded only then. */
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
