import { matchRoutes, type RouteObject } from "react-router";
import { CATEGORIES } from "../../worker/contracts/bedrooms.ts";
import { ErrorPage } from "./error-page.tsx";
import { Layout } from "./layout.tsx";
import { PAGES, type PageModule } from "./pages.ts";
import { PATHS } from "../lib/paths.ts";

const page = (path: string, load: () => Promise<PageModule>): RouteObject => ({
  path,
  lazy: async () => ({ Component: (await load()).Component }),
});

/** The route table, made anew for each router: {@link loadMatchedPages} writes into it. */
export function makeRoutes(): RouteObject[] {
  return [
    {
      Component: Layout,
      ErrorBoundary: ErrorPage,
      children: [
        {
          // Inside the layout, so that header and footer stay when a page fails.
          ErrorBoundary: ErrorPage,
          children: [
            page(PATHS.home, PAGES.home),
            ...CATEGORIES.map(({ path }) => page(path, PAGES.category)),
            page("/listing/:id/:slug?", PAGES.listing),
            page(PATHS.landlords, PAGES.landlords),
            page(PATHS.realtors, PAGES.realtors),
            page(PATHS.about, PAGES.about),
            page(PATHS.contact, PAGES.contact),
            page(PATHS.privacy, PAGES.privacy),
            page(PATHS.terms, PAGES.terms),
            page("/manage/:token?", PAGES.manage),
            page("/delete/:token?", PAGES.delete),
            page("/confirm/:token?", PAGES.confirm),
            page("/unsubscribe/:token?", PAGES.unsubscribe),
            page("/preferences/:token?", PAGES.preferences),
            page("/follow/:token?", PAGES.follow),
            page("/privacy/:token?", PAGES.privacyData),
            page("/digest/:date", PAGES.digest),
            page(PATHS.forum, PAGES.threads),
            page(`${PATHS.forum}/thread/:id/:slug?`, PAGES.thread),
            page(PATHS.vip, PAGES.govip),
            page(PATHS.admin, PAGES.admin),
            page(PATHS.stats, PAGES.stats),
            page("*", PAGES.notFound),
          ],
        },
      ],
    },
  ];
}

/**
 * Loads the pages that an address leads to, so that the first render in the browser waits for nothing.
 * @throws when a page's code cannot be loaded
 */
export async function loadMatchedPages(routes: RouteObject[], location: { pathname: string }): Promise<void> {
  const matched = matchRoutes(routes, location) ?? [];
  await Promise.all(
    matched.map(async ({ route }) => {
      if (typeof route.lazy !== "function") return;
      Object.assign(route, await route.lazy(), { lazy: undefined });
    }),
  );
}
