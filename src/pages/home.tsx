import { useInfiniteQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import type { PageData, PageHead, SiteInfo } from "../../worker/contracts/page.ts";
import { TAGLINE } from "../app/site-header.tsx";
import { FilterBar } from "../features/listings/search/filter-bar.tsx";
import { ListingResults } from "../features/listings/search/listing-results.tsx";
import { homeListings, homeSource, listingsOf } from "../features/listings/card/listings.queries.ts";
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
import { pageText } from "../lib/format.ts";
import { PATHS } from "../lib/paths.ts";
import { useSite } from "../lib/site.tsx";
import { useDocumentHead } from "../lib/use-document-head.ts";
import { buttonClass } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { Notice } from "../ui/notice.tsx";
import { Faqs } from "./parts/home-faqs.tsx";
import { HomeHero } from "./parts/home-hero.tsx";
import { HowItWorks } from "./parts/home-how-it-works.tsx";

const SKELETONS = 12;
/** With a filter set, more are fetched until this many show (docs/product.md, In the browser). */
const FILL_FILTERED_TO = 20;
/** Under All, whose pages may hold nothing but private rooms, which All hides: something is shown. */
const FILL_ALL_TO = 1;

function headOfList(view: ListView, isPastLastPage: boolean, site: SiteInfo): PageHead {
  return {
    title: `${site.name} | Reviewed Rentals with the Market Rent Beside Them${pageText(view.page)}`,
    description: `${TAGLINE}. Browse reviewed Toronto rentals, each shown with the published market rent it was compared with.`,
    ...headOfView(PATHS.home, view, isPastLastPage),
  };
}

export function head(data: PageData, site: SiteInfo, query: string): PageHead {
  const view = viewNamed(query);
  return headOfList(view, data.page === "home" && isPastLastPage(view, data.listings), site);
}

const TEXTS = {
  error: "Please try refreshing the page",
  more: "Load More",
  end: "You've seen all",
  noun: (count: number) => (count === 1 ? "listing" : "listings"),
};

export function Component() {
  const site = useSite();
  const list = useListState(false);
  const { filter, search, isMap } = list;
  // Whoever asks for a room or a bed is shown them, under All too.
  const hidesRooms = filter === "all" && search.homeType !== "room" && search.homeType !== "shared_bed";
  const isFiltered = !hidesRooms || filterCount(search) > 0;
  const source = homeSource(filter);
  const query = useInfiniteQuery(homeListings(filter, search, list.page));
  const pages = query.data?.pages ?? [];
  useDocumentHead(headOfList(list, isPastLastPage(list, pages[0]?.items), site));
  const loaded = listingsOf(pages);
  const listings = hidesRooms ? loaded.filter(({ bedrooms }) => bedrooms !== "Private Room") : loaded;

  return (
    <>
      <HomeHero />

      <section id="listings" aria-labelledby="listings-heading" className="page-width pt-5 sm:pt-8">
        <div className="mb-2 flex flex-wrap items-center gap-2">
          <h2 id="listings-heading" className="mr-auto text-2xl font-bold max-sm:text-xl">
            Listings
          </h2>
          <Link to={PATHS.forum} className={`${buttonClass({ variant: "secondary" })} max-sm:px-2 max-sm:text-sm`}>
            Discussions
          </Link>
          <PostButton size="md" />
        </div>
        <SearchBar
          list={list}
          source={source}
          hidesRooms={hidesRooms}
          shown={pages[0] ? shownCount(pages[0], hidesRooms) : null}
          isPending={query.isPending}
        >
          <FilterBar filter={filter} onChange={(chosen) => list.change({ filter: chosen })} />
        </SearchBar>
        <div className="mt-2">
          <ListingResults
            key={viewQuery(list)}
            list={list}
            isMap={isMap}
            filter={filter}
            search={search}
            hidesRooms={hidesRooms}
            query={query}
            listings={listings}
            skeletons={SKELETONS}
            fillTo={isFiltered ? FILL_FILTERED_TO : FILL_ALL_TO}
            texts={TEXTS}
            empty={
              isFiltered ? (
                <NoMatches
                  list={list}
                  source={source}
                  hidesRooms={hidesRooms}
                  onClear={() => list.change({ ...PLAIN_VIEW, isMap })}
                />
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
