import { useEffect, useLayoutEffect } from "react";
import {
  createPath,
  type Location,
  type NavigateOptions,
  NavigationType,
  type Navigator,
  parsePath,
  type To,
} from "react-router";
import { currentGuard } from "../../lib/leave-guard.ts";
import { pageAt } from "./page-table.ts";

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
function keepScroll(key: string): void {
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

/** Where somebody is, and how they came there. */
export interface Visit {
  location: Location;
  type: NavigationType;
  /** Something changed in the page they are on: it stays where it is. */
  keepsScroll: boolean;
}

/** What an entry of the browser's history holds, under the names that react-router gives them. */
interface Entry {
  key?: string;
  /** Its place in the history of this document's tab. */
  idx?: number;
  usr?: unknown;
}

/** The history of the browser: where it is, and the ways to go elsewhere. */
export interface BrowserHistory {
  current(): Visit;
  subscribe(listener: () => void): () => void;
  navigator: Navigator;
}

const entry = () => (history.state ?? {}) as Entry;
const newKey = () => Math.random().toString(36).slice(2, 10);

function here(): Location {
  const { pathname, search, hash } = location;
  const { key = "default", usr = null } = entry();
  return { pathname, search, hash, state: usr, key, mask: undefined };
}

/**
 * Follows the browser's history. The code of a page is loaded before its address is shown, and what somebody asks for
 * last counts.
 */
export function makeHistory(): BrowserHistory {
  // The first entry of a document has no name, and would share its scroll position with the first entry of every other
  // document in this tab.
  history.replaceState({ ...entry(), key: entry().key ?? newKey(), idx: entry().idx ?? 0 }, "");
  let index = entry().idx ?? 0;
  let visit: Visit = { location: here(), type: NavigationType.Pop, keepsScroll: false };
  const listeners = new Set<() => void>();
  let latest = 0;
  /** Steps that this code takes itself, and that nobody is to hear of. */
  let ownSteps = 0;
  let isLeaving = false;

  const show = (type: NavigationType, keepsScroll: boolean) => {
    visit = { location: here(), type, keepsScroll };
    for (const listener of listeners) listener();
  };
  /** Does it when the page's code is there, at once if it is already. */
  const whenLoaded = (pathname: string, then: () => void) => {
    const turn = (latest += 1);
    const page = pageAt(pathname);
    if (page.module !== null) then();
    else void page.load().then(() => turn === latest && then());
  };
  /** Whether somebody is asked first; what they leave for is done when they do. */
  const isHeldBack = (go: () => void): boolean => {
    const guard = isLeaving ? null : currentGuard();
    guard?.(() => {
      isLeaving = true;
      go();
    });
    return guard !== null;
  };

  const goTo = (to: To, state: unknown, type: NavigationType, { preventScrollReset = false }: NavigateOptions = {}) => {
    const go = () => {
      const { pathname = location.pathname } = typeof to === "string" ? parsePath(to) : to;
      whenLoaded(pathname, () => {
        isLeaving = false;
        keepScroll(visit.location.key);
        const isPush = type === NavigationType.Push;
        if (isPush) index += 1;
        const next: Entry = { usr: state ?? null, key: newKey(), idx: index };
        history[isPush ? "pushState" : "replaceState"](next, "", typeof to === "string" ? to : createPath(to));
        show(type, preventScrollReset);
      });
    };
    if (!isHeldBack(go)) go();
  };

  addEventListener("popstate", () => {
    if (ownSteps > 0) {
      ownSteps -= 1;
      return;
    }
    const to = entry().idx;
    const steps = to === undefined ? 0 : to - index;
    // A step back has happened when it is heard of: it is undone until somebody says that they mean it.
    if (steps !== 0 && isHeldBack(() => history.go(steps))) {
      ownSteps += 1;
      history.go(-steps);
      return;
    }
    isLeaving = false;
    index = to ?? index;
    whenLoaded(location.pathname, () => {
      keepScroll(visit.location.key);
      show(NavigationType.Pop, false);
    });
  });

  return {
    current: () => visit,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    navigator: {
      createHref: (to) => (typeof to === "string" ? to : createPath(to)),
      createURL: (to) => new URL(typeof to === "string" ? to : createPath(to), location.origin),
      go: (steps) => history.go(steps),
      push: (to, state, options) => goTo(to, state, NavigationType.Push, options),
      replace: (to, state, options) => goTo(to, state, NavigationType.Replace, options),
    },
  };
}
