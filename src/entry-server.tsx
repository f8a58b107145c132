import { dehydrate, type QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToReadableStream, renderToString } from "react-dom/server.edge";
import { matchPath, StaticRouter } from "react-router";
import type { PageData, RenderPage } from "../worker/contracts/page.ts";
import { isStaticPage, type PageName, PAGES } from "../worker/contracts/pages.ts";
import { EVERYTHING } from "../worker/contracts/search.ts";
import { App } from "./app/app.tsx";
import { moduleOf, pageAt } from "./app/router/page-table.ts";
import { makeQueryClient } from "./app/query-client.ts";
import { SitePages } from "./app/site-pages.tsx";
import { digestKeys } from "./features/digest/digest.queries.ts";
import { firstThreads, forumKeys, loadedComments } from "./features/forum/forum.queries.ts";
import { placesKeys } from "./features/listings/place/listing-places.queries.ts";
import { listingsKeys, loadedPage } from "./features/listings/card/listings.queries.ts";
import { vipKeys } from "./features/vip/vip.queries.ts";
import { machineHead } from "./pages/machine-head.ts";

/** Puts what the edge loaded where the page's queries look for it. */
function fill(queryClient: QueryClient, data: PageData, path: string): void {
  if (isStaticPage(data.page)) return;
  switch (data.page) {
    case "home":
      queryClient.setQueryData(
        listingsKeys.home(data.filter ?? "all", data.search ?? EVERYTHING, data.pageNumber),
        loadedPage(data),
      );
      break;
    case "category":
      queryClient.setQueryData(
        listingsKeys.category(data.bedrooms, data.search ?? EVERYTHING, data.pageNumber),
        loadedPage(data),
      );
      break;
    case "listing":
      queryClient.setQueryData(listingsKeys.detail(data.listing.id), data.listing);
      queryClient.setQueryData(placesKeys.facts(data.listing.id), data.facts);
      break;
    case "listing_gone":
      queryClient.setQueryData(listingsKeys.detail(data.id), null);
      break;
    case "digest":
      queryClient.setQueryData(digestKeys.edition(data.edition.date), data.edition);
      break;
    case "govip":
      queryClient.setQueryData(vipKeys.offer, data.offer);
      break;
    case "threads":
      queryClient.setQueryData(forumKeys.list(data.view), firstThreads(data.view, data.list));
      break;
    case "thread":
      queryClient.setQueryData(forumKeys.thread(data.thread.id), data.thread);
      queryClient.setQueryData(
        forumKeys.comments(data.thread.id, data.pageNumber),
        loadedComments(data.comments, { page: data.pageNumber }),
      );
      break;
    case "thread_gone":
      queryClient.setQueryData(forumKeys.thread(data.id), null);
      break;
    case "not_found": {
      // An edition that there is not: its page says so, instead of loading it.
      const date = matchPath("/digest/:date", path)?.params.date;
      if (date !== undefined) queryClient.setQueryData(digestKeys.edition(date), null);
      break;
    }
  }
}

/** The page that says what the edge loaded: of what is gone, the page that it had. */
const pageOfData = (page: PageData["page"]): PageName =>
  page === "listing_gone" ? "listing" : page === "thread_gone" ? "thread" : page;

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

  const queryClient = makeQueryClient();
  fill(queryClient, data, address.pathname);

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
    state: { site, renderedAt, queries: dehydrate(queryClient) },
  };
};
