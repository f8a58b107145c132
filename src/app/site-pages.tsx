import { useLocation, useRoutes } from "react-router";
import { ErrorPage } from "./error-page.tsx";
import { Layout } from "./layout.tsx";
import { PageBoundary } from "./page-boundary.tsx";
import { pageAt, type Page } from "./router/page-table.ts";

/**
 * The page that the address leads to, in the layout. Its code has to be there: whoever changes the address loads it
 * first, so that nothing waits while it is drawn.
 */
export function SitePages() {
  const { pathname, key } = useLocation();
  const page = pageAt(pathname);
  const pages = useRoutes([
    // Inside the layout too, so that header and footer stay when a page fails.
    { element: <Layout />, children: [{ path: page.path, element: <Shown page={page} at={key} /> }] },
  ]);
  return <PageBoundary at={key}>{pages}</PageBoundary>;
}

function Shown({ page: { Component }, at }: { page: Page; at: string }) {
  if (Component === null) return <ErrorPage />;
  return (
    <PageBoundary at={at}>
      <Component />
    </PageBoundary>
  );
}
