import { linkToPage } from "./follow-links.ts";
import { pageAt } from "./page-table.ts";

/** Whoever asked their browser to save data gets what they open, and nothing in advance. */
const savesData = () =>
  "connection" in navigator && (navigator.connection as { saveData?: boolean } | undefined)?.saveData === true;

/**
 * Loads the code of a page when somebody comes near a link to it: with the pointer, the keyboard or a finger. The data is
 * what the page asks for when it opens: it would be asked for in vain too often.
 */
export function prefetchOnApproach(): void {
  const approach = ({ target }: Event) => {
    const link = linkToPage(target);
    if (link && link.pathname !== location.pathname && !savesData()) void pageAt(link.pathname).load();
  };
  for (const type of ["pointerover", "focusin", "touchstart"])
    document.addEventListener(type, approach, { passive: true });
}
