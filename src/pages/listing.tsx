import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { listingPath, type PublicListing } from "../../worker/contracts/listings.ts";
import type { PageData, PageHead, SiteInfo } from "../../worker/contracts/page.ts";
import { ListingView } from "../features/listings/card/listing-view.tsx";
import { BackLink, ListingGone } from "../features/listings/card/listing-gone.tsx";
import { ListingViewSkeleton } from "../features/listings/card/listing-view-skeleton.tsx";
import { belowMarketText, kindText, measuredText, priceText } from "../features/listings/card/listing-text.ts";
import { listingDetail } from "../features/listings/card/listings.queries.ts";
import { excerpt } from "../lib/format.ts";
import { useSite } from "../lib/site.tsx";
import { DESCRIPTION_LIMIT, useDocumentHead } from "../lib/use-document-head.ts";
import { LoadFailure } from "../ui/load-failure.tsx";

function headOfListing(listing: PublicListing, site: SiteInfo): PageHead {
  const measured = belowMarketText(listing) === null ? null : measuredText(listing);
  const discount = measured === null ? null : `${belowMarketText(listing)} (against the ${measured})`;
  const facts = [`${priceText(listing)} monthly`, discount, kindText(listing)].filter(Boolean).join(", ");
  // The site's name holds a city, which a town that is not known may not be in.
  const siteName = listing.municipality === null ? "" : ` | ${site.name}`;
  return {
    title: `${listing.title}, ${priceText(listing)}${siteName}`,
    description: excerpt(`${facts}. ${listing.description}`, DESCRIPTION_LIMIT),
    canonicalPath: listingPath(listing),
  };
}

export function head(data: PageData, site: SiteInfo): PageHead {
  if (data.page === "listing") return headOfListing(data.listing, site);
  return {
    title: `Listing Not Found | ${site.name}`,
    description: "This listing may have been removed or rented.",
    noindex: true,
  };
}

export function Component() {
  const { id = "" } = useParams();
  return /^[1-9]\d{0,14}$/.test(id) ? <ListingPage key={id} id={Number(id)} /> : <GonePage id={0} />;
}

function ListingPage({ id }: { id: number }) {
  const { data: listing, isPending, refetch } = useQuery(listingDetail(id));
  if (listing) return <FoundPage listing={listing} />;
  if (listing === null) return <GonePage id={id} />;
  if (isPending) return <ListingViewSkeleton />;
  return (
    <div className="page-width pt-6">
      <BackLink />
      <LoadFailure level="h1" title="Error loading listing" onRetry={() => void refetch()}>
        <p>Please try again later.</p>
      </LoadFailure>
    </div>
  );
}

function FoundPage({ listing }: { listing: PublicListing }) {
  useDocumentHead(headOfListing(listing, useSite()));
  return <ListingView listing={listing} />;
}

function GonePage({ id }: { id: number }) {
  useDocumentHead(head({ page: "listing_gone", id }, useSite()));
  return <ListingGone />;
}
