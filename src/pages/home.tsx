import { useInfiniteQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import type { PageData, PageHead, SiteInfo } from "../../worker/contracts/page.ts";
import { TAGLINE } from "../app/site-header.tsx";
import { AttributeFilters, NoMatches } from "../features/listings/attribute-filters.tsx";
import { useListFilters } from "../features/listings/attribute-search.ts";
import { FilterBar, filterNamed } from "../features/listings/filter-bar.tsx";
import { ListingFeed } from "../features/listings/listing-feed.tsx";
import { HOME_FIRST_PAGE, homeListings, listingsOf } from "../features/listings/listings.queries.ts";
import { PostButton } from "../features/listings/post-button.tsx";
import { listData } from "../features/listings/structured-data.ts";
import { MarketplaceGate } from "../features/subscribers/marketplace-gate.tsx";
import { PATHS } from "../lib/paths.ts";
import { useSite } from "../lib/site.tsx";
import { useDocumentHead } from "../lib/use-document-head.ts";
import { Notice } from "../ui/notice.tsx";
import { Faqs } from "./home-faqs.tsx";
import { HomeHero } from "./home-hero.tsx";
import { HowItWorks } from "./home-how-it-works.tsx";

const SKELETONS = 12;
/** With a filter set, more are fetched until this many show (spec.md 4). */
const FILL_FILTERED_TO = 20;

export function head(data: PageData, site: SiteInfo): PageHead {
  const listings = data.page === "home" ? data.listings : [];
  const photo = listings.find(({ images }) => images.length > 0)?.images[0];
  return {
    title: `${site.name} | Reviewed Rentals with the Market Rent Beside Them`,
    description: `${TAGLINE}. Browse reviewed Toronto rentals, each shown with the published market rent it was compared with.`,
    canonicalPath: PATHS.home,
    ...(photo !== undefined && { imagePath: `${photo}?w=800` }),
    ...(listings.length > 0 && { jsonLd: [listData(listings, site, "Rentals in Toronto")] }),
  };
}

const TEXTS = {
  error: "Please try refreshing the page",
  more: "Load More",
  end: "You've seen all",
  noun: (count: number) => (count === 1 ? "listing" : "listings"),
};

export function Component() {
  const site = useSite();
  useDocumentHead(head({ page: "home", listings: [], total: 0 }, site));

  const { typeName, attributes, setFilters } = useListFilters();
  const type = filterNamed(typeName);
  const isFiltered = type !== "all" || attributes.length > 0;

  const query = useInfiniteQuery(homeListings(type, attributes));
  const loaded = listingsOf(query.data?.pages ?? []);
  const shown = type === "all" ? loaded.filter(({ bedrooms }) => bedrooms !== "Private Room") : loaded;

  return (
    <>
      <HomeHero />

      <section id="listings" aria-labelledby="listings-heading" className="page-width pt-5 sm:pt-8">
        <div className="mb-2 flex items-center justify-between gap-3">
          <h2 id="listings-heading" className="text-2xl font-bold">
            Listings
          </h2>
          <PostButton size="md" />
        </div>
        <FilterBar filter={type} onChange={(chosen) => setFilters({ type: chosen, attributes })} />
        <AttributeFilters chosen={attributes} onChange={(chosen) => setFilters({ type, attributes: chosen })} />
        <div className="mt-1 xl:mt-5">
          <ListingFeed
            key={[type, ...attributes].join(" ")}
            query={query}
            listings={shown}
            skeletons={SKELETONS}
            // Under All a page may hold private rooms, which All hides.
            fillTo={isFiltered ? FILL_FILTERED_TO : HOME_FIRST_PAGE}
            texts={TEXTS}
            empty={
              isFiltered ? (
                <NoMatches onClear={() => setFilters({ attributes: [] })} />
              ) : (
                <Notice icon={SearchX} title="No listings found">
                  <p>No listings have been submitted yet. Please check back later.</p>
                </Notice>
              )
            }
          />
        </div>
      </section>

      <HowItWorks />
      <Faqs />
      <MarketplaceGate />
    </>
  );
}
