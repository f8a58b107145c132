import { useQuery } from "@tanstack/react-query";
import { descriptionText } from "../../worker/contracts/listing-text.ts";
import { listingPath, type PublicListing } from "../../worker/contracts/listings.ts";
import { type Answers, usePathParameters } from "../app/router/page-table.ts";
import type { PageData, PageHead, SiteInfo } from "../../worker/contracts/page.ts";
import { belowMarketText, kindText, benchmarkDescription, priceText } from "../features/listings/facts/listing-text.ts";
import { BackLink, ListingGone, ListingView, ListingViewSkeleton } from "../features/listings/card/listing-view.tsx";
import { placesKeys } from "../features/listings/facts/listing-places.queries.ts";
import { listingDetail, listingsKeys } from "../features/listings/facts/listings.queries.ts";
import { truncateAtWord } from "../../worker/contracts/truncate-at-word.ts";
import { useSite } from "../lib/site.tsx";
import { DESCRIPTION_LIMIT, useDocumentHead } from "../lib/use-document-head.ts";
import { LoadFailure } from "../ui/notice.tsx";

function headOfListing(listing: PublicListing, site: SiteInfo): PageHead {
  const measured = belowMarketText(listing) === null ? null : benchmarkDescription(listing);
  const discount = measured === null ? null : `${belowMarketText(listing)} (against the ${measured})`;
  const facts = [`${priceText(listing)} monthly`, discount, kindText(listing)].filter(Boolean).join(", ");
  // The site's name contains a city, and the listing may be elsewhere.
  const siteName = listing.municipality === null ? "" : ` | ${site.name}`;
  return {
    title: `${listing.title}, ${priceText(listing)}${siteName}`,
    description: truncateAtWord(`${facts}. ${descriptionText(listing)}`, DESCRIPTION_LIMIT),
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

export function answers(data: PageData): Answers {
  if (data.page === "listing_gone") return [[listingsKeys.detail(data.id), null]];
  if (data.page !== "listing") return [];
  const { id } = data.listing;
  return [
    [listingsKeys.detail(id), data.listing],
    [placesKeys.facts(id), data.facts],
  ];
}

export function Component() {
  const { id = "" } = usePathParameters();
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
  return <ListingGone id={id} />;
}
