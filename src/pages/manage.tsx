import { useQuery } from "@tanstack/react-query";
import { isLinkInvalid, NETWORK_PROBLEM, ownerListing } from "../features/listings/owner/owner-listing.queries.ts";
import { OwnerInvalidLink, OwnerPanel, OwnerSkeleton } from "../features/listings/owner/owner-panel.tsx";
import { errorText } from "../lib/api.ts";
import { LoadFailure } from "../ui/notice.tsx";
import { fixedHead } from "../lib/use-document-head.ts";
import { tokenPage } from "./parts/token-page.tsx";

export const head = fixedHead("Manage Your Listing", "For the landlord of a listing.");

export const Component = tokenPage(head, {
  Page: ManagedListing,
  Invalid: OwnerInvalidLink,
});

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
