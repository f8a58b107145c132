import { ArrowLeft, House } from "lucide-react";
import { useEffect, useRef, lazy, memo, Suspense } from "react";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { PATHS } from "../../../lib/paths.ts";
import { useLazyModule } from "../../../lib/use-lazy-module.ts";
import { untranslated } from "../../../ui/untranslated.ts";
import { Breadcrumb } from "../../../ui/breadcrumb.tsx";
import { buttonClass } from "../../../ui/button.tsx";
import { Link } from "../../../ui/link.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { PlacesOverlay } from "../commute/places-overlay.tsx";
import { findCategory } from "../facts/listings.queries.ts";
import { PlaceSkeleton, VerifyNote } from "../place/place-facts.tsx";
import { CallBar, CallLink, LandlordName, reportInterest } from "./contact-card.tsx";
import { ListingParts } from "./listing-parts.tsx";

/** Notice shown if the code of the surroundings cannot be loaded. */
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
 * Surroundings of a home, below the fold. The surroundings are server-rendered, and their code loads after the page.
 * Memoized by listing, because a render before the code is loaded would replace the server's markup with the skeleton.
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
  const category = findCategory(listing.bedrooms);
  useEffect(() => reportInterest(listing.id, "view"), [listing.id]);
  return (
    <>
      <article className="page-width sm:pt-4">
        {/* Hidden on phones, because their back link leads to the same list. */}
        <div className="max-sm:hidden">
          <Breadcrumb steps={[{ name: category.name, to: category.path }, { name: listing.title }]} />
        </div>
        <ListingParts
          listing={listing}
          shape="page"
          back={
            <Link to={PATHS.home}>
              <ArrowLeft aria-hidden="true" className="size-5" />
              <span className="max-sm:sr-only">{BACK}</span>
            </Link>
          }
          heading={<h1 className="display text-xl sm:text-2xl">{untranslated(listing.title)}</h1>}
          surroundings={<LazySurroundings listing={listing} />}
        />
        <CallToAction listing={listing} />
      </article>
      <SimilarHomes id={listing.id} listing={listing} />
      <CallBar listing={listing} />
      <PlacesOverlay />
    </>
  );
}

/**
 * Shows homes similar to a listing, even if the listing is gone. The homes are requested when the visitor nears the end
 * of the page.
 */
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
  return (
    <section
      aria-labelledby="listing-interested"
      className="mt-12 flex flex-wrap items-center justify-between gap-4 rounded-card border border-line bg-surface p-5 sm:p-6 print:hidden"
    >
      <div>
        <h2 id="listing-interested" className="text-2xl font-bold">
          Interested in this property
        </h2>
        <p className="mt-1 text-ink-muted">
          {listing.phone === null ? (
            "See what else is listed."
          ) : (
            <>
              Call <LandlordName of={listing} unnamed="the landlord" /> to arrange a viewing.
            </>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        {/* Hidden on smaller screens, because their bottom bar has the call button. */}
        <CallLink listing={listing} className="max-lg:hidden" />
        <Link to={PATHS.home} className={buttonClass({ variant: "secondary", size: "lg" })}>
          View More Listings
        </Link>
      </div>
    </section>
  );
}

const BACK = "Back to all listings";

export function BackLink() {
  return (
    <Link
      to={PATHS.home}
      className="inline-flex min-h-11 items-center gap-2 font-semibold text-accent underline-offset-4 hover:underline print:hidden"
    >
      <ArrowLeft aria-hidden="true" className="size-5" />
      {BACK}
    </Link>
  );
}

/** Page of a listing that does not exist or is no longer public. @param props.id 0 when the address has none */
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
              {BACK}
            </Link>
          }
        >
          <p>This listing may have been removed or rented.</p>
        </Notice>
      </div>
      {id > 0 && <SimilarHomes id={id} listing={null} />}
      <PlacesOverlay />
    </>
  );
}

export function ListingViewSkeleton() {
  return (
    // Keeps the footer below the fold, because the listing is longer than most screens.
    <div className="page-width min-h-dvh pt-6">
      <output className="sr-only">Loading listing</output>
      <Skeleton className="mb-2 h-5 w-56 max-w-full" />
      <BackLink />
      <div className="mt-1 grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_25rem]">
        <Skeleton className="aspect-4/3 rounded-card sm:aspect-2/1" />
        <div className="space-y-3">
          <Skeleton className="h-12 w-40" />
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-9 w-3/4" />
          <Skeleton className="h-64 rounded-card" />
        </div>
      </div>
    </div>
  );
}
