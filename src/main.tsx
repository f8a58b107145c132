import { startTransition, StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import type { PageState, SiteInfo } from "../worker/contracts/page.ts";
import { App, makeQueryClient, SitePages } from "./app/app.tsx";
import { BrowserRouter, prefetchOnApproach } from "./app/router/browser-router.tsx";
import { type BrowserHistory, makeHistory } from "./app/router/history.ts";
import { pageAt } from "./app/router/page-table.ts";
import "./app/theme.css";
import { getJson } from "./lib/api.ts";
import { continueStoredTheme } from "./lib/theme.ts";
import { whenIdle } from "./lib/when-idle.ts";

/** How long a plain shell waits for the facts of the site before it goes on without them. */
const SITE_TIMEOUT_MS = 2000;

/** What the edge left in the page; null in the plain shell. */
function readPageState(): PageState | null {
  const text = document.getElementById("page-state")?.textContent;
  return text ? (JSON.parse(text) as PageState) : null;
}

async function loadSite(): Promise<SiteInfo> {
  try {
    return await getJson<SiteInfo>("/api/site", { signal: AbortSignal.timeout(SITE_TIMEOUT_MS) });
  } catch {
    // The shell's own title is the site's name. Without a contact address none is shown.
    return { name: document.title, url: location.origin, contactEmail: "", postalAddress: "" };
  }
}

async function start(root: HTMLElement): Promise<void> {
  const state = readPageState();
  const page = pageAt(location.pathname);
  const [site] = await Promise.all([state?.site ?? loadSite(), page.load()]);
  if (page.hasFailed) throw new Error(`The code of ${page.path} could not be loaded.`);

  const queryClient = makeQueryClient();
  if (state) {
    // As old as the page, which the edge may have kept for minutes.
    const updatedAt = Date.parse(state.renderedAt);
    for (const [key, answer] of page.module?.answers?.(state.data) ?? [])
      queryClient.setQueryData(key, answer, { updatedAt });
  }

  const history = makeHistory();
  const app = (
    <StrictMode>
      <App queryClient={queryClient} site={site} renderedAt={state?.renderedAt ?? new Date().toISOString()}>
        <BrowserRouter history={history}>
          <SitePages />
        </BrowserRouter>
      </App>
    </StrictMode>
  );
  // As a transition it is done in small pieces, between which the page answers.
  if (root.hasChildNodes()) startTransition(() => void hydrateRoot(root, app));
  else createRoot(root).render(app);
  whenIdle(() => {
    void countVisit(history);
    keepOfflinePage();
    prefetchOnApproach();
  });
}

/** Has the browser keep the page that it shows without a connection, and nothing else (public/sw.js). */
function keepOfflinePage(): void {
  if (import.meta.env.PROD) navigator.serviceWorker?.register("/sw.js").catch(() => undefined);
}

async function countVisit(history: BrowserHistory): Promise<void> {
  try {
    (await import("./features/visitors/tracker.ts")).trackVisit({
      pathname: () => history.current().location.pathname,
      route: () => pageAt(history.current().location.pathname).path,
      subscribe: history.subscribe,
    });
  } catch {
    // Not counted: nothing that a visitor would miss.
  }
}

continueStoredTheme();
const root = document.getElementById("root");
if (root) {
  start(root).catch((error: unknown) => {
    // Markup made at the edge stays readable, and its links work without us.
    if (!root.hasChildNodes()) root.textContent = "The page could not be loaded. Please reload it.";
    throw error;
  });
}
