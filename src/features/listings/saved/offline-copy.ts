import { photoAtWidth } from "../../../../worker/contracts/photos.ts";
import { PATHS } from "../../../lib/paths.ts";
import type { SavedHome } from "../saving/saved-homes.ts";

/** Name of the cache that public/sw.js reads while offline. */
const CACHE = "saved";
/** Maximum number of photos cached, at the smallest width: about 2 MB. */
const PHOTOS_MAX = 60;
const PHOTO_WIDTH = 400;

/** Returns the URLs of the build's files that this page has loaded. */
const loadedFiles = () =>
  performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith("/assets/"))
    .map(({ pathname }) => pathname);

/** Caches the page with its files and the first photos of saved homes, so that it opens offline. */
export async function cacheForOffline(homes: readonly SavedHome[]): Promise<void> {
  // Only a service worker reads the cache, so without one there is nothing to do.
  if (!("caches" in window) || !navigator.onLine || !navigator.serviceWorker?.controller) return;
  try {
    // Loads the code that this page may need later, so that it is cached too.
    await Promise.all([import("../card/listing-dialog.tsx"), import("./viewings.ts")]);
    const photos = homes.flatMap(({ snapshot }) => snapshot?.listing.images.slice(0, 1) ?? []);
    const wanted = new Set([
      PATHS.saved,
      ...loadedFiles(),
      ...photos.slice(0, PHOTOS_MAX).map((photo) => photoAtWidth(photo, PHOTO_WIDTH)),
    ]);
    const cache = await caches.open(CACHE);
    const kept = await cache.keys();
    const pathOf = ({ url }: Request) => url.slice(location.origin.length);
    await Promise.all(kept.filter((request) => !wanted.has(pathOf(request))).map((request) => cache.delete(request)));
    const known = new Set(kept.map(pathOf));
    for (const path of wanted) {
      // A file or photo never changes at its URL, but the page changes with each build.
      if (known.has(path) && path !== PATHS.saved) continue;
      const response = await fetch(path);
      if (response.ok) await cache.put(path, response);
    }
  } catch {
    // If storage is full, the page does not open offline.
  }
}
