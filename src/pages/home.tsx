import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState, Activity, type ComponentType, lazy } from "react";
import { discountText } from "../../worker/contracts/claims.ts";
import { hidesRooms } from "../../worker/contracts/list-pages.ts";
import type { PageData, PageHead, SiteInfo } from "../../worker/contracts/page.ts";
import { NO_FILTERS } from "../../worker/contracts/search.ts";
import { TAGLINE } from "../app/header.tsx";
import type { Answers } from "../app/router/page-table.ts";
import { MarketplaceGate } from "../features/access/marketplace-gate.tsx";
import { claim } from "../features/claims/claims.queries.ts";
import {
  filterCount,
  createViewHead,
  isPastLastPage,
  type ListView,
  useListState,
  viewFromQuery,
  viewQuery,
} from "../features/listings/commute/list-state.ts";
import { homeListings, homeSource, listingsKeys, loadedPage } from "../features/listings/facts/listings.queries.ts";
import { FilterBar } from "../features/listings/search/filter-bar.tsx";
import { pageSuffix } from "../lib/format.ts";
import { PATHS } from "../lib/paths.ts";
import { useSite } from "../lib/site.tsx";
import { useDocumentHead } from "../lib/use-document-head.ts";
import { DemoNote } from "../ui/notice.tsx";
import { Faqs, HowItWorks } from "./parts/constant-parts.tsx";
import { SearchableList } from "./parts/searchable-list.tsx";

/** Server-rendered and hydrated after the listings. The page also works without its code. */
const SignUpForm = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    const { SignUpForm } = await import("../features/subscribers/sign-up-form.tsx");
    return { default: SignUpForm };
  } catch {
    return { default: () => null };
  }
});

/**
 * A low hero, so that prices are visible early. The explanation expands together with the form (sign-up.css).
 * @param props.isShort true for a single line, used for addresses with conditions
 */
function HomeHero({ isShort }: { isShort: boolean }) {
  return (
    <section className={`hero ${isShort ? "hero-short" : ""}`}>
      <div className="hero-row page-width">
        <div>
          <h1 className="display">Toronto rentals below market, with the numbers to show it</h1>
          <p className="hero-pitch">
            <span>New listings in your inbox every </span>Monday, Wednesday and Friday at 10 a.m.
            <span>, each reviewed by a person. Free for renters and landlords.</span>
          </p>
        </div>
        {useSite().isDemo ? (
          <DemoNote what="sign-ups" />
        ) : (
          // Hydrates on its own; unlike Suspense, Activity needs no inline script.
          <Activity>
            <SignUpForm />
          </Activity>
        )}
      </div>
    </section>
  );
}

const SKELETONS = 12;
/**
 * Minimum number of listings shown with a filter; pages are loaded until it is reached (docs/product.md, In the
 * browser).
 */
const FILL_FILTERED_TO = 20;
/**
 * Minimum number of listings shown with the filter "All". Needed because a page of results may contain only hidden
 * private rooms.
 */
const FILL_ALL_TO = 1;

function headOfList(view: ListView, isPastLastPage: boolean, site: SiteInfo): PageHead {
  return {
    title: `${site.name} | Reviewed Rentals with the Market Rent Beside Them${pageSuffix(view.page)}`,
    description: `${TAGLINE}. Browse reviewed Toronto rentals, each shown with the published market rent it was compared with.`,
    ...createViewHead(PATHS.home, view, isPastLastPage),
  };
}

export function head(data: PageData, site: SiteInfo, query: string): PageHead {
  const view = viewFromQuery(query);
  return headOfList(view, data.page === "home" && isPastLastPage(view, data.listings), site);
}

const TEXTS = {
  error: "Please try refreshing the page",
  more: "Load More",
  end: "You've seen all",
  noun: (count: number) => (count === 1 ? "listing" : "listings"),
};

export const answers = (data: PageData): Answers =>
  data.page === "home"
    ? [
        [listingsKeys.home(data.filter ?? "all", data.search ?? NO_FILTERS, data.pageNumber), loadedPage(data)],
        [claim("medianDiscount").queryKey, data.medianDiscount],
      ]
    : [];

function TypicalDiscount() {
  const { data: percent } = useQuery(claim("medianDiscount"));
  return typeof percent === "number" ? <p className="mb-6 text-lg">Listings are {discountText(percent)}.</p> : null;
}

export function Component() {
  const site = useSite();
  const list = useListState(false);
  const { filter, search } = list;
  // The hero is short for addresses with conditions. Choosing a type later does not change its height, because the
  // clicked button would move.
  const [wasShort] = useState(viewQuery(list) !== "");
  const isWithoutRooms = hidesRooms(filter, search);
  const isFiltered = !isWithoutRooms || filterCount(search, list.commutes) > 0;
  const query = useInfiniteQuery(homeListings(filter, list.asked, list.page));
  const first = query.data?.pages[0];
  useDocumentHead(headOfList(list, isPastLastPage(list, first?.items), site));

  return (
    <>
      <HomeHero isShort={wasShort || viewQuery({ ...list, filter: "all" }) !== ""} />

      <section id="listings" aria-labelledby="listings-heading" className="page-width pt-1.5 sm:pt-3">
        <SearchableList
          list={list}
          heading={
            <h2 id="listings-heading" className="sr-only">
              Listings
            </h2>
          }
          source={homeSource(filter)}
          filter={filter}
          hidesRooms={isWithoutRooms}
          isFiltered={isFiltered}
          query={query}
          types={<FilterBar list={list} rooms={(isWithoutRooms && first?.rooms) || 0} meaning={first?.meaning} />}
          skeletons={SKELETONS}
          fillTo={isFiltered ? FILL_FILTERED_TO : FILL_ALL_TO}
          texts={TEXTS}
          empty={{
            title: "No listings found",
            text: "No listings have been submitted yet. Please check back later.",
          }}
        />
      </section>

      <HowItWorks>
        <TypicalDiscount />
      </HowItWorks>
      <Faqs />
      <MarketplaceGate />
    </>
  );
}
