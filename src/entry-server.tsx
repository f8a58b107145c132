import type { ReactNode } from "react";
import { renderToReadableStream, renderToString } from "react-dom/server.edge";
import { StaticRouter } from "react-router";
import type { PageData, RenderPage, SiteInfo } from "../worker/contracts/page.ts";
import { type PageName, PAGES } from "../worker/contracts/pages.ts";
import { App, makeQueryClient, SitePages } from "./app/app.tsx";
import { moduleOf, pageAt } from "./app/router/page-table.ts";
import { constants } from "./lib/constant-markup.tsx";
import { SiteProvider } from "./lib/site.tsx";
import { machineHead } from "./pages/machine-head.ts";

/** The page that says what the edge loaded: of what is gone, the page that it had. */
const pageOfData = (page: PageData["page"]): PageName =>
  page === "listing_gone" ? "listing" : page === "thread_gone" ? "thread" : page === "digest_gone" ? "digest" : page;

/** Begins a boundary that was given up, because it waits for something or threw. Texts are escaped. */
const GIVEN_UP = "<!--$!-->";

/**
 * The markup when nothing in it waits, else null. As text from the start: the renderer of streams encodes each piece by
 * itself, which costs more than all the rest of it.
 */
function markupAtOnce(app: ReactNode): string | null {
  try {
    const html = renderToString(app);
    return html.includes(GIVEN_UP) ? null : html;
  } catch {
    // It waits outside of any boundary, or it fails: the other way says how.
    return null;
  }
}

/** The markup when everything in it is there: code that is loaded when it is first rendered. */
async function markupInTime(app: ReactNode): Promise<string> {
  const failures: unknown[] = [];
  // However large a boundary is, its markup stays in its place, where no script has to move it.
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

/** The site whose constants were rendered; another one, as in tests, renders its own. */
let constantsOf = "";

/** Renders the constants that no page of this site has rendered yet. One that still waits for its code stays null. */
function renderConstants(site: SiteInfo): void {
  const named = JSON.stringify(site);
  for (const constant of constants) {
    if (named !== constantsOf) constant.html = null;
    constant.html ??= markupAtOnce(
      <SiteProvider site={site} renderedAt="">
        <constant.Component />
      </SiteProvider>,
    );
  }
  constantsOf = named;
}

/**
 * Renders a public page completely: no boundary is left pending, so that the markup needs no script to finish it.
 * @throws when the page cannot be rendered; the caller then serves the plain shell
 */
export const renderPage: RenderPage = async ({ url, site, renderedAt, data }) => {
  const address = new URL(url, site.url);
  const name = pageOfData(data.page);
  const page = await moduleOf(name);
  const shown = pageAt(address.pathname);
  await shown.load();
  if (shown.hasFailed) throw new Error(`The code of the page at ${address.pathname} could not be loaded.`);

  renderConstants(site);
  const queryClient = makeQueryClient();
  for (const [key, answer] of shown.module?.answers?.(data) ?? []) queryClient.setQueryData(key, answer);

  const app = (
    <App queryClient={queryClient} site={site} renderedAt={renderedAt}>
      <StaticRouter location={address.pathname + address.search}>
        <SitePages />
      </StaticRouter>
    </App>
  );
  const html = markupAtOnce(app) ?? (await markupInTime(app));
  // Text is escaped, so this can only be a script of React's own, which the content security policy would refuse.
  if (html.includes("<script")) throw new Error(`The markup of ${address.pathname} needs an inline script.`);

  const head = page.head(data, site, address.search);
  return {
    html,
    module: PAGES[name].file,
    head: { ...head, ...machineHead(data, site, head) },
  };
};
