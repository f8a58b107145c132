import type { PageData, PageHead, SiteInfo } from "../../worker/contracts/page.ts";
import { FollowLink, InvalidFollowLink } from "../features/forum/follow/follow-link.tsx";
import { usePathParameters } from "../app/router/page-table.ts";
import { useSite } from "../lib/site.tsx";
import { useDocumentHead } from "../lib/use-document-head.ts";

/** The page is a plain shell at the edge: nothing is loaded for it. */
export function head(_data: PageData | null, site: SiteInfo): PageHead {
  return { title: `Follow a Discussion | ${site.name}`, description: "For a follower.", noindex: true };
}

export function Component() {
  useDocumentHead(head(null, useSite()));
  const { token } = usePathParameters();
  return (
    <div className="page-width py-8">
      {token === undefined ? <InvalidFollowLink /> : <FollowLink key={token} token={token} />}
    </div>
  );
}
