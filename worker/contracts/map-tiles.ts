/** Path at which the browser requests the imported map; see {@link MapTiles}. */
export const CURRENT_TILES_PATH = "/tiles/current.json";

/** The date of the import and the first digits of the file's hash. */
export const TILES_VERSION = /^\d{4}-\d{2}-\d{2}-[0-9a-f]{8}$/;

/** Highest zoom of a tile, also in Protomaps' own map of the world. MapLibre enlarges tiles for higher zooms. */
export const MAX_TILE_ZOOM = 15;

/** The imported map of the city, as the browser needs it. */
export interface MapTiles {
  version: string;
  /** The attribution in plain text, shown beside OpenStreetMap's attribution; may be empty. */
  attribution: string;
  minZoom: number;
  maxZoom: number;
  /** West, south, east and north end of the map, in degrees. */
  bounds: [number, number, number, number];
}

/**
 * The pointer to the current map and the previous one. The import writes it last, so that a map is either complete or
 * absent.
 */
export interface TilesPointer {
  current: MapTiles;
  /** The previous map. Its tiles are still served, for pages that were opened before the import. */
  previousVersion: string | null;
}

/** Keys of the map's files in R2, in the photo bucket. */
export const TILES_POINTER_KEY = "tiles/current.json";
export const tilesKey = (version: string): string => `tiles/${version}.pmtiles`;

/** Returns the URL path of a version's tiles, with MapLibre's placeholders. */
export const tilesPath = (version: string): string => `/tiles/${version}/{z}/{x}/{y}.mvt`;
