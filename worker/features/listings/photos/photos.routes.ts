import type { Context } from "hono";
import { PHOTO_WIDTHS, type PhotoWidth } from "../../../contracts/photos.ts";
import { cacheable, withEtag } from "../../../platform/cache.ts";
import { AppError } from "../../../platform/errors.ts";
import { type AppEnv, router } from "../../../platform/http.ts";
import { FULL_WIDTH } from "../../../platform/photo-store.ts";
import { isModerator } from "../../sessions/sessions.routes.ts";
import { type PhotoClaim, readPhoto } from "./photos.service.ts";

/**
 * Returns the photo width that a request selects: the full width without `w`, the smallest width for an unknown value.
 */
function widthOf(text: string | undefined): PhotoWidth {
  return text === undefined ? FULL_WIDTH : (PHOTO_WIDTHS.find((width) => String(width) === text) ?? PHOTO_WIDTHS[0]);
}

const claimOf = (c: Context<AppEnv>): PhotoClaim => ({
  until: c.req.query("until"),
  key: c.req.query("key"),
  isModerator: () => isModerator(c),
});

/**
 * Serves GET /photos/{prefix}/{hash}?w=400|800|1080|1600 as WebP. A photo of a listing that is not public requires a
 * signature (`&until=…&key=…`) or a moderator's session; such a photo is not cached, and all other requests for it get
 * 404. Because the content at a URL never changes, browsers and the edge (purged by tag) cache public photos for a day,
 * but not beyond the listing's expiry day.
 */
export const photoRoutes = router().get("/:prefix{[0-9a-f]{32}}/:hash{[0-9a-f]{32}}", withEtag(), async (c) => {
  const wanted = widthOf(c.req.query("w"));
  const photo = await readPhoto(c.var.deps, c.req.param(), wanted, claimOf(c));
  if (!photo) throw new AppError("route.not_found");
  const { listingId: id, validUntil } = photo;
  // The response may be a substitute in another width. It must not be cached in place of the requested width, which is
  // still being made.
  const read = photo.width === wanted ? "GET /photos" : "GET /photos, not made yet";
  const query = PHOTO_WIDTHS.map((width) => `?w=${width}`).find((one) => new URL(c.req.url).search === one);
  if (photo.isPublic) cacheable(c, read, { id, validUntil, query });
  return c.body(photo.object.body, 200, {
    "Content-Type": "image/webp",
    "Content-Length": String(photo.object.size),
    "Content-Security-Policy": "default-src 'none'; sandbox",
    ETag: photo.object.httpEtag,
  });
});
