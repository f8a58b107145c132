import type { ComponentType } from "react";
import type { PageData, PageHead, SiteInfo } from "../../../worker/contracts/page.ts";
import { usePathParameters } from "../../app/router/page-table.ts";
import { useSite } from "../../lib/site.tsx";
import { useDocumentHead } from "../../lib/use-document-head.ts";

type FixedHead = (data: PageData | null, site: SiteInfo) => PageHead;

/** The `head()` of a page without data. A page without a canonical path is not indexed. */
export const fixedHead =
  (title: string, description: string, canonicalPath?: string): FixedHead =>
  (_data, site) => ({
    title: `${title} | ${site.name}`,
    description,
    ...(canonicalPath === undefined ? { noindex: true } : { canonicalPath }),
  });

interface TokenPageOptions {
  /** Class of the element around the page. */
  className?: string;
  Page: ComponentType<{ token: string }>;
  /** Shown if the address is truncated before the token. */
  Invalid: ComponentType;
}

/** A page opened by a mailed link, which is rendered in the browser only; the server sends a shell. */
export function tokenPage(head: FixedHead, { className = "page-width py-8", Page, Invalid }: TokenPageOptions) {
  return function TokenPage() {
    useDocumentHead(head(null, useSite()));
    const { token } = usePathParameters();
    return <div className={className}>{token === undefined ? <Invalid /> : <Page key={token} token={token} />}</div>;
  };
}
