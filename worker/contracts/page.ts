import type { DehydratedState } from "@tanstack/react-query";
import type { Bedrooms, FilterName } from "./bedrooms.ts";
import type { DigestEdition } from "./digest.ts";
import type { Comment, Thread, ThreadList } from "./forum.ts";
import type { ThreadListView } from "./forum-list.ts";
import type { PublicListing } from "./listings.ts";
import type { StaticPage } from "./pages.ts";
import type { ListingFacts } from "./places.ts";
import type { ListingSearch } from "./search.ts";
import type { VipOffer } from "./vip.ts";

/** Public facts of this deployment that pages are rendered with. */
export interface SiteInfo {
  name: string;
  /** Origin, without a trailing slash. */
  url: string;
  contactEmail: string;
  /** Shown beside forms that ask for consent (CASL); empty in development. */
  postalAddress: string;
  /** Style of the maps' background; left out where there is none. */
  mapStyleUrl?: string;
}

/** The public page of an edition of the digest. */
export const editionPath = (date: string): string => `/digest/${date}`;

/** Where the home page says how percentages below the market are worked out. */
export const PERCENTAGE_PATH = "/#percentage";
/** What a link to it says. */
export const HOW_WE_COMPARE = "How we compare, and why averages lie above the middle of ordinary ads";

/** The page of a list that an address asks for. */
interface ListPage {
  /** From 1; left out on the first. */
  pageNumber?: number;
  /** Without their amenities. */
  listings: PublicListing[];
  /** Exact; null when the search was cut, and with nothing counted. */
  total: number | null;
  /** How many a cut search found so far. */
  atLeast?: number | null;
  /** How many of the total, or of those found so far, are private rooms: the home page hides them under All. */
  rooms?: number | null;
  /** As searchNamed() reads the address; left out where nothing is asked for. */
  search?: ListingSearch;
  /** The words that were looked for instead of those of the search. */
  corrected?: string;
}

/** The picture drawn of a listing for who shares its link (worker/contracts/photos.ts: its size and type). */
export interface PreviewImage {
  path: string;
  /** What it says, in words. */
  alt: string;
}

/** What the edge loads for a page before rendering it, through the same services as the API. */
export type PageData =
  | ({ page: "home"; filter?: FilterName } & ListPage)
  | ({ page: "category"; bedrooms: Bedrooms } & ListPage)
  /** With the preview image of the listing while there is one that says what the listing says. */
  | {
      page: "listing";
      listing: PublicListing;
      /** When what the page says last changed, ISO 8601 UTC. */
      changedAt: string;
      facts: ListingFacts | null;
      preview: PreviewImage | null;
    }
  /** The listing was public once (410) or never (404); the page says the same. */
  | { page: "listing_gone"; id: number }
  | { page: StaticPage }
  | { page: "digest"; edition: DigestEdition }
  | { page: "govip"; offer: VipOffer }
  | { page: "threads"; view: ThreadListView; list: ThreadList }
  /** A thread with a page of its comments: from 1, the oldest first. */
  | { page: "thread"; thread: Thread; comments: Comment[]; pageNumber: number }
  /** The thread was deleted (410) or never was (404); the page says the same. */
  | { page: "thread_gone"; id: number }
  | { page: "not_found" };

/** What src/entry-server needs to render one page. */
interface PageInput {
  /** Path and query as requested. */
  url: string;
  site: SiteInfo;
  /** Moment of rendering, ISO 8601 UTC: server and browser compute 'Newly Listed' and dates from it. */
  renderedAt: string;
  data: PageData;
}

/** The Atom feed of the newest listings. @param categoryPath of one type; of all where there is none */
export const listingFeedPath = (categoryPath?: string): string => `${categoryPath ?? "/listings"}/feed.xml`;

/** What a page says of itself to browsers, search engines and people sharing its link. */
export interface PageHead {
  title: string;
  /** At most 160 characters. */
  description: string;
  /** Path of the canonical address; left out on pages that are not indexed. */
  canonicalPath?: string;
  /** What it is to those who share its link (Open Graph); a page of the site unless given. */
  type?: "article";
  /** Path of the picture shown when the link is shared. */
  imagePath?: string;
  /** What is known of that picture, where it is one that this site drew. */
  imageFacts?: { width: number; height: number; type: string; alt: string };
  noindex?: boolean;
  /** The Atom feed of what the page shows. */
  feed?: { path: string; title: string };
  /** Structured data, one object a script element, with absolute addresses. */
  jsonLd?: object[];
}

/** Put into the page as JSON, so that the browser continues where the edge stopped. */
export interface PageState {
  site: SiteInfo;
  renderedAt: string;
  queries: DehydratedState;
}

/** A page rendered at the edge. */
export interface RenderedPage {
  /** Name of the file in src/pages that renders it, without its ending. */
  module: string;
  /** Markup of #root. */
  html: string;
  head: PageHead;
  state: PageState;
}

/** src/entry-server's one export. */
export type RenderPage = (input: PageInput) => Promise<RenderedPage>;
