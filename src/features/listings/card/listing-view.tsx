import { ArrowLeft, House } from "lucide-react";
import { useEffect, useRef, lazy, memo, Suspense } from "react";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { formatDay } from "../../../lib/format.ts";
import { PATHS } from "../../../lib/paths.ts";
import { useRenderedAt } from "../../../lib/site.tsx";
import { useLazyModule } from "../../../lib/use-lazy-module.ts";
import { asWritten } from "../../../ui/as-written.ts";
import { Breadcrumb } from "../../../ui/breadcrumb.tsx";
import { buttonClass } from "../../../ui/button.tsx";
import { Chip } from "../../../ui/chip.tsx";
import { Link } from "../../../ui/link.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { PlacesButton } from "../commute/places-button.tsx";
import { WayRoom, WaySummary } from "../commute/way-lines.tsx";
import { BelowMarketChip, ListingBadges } from "../facts/listing-badges.tsx";
import { ListingDescription, ListingFacts } from "../facts/listing-facts.tsx";
import { MarketComparison } from "../facts/market-comparison.tsx";
import { areaText, isNewlyListed, kindText, priceText, sizeText } from "../facts/listing-text.ts";
import { categoryOf } from "../facts/listings.queries.ts";
import { ListingLinks } from "../facts/share-button.tsx";
import { SaveActions } from "../keeping/save-actions.tsx";
import { Gallery } from "../photos/gallery.tsx";
import { PlaceSkeleton, VerifyNote } from "../place/place-facts.tsx";
import { StationLine } from "../place/station-line.tsx";
import {
  CallBar,
  CallLink,
  ContactCard,
  LandlordName,
  ReportButton,
  SafetyLines,
  reportInterest,
} from "./contact-card.tsx";
import { RentHistory, TimeOnMarket } from "./rent-history.tsx";
import { mapsQuery } from "./maps-query.ts";

/** Fallback when the code cannot be loaded. */
function NotLoaded() {
  return (
    <div className="space-y-3">
      <p role="alert">This part of the page could not be loaded. Please reload the page.</p>
      <VerifyNote />
    </div>
  );
}

const ListingSurroundings = lazy(() =>
  import("../place/listing-surroundings.tsx").then(
    (module) => ({ default: module.ListingSurroundings }),
    () => ({ default: NotLoaded }),
  ),
);

/**
 * Surroundings below the fold: server-rendered, with their code loaded after the page. Memoized by listing, because
 * rendering before the code is loaded would replace the server's markup by the skeleton.
 */
const LazySurroundings = memo(
  ({ listing }: { listing: PublicListing }) => (
    <Suspense fallback={<PlaceSkeleton />}>
      <ListingSurroundings listing={listing} />
    </Suspense>
  ),
  (before, after) => before.listing === after.listing,
);

const loadSimilar = () => import("./similar-listings.tsx");

export function ListingView({ listing }: { listing: PublicListing }) {
  const category = categoryOf(listing.bedrooms);
  useEffect(() => reportInterest(listing.id, "view"), [listing.id]);
  return (
    <>
      <article className="page-width pt-2 sm:pt-4">
        {/* A phone has the link back, which leads to the same list. */}
        <div className="max-sm:hidden">
          <Breadcrumb steps={[{ name: category.name, to: category.path }, { name: listing.title }]} />
        </div>
        <BackLink />
        <div className="listing-parts">
          <div className="min-w-0">
            <Gallery listing={listing} />
          </div>
          {/* Before the rest, so that a phone shows price, proof and call first. */}
          <div className="min-w-0 space-y-4 lg:sticky lg:top-[calc(var(--header)+1rem)] lg:col-start-2 lg:row-span-2 lg:row-start-1">
            <PriceAndProof listing={listing} />
            <ContactCard listing={listing} />
            <ListingBadges listing={listing} />
            <StationLine listing={listing} />
            <WaySummary listing={listing} />
            <ListingLinks listing={listing}>
              <SaveActions listing={listing} />
            </ListingLinks>
            <ReportButton listing={listing} />
          </div>
          <div className="min-w-0 space-y-6">
            <ListingDescription listing={listing} />
            <WayRoom listing={listing} />
            <ListingFacts listing={listing} />
            <LazySurroundings listing={listing} />
          </div>
        </div>
        <CallToAction listing={listing} />
      </article>
      <SimilarHomes id={listing.id} listing={listing} />
      <CallBar listing={listing} />
      <PlacesButton />
    </>
  );
}

