import { useInfiniteQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { Link, useLocation } from "react-router";
import { CATEGORIES, type Category } from "../../worker/contracts/bedrooms.ts";
import type { PageData, PageHead, SiteInfo } from "../../worker/contracts/page.ts";
import { PATHS } from "../lib/paths.ts";
import { AttributeFilters, NoMatches } from "../features/listings/attribute-filters.tsx";
import { useListFilters } from "../features/listings/attribute-search.ts";
import { FilterLinks } from "../features/listings/filter-bar.tsx";
import { ListingFeed } from "../features/listings/listing-feed.tsx";
import { categoryListings, categoryOf, listingsOf } from "../features/listings/listings.queries.ts";
import { PostButton } from "../features/listings/post-button.tsx";
import { breadcrumbData, collectionData } from "../features/listings/structured-data.ts";
import { MarketplaceGate } from "../features/subscribers/marketplace-gate.tsx";
import { useSite } from "../lib/site.tsx";
import { useDocumentHead } from "../lib/use-document-head.ts";
import { Breadcrumb } from "../ui/breadcrumb.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { CategoryLinks } from "./category-links.tsx";

const SKELETONS = 6;

const headingOf = (category: Category) => `${category.name} for Rent in Toronto`;

export function head(data: PageData, site: SiteInfo): PageHead {
  if (data.page !== "category") throw new Error(`This page cannot describe ${data.page}.`);
  const { listings } = data;
  const category = categoryOf(data.bedrooms);
  const name = headingOf(category);
  const description = `Browse ${category.plural} for rent in Toronto below market: reviewed listings, each with the market rent it was compared with.`;
  const photo = listings.find(({ images }) => images.length > 0)?.images[0];
  return {
    title: `${name} | ${site.name}`,
    description,
    canonicalPath: category.path,
    ...(photo !== undefined && { imagePath: `${photo}?w=800` }),
    jsonLd: [
      collectionData(listings, site, { name, description, path: category.path }),
      breadcrumbData(
        [
          { name: "Home", path: PATHS.home },
          { name: category.name, path: category.path },
        ],
        site,
      ),
    ],
  };
}

export function Component() {
  const { pathname } = useLocation();
  const path = pathname.toLowerCase().replace(/\/+$/, "");
  const category = CATEGORIES.find((candidate) => candidate.path === path);
  if (!category) throw new Error(`${pathname} is no category.`);
  // Anew for each category: nothing of the one before stays.
  return <CategoryPage key={category.path} category={category} />;
}

function CategoryPage({ category }: { category: Category }) {
  const site = useSite();
  useDocumentHead(head({ page: "category", bedrooms: category.bedrooms, listings: [], total: 0 }, site));
  const { attributes, setFilters } = useListFilters();
  const query = useInfiniteQuery(categoryListings(category.bedrooms, attributes));
  const listings = listingsOf(query.data?.pages ?? []);

  return (
    <div className="page-width pt-6">
      <Breadcrumb steps={[{ name: "Home", to: PATHS.home }, { name: category.name }]} />
      <div className="mt-2 mb-3 flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-3xl font-extrabold tracking-tight">{headingOf(category)}</h1>
        <PostButton presetBedrooms={category.bedrooms} variant="primary" />
      </div>
      <FilterLinks current={category.bedrooms} attributes={attributes} />
      <AttributeFilters chosen={attributes} onChange={(chosen) => setFilters({ attributes: chosen })} />
      <section aria-label={category.name} className="mt-1 xl:mt-4">
        <h2 className="sr-only">Listings</h2>
        <ListingFeed
          key={attributes.join(" ")}
          query={query}
          listings={listings}
          skeletons={SKELETONS}
          fillTo={0}
          texts={{
            error: "Please try again later.",
            more: "Load More Listings",
            end: "You've reached the end! Showing all",
            noun: () => category.plural,
          }}
          empty={
            attributes.length > 0 ? (
              <NoMatches onClear={() => setFilters({ attributes: [] })} />
            ) : (
              <Notice
                icon={SearchX}
                title={`No ${category.plural} found`}
                actions={
                  <Link to={PATHS.home} className={buttonClass({ variant: "secondary" })}>
                    Browse all listings
                  </Link>
                }
              >
                <p>No {category.plural} have been submitted yet. Please check back later or browse all listings.</p>
              </Notice>
            )
          }
        />
      </section>
      <CategoryLinks current={category} />
      <MarketplaceGate />
    </div>
  );
}
