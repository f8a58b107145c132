/** Limits of a listing's photos (docs/product.md, Photos). */
export const PHOTO_LIMITS = {
  count: 5,
  bytes: 5 * 1024 * 1024,
  /** The browser recompresses a photo whose data URL is longer than this. */
  recompressOverCharacters: 500_000,
  recompressLongestSide: 1200,
  /** Longest side and total number of pixels accepted. */
  maxSide: 8000,
  maxPixels: 40_000_000,
} as const;
/**
 * Widths of served photos, in pixels. A card on a phone needs 1080. The photo fills 92 % of a screen that is 360 to 430
 * px wide and has a pixel density of 2 to 3.
 */
export const PHOTO_WIDTHS = [400, 800, 1080, 1600] as const;
export type PhotoWidth = (typeof PHOTO_WIDTHS)[number];

/** Returns the name by which messages refer to a photo of the form. @param position position in the form, from 1 */
export const photoName = (position: number): string => `Photo ${position}`;

const SIGNATURES = {
  "image/png": [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  "image/jpeg": [0xff, 0xd8, 0xff],
} as const;
/** The types of files that are accepted as photos. */
export type PhotoType = keyof typeof SIGNATURES;
export const PHOTO_TYPES = Object.keys(SIGNATURES) as readonly PhotoType[];

/** Returns the file type, recognised by the first eight bytes and not by the file name; null if it is not accepted. */
export const photoTypeOf = (bytes: Uint8Array): PhotoType | null =>
  PHOTO_TYPES.find((type) => SIGNATURES[type].every((byte, index) => bytes[index] === byte)) ?? null;

/** Returns the path of a photo URL without its query, which may contain a temporary signature. */
export const photoPath = (address: string): string => address.split("?", 1)[0] ?? "";

/** Returns the URL of a photo at a width, signed or not. */
export const photoAtWidth = (address: string, width: PhotoWidth): string =>
  `${address}${address.includes("?") ? "&" : "?"}w=${width}`;

/** Size of the image shown when someone shares a listing's link, in pixels. */
export const PREVIEW_SIZE = { width: 1200, height: 630 } as const;
export const PREVIEW_TYPE = "image/jpeg";

/** Prefix of the keys of photos and previews in R2. */
export const PHOTOS_PREFIX = "listings/";
