import { type Lifetime, PUBLIC_READS, type PublicReadName, READ } from "../../../worker/platform/caching.ts";
import { OPERATIONS } from "../../../worker/contracts/operations.ts";
import { CATEGORIES } from "../../../worker/contracts/bedrooms.ts";
import { FEED_PATH, FORUM_PATH, threadPath } from "../../../worker/contracts/forum.ts";
import { listingFeedPath } from "../../../worker/contracts/page.ts";

import {
  API_CATALOG_PATH,
  API_PAGE,
  MARKET_PATH,
  RENT_CHECK_PATH,
  STATIC_PAGES,
  TRANSPARENCY_CSV_PATH,
  TRANSPARENCY_PATH,
  OPENAPI_PATH,
} from "../../../worker/contracts/pages.ts";
import { CURRENT_TILES_PATH } from "../../../worker/contracts/map-tiles.ts";
import { DROPS_FEED_PATH } from "../../../worker/contracts/price-history.ts";
import { PHOTO_WIDTHS } from "../../../worker/contracts/photos.ts";
import type { World } from "./world.ts";

const ONE_BEDROOM = "/1-bedroom-apartments-toronto";

/** The thread's successive slugs. */
const SLUGS = ["is-the-laundry-shared", "is-the-laundry-free", "laundry", "is-an-n12-valid"];

/** Paths of each cacheable page and file, by its name. The type requires an entry for each of them. */
const READS: Record<PublicReadName, (world: World) => readonly string[]> = {
  "GET /": () => ["/", "/?page=2", "/?type=1+BR", "/?sort=price"],
  "GET /category": () => [...CATEGORIES.map(({ path }) => path), `${ONE_BEDROOM}?page=2`],
  "GET /static": () => Object.values(STATIC_PAGES).filter((path) => path !== STATIC_PAGES.realtors),
  "GET /realtors": () => [STATIC_PAGES.realtors],
  "GET /listing/:id": ({ listing, pending }) => [
    listing.path,
    `/listing/${listing.id}`,
    `/listing/${pending}/studio-12-rockford-road`,
  ],
  "GET /digest/:date": () => ["/digest/2026-11-20", "/digest/2026-11-23"],
  "GET /sitemap.xml": () => [
    "/sitemap.xml",
    "/sitemaps/pages.xml",
    "/sitemaps/listings-1.xml",
    "/sitemaps/discussions-1.xml",
  ],
  "GET /listings/feed.xml": () => [listingFeedPath(), ...CATEGORIES.map(({ path }) => listingFeedPath(path))],
  "GET /price-drops/feed.xml": () => [DROPS_FEED_PATH],
  "GET /llms.txt": () => ["/llms.txt"],
  "GET /robots.txt": () => ["/robots.txt"],
  "GET /photos": ({ listing: { photo } }) => [photo, ...PHOTO_WIDTHS.map((width) => `${photo}?w=${width}`)],
  // The same paths before the queue has created the smaller sizes.
  "GET /photos, not made yet": ({ listing: { photo } }) => [`${photo}?w=400`],
  "GET /previews": ({ listing: { preview } }) => [preview],
  "GET /assets": ({ script }) => [script],
  "GET /tiles": ({ tile }) => [tile],
  "GET /tiles/current.json": () => [CURRENT_TILES_PATH],
  "GET /transparency": () => [TRANSPARENCY_PATH, TRANSPARENCY_CSV_PATH],
  "GET /api": () => [API_PAGE, OPENAPI_PATH, API_CATALOG_PATH],
  "GET /rent-check": () => [RENT_CHECK_PATH],
  "GET /market": () => [MARKET_PATH, `${MARKET_PATH}.csv`, `${MARKET_PATH}/annex`, `${MARKET_PATH}/annex.csv`],
  "GET /discussions": () => [FORUM_PATH, `${FORUM_PATH}?sort=newest`],
  "GET /discussions/thread": ({ thread }) => SLUGS.map((seoSlug) => threadPath({ ...thread, seoSlug })),
  "GET /discussions/feed.xml": () => [FEED_PATH],
};

/** Query strings with which lists are also requested. */
const ASKED: Readonly<Record<string, readonly string[]>> = {
  "/api/marketplace-listings": ["?limit=8&sort=price", "?limit=8&offset=8&filter=1+BR"],
};

/** A cacheable response with its lifetime and tags, its routes, and paths that show a change. */
interface KeptRead extends Lifetime {
  name: string;
  routes: readonly string[];
  tags: readonly string[];
  paths: readonly string[];
}

/**
 * Returns the paths of a cacheable API operation. An operation on a listing gets two: for a public listing, and for a
 * pending one.
 */
const pathsOf = (path: string, { listing, pending }: World) =>
  path.includes(":id")
    ? [listing.id, pending].map((id) => path.replace(":id", String(id)))
    : ["", ...(ASKED[path] ?? [])].map((query) => path.replace(":area", "annex") + query);

/** Returns all cacheable responses. */
export const readsOf = (world: World): KeptRead[] => [
  ...(Object.keys(READS) as PublicReadName[]).map((name) => ({
    name,
    ...PUBLIC_READS[name],
    paths: READS[name](world),
  })),
  ...OPERATIONS.flatMap(({ operation: { path }, rule: { tags } }) =>
    tags ? [{ name: path, ...READ, routes: [path], tags, paths: pathsOf(path, world) }] : [],
  ),
];

/** Returns the paths of all cacheable responses. */
export const publicReads = (world: World): string[] => [...new Set(readsOf(world).flatMap(({ paths }) => paths))];

type Read = (path: string) => Promise<Response>;

/**
 * Fields that may differ between two responses for the same state: times of rendering and look-up, and the data
 * version.
 */
const MOMENTS = /\\?"(?:renderedAt|enrichedAt|dataVersion)\\?":\\?"[^"]*"/g;

export async function readAll(paths: readonly string[], read: Read): Promise<Record<string, string>> {
  const answers = await Promise.all(
    paths.map(async (path) => {
      const response = await read(path);
      const text = new TextDecoder().decode(await response.arrayBuffer()).replaceAll(MOMENTS, "");
      return [path, `${response.status} ${response.headers.get("location") ?? ""} ${text}`] as const;
    }),
  );
  return Object.fromEntries(answers);
}

/** Returns only the names of the reads that differ, because whole pages are too long to print. */
export const differing = (a: Record<string, string>, b: Record<string, string>) =>
  Object.keys(a).filter((path) => a[path] !== b[path]);
