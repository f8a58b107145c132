import { type ReactNode, startTransition, useEffect, useState } from "react";
import { type Navigator, Router } from "react-router";
import { isPlainClick } from "../../ui/link.tsx";
import { type BrowserHistory, useScroll } from "./history.ts";
import { pageAt } from "./page-table.ts";

/** The link of this site that something is in, when it leads to a page of the app; null for a feed or another site. */
function linkToPage(target: EventTarget | null): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest("a") : null;
  return link?.origin === location.origin && pageAt(link.pathname).path !== "*" ? link : null;
}

/**
 * Follows the links of the document without loading another one. One listener for all: what a link does of its own it has
 * done by then, and may have kept the link from being followed.
 * @returns ends it
 */
function followLinks({ push, replace }: Navigator): () => void {
  const follow = (event: MouseEvent) => {
    const link = linkToPage(event.target);
    if (!link || event.defaultPrevented || !isPlainClick(event) || link.target !== "" || link.hasAttribute("download"))
      return;
    event.preventDefault();
    const isInPlace = link.dataset["replace"] !== undefined || link.href === location.href;
    const go = isInPlace ? replace : push;
    const preventScrollReset = link.dataset["keepsScroll"] !== undefined;
    go(link.pathname + link.search + link.hash, null, { preventScrollReset });
  };
  document.addEventListener("click", follow);
  return () => document.removeEventListener("click", follow);
}

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

/**
 * The router in the browser: react-router's components and hooks on the history above. Its data router would be a fifth
 * of the code of a first view, for loaders and actions that this site has none of.
 */
export function BrowserRouter({ history, children }: { history: BrowserHistory; children: ReactNode }) {
  const [first] = useState(history.current);
  const [visit, setVisit] = useState(first);
  useEffect(() => {
    const follow = () => startTransition(() => setVisit(history.current()));
    // Somebody may have gone on before anybody listened.
    follow();
    return history.subscribe(follow);
  }, [history]);
  useEffect(() => followLinks(history.navigator), [history]);
  useScroll(visit, visit === first);
  return (
    <Router location={visit.location} navigationType={visit.type} navigator={history.navigator}>
      {children}
    </Router>
  );
}
