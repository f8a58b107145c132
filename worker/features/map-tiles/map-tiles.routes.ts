import { MAX_TILE_ZOOM, type MapTiles, TILES_VERSION } from "../../contracts/map-tiles.ts";
import { cacheable } from "../../platform/cache.ts";
import { AppError } from "../../platform/errors.ts";
import { router } from "../../platform/http.ts";

/**
 * Path of a map tile. The zoom has one or two digits. Column and row have at most as many digits as the highest zoom
 * requires.
 */
const TILE = "/:version/:z{[0-9]{1,2}}/:x{[0-9]{1,5}}/:file{[0-9]{1,5}\\.mvt}";

/**
 * Serves the site's own map tiles under /tiles, from the file that `npm run data:import` stored in R2.
 *
 * - GET current.json → {@link MapTiles}, or null when no map was imported.
 * - GET {version}/{z}/{x}/{y}.mvt → a vector tile, 204 where the map is empty, 404 for a version that is neither the
 *   current nor the previous one and for places outside of the grid. Its content never changes.
 */
export const mapTileRoutes = router()
  .get("/current.json", async (c) => {
    const pointer = await c.var.deps.tiles.pointer();
    cacheable(c, "GET /tiles/current.json");
    return c.json((pointer?.current ?? null) satisfies MapTiles | null);
  })
  .get(TILE, async (c) => {
    const { version, z: zoom, x: column, file } = c.req.param();
    const [z, x, y] = [Number(zoom), Number(column), Number.parseInt(file, 10)];
    const isInGrid = z <= MAX_TILE_ZOOM && x < 2 ** z && y < 2 ** z;
    // This check comes first, because all later steps read from R2.
    if (!isInGrid || !TILES_VERSION.test(version)) throw new AppError("route.not_found");
    const { tiles } = c.var.deps;
    const pointer = await tiles.pointer();
    const isKnown = version === pointer?.current.version || version === pointer?.previousVersion;
    if (!isKnown) throw new AppError("route.not_found");
    const tile = await tiles.tile(version, z, x, y);
    cacheable(c, "GET /tiles");
    if (tile === null) return c.body(null, 204);
    c.header("Content-Type", "application/vnd.mapbox-vector-tile");
    if (!tile.isGzipped) return c.body(tile.bytes);
    c.header("Content-Encoding", "gzip");
    return new Response(tile.bytes, { headers: c.res.headers, encodeBody: "manual" });
  });
