import { useInfiniteQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useLocation } from "react-router";
import { CATEGORIES, type Category } from "../../worker/contracts/bedrooms.ts";
import type { PageData, PageHead, SiteInfo } from "../../worker/contracts/page.ts";
import { pageText } from "../lib/format.ts";
import { PATHS } from "../lib/paths.ts";
import { FilterLinks } from "../features/listings/search/filter-bar.tsx";
import { ListingResults } from "../features/listings/search/listing-results.tsx";
import {
  categoryHeading,
  categoryListings,
  categoryOf,
  listingsOf,
} from "../features/listings/card/listings.queries.ts";
import { NoMatches } from "../features/listings/search/no-matches.tsx";
import { PostButton } from "../features/listings/submission/post-button.tsx";
import { SearchBar } from "../features/listings/search/search-bar.tsx";
import {
  filterCount,
  headOfView,
  isPastLastPage,
  type ListView,
  PLAIN_VIEW,
  shownCount,
  useListState,
  viewNamed,
  viewQuery,
} from "../features/listings/search/search-state.ts";
import { MarketplaceGate } from "../features/subscribers/marketplace-gate.tsx";
import { useSite } from "../lib/site.tsx";
import { useDocumentHead } from "../lib/use-document-head.ts";
import { Breadcrumb } from "../ui/breadcrumb.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { Notice } from "../ui/notice.tsx";
import { CategoryLinks } from "./parts/category-links.tsx";

const SKELETONS = 6;

function headOfList(category: Category, view: ListView, isPastLastPage: boolean, site: SiteInfo): PageHead {
  const description = `Browse ${category.plural} for rent in Toronto below market: reviewed listings, each with the market rent it was compared with.`;
  return {
    title: `${categoryHeading(category)}${pageText(view.page)} | ${site.name}`,
    description,
    ...headOfView(category.path, view, isPastLastPage),
  };
}

export function head(data: PageData, site: SiteInfo, query: string): PageHead {
  if (data.page !== "category") throw new Error(`This page cannot describe ${data.page}.`);
  const view: ListView = { ...viewNamed(query), filter: "all" };
  return headOfList(categoryOf(data.bedrooms), view, isPastLastPage(view, data.listings), site);
}

export function Component() {
  const { pathname } = useLocation();
  const path = pathname.toLowerCase().replace(/(?<!\/)\/+$/, "");
  const category = CATEGORIES.find((candidate) => candidate.path === path);
  if (!category) throw new Error(`${pathname} is no category.`);
  // Anew for each category: nothing of the one before stays.
  return <CategoryPage key={category.path} category={category} />;
}

function CategoryPage({ category }: { category: Category }) {
  const site = useSite();
  const list = useListState(true);
  const { search, isMap } = list;
  const { bedrooms } = category;
  const query = useInfiniteQuery(categoryListings(bedrooms, search, list.page));
  const pages = query.data?.pages ?? [];
  useDocumentHead(headOfList(category, list, isPastLastPage(list, pages[0]?.items), site));

  return (
    <div className="page-width pt-6">
      <Breadcrumb steps={[{ name: "Home", to: PATHS.home }, { name: category.name }]} />
      <div className="mt-2 mb-3 flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-3xl font-extrabold tracking-tight">{categoryHeading(category)}</h1>
        <div className="flex flex-wrap gap-2">
          <PostButton presetBedrooms={bedrooms} variant="primary" />
          <Link to={PATHS.forum} className={buttonClass({ variant: "secondary", size: "lg" })}>
            Discussions
          </Link>
        </div>
      </div>
      <SearchBar
        list={list}
        source={category}
        hidesRooms={false}
        shown={pages[0] ? shownCount(pages[0], false) : null}
        isPending={query.isPending}
      >
        <FilterLinks current={bedrooms} list={list} />
      </SearchBar>
      <section aria-label={category.name} className="mt-2">
        <h2 className="sr-only">Listings</h2>
        <ListingResults
          key={viewQuery(list)}
          list={list}
          isMap={isMap}
          filter={bedrooms}
          search={search}
          hidesRooms={false}
          query={query}
          listings={listingsOf(pages)}
          skeletons={SKELETONS}
          fillTo={0}
          texts={{
            error: "Please try again later.",
            more: "Load More Listings",
            end: "You've reached the end! Showing all",
            noun: () => category.plural,
          }}
          empty={
            filterCount(search) > 0 ? (
              <NoMatches
                list={list}
                source={category}
                hidesRooms={false}
                onClear={() => list.change({ ...PLAIN_VIEW, isMap })}
              />
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
