import { useEffect, useLayoutEffect } from "react";
import { NavigationType } from "react-router";
import type { Visit } from "./history.ts";

const STORED = "scroll-positions";

/** Pixels from the top, by the key of an entry of the history. */
let positions: Record<string, number> | undefined;

function known(): Record<string, number> {
  if (positions) return positions;
  positions = {};
  try {
    positions = JSON.parse(sessionStorage.getItem(STORED) ?? "{}") as Record<string, number>;
  } catch {
    // Storage is off, or holds something else: nothing is remembered.
  }
  return positions;
}

/** Remembers where somebody is in the page that they leave. */
export function keepScroll(key: string): void {
  known()[key] = window.scrollY;
}

function elementOf(hash: string): HTMLElement | null {
  try {
    return hash === "" ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
}

/**
 * Scrolls as a browser would between documents: to where somebody was when they come back, to what the address names, or
 * to the top. The first page of a document is where the browser put it, unless they were somewhere in it before.
 */
export function useScroll({ location: { key, hash }, type, keepsScroll }: Visit, isFirst: boolean): void {
  useEffect(() => {
    const byHand = () => (history.scrollRestoration = "manual");
    const leave = () => {
      keepScroll(history.state?.key ?? "");
      try {
        sessionStorage.setItem(STORED, JSON.stringify(known()));
      } catch {
        // Full or off: the browser goes to the top.
      }
      history.scrollRestoration = "auto";
    };
    byHand();
    addEventListener("pagehide", leave);
    addEventListener("pageshow", byHand);
    return () => {
      history.scrollRestoration = "auto";
      removeEventListener("pagehide", leave);
      removeEventListener("pageshow", byHand);
    };
  }, []);

  useLayoutEffect(() => {
    const before = type === NavigationType.Pop ? known()[key] : undefined;
    const named = elementOf(hash);
    if (before !== undefined) window.scrollTo(0, before);
    else if (named) named.scrollIntoView();
    else if (!keepsScroll && !isFirst) window.scrollTo(0, 0);
  }, [key, hash, type, keepsScroll, isFirst]);
}
