import type { Category } from "../../worker/contracts/bedrooms.ts";
import { firstIndexOfPage } from "../../worker/contracts/list-pages.ts";
import { listingPath, type PublicListing } from "../../worker/contracts/listings.ts";
import { FEED_PATH, threadPath } from "../../worker/contracts/forum.ts";
import {
  listingFeedPath,
  type PageData,
  type PageHead,
  type PreviewImage,
  type SiteInfo,
} from "../../worker/contracts/page.ts";
import type { MarketFigures } from "../../worker/contracts/market-pages.ts";
import { DROPS_FEED_PATH } from "../../worker/contracts/price-history.ts";
import { PREVIEW_SIZE, PREVIEW_TYPE } from "../../worker/contracts/photos.ts";
import { categoryHeading, findCategory } from "../features/listings/facts/listings.queries.ts";
import { threadData, threadsData } from "../features/forum/thread/thread-data.ts";
import { breadcrumbData, collectionData, listData, listingData } from "../features/listings/card/structured-data.ts";
import { API_PAGE, isStaticPage, PAGE_NAMES, STATIC_PAGES, TRANSPARENCY_PATH } from "../../worker/contracts/pages.ts";
import { PATHS } from "../lib/paths.ts";

type CrawlerHead = Pick<PageHead, "type" | "imagePath" | "imageFacts" | "jsonLd" | "feed">;

/** Returns the share picture of pages that have none of their own. */
const sitePicture = (site: SiteInfo): CrawlerHead => ({
  imagePath: "/share.png",
  imageFacts: { ...PREVIEW_SIZE, type: "image/png", alt: site.name },
});

const pictureOf = (listings: readonly PublicListing[]): CrawlerHead => {
  const photo = listings.find(({ images }) => images.length > 0)?.images[0];
  return photo === undefined ? {} : { imagePath: `${photo}?w=800` };
};

const drawnPicture = ({ path, alt }: PreviewImage): CrawlerHead => ({
  imagePath: path,
  imageFacts: { ...PREVIEW_SIZE, type: PREVIEW_TYPE, alt },
});

const homeStep = { name: "Home", path: PATHS.home };
const forumStep = { name: "Discussions", path: PATHS.forum };
const rentalsFeed = { path: listingFeedPath(), title: "Rentals" };
const dropsFeed = { path: DROPS_FEED_PATH, title: "Reduced rents" };
const homeFeed = ({ search }: Pick<PageData & { page: "home" }, "search">) =>
  search?.dropped ? dropsFeed : rentalsFeed;
const forumFeed = { path: FEED_PATH, title: "Discussions" };
const feedOf = ({ name, path }: Category) => ({ path: listingFeedPath(path), title: name });
const stepOf = ({ name, path }: Category) => ({ name, path });

/** Returns schema.org data of the rent check, as a free tool. */
const rentCheckData = ({ url }: SiteInfo, description: string): object => ({
  "@context": "https://schema.org",
  "@type": "WebApplication",
  name: "Rent check",
  description,
  url: url + PATHS.rentCheck,
  applicationCategory: "FinanceApplication",
  operatingSystem: "Any",
  offers: { "@type": "Offer", price: "0", priceCurrency: "CAD" },
});

/** Returns schema.org data of a market page, as a reusable dataset with its files. */
function datasetData(
  { area, licence }: MarketFigures,
  { url, name }: SiteInfo,
  { description, path }: { description: string; path: string },
): object {
  const file = (contentUrl: string, encodingFormat: string) => ({
    "@type": "DataDownload",
    contentUrl: url + contentUrl,
    encodingFormat,
  });
  return {
    "@context": "https://schema.org",
    "@type": "Dataset",
    name: `Rents: ${area.name}`,
    description,
    url: url + path,
    license: licence.url,
    isAccessibleForFree: true,
    creator: { "@type": "Organization", name, url },
    spatialCoverage: area.slug === null ? area.name : `${area.name}, Toronto`,
    distribution: [file(`${path}.csv`, "text/csv"), file(`/api${path}`, "application/json")],
  };
}

/**
 * Returns metadata for crawlers in the first HTML: picture, feed and structured data. Only the server imports this
 * file, so it is not in the browser's bundle.
 */
