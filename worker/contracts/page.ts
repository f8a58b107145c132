import type { ApiReference } from "./api-reference.ts";
import type { Bedrooms, FilterName } from "./bedrooms.ts";
import type { Claims } from "./claims.ts";
import type { DigestEdition } from "./digest.ts";
import type { ThreadListView } from "./forum-list.ts";
import type { Comment, Thread, ThreadList } from "./forum.ts";
import type { PublicListing } from "./listings.ts";
import type { MarketFigures } from "./market-pages.ts";
import { operation, types } from "./operation.ts";
import type { StaticPage } from "./pages.ts";
import type { ListingFacts } from "./places.ts";
import type { RentCheckAnswer } from "./rent-check.ts";
import type { ListingSearch, SearchMeaning } from "./search.ts";
import type { MonthFigures } from "./transparency.ts";
import type { VipOffer } from "./vip.ts";

/**
 * Response header with the version of the worker, on every response. All responses of one build have the same version.
 */
export const VERSION_HEADER = "X-App-Version";

/** Name of the `meta` element with the version of a page. */
export const VERSION_META = "app-version";

/** Public information about this deployment that pages show. */
export interface SiteInfo {
  name: string;
  /** Origin of the site, without a trailing slash. */
  url: string;
  contactEmail: string;
  /** Shown beside consent forms (CASL); empty in development. */
  postalAddress: string;
  /** Style URL of the map background; absent if there is none. */
  mapStyleUrl?: string;
  /** True if commutes can be computed; absent without a timetable. */
  hasTimetable?: true;
  /** True for a demonstration with invented listings, which accepts no sign-ups or submissions; absent elsewhere. */
  isDemo?: true;
}

export const getSite = operation("GET", "/api/site", types<{ answer: SiteInfo }>);

export const editionPath = (date: string): string => `/digest/${date}`;

/** Path to the home page's explanation of the percentages. */
export const PERCENTAGE_PATH = "/#percentage";
/** Text of links to the explanation of the percentages. */
export const HOW_WE_COMPARE = "How we compare rents";

/** One page of a list of listings. */
interface ListPage {
  /** Page number from 1; absent on the first page. */
  pageNumber?: number;
  /** The listings of the page, without their amenities. */
  listings: PublicListing[];
  /** Exact number of results; null if the search was cut off or did not count. */
  total: number | null;
  /** Number of results found so far in a search that was cut off. */
  atLeast?: number | null;
  /** Number of private rooms among the results. The home page hides them under All. */
  rooms?: number | null;
  /** The search parsed from the URL; absent without a search. */
  search?: ListingSearch;
  /** The meaning of the words in the search. */
  meaning?: SearchMeaning;
  /** True if the search ignored commute conditions because there is no timetable. */
  isCommuteOff?: boolean;
}

/** The preview image for sharing a listing's link (worker/contracts/photos.ts: its size and type). */
export interface PreviewImage {
  path: string;
  /** Text alternative of the image. */
  alt: string;
}

/** The data the worker loads for a page before rendering it, through the same services as the API. */
export type PageData =
  | ({ page: "home"; filter?: FilterName } & Pick<Claims, "medianDiscount"> & ListPage)
  | ({ page: "category"; bedrooms: Bedrooms } & ListPage)
  /** Includes the listing's preview image while the image is up to date. */
  | {
      page: "listing";
      listing: PublicListing;
      /** When the page's content last changed, ISO 8601 UTC. */
      changedAt: string;
      facts: ListingFacts | null;
      preview: PreviewImage | null;
    }
  /** The listing was public once (410) or never existed (404). */
  | { page: "listing_gone"; id: number }
  | { page: Exclude<StaticPage, "realtors"> }
  | ({ page: "realtors" } & Pick<Claims, "activeRenters">)
  | { page: "digest"; edition: DigestEdition }
  /** There is no such edition. The page states that the edition was not found. */
  | { page: "digest_gone"; date: string }
  | { page: "govip"; offer: VipOffer }
  | { page: "transparency"; months: MonthFigures[] }
  | { page: "api"; reference: ApiReference }
  | ({ page: "rent_check"; query: string } & RentCheckAnswer)
  | { page: "market"; figures: MarketFigures }
  /** There is no such neighbourhood. The page states that the neighbourhood was not found. */
  | { page: "market_gone"; slug: string }
  | { page: "threads"; view: ThreadListView; list: ThreadList }
  /** A thread with a page of its comments, oldest first. Pages are numbered from 1. */
  | { page: "thread"; thread: Thread; comments: Comment[]; pageNumber: number }
  /** The thread was deleted (410) or never existed (404). */
  | { page: "thread_gone"; id: number }
  | { page: "not_found" };

/** Input of src/entry-server for rendering one page. */
interface PageInput {
  /** Path and query as the client requested them. */
  url: string;
  site: SiteInfo;
  /** Time of rendering, ISO 8601 UTC. Server and browser use it for 'Newly Listed' and dates. */
  renderedAt: string;
  data: PageData;
}

/**
 * Returns the path of the Atom feed of the newest listings.
 * @param categoryPath limits the feed to a category; all listings by default
 */
export const listingFeedPath = (categoryPath?: string): string => `${categoryPath ?? "/listings"}/feed.xml`;

/** A page's metadata for browsers, search engines and link previews. */
export interface PageHead {
  title: string;
  /** Description for search engines, at most 160 characters. */
  description: string;
  /** Canonical path; absent on pages that are not indexed. */
  canonicalPath?: string;
  /** Open Graph type; a web page by default. */
  type?: "article";
  /** Path of the image for link previews. */
  imagePath?: string;
  /** Details of the image for link previews, if this site drew it. */
  imageFacts?: { width: number; height: number; type: string; alt: string };
  noindex?: boolean;
  /** The Atom feed of the page's content. */
  feed?: { path: string; title: string };
  /** Structured data, one object per script element, with absolute URLs. */
  jsonLd?: object[];
}

/** State embedded in the page as JSON. The browser continues from this state. */
export interface PageState {
  site: SiteInfo;
  renderedAt: string;
  data: PageData;
}

/** A page rendered by the worker. */
export interface RenderedPage {
  /** Name of the page's file in src/pages, without its extension. */
  module: string;
  /** Markup inside #root. */
  html: string;
  head: PageHead;
}

/** The type of the only export of src/entry-server. */
export type RenderPage = (input: PageInput) => Promise<RenderedPage>;
