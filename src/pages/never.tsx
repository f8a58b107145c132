import type { PageData, PageHead, SiteInfo } from "../../worker/contracts/page.ts";
import { InvalidNeverLink, Never } from "../features/subscribers/never.tsx";
import { usePathParameters } from "../app/router/page-table.ts";
import { useSite } from "../lib/site.tsx";
import { useDocumentHead } from "../lib/use-document-head.ts";

/** The page is a plain shell at the edge: nothing is loaded for it. */
export function head(_data: PageData | null, site: SiteInfo): PageHead {
  return { title: `Never Write Again | ${site.name}`, description: "For whoever wants no mail.", noindex: true };
}

export function Component() {
  useDocumentHead(head(null, useSite()));
  const { token } = usePathParameters();
  return (
    <div className="page-width py-8">
      {token === undefined ? <InvalidNeverLink /> : <Never key={token} token={token} />}
    </div>
  );
}
