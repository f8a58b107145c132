import { etag } from "hono/etag";
import { PREVIEW_TYPE } from "../../contracts/photos.ts";
import { fileLifetime } from "../../platform/cache.ts";
import { AppError } from "../../platform/errors.ts";
import { router } from "../../platform/http.ts";
import { readPreview } from "./previews.service.ts";

/**
 * GET /previews/{prefix}/{hash}.jpg → the picture shown when a listing's link is shared. 404 as soon as the listing is
 * not public or says something else. Kept as photos are (security.md E5): named by what it says, so it never changes
 * under an address.
 */
export const previewRoutes = router().get("/:prefix{[0-9a-f]{32}}/:file{[0-9a-f]{32}\\.jpg}", etag(), async (c) => {
  const { prefix, file } = c.req.param();
  const preview = await readPreview(c.var.deps, { prefix, hash: file.slice(0, -".jpg".length) });
  if (!preview) throw new AppError("route.not_found");
  // An address with parameters would be one more copy for the cache.
  const isCanonical = new URL(c.req.url).search === "";
  return c.body(preview.object.body, 200, {
    "Content-Type": PREVIEW_TYPE,
    "Content-Length": String(preview.object.size),
    "Content-Security-Policy": "default-src 'none'; sandbox",
    ETag: preview.object.httpEtag,
    ...fileLifetime("GET /previews", preview.listingId),
    ...(!isCanonical && { "Cache-Control": "no-store" }),
  });
});
