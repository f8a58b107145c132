/** Limits of a listing's photos (docs/product.md, Photos). */
export const PHOTO_LIMITS = {
  count: 5,
  bytes: 5 * 1024 * 1024,
  /** Data URLs longer than this are recompressed in the browser. */
  recompressOverCharacters: 500_000,
  recompressLongestSide: 1200,
  /** Longest side accepted, in pixels, and pixels in all. */
  maxSide: 8000,
  maxPixels: 40_000_000,
} as const;
/** Widths a photo is served in, in pixels. */
export const PHOTO_WIDTHS = [400, 800, 1600] as const;
export type PhotoWidth = (typeof PHOTO_WIDTHS)[number];

/** What names a photo in its address: the part before the query, which holds a signature for a while. */
export const photoPath = (address: string): string => address.split("?", 1)[0] ?? "";

/** The address of a photo in a width, signed or not. */
export const photoAtWidth = (address: string, width: PhotoWidth): string =>
  `${address}${address.includes("?") ? "&" : "?"}w=${width}`;

/** The picture that is shown when a listing's link is shared, in pixels. */
export const PREVIEW_SIZE = { width: 1200, height: 630 } as const;
export const PREVIEW_TYPE = "image/jpeg";
