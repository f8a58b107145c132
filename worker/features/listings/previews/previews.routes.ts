import { PREVIEW_TYPE } from "../../../contracts/photos.ts";
import { cacheable, withEtag } from "../../../platform/cache.ts";
import { AppError } from "../../../platform/errors.ts";
import { router } from "../../../platform/http.ts";
import { readPreview } from "./previews.service.ts";

/**
 * Serves GET /previews/{prefix}/{hash}.jpg, the share image of a listing. Responds with 404 if the listing is no longer
 * public or the image is outdated. The image is cached like photos (docs/contract.md, Caching), because the URL
 * contains a hash of its content.
 */
export const previewRoutes = router().get("/:prefix{[0-9a-f]{32}}/:file{[0-9a-f]{32}\\.jpg}", withEtag(), async (c) => {
  const { prefix, file } = c.req.param();
  const preview = await readPreview(c.var.deps, { prefix, hash: file.slice(0, -".jpg".length) });
  if (!preview) throw new AppError("route.not_found");
  const { object, listingId: id, validUntil } = preview;
  cacheable(c, "GET /previews", { id, validUntil });
  return c.body(object.body, 200, {
    "Content-Type": PREVIEW_TYPE,
    "Content-Length": String(object.size),
    "Content-Security-Policy": "default-src 'none'; sandbox",
    ETag: object.httpEtag,
  });
});
