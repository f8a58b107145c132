import type { Navigator } from "react-router";
import { isPlainClick } from "../lib/plain-click.ts";
import { pageAt } from "./page-table.ts";

/** The link of this site that something is in, when it leads to a page of the app; null for a feed or another site. */
export function linkToPage(target: EventTarget | null): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest("a") : null;
  return link?.origin === location.origin && pageAt(link.pathname).path !== "*" ? link : null;
}

/**
 * Follows the links of the document without loading another one. One listener for all: what a link does of its own it has
 * done by then, and may have kept the link from being followed.
 * @returns ends it
 */
export function followLinks({ push, replace }: Navigator): () => void {
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
