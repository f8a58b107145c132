import "./app/theme.css";
import { hydrate } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import type { PageState, SiteInfo } from "../worker/contracts/page.ts";
import { App } from "./app/app.tsx";
import { makeQueryClient } from "./app/query-client.ts";
import { loadMatchedPages, makeRoutes } from "./app/router.tsx";
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
  const routes = makeRoutes();
  const state = readPageState();
  const [site] = await Promise.all([state?.site ?? loadSite(), loadMatchedPages(routes, location)]);

  const queryClient = makeQueryClient();
  if (state) hydrate(queryClient, state.queries);

  const router = createBrowserRouter(routes);
  const app = (
    <StrictMode>
      <App queryClient={queryClient} site={site} renderedAt={state?.renderedAt ?? new Date().toISOString()}>
        <RouterProvider router={router} />
      </App>
    </StrictMode>
  );
  if (root.hasChildNodes()) hydrateRoot(root, app);
  else createRoot(root).render(app);
  whenIdle(() => {
    void countVisit(router);
    keepOfflinePage();
  });
}

/** Has the browser keep the page that it shows without a connection, and nothing else (public/sw.js). */
function keepOfflinePage(): void {
  if (import.meta.env.PROD) navigator.serviceWorker?.register("/sw.js").catch(() => undefined);
}

async function countVisit(router: ReturnType<typeof createBrowserRouter>): Promise<void> {
  try {
    (await import("./features/visitors/tracker.ts")).trackVisit(router);
  } catch {
    // Not counted: nothing that a visitor would miss.
  }
}

// Scroll positions are kept by the key of a history entry. The first entry of a document has none, and would share its
// position with the first entry of every other document in this tab.
if (history.state === null) history.replaceState({ key: Math.random().toString(36).slice(2, 10) }, "");
continueStoredTheme();
const root = document.getElementById("root");
if (root) {
  start(root).catch((error: unknown) => {
    // Markup made at the edge stays readable, and its links work without us.
    if (!root.hasChildNodes()) root.textContent = "The page could not be loaded. Please reload it.";
    throw error;
  });
}
