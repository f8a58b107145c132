/** Limits of a listing's photos (spec.md 5 and 9). */
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

/** The picture that is shown when a listing's link is shared, in pixels. */
export const PREVIEW_SIZE = { width: 1200, height: 630 } as const;
export const PREVIEW_TYPE = "image/jpeg";
