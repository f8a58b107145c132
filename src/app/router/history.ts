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

/** Scroll offsets in pixels by history key. */
let positions: Record<string, number> | undefined;

function known(): Record<string, number> {
  if (positions) return positions;
  positions = {};
  try {
    positions = JSON.parse(sessionStorage.getItem(STORED) ?? "{}") as Record<string, number>;
  } catch {
    // Storage is disabled or holds invalid data.
  }
  return positions;
}

function keepScroll(key: string): void {
  known()[key] = window.scrollY;
}

function findNamedElement(hash: string): HTMLElement | null {
  try {
    return hash === "" ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
}

/**
 * Restores or resets the scroll position as browsers do between documents: to the stored position on back and forward,
 * otherwise to the element in the hash or to the top. The first view keeps the browser's own position unless one is
 * stored.
 */
export function useScroll({ location: { key, hash }, type, keepsScroll }: Visit, isFirst: boolean): void {
  useEffect(() => {
    const byHand = () => (history.scrollRestoration = "manual");
    const leave = () => {
      keepScroll(history.state?.key ?? "");
      try {
        sessionStorage.setItem(STORED, JSON.stringify(known()));
      } catch {
        // Storage is full or disabled.
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
    const named = findNamedElement(hash);
    if (before !== undefined) window.scrollTo(0, before);
    else if (named) named.scrollIntoView();
    else if (!keepsScroll && !isFirst) window.scrollTo(0, 0);
  }, [key, hash, type, keepsScroll, isFirst]);
}

export interface Visit {
  location: Location;
  type: NavigationType;
  /** True if the navigation keeps the scroll position, for example when a filter changes. */
  keepsScroll: boolean;
}

/** `history.state` in react-router's format. */
interface Entry {
  key?: string;
  /** Position of the entry in the tab's history, from 0. */
  idx?: number;
  usr?: unknown;
}

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
 * Wraps the browser's history. A navigation loads the page's code before it changes the address, and cancels an earlier
 * navigation that is still loading.
 */
export function createHistory(): BrowserHistory {
  // Without a key, the first entry would share its scroll position with the first entry of every other document in the
  // tab.
  history.replaceState({ ...entry(), key: entry().key ?? newKey(), idx: entry().idx ?? 0 }, "");
  let index = entry().idx ?? 0;
  let visit: Visit = { location: here(), type: NavigationType.Pop, keepsScroll: false };
  const listeners = new Set<() => void>();
  let latest = 0;
  /** Number of expected `popstate` events that this code caused and that are ignored. */
  let ownSteps = 0;
  let isLeaving = false;

  const show = (type: NavigationType, keepsScroll: boolean) => {
    visit = { location: here(), type, keepsScroll };
    for (const listener of listeners) listener();
  };
  /** Runs `then` once the page's code is loaded: synchronously if it already is. */
  const whenLoaded = (pathname: string, then: () => void) => {
    const turn = (latest += 1);
    const page = pageAt(pathname);
    if (page.module !== null) then();
    else void page.load().then(() => turn === latest && then());
  };
  /** Returns whether a leave guard stops the navigation. The guard calls `go` if the visitor confirms. */
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
    // `popstate` fires after the browser has moved, so the move is undone until the visitor confirms.
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
