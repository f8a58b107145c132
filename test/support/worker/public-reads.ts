import type { PublicReadName } from "../../../worker/contracts/caching.ts";
import { CATEGORIES } from "../../../worker/contracts/bedrooms.ts";
import { FEED_PATH, FORUM_PATH, threadPath } from "../../../worker/contracts/forum.ts";
import { listingFeedPath } from "../../../worker/contracts/page.ts";
import { STATIC_PAGES } from "../../../worker/contracts/pages.ts";
import { PHOTO_WIDTHS } from "../../../worker/contracts/photos.ts";
import type { World } from "./world.ts";

const API = "/api/marketplace-listings";
const ONE_BEDROOM = "/1-bedroom-apartments-toronto";

/** What the thread is called, one after the other. */
const SLUGS = ["is-the-laundry-shared", "is-the-laundry-free", "laundry", "is-an-n12-valid"];

/** Addresses of each read of the contract, and of what changes all that show it: a row without one does not compile. */
const READS: Record<PublicReadName, (world: World) => readonly string[]> = {
  "GET /": () => ["/", "/?page=2", "/?type=1+BR", "/?sort=price"],
  "GET /category": () => [...CATEGORIES.map(({ path }) => path), `${ONE_BEDROOM}?page=2`],
  "GET /static": () => Object.values(STATIC_PAGES),
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
  "GET /llms.txt": () => ["/llms.txt"],
  "GET /robots.txt": () => ["/robots.txt"],
  "GET /api/marketplace-listings": () => [API, `${API}?limit=8&sort=price`, `${API}?limit=8&offset=8&filter=1+BR`],
  "GET /api/marketplace-listings/count": () => [`${API}/count`],
  "GET /api/marketplace-listings/map": () => [`${API}/map`],
  "GET /api/marketplace-listings/places": () => [`${API}/places`],
  "GET /api/marketplace-listings/:id": ({ listing, pending }) => [`${API}/${listing.id}`, `${API}/${pending}`],
  "GET /api/marketplace-listings/:id/facts": ({ listing, pending }) => [
    `${API}/${listing.id}/facts`,
    `${API}/${pending}/facts`,
  ],
  "GET /api/category-listings": () => CATEGORIES.map(({ api }) => api),
  "GET /photos": ({ listing: { photo } }) => [photo, ...PHOTO_WIDTHS.map((width) => `${photo}?w=${width}`)],
  // Under the same addresses, until the queue has made the smaller ones.
  "GET /photos, not made yet": ({ listing: { photo } }) => [`${photo}?w=400`],
  "GET /previews": ({ listing: { preview } }) => [preview],
  "GET /assets": ({ script }) => [script],
  "GET /api/advertisement-settings": () => ["/api/advertisement-settings"],
  "GET /discussions": () => [FORUM_PATH, `${FORUM_PATH}?sort=newest`],
  "GET /discussions/thread": ({ thread }) => SLUGS.map((seoSlug) => threadPath({ ...thread, seoSlug })),
  "GET /discussions/feed.xml": () => [FEED_PATH],
};

/** Addresses of all that everybody may read, by the name of the contract. */
export const readsOf = (world: World) =>
  (Object.keys(READS) as PublicReadName[]).map((name) => ({ name, paths: READS[name](world) }));

/** The same as one list. */
export const publicReads = (world: World): string[] => [...new Set(readsOf(world).flatMap(({ paths }) => paths))];

type Read = (path: string) => Promise<Response>;

/**
 * What two answers of the same may differ in: the moment of rendering, and when and in which data a place was looked up
 * again, which purges nothing while nothing else came of it.
 */
const MOMENTS = /\\?"(?:renderedAt|enrichedAt|dataVersion)\\?":\\?"[^"]*"/g;

export async function readAll(paths: readonly string[], read: Read): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const path of paths) {
    const response = await read(path);
    const text = new TextDecoder().decode(await response.arrayBuffer()).replaceAll(MOMENTS, "");
    answers[path] = `${response.status} ${response.headers.get("location") ?? ""} ${text}`;
  }
  return answers;
}

/** Which of two readings differ: a whole page is too much to print. */
export const differing = (a: Record<string, string>, b: Record<string, string>) =>
  Object.keys(a).filter((path) => a[path] !== b[path]);
