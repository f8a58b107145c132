import { type ReactNode, startTransition, useEffect, useState } from "react";
import { type Navigator, Router } from "react-router";
import { savesData } from "../../lib/timing.ts";
import { isPlainClick } from "../../ui/link.tsx";
import { type BrowserHistory, useScroll } from "./history.ts";
import { pageAt } from "./page-table.ts";

/** Returns the enclosing link if it leads to a page of the app; null for feeds and other sites. */
function linkToPage(target: EventTarget | null): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest("a") : null;
  return link?.origin === location.origin && pageAt(link.pathname).path !== "*" ? link : null;
}

/**
 * Turns clicks on links into client-side navigation. The single listener on the document runs after a link's own
 * handlers, and ignores clicks whose default action those handlers prevented.
 * @returns a function that removes the listener
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

/**
 * Loads a page's code when a link to it is hovered, focused or touched. Data is not prefetched, because most of these
 * links are not followed.
 */
export function prefetchOnIntent(): void {
  const prefetch = ({ target }: Event) => {
    const link = linkToPage(target);
    if (link && link.pathname !== location.pathname && !savesData()) void pageAt(link.pathname).load();
  };
  // A touch also fires `pointerover`.
  for (const type of ["pointerover", "focusin"]) document.addEventListener(type, prefetch, { passive: true });
}

/**
 * Connects react-router's components and hooks to our own history. react-router's data router would make up a fifth of
 * the first view's code, and the site has no loaders or actions.
 */
export function BrowserRouter({ history, children }: { history: BrowserHistory; children: ReactNode }) {
  const [first] = useState(history.current);
  const [visit, setVisit] = useState(first);
  useEffect(() => {
    const follow = () => startTransition(() => setVisit(history.current()));
    // Catches up if the location changed before this effect ran.
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
