import type { ComponentType } from "react";
import { usePathParameters } from "../../app/router/page-table.ts";
import { useSite } from "../../lib/site.tsx";
import { type FixedHead, useDocumentHead } from "../../lib/use-document-head.ts";

interface TokenPageOptions {
  /** Class of the element around the page. */
  className?: string;
  Page: ComponentType<{ token: string }>;
  /** Notice shown if the address is truncated before the token. */
  Invalid: ComponentType;
}

/** Returns a page that an emailed link opens. Only the browser renders it; the server sends a shell. */
export function tokenPage(head: FixedHead, { className = "page-width py-8", Page, Invalid }: TokenPageOptions) {
  return function TokenPage() {
    useDocumentHead(head(null, useSite()));
    const { token } = usePathParameters();
    return <div className={className}>{token === undefined ? <Invalid /> : <Page key={token} token={token} />}</div>;
  };
}
