import { startTransition, StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { getSite, type PageState, type SiteInfo } from "../worker/contracts/page.ts";
import { App, createQueryClient, SitePages } from "./app/app.tsx";
import { BrowserRouter, prefetchOnIntent } from "./app/router/browser-router.tsx";
import { createHistory } from "./app/router/history.ts";
import { pageAt } from "./app/router/page-table.ts";
import { call } from "./lib/api.ts";
import { reloadOnce, storeTypedInput, restoreTypedInput } from "./lib/reload.ts";
import { applyStoredTheme } from "./lib/theme.ts";
import { whenIdle } from "./lib/timing.ts";
import "./app/site.css";

/** Elements that a translator inserted in place of text nodes. */
const translatedElements = new WeakMap<Node, ChildNode>();

/**
 * Keeps React working on a page that the browser translates. A translator replaces text nodes with <font> elements
 * while React still refers to the old nodes: removing such a node or inserting something before it would throw, and new
 * text in it would be invisible. Call this once, before React renders. Source:
 * https://github.com/facebook/react/issues/11538
 */
function tolerateTranslation(): void {
  const { insertBefore } = Node.prototype;
  const inPlace = (parent: Node, node: Node | null) =>
    [node, translatedElements.get(node as Node)].find((child) => child?.parentNode === parent) as ChildNode | undefined;
  Node.prototype.insertBefore = function <T extends Node>(node: T, before: Node | null): T {
    return insertBefore.call(this, node, inPlace(this, before) ?? null) as T;
  };
  Node.prototype.removeChild = function <T extends Node>(node: T): T {
    inPlace(this, node)?.remove();
    return node;
  };
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      // Shows new text untranslated until the translator replaces it too.
      if (!target.isConnected) translatedElements.get(target)?.replaceWith(target);
      const translatedElement = [...addedNodes, previousSibling, nextSibling].find((node) => node?.nodeName === "FONT");
      for (const node of removedNodes) {
        if (!translatedElement || !(node instanceof Text)) continue;
        translatedElements.set(node, translatedElement as ChildNode);
        observer.observe(node, { characterData: true });
      }
    }
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** Timeout of the shell's request for the site's data, in milliseconds. */
const SITE_TIMEOUT_MS = 2000;

/** The server's page data; null in the shell. */
function readPageState(): PageState | null {
  const text = document.getElementById("page-state")?.textContent;
  return text ? (JSON.parse(text) as PageState) : null;
}

async function loadSite(): Promise<SiteInfo> {
  try {
    return await call(getSite, {}, { signal: AbortSignal.timeout(SITE_TIMEOUT_MS) });
  } catch {
    // The shell's title is the site's name.
    return { name: document.title, url: location.origin, contactEmail: "", postalAddress: "" };
  }
}

async function start(root: HTMLElement): Promise<void> {
  const state = readPageState();
  const page = pageAt(location.pathname);
  const [site] = await Promise.all([state?.site ?? loadSite(), page.load()]);
  if (page.hasFailed && (await reloadOnce())) return;
  if (page.hasFailed) throw new Error(`The code of ${page.path} could not be loaded.`);

  const queryClient = createQueryClient();
  if (state) {
    // The data is as old as the page, which the edge may have cached for minutes.
    const updatedAt = Date.parse(state.renderedAt);
    for (const [key, answer] of page.module?.answers?.(state.data) ?? [])
      queryClient.setQueryData(key, answer, { updatedAt });
  }

  const history = createHistory();
  const app = (
    <StrictMode>
      <App queryClient={queryClient} site={site} renderedAt={state?.renderedAt ?? new Date().toISOString()}>
        <BrowserRouter history={history}>
          <SitePages />
        </BrowserRouter>
      </App>
    </StrictMode>
  );
  // A page that is already translated cannot be hydrated.
  const isTranslated = root.querySelector("font") !== null;
  if (isTranslated) storeTypedInput();
  // A transition hydrates in small steps, which keep the page responsive.
  if (root.hasChildNodes() && !isTranslated) startTransition(() => void hydrateRoot(root, app));
  else createRoot(root).render(app);
  restoreTypedInput();
  whenIdle(() => {
    prefetchOnIntent();
    // The page works without this code.
    import("./app/deferred-work.ts").then((module) => module.startDeferredWork(history)).catch(() => undefined);
  });
}

tolerateTranslation();
applyStoredTheme();
const root = document.getElementById("root");
if (root) {
  start(root).catch((error: unknown) => {
    // Server-rendered markup stays readable, and its links work without scripts.
    if (!root.hasChildNodes()) root.textContent = "The page could not be loaded. Please reload it.";
    throw error;
  });
}
