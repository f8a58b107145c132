import { ArrowLeft, House, MapPin } from "lucide-react";
import { useEffect } from "react";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { formatDay } from "../../../lib/format.ts";
import { PATHS } from "../../../lib/paths.ts";
import { useRenderedAt } from "../../../lib/site.tsx";
import { Breadcrumb } from "../../../ui/breadcrumb.tsx";
import { buttonClass } from "../../../ui/button.tsx";
import { Chip } from "../../../ui/chip.tsx";
import { Link } from "../../../ui/link.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { PhotoGrid } from "../photos/photo-grid.tsx";
import { StationLine } from "../place/station-line.tsx";
import { LazySurroundings } from "../place/lazy-surroundings.tsx";
import { CallLink, ContactCard, ReportButton, SafetyLines, reportInterest } from "./contact-card.tsx";
import { ListingBadges } from "./listing-badges.tsx";
import { MarketComparison, ListingDescription, ListingFacts } from "./listing-facts.tsx";
import { areaText, isNewlyListed, kindText, priceText } from "./listing-text.ts";
import { categoryOf } from "./listings.queries.ts";
import { ListingLinks } from "./share-button.tsx";

export function ListingView({ listing }: { listing: PublicListing }) {
  const renderedAt = useRenderedAt();
  const category = categoryOf(listing.bedrooms);
  useEffect(() => reportInterest(listing.id, "view"), [listing.id]);
  return (
    <article className="page-width pt-4">
      <Breadcrumb steps={[{ name: category.name, to: category.path }, { name: listing.title }]} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <BackLink />
        <ListingLinks listing={listing} />
      </div>
      <div className="mt-2">
        <PhotoGrid listing={listing} layout="mosaic" />
      </div>
      {/* Order on phones: price, contact, the rest. */}
      <div className="mt-6 grid items-start gap-x-8 gap-y-6 lg:grid-cols-[1.7fr_1fr] lg:grid-rows-[auto_1fr]">
        <div className="min-w-0 space-y-6">
          <header className="space-y-3">
            <h1 className="text-3xl font-extrabold tracking-tight">{listing.title}</h1>
            <p className="flex flex-wrap items-center gap-2 text-ink-muted">
              {kindText(listing)} · Listed {formatDay(listing.submittedAt)}
              {isNewlyListed(listing, renderedAt) && <Chip tone="accent">Newly Listed</Chip>}
            </p>
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="text-4xl font-extrabold tracking-tight tabular-nums">{priceText(listing)}</span>
              <span className="text-ink-muted">per month</span>
            </p>
            <ListingBadges listing={listing} />
            <StationLine listing={listing} />
          </header>
          <MarketComparison listing={listing} />
        </div>
        <div className="space-y-5 lg:sticky lg:top-24 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <ContactCard listing={listing} />
          <section aria-labelledby="listing-address" className="rounded-card border border-line bg-surface p-5">
            <h2 id="listing-address" className="mb-2 text-lg font-bold">
              Address
            </h2>
            <p className="flex gap-2">
              <MapPin aria-hidden="true" className="mt-1 size-4 shrink-0 text-accent" />
              <span>
                {listing.address}
                {areaText(listing) !== null && <span className="block text-ink-muted">{areaText(listing)}</span>}
              </span>
            </p>
          </section>
          <ReportButton listing={listing} />
        </div>
        <div className="min-w-0 space-y-6">
          <ListingDescription listing={listing} />
          <ListingFacts listing={listing} />
          <LazySurroundings listing={listing} />
        </div>
      </div>
      <CallToAction listing={listing} />
    </article>
  );
}

function CallToAction({ listing }: { listing: PublicListing }) {
  const { phone, landlordName } = listing;
  return (
    <section
      aria-labelledby="listing-interested"
      className="mt-12 grid gap-5 rounded-card border border-line bg-surface p-5 sm:p-8 md:grid-cols-2 md:items-center"
    >
      <div>
        <h2 id="listing-interested" className="text-2xl font-bold">
          Interested in this property
        </h2>
        <p className="mt-1 text-ink-muted">
          {phone === null
            ? "Have a look at what else is listed."
            : `Call ${landlordName === "Landlord" ? "the landlord" : landlordName} to arrange a viewing.`}
        </p>
        <div className="mt-4 flex flex-wrap gap-3">
          <CallLink listing={listing} />
          <Link to={PATHS.home} className={buttonClass({ variant: "secondary", size: "lg" })}>
            View More Listings
          </Link>
        </div>
      </div>
      {phone !== null && <SafetyLines />}
    </section>
  );
}

export function BackLink() {
  return (
    <Link
      to={PATHS.home}
      className="inline-flex min-h-11 items-center gap-2 font-semibold text-accent underline-offset-4 hover:underline"
    >
      <ArrowLeft aria-hidden="true" className="size-5" />
      Back to all listings
    </Link>
  );
}

/** For a listing that does not exist or is no longer public. */
export function ListingGone() {
  return (
    <div className="page-width pt-6">
      <Notice
        icon={House}
        level="h1"
        title="Listing Not Found"
        actions={
          <Link to={PATHS.home} className={buttonClass()}>
            Back to all listings
          </Link>
        }
      >
        <p>This listing may have been removed or rented.</p>
      </Notice>
    </div>
  );
}

export function ListingViewSkeleton() {
  return (
    <div className="page-width pt-6">
      <output className="sr-only">Loading listing</output>
      <Skeleton className="mb-2 h-5 w-56 max-w-full" />
      <BackLink />
      <Skeleton className="mt-3 mb-2 h-5 w-24" />
      <Skeleton className="aspect-4/3 rounded-card sm:aspect-5/2" />
      <div className="mt-6 grid gap-8 lg:grid-cols-[1.7fr_1fr]">
        <div className="space-y-4">
          <Skeleton className="h-9 w-3/4" />
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-10 w-40" />
          <Skeleton className="h-32 w-full" />
        </div>
        <Skeleton className="h-64 rounded-card" />
      </div>
    </div>
  );
}
