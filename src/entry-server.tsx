import type { ReactNode } from "react";
import { renderToReadableStream, renderToString } from "react-dom/server.edge";
import { StaticRouter } from "react-router";
import type { PageData, RenderPage, SiteInfo } from "../worker/contracts/page.ts";
import { type PageName, PAGES } from "../worker/contracts/pages.ts";
import { App, createQueryClient, SitePages } from "./app/app.tsx";
import { loadPageModule, pageAt } from "./app/router/page-table.ts";
import { constants } from "./lib/constant-markup.tsx";
import { SiteProvider } from "./lib/site.tsx";
import { crawlerHead } from "./pages/crawler-head.ts";

const GONE = { listing_gone: "listing", thread_gone: "thread", digest_gone: "digest", market_gone: "market" } as const;
const isGone = (page: PageData["page"]): page is keyof typeof GONE => page in GONE;

/** Returns the page that renders the data. For a deleted item, this is the page that used to show the item. */
const pageOfData = (page: PageData["page"]): PageName => (isGone(page) ? GONE[page] : page);

/** Marker of a suspended or failed boundary; user text is escaped and cannot contain it. */
const FAILED_BOUNDARY = "<!--$!-->";

/**
 * Returns the markup if nothing suspends, otherwise null. Rendering to a string is much cheaper than streaming, which
 * encodes each chunk.
 */
function renderSync(app: ReactNode): string | null {
  try {
    const html = renderToString(app);
    return html.includes(FAILED_BOUNDARY) ? null : html;
  } catch {
    // The stream renderer finds out whether something failed, or only suspended outside a boundary.
    return null;
  }
}

/** Returns the markup once everything that suspended has resolved. */
async function renderAsync(app: ReactNode): Promise<string> {
  const failures: unknown[] = [];
  // With a finite size, React would stream larger boundaries out of order, which needs a script.
  const progressiveChunkSize = Number.POSITIVE_INFINITY;
  const stream = await renderToReadableStream(app, {
    onError: (error) => void failures.push(error),
    progressiveChunkSize,
  });
  await stream.allReady;
  const html = await new Response(stream).text();
  if (failures.length > 0) throw failures[0];
  return html;
}

/** JSON of the site whose constant components are cached. Tests render several sites. */
let constantsOf = "";

/** Renders the constant components that are not cached yet. */
async function renderConstants(site: SiteInfo): Promise<void> {
  const named = JSON.stringify(site);
  const missing = named === constantsOf ? constants.filter(({ html }) => html === null) : constants;
  const loaded = await Promise.all(missing.map(async (constant) => [constant, await constant.load()] as const));
  for (const [constant, Component] of loaded) {
    constant.html = renderSync(
      <SiteProvider site={site} renderedAt="">
        <Component />
      </SiteProvider>,
    );
  }
  constantsOf = named;
}

/**
 * Renders a public page completely, without pending boundaries that would need a script.
 * @throws when the page cannot be rendered; the caller then serves the shell
 */
export const renderPage: RenderPage = async ({ url, site, renderedAt, data }) => {
  const address = new URL(url, site.url);
  const name = pageOfData(data.page);
  const page = await loadPageModule(name);
  const shown = pageAt(address.pathname);
  await shown.load();
  if (shown.hasFailed) throw new Error(`The code of the page at ${address.pathname} could not be loaded.`);

  await renderConstants(site);
  const queryClient = createQueryClient();
  for (const [key, answer] of shown.module?.answers?.(data) ?? []) queryClient.setQueryData(key, answer);

  const app = (
    <App queryClient={queryClient} site={site} renderedAt={renderedAt}>
      <StaticRouter location={address.pathname + address.search}>
        <SitePages />
      </StaticRouter>
    </App>
  );
  const html = renderSync(app) ?? (await renderAsync(app));
  // Text is escaped, so a script tag can only come from React. The content security policy would block it.
  if (html.includes("<script")) throw new Error(`The markup of ${address.pathname} needs an inline script.`);

  const head = page.head(data, site, address.search);
  return {
    html,
    module: PAGES[name].file,
    head: { ...head, ...crawlerHead(data, site, head) },
  };
};
