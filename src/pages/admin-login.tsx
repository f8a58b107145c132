import type { PageData, PageHead, SiteInfo } from "../../worker/contracts/page.ts";
import { LoginLink } from "../features/sessions/login-link.tsx";
import { usePathParameters } from "../app/router/page-table.ts";
import { useSite } from "../lib/site.tsx";
import { useDocumentHead } from "../lib/use-document-head.ts";

/** The page is a plain shell at the edge: nothing is loaded for it. */
export function head(_data: PageData | null, site: SiteInfo): PageHead {
  return { title: `Log In | ${site.name}`, description: "For moderators.", noindex: true };
}

export function Component() {
  useDocumentHead(head(null, useSite()));
  const { token } = usePathParameters();
  return <LoginLink key={token} token={token} />;
}