export function crawlerHead(data: PageData, site: SiteInfo, head: PageHead): CrawlerHead {
  const own = pageHead(data, site, head);
  return own.imagePath === undefined ? { ...sitePicture(site), ...own } : own;
}

function pageHead(data: PageData, site: SiteInfo, { title, description, canonicalPath }: PageHead): CrawlerHead {
  if (isStaticPage(data.page)) {
    const step = { name: PAGE_NAMES[data.page], path: STATIC_PAGES[data.page] };
    return { jsonLd: [breadcrumbData([homeStep, step], site)] };
  }
  switch (data.page) {
    case "home":
      if (data.listings.length === 0) return { feed: homeFeed(data) };
      return {
        ...pictureOf(data.listings),
        feed: homeFeed(data),
        jsonLd: [
          listData(data.listings, site, { name: "Rentals in Toronto", first: firstIndexOfPage(data.pageNumber ?? 1) }),
        ],
      };
    case "category": {
      const category = findCategory(data.bedrooms);
      const page = {
        name: categoryHeading(category),
        description,
        path: canonicalPath ?? category.path,
        first: firstIndexOfPage(data.pageNumber ?? 1),
      };
      return {
        ...pictureOf(data.listings),
        feed: feedOf(category),
        jsonLd: [collectionData(data.listings, site, page), breadcrumbData([homeStep, stepOf(category)], site)],
      };
    }
    case "listing": {
      const { listing, changedAt, preview } = data;
      const category = findCategory(listing.bedrooms);
      const steps = [homeStep, stepOf(category), { name: listing.title, path: listingPath(listing) }];
      const picture = preview === null ? pictureOf([listing]) : drawnPicture(preview);
      return {
        ...picture,
        feed: feedOf(category),
        jsonLd: [listingData(listing, site, changedAt), breadcrumbData(steps, site)],
      };
    }
    case "digest": {
      const { listings } = data.edition;
      if (canonicalPath === undefined) return {};
      const name = title.replace(` | ${site.name}`, "");
      return {
        ...pictureOf(listings),
        jsonLd: [
          collectionData(listings, site, { name, description, path: canonicalPath, first: 0 }),
          breadcrumbData([homeStep, { name, path: canonicalPath }], site),
        ],
      };
    }
    case "threads": {
      if (canonicalPath === undefined) return {};
      const name = title.replace(` | ${site.name}`, "");
      return {
        feed: forumFeed,
        jsonLd: [
          threadsData(data.list.threads, site, { name, description, path: canonicalPath, page: data.view.page }),
          breadcrumbData([homeStep, forumStep], site),
        ],
      };
    }
    case "thread": {
      const { thread, comments, pageNumber } = data;
      if (canonicalPath === undefined) return {};
      const steps = [homeStep, forumStep, { name: thread.title, path: threadPath(thread) }];
      return {
        type: "article",
        feed: forumFeed,
        jsonLd: [threadData(thread, comments, pageNumber, site), breadcrumbData(steps, site)],
      };
    }
    case "transparency":
      return {
        jsonLd: [breadcrumbData([homeStep, { name: "Transparency", path: TRANSPARENCY_PATH }], site)],
      };
    case "api":
      return { jsonLd: [breadcrumbData([homeStep, { name: "API", path: API_PAGE }], site)] };
    case "rent_check":
      // Results have no canonical path and are not indexed.
      return canonicalPath === undefined
        ? {}
        : {
            jsonLd: [
              rentCheckData(site, description),
              breadcrumbData([homeStep, { name: "Rent check", path: PATHS.rentCheck }], site),
            ],
          };
    case "market": {
      const { area } = data.figures;
      const step = { name: "Market", path: PATHS.market };
      const path = canonicalPath ?? PATHS.market;
      return {
        jsonLd: [
          datasetData(data.figures, site, { description, path }),
          breadcrumbData([homeStep, step, ...(area.slug === null ? [] : [{ name: area.name, path }])], site),
        ],
      };
    }
    case "market_gone":
    case "listing_gone":
    case "thread_gone":
    case "digest_gone":
    case "govip":
    case "not_found":
      break;
  }
  return {};
}