/** Price, title, place, and one line that proves the discount. */
function PriceAndProof({ listing }: { listing: PublicListing }) {
  const renderedAt = useRenderedAt();
  const area = areaText(listing);
  return (
    <header className="space-y-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span translate="no" className="display text-4xl lg:text-5xl">
          {priceText(listing)}
        </span>
        <span className="text-ink-muted">per month</span>
        <BelowMarketChip listing={listing} />
      </p>
      <h1 className="display text-2xl">{asWritten(listing.title)}</h1>
      <p className="text-sm text-ink-muted">
        {kindText(listing)} · {sizeText(listing, renderedAt)} · Listed {formatDay(listing.submittedAt)}
        {isNewlyListed(listing, renderedAt) && (
          <>
            {" "}
            <Chip tone="accent">Newly Listed</Chip>
          </>
        )}
      </p>
      <TimeOnMarket listing={listing} />
      <p className="text-sm">
        {area !== null && `${area} · `}
        <a
          href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(mapsQuery(listing))}`}
          rel="noopener noreferrer"
          className="font-semibold text-accent underline-offset-4 hover:underline"
        >
          <span translate="no">{listing.address}</span>
          <span className="print:hidden"> (open in maps)</span>
        </a>
      </p>
      <RentHistory listing={listing} />
      <MarketComparison listing={listing} />
    </header>
  );
}

/** Homes like a listing, also like one that is gone; asked for when the end of the page comes near. */
function SimilarHomes(home: { id: number; listing: PublicListing | null }) {
  const place = useRef<HTMLElement>(null);
  const { module: similar, request } = useLazyModule(loadSimilar);
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && void request(), {
      rootMargin: "1200px",
    });
    if (place.current) watch.observe(place.current);
    return () => watch.disconnect();
  }, [request]);
  return (
    <section ref={place} aria-labelledby="similar-homes" className="with-scripts page-width mt-12 print:hidden">
      <h2 id="similar-homes" className="display mb-3 text-xl">
        Similar homes
      </h2>
      <div className="similar-homes">{similar && <similar.SimilarListings {...home} />}</div>
    </section>
  );
}

function CallToAction({ listing }: { listing: PublicListing }) {
  const { phone } = listing;
  return (
    <section
      aria-labelledby="listing-interested"
      className="mt-12 print:hidden grid gap-5 rounded-card border border-line bg-surface p-5 sm:p-8 md:grid-cols-2 md:items-center"
    >
      <div>
        <h2 id="listing-interested" className="text-2xl font-bold">
          Interested in this property
        </h2>
        <p className="mt-1 text-ink-muted">
          {phone === null ? (
            "Have a look at what else is listed."
          ) : (
            <>
              Call <LandlordName of={listing} unnamed="the landlord" /> to arrange a viewing.
            </>
          )}
        </p>
        <div className="mt-4 flex flex-wrap gap-3">
          {/* On smaller screens the bar at the bottom has it. */}
          <CallLink listing={listing} className="max-lg:hidden" />
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
      className="inline-flex min-h-11 items-center gap-2 font-semibold text-accent underline-offset-4 hover:underline print:hidden"
    >
      <ArrowLeft aria-hidden="true" className="size-5" />
      Back to all listings
    </Link>
  );
}

/** For a listing that does not exist or is no longer public. @param props.id 0 when the address has none */
export function ListingGone({ id }: { id: number }) {
  return (
    <>
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
      {id > 0 && <SimilarHomes id={id} listing={null} />}
      <PlacesButton />
    </>
  );
}

export function ListingViewSkeleton() {
  return (
    <div className="page-width pt-6">
      <output className="sr-only">Loading listing</output>
      <Skeleton className="mb-2 h-5 w-56 max-w-full" />
      <BackLink />
      <div className="mt-1 grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_25rem]">
        <Skeleton className="aspect-4/3 rounded-card max-sm:-mx-4 max-sm:rounded-none sm:aspect-2/1" />
        <div className="space-y-4">
          <Skeleton className="h-12 w-40" />
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-9 w-3/4" />
          <Skeleton className="h-64 rounded-card" />
        </div>
      </div>
    </div>
  );
}
