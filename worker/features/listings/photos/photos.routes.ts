import type { Context } from "hono";
import { PHOTO_WIDTHS, type PhotoWidth } from "../../../contracts/photos.ts";
import { cacheable, withEtag } from "../../../platform/cache.ts";
import { AppError } from "../../../platform/errors.ts";
import { type AppEnv, router } from "../../../platform/http.ts";
import { FULL_WIDTH } from "../../../platform/photo-store.ts";
import { isModerator } from "../../sessions/sessions.routes.ts";
import { type PhotoClaim, readPhoto } from "./photos.service.ts";

/** Without `w` the full width; any width that is not made, the smallest. */
function widthOf(text: string | undefined): PhotoWidth {
  return text === undefined ? FULL_WIDTH : (PHOTO_WIDTHS.find((width) => String(width) === text) ?? PHOTO_WIDTHS[0]);
}

const claimOf = (c: Context<AppEnv>): PhotoClaim => ({
  until: c.req.query("until"),
  key: c.req.query("key"),
  isModerator: () => isModerator(c),
});

/**
 * GET /photos/{prefix}/{hash}?w=400|800|1600 → WebP. 404 at once when the listing is not public, but for its landlord and
 * moderators: with `&until=…&key=…`, or a moderator's session, and never kept. The content never changes under an
 * address, so browsers keep a public one a day and the edge 30 (purged by tag), and neither past the day on which the
 * listing expires.
 */
export const photoRoutes = router().get("/:prefix{[0-9a-f]{32}}/:hash{[0-9a-f]{32}}", withEtag(), async (c) => {
  const wanted = widthOf(c.req.query("w"));
  const photo = await readPhoto(c.var.deps, c.req.param(), wanted, claimOf(c));
  if (!photo) throw new AppError("route.not_found");
  const { listingId: id, validUntil } = photo;
  // A stand-in of another width must not be kept in place of the one that is being made.
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
