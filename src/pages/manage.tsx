import { useQuery } from "@tanstack/react-query";
import type { PageData, PageHead, SiteInfo } from "../../worker/contracts/page.ts";
import { isLinkInvalid, NETWORK_PROBLEM, ownerListing } from "../features/listings/owner/owner-listing.queries.ts";
import { OwnerInvalidLink, OwnerPanel, OwnerSkeleton } from "../features/listings/owner/owner-panel.tsx";
import { usePathParameters } from "../app/router/page-table.ts";
import { errorText } from "../lib/api.ts";
import { useSite } from "../lib/site.tsx";
import { useDocumentHead } from "../lib/use-document-head.ts";
import { LoadFailure } from "../ui/notice.tsx";

/** The page is a plain shell at the edge: nothing is loaded for it. */
export function head(_data: PageData | null, site: SiteInfo): PageHead {
  return { title: `Manage Your Listing | ${site.name}`, description: "For the landlord of a listing.", noindex: true };
}

export function Component() {
  useDocumentHead(head(null, useSite()));
  const { token } = usePathParameters();
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-8 sm:px-6">
      {token === undefined ? <OwnerInvalidLink /> : <ManagedListing key={token} token={token} />}
    </div>
  );
}

function ManagedListing({ token }: { token: string }) {
  const { data: listing, error, isPending, refetch } = useQuery(ownerListing(token));
  if (isLinkInvalid(error)) return <OwnerInvalidLink />;
  if (listing) return <OwnerPanel token={token} listing={listing} />;
  if (isPending) return <OwnerSkeleton />;
  return (
    <LoadFailure level="h1" title="Error loading listing" onRetry={() => void refetch()}>
      <p>{errorText(error, NETWORK_PROBLEM)}</p>
    </LoadFailure>
  );
}
