import type { PageData, PageHead, SiteInfo } from "../../worker/contracts/page.ts";
import { ConsentNote } from "../ui/consent-note.tsx";
import { ConfirmSubscription } from "../features/subscribers/confirm-subscription.tsx";
import { InvalidSubscriptionLink } from "../features/subscribers/invalid-subscription-link.tsx";
import { usePathParameters } from "../app/router/page-table.ts";
import { useSite } from "../lib/site.tsx";
import { useDocumentHead } from "../lib/use-document-head.ts";

/** The page is a plain shell at the edge: nothing is loaded for it. */
export function head(_data: PageData | null, site: SiteInfo): PageHead {
  return { title: `Confirm Your Subscription | ${site.name}`, description: "For a new subscriber.", noindex: true };
}

export function Component() {
  useDocumentHead(head(null, useSite()));
  const { token } = usePathParameters();
  return (
    <div className="page-width py-8">
      {token === undefined ? (
        <InvalidSubscriptionLink />
      ) : (
        <ConfirmSubscription key={token} token={token} consent={<ConsentNote />} />
      )}
    </div>
  );
}
