import { useInfiniteQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { CATEGORIES, type Category } from "../../worker/contracts/bedrooms.ts";
import type { Answers } from "../app/router/page-table.ts";
import type { PageData, PageHead, SiteInfo } from "../../worker/contracts/page.ts";
import { NO_FILTERS } from "../../worker/contracts/search.ts";
import { MarketplaceGate } from "../features/access/marketplace-gate.tsx";
import {
  categoryHeading,
  categoryListings,
  findCategory,
  categorySource,
  listingsKeys,
  loadedPage,
} from "../features/listings/facts/listings.queries.ts";
import { FilterLinks } from "../features/listings/search/filter-bar.tsx";
import {
  filterCount,
  createViewHead,
  isPastLastPage,
  type ListView,
  useListState,
  viewFromQuery,
} from "../features/listings/commute/list-state.ts";
import { pageSuffix } from "../lib/format.ts";
import { PATHS } from "../lib/paths.ts";
import { useSite } from "../lib/site.tsx";
import { useDocumentHead } from "../lib/use-document-head.ts";
import { Breadcrumb } from "../ui/breadcrumb.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { SearchableList } from "./parts/searchable-list.tsx";

const SKELETONS = 6;

function headOfList(category: Category, view: ListView, isPastLastPage: boolean, site: SiteInfo): PageHead {
  const description = `Browse ${category.plural} for rent in Toronto below market: reviewed listings, each with the market rent it was compared with.`;
  return {
    title: `${categoryHeading(category)}${pageSuffix(view.page)} | ${site.name}`,
    description,
    ...createViewHead(category.path, view, isPastLastPage),
  };
}

export function head(data: PageData, site: SiteInfo, query: string): PageHead {
  if (data.page !== "category") throw new Error(`The category page received the data of the page “${data.page}”.`);
  const view: ListView = { ...viewFromQuery(query), filter: "all" };
  return headOfList(findCategory(data.bedrooms), view, isPastLastPage(view, data.listings), site);
}

export const answers = (data: PageData): Answers =>
  data.page === "category"
    ? [[listingsKeys.category(data.bedrooms, data.search ?? NO_FILTERS, data.pageNumber), loadedPage(data)]]
    : [];

export function Component() {
  const { pathname } = useLocation();
  const path = pathname.toLowerCase().replace(/(?<!\/)\/+$/, "");
  const category = CATEGORIES.find((candidate) => candidate.path === path);
  if (!category) throw new Error(`${pathname} is no category.`);
  // The key resets all state when the category changes.
  return <CategoryPage key={category.path} category={category} />;
}

function CategoryPage({ category }: { category: Category }) {
  const site = useSite();
  const list = useListState(true);
  const { bedrooms } = category;
  const query = useInfiniteQuery(categoryListings(bedrooms, list.asked, list.page));
  useDocumentHead(headOfList(category, list, isPastLastPage(list, query.data?.pages[0]?.items), site));

  return (
    <div className="page-width pt-3 sm:pt-5">
      <Breadcrumb steps={[{ name: category.name }]} />
      <SearchableList
        list={list}
        heading={<h1 className="display mr-auto text-2xl max-sm:w-full sm:text-3xl">{categoryHeading(category)}</h1>}
        presetBedrooms={bedrooms}
        source={categorySource(category)}
        filter={bedrooms}
        isFiltered={filterCount(list.search, list.commutes) > 0}
        label={category.name}
        query={query}
        types={<FilterLinks current={bedrooms} list={list} />}
        skeletons={SKELETONS}
        fillTo={0}
        texts={{
          error: "Please try again later.",
          more: "Load More Listings",
          end: "You've reached the end! Showing all",
          noun: (count) => category.counted[count === 1 ? 0 : 1],
        }}
        empty={{
          title: `No ${category.plural} found`,
          text: `No ${category.plural} have been submitted yet. Please check back later or browse all listings.`,
          action: (
            <Link to={PATHS.home} className={buttonClass({ variant: "secondary", size: "sm" })}>
              Browse all listings
            </Link>
          ),
        }}
      />
      <CategoryLinks current={category} />
      <MarketplaceGate />
    </div>
  );
}

function CategoryLinks({ current }: { current: Category }) {
  return (
    <nav aria-labelledby="browse-by-type" className="mt-14">
      <h2 id="browse-by-type" className="mb-4 text-xl font-bold">
        Browse Apartments by Type
      </h2>
      <ul className="flex flex-wrap gap-2">
        {CATEGORIES.map(({ path, name }) => (
          <li key={path}>
            <Link
              to={path}
              aria-current={path === current.path ? "page" : undefined}
              className={`${buttonClass({ variant: "secondary" })} aria-[current]:border-accent aria-[current]:bg-accent-soft aria-[current]:text-accent`}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
