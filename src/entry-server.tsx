import { dehydrate, type QueryClient } from "@tanstack/react-query";
import { renderToReadableStream } from "react-dom/server.edge";
import { createStaticHandler, createStaticRouter, matchPath, StaticRouterProvider } from "react-router";
import type { PageData, RenderPage } from "../worker/contracts/page.ts";
import { EVERYTHING } from "../worker/contracts/search.ts";
import { App } from "./app/app.tsx";
import { PAGE_OF_DATA, type PageModule } from "./app/pages.ts";
import { makeQueryClient } from "./app/query-client.ts";
import { makeRoutes } from "./app/router.tsx";
import { digestKeys } from "./features/digest/digest.queries.ts";
import { firstThreads, forumKeys, loadedComments } from "./features/forum/forum.queries.ts";
import { placesKeys } from "./features/listings/listing-places.queries.ts";
import { listingsKeys, loadedPage } from "./features/listings/listings.queries.ts";
import { vipKeys } from "./features/vip/vip.queries.ts";
import { machineHead } from "./pages/machine-head.ts";

/** Puts what the edge loaded where the page's queries look for it. */
function fill(queryClient: QueryClient, data: PageData, path: string): void {
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
      queryClient.setQueryData(forumKeys.comments(data.thread.id), loadedComments(data.comments));
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
    case "landlords":
    case "realtors":
    case "about":
    case "contact":
    case "privacy":
    case "terms":
      break;
  }
}

/**
 * Matches addresses and loads the code of their pages, once each. It keeps nothing of a request, and making it costs as
 * much as a small page: the route table is sorted for it.
 */
const handler = createStaticHandler(makeRoutes());

/**
 * Renders a public page completely: no boundary is left pending, so that the markup needs no script to finish it.
 * @throws when the page cannot be rendered; the caller then serves the plain shell
 */
export const renderPage: RenderPage = async ({ url, site, renderedAt, data }) => {
  const address = new URL(url, site.url);
  const page: PageModule = await PAGE_OF_DATA[data.page]();
  const context = await handler.query(new Request(address));
  if (context instanceof Response)
    throw new Error(`The page at ${address.pathname} answered with a response instead of markup.`);
  // The code of a page that could not be loaded.
  for (const error of Object.values(context.errors ?? {})) throw error;

  const queryClient = makeQueryClient();
  fill(queryClient, data, address.pathname);

  const failures: unknown[] = [];
  const stream = await renderToReadableStream(
    <App queryClient={queryClient} site={site} renderedAt={renderedAt}>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </App>,
    // However large a boundary is, its markup stays in its place, where no script has to move it.
    { onError: (error) => void failures.push(error), progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  await stream.allReady;
  const html = await new Response(stream).text();
  if (failures.length > 0) throw failures[0];
  // Text is escaped, so this can only be a script of React's own, which the content security policy would refuse.
  if (html.includes("<script")) throw new Error(`The markup of ${address.pathname} needs an inline script.`);

  const head = page.head(data, site, address.search);
  return {
    html,
    head: { ...head, ...machineHead(data, site, head) },
    state: { site, renderedAt, queries: dehydrate(queryClient) },
  };
};
