/** Share of the page's height that is scrolled before an invitation (docs/product.md, Subscribers). */
const SCROLL_SHARE = 0.1;
const CRAWLERS = /bot|crawl|spider|slurp|lighthouse/i;

/** Crawlers are never invited. */
export const isCrawler = () => CRAWLERS.test(navigator.userAgent);

/** Somebody is in a dialog, or fills in a form: neither is to be interrupted. */
export function isOccupied(): boolean {
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
export function watchScroll(onScrolled: () => void): () => void {
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
