import type { Category } from "../../worker/contracts/bedrooms.ts";
import { listingPath, type PublicListing } from "../../worker/contracts/listings.ts";
import { FEED_PATH, threadPath } from "../../worker/contracts/forum.ts";
import {
  listingFeedPath,
  type PageData,
  type PageHead,
  type PreviewImage,
  type SiteInfo,
} from "../../worker/contracts/page.ts";
import { PREVIEW_SIZE, PREVIEW_TYPE } from "../../worker/contracts/photos.ts";
import { categoryHeading, categoryOf } from "../features/listings/listings.queries.ts";
import { threadData, threadsData } from "../features/forum/thread-data.ts";
import { breadcrumbData, collectionData, listData, listingData } from "../features/listings/structured-data.ts";
import { PATHS } from "../lib/paths.ts";

type MachineHead = Pick<PageHead, "imagePath" | "imageFacts" | "jsonLd" | "feed">;

const pictureOf = (listings: readonly PublicListing[]): MachineHead => {
  const photo = listings.find(({ images }) => images.length > 0)?.images[0];
  return photo === undefined ? {} : { imagePath: `${photo}?w=800` };
};

const drawnPicture = ({ path, alt }: PreviewImage): MachineHead => ({
  imagePath: path,
  imageFacts: { ...PREVIEW_SIZE, type: PREVIEW_TYPE, alt },
});

const homeStep = { name: "Home", path: PATHS.home };
const forumStep = { name: "Discussions", path: PATHS.forum };
const rentalsFeed = { path: listingFeedPath(), title: "Rentals" };
const forumFeed = { path: FEED_PATH, title: "Discussions" };
const stepOf = ({ name, path }: Category) => ({ name, path });

/**
 * What only machines read, in the first HTML of a page: its picture, its feed and its structured data. Only the edge imports this,
 * so that browsers need not load it; what people see of a head is in `head()` of the page.
 */
export function machineHead(
  data: PageData,
  site: SiteInfo,
  { title, description, canonicalPath }: PageHead,
): MachineHead {
  switch (data.page) {
    case "home":
      if (data.listings.length === 0) return { feed: rentalsFeed };
      return {
        ...pictureOf(data.listings),
        feed: rentalsFeed,
        jsonLd: [listData(data.listings, site, "Rentals in Toronto")],
      };
    case "category": {
      const category = categoryOf(data.bedrooms);
      const page = { name: categoryHeading(category), description, path: category.path };
      return {
        ...pictureOf(data.listings),
        feed: { path: listingFeedPath(category.path), title: category.name },
        jsonLd: [collectionData(data.listings, site, page), breadcrumbData([homeStep, stepOf(category)], site)],
      };
    }
    case "listing": {
      const { listing, preview } = data;
      const steps = [
        homeStep,
        stepOf(categoryOf(listing.bedrooms)),
        { name: listing.title, path: listingPath(listing) },
      ];
      const picture = preview === null ? pictureOf([listing]) : drawnPicture(preview);
      return { ...picture, jsonLd: [listingData(listing, site), breadcrumbData(steps, site)] };
    }
    case "digest": {
      const { listings } = data.edition;
      if (canonicalPath === undefined) return {};
      const name = title.replace(` | ${site.name}`, "");
      return {
        ...pictureOf(listings),
        jsonLd: [collectionData(listings, site, { name, description, path: canonicalPath })],
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
      return { feed: forumFeed, jsonLd: [threadData(thread, comments, pageNumber, site), breadcrumbData(steps, site)] };
    }
    case "listing_gone":
    case "thread_gone":
    case "landlords":
    case "realtors":
    case "about":
    case "contact":
    case "privacy":
    case "terms":
    case "govip":
    case "not_found":
      break;
  }
  return {};
}
