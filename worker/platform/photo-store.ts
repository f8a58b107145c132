import { PHOTO_WIDTHS, type PhotoWidth, PHOTOS_PREFIX, PREVIEW_TYPE } from "../contracts/photos.ts";
import { loadRenderer, type SvgRenderer } from "./draw-svg.ts";
import { FINGERPRINT_SIZE, fingerprintOf } from "./photo-bytes.ts";

/** Largest width, created at submission. The smaller widths follow on approval. */
export const FULL_WIDTH: PhotoWidth = 1600;
const WEBP_QUALITY = 80;
/** Number of keys per page of {@link PhotoStore.list}. */
const LIST_PAGE = 200;

export type PhotoAddress = {
  /** Random prefix of the listing, 32 hexadecimal digits. */
  prefix: string;
  /** SHA-256 of the uploaded bytes, its first 32 hexadecimal digits. */
  hash: string;
};

/** One width of a photo, or a preview image, in the bucket. */
export interface StoredImage extends PhotoAddress {
  kind: "photo" | "preview";
  uploadedAt: Date;
}

/** An object of the bucket. */
type StoredObject = Pick<R2Object, "key" | "size" | "etag">;

/** Thrown for bytes that cannot be decoded as an image, whatever their header says. */
export class UnreadablePhotoError extends Error {}

/** A PNG of one white pixel, which any working service can decode. */
const GOOD_PHOTO =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAMAAAAoyzS7AAAAA1BMVEX///+nxBvIAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAACklEQVQImWNgAAAAAgAB9HFkpgAAAABJRU5ErkJggg==";

/** Photos in R2, always re-encoded, so that neither metadata nor trailing bytes of an upload survive. */
export interface PhotoStore {
  /**
   * Re-encodes an upload as WebP of at most 1600 px and stores it.
   * @throws UnreadablePhotoError when the bytes cannot be decoded; otherwise what R2 or the Images service throws
   */
  encode(address: PhotoAddress, bytes: Uint8Array): Promise<void>;
  /**
   * Creates the missing smaller widths from the stored 1600 px photo.
   * @returns the number of created widths
   */
  makeSmaller(address: PhotoAddress): Promise<number>;
  /** Returns the photo in this width, or in the next larger width that exists. */
  read(address: PhotoAddress, width: PhotoWidth): Promise<{ object: R2ObjectBody; width: PhotoWidth } | null>;
  /**
   * Returns the perceptual fingerprint of a stored photo ({@link fingerprintOf}); null if the photo is not stored yet,
   * or too uniform.
   */
  fingerprint(address: PhotoAddress): Promise<string | null>;
  /** Returns a page of stored images in key order. Each width of a photo is a separate entry. */
  list(cursor: string | null): Promise<{ stored: StoredImage[]; cursor: string | null }>;
  /** Returns keys, sizes and etags of at most 1,000 stored objects after a key, in key order. */
  inventory(after: string): Promise<{ objects: StoredObject[]; isEnd: boolean }>;
  /** Deletes every width of these photos. */
  remove(addresses: readonly PhotoAddress[]): Promise<void>;
  /**
   * Makes an image of one pixel and stores nothing.
   * @returns its size in bytes
   * @throws what the Images service throws
   */
  probe(): Promise<number>;
  /** Makes the cheapest call to the bucket. @throws what R2 throws */
  ping(): Promise<void>;
}

/** The R2 key of a photo. */
export function photoKey({ prefix, hash }: PhotoAddress, width: PhotoWidth): string {
  return `${PHOTOS_PREFIX}${prefix}/${hash}-${width}.webp`;
}

/** The R2 key of a preview image, addressed by the hash of its content. */
export function previewKey({ prefix, hash }: PhotoAddress): string {
  return `${PHOTOS_PREFIX}${prefix}/${hash}-preview.jpg`;
}

/** The photo store backed by an R2 bucket and the Images service. */
export function r2PhotoStore(bucket: R2Bucket, images: ImagesBinding): PhotoStore {
  const toWebp = async (source: ReadableStream<Uint8Array>, width: PhotoWidth): Promise<ArrayBuffer> => {
    const result = await images
      .input(source)
      .transform({ width, fit: "scale-down" })
      .output({ format: "image/webp", quality: WEBP_QUALITY });
    return await new Response(result.image()).arrayBuffer();
  };
  // The service's errors do not reliably distinguish a damaged photo from an outage, so a known good photo is tried.
  const resize = async (source: ReadableStream<Uint8Array>, width: PhotoWidth): Promise<ArrayBuffer> => {
    try {
      return await toWebp(source, width);
    } catch (error) {
      await toWebp(new Blob([Uint8Array.fromBase64(GOOD_PHOTO)]).stream(), width);
      throw new UnreadablePhotoError("The photo cannot be decoded.", { cause: error });
    }
  };
  const put = (address: PhotoAddress, width: PhotoWidth, data: ArrayBuffer) =>
    bucket.put(photoKey(address, width), data, { httpMetadata: { contentType: "image/webp" } });

  return {
    probe: async () => (await toWebp(new Blob([Uint8Array.fromBase64(GOOD_PHOTO)]).stream(), 1600)).byteLength,
    async encode(address, bytes) {
      await put(address, FULL_WIDTH, await resize(new Blob([bytes]).stream(), FULL_WIDTH));
    },
    async makeSmaller(address) {
      let made = 0;
      for (const width of PHOTO_WIDTHS) {
        if (width === FULL_WIDTH || (await bucket.head(photoKey(address, width)))) continue;
        const full = await bucket.get(photoKey(address, FULL_WIDTH));
        if (!full) break;
        await put(address, width, await resize(full.body, width));
        made += 1;
      }
      return made;
    },
    async read(address, width) {
      for (const candidate of PHOTO_WIDTHS) {
        if (candidate < width) continue;
        const object = await bucket.get(photoKey(address, candidate));
        if (object) return { object, width: candidate };
      }
      return null;
    },
    async fingerprint(address) {
      const full = await bucket.get(photoKey(address, FULL_WIDTH));
      if (!full) return null;
      // The service can also return raw pixels, but its local emulation cannot.
      const result = await images
        .input(full.body)
        .transform({ ...FINGERPRINT_SIZE, fit: "squeeze" })
        .output({ format: "image/png" });
      return fingerprintOf(new Uint8Array(await new Response(result.image()).arrayBuffer()));
    },
    async list(cursor) {
      const page = await bucket.list({ prefix: PHOTOS_PREFIX, limit: LIST_PAGE, ...(cursor && { cursor }) });
      const stored = page.objects.flatMap(({ key, uploaded }): StoredImage[] => {
        const [, prefix, hash, rest] = /^listings\/([^/]+)\/([0-9a-f]+)-(\d+\.webp|preview\.jpg)$/.exec(key) ?? [];
        if (!prefix || !hash) return [];
        return [{ prefix, hash, kind: rest === "preview.jpg" ? "preview" : "photo", uploadedAt: uploaded }];
      });
      return { stored, cursor: page.truncated ? page.cursor : null };
    },
    async inventory(after) {
      const page = await bucket.list({ prefix: PHOTOS_PREFIX, ...(after !== "" && { startAfter: after }) });
      return { objects: page.objects.map(({ key, size, etag }) => ({ key, size, etag })), isEnd: !page.truncated };
    },
    async remove(addresses) {
      const keys = addresses.flatMap((address) => PHOTO_WIDTHS.map((width) => photoKey(address, width)));
      // R2 deletes at most 1,000 keys per call.
      for (let at = 0; at < keys.length; at += 1000) await bucket.delete(keys.slice(at, at + 1000));
    },
    async ping() {
      await bucket.head("health");
    },
  };
}

/** WebP and JPEG qualities to try in order until an image has at most {@link MAX_PREVIEW_BYTES}. */
const QUALITIES = [84, 65, 45] as const;
/** Maximum size of a preview image; messengers ignore larger ones. */
const MAX_PREVIEW_BYTES = 290_000;
const PHOTO_QUALITY = 88;

/** A rectangle in a drawing that a photo is cropped to fit, in pixels. */
interface PhotoBox {
  width: number;
  height: number;
}

/** Store of preview images that this site draws, in R2 beside the photos of their listing. */
export interface PreviewStore {
  /** Returns a stored photo, cropped to a box, as a data URL for a drawing; null if the photo is not stored. */
  photoFor(photo: PhotoAddress, box: PhotoBox): Promise<string | null>;
  /**
   * Draws an SVG and stores it as a JPEG.
   * @throws when the SVG is not well-formed, or R2 or the Images service fails
   */
  draw(address: PhotoAddress, svgOf: (drawer: SvgRenderer) => string): Promise<void>;
  read(address: PhotoAddress): Promise<R2ObjectBody | null>;
  remove(addresses: readonly PhotoAddress[]): Promise<void>;
}

/** The preview store backed by an R2 bucket and the Images service. */
export function r2PreviewStore(bucket: R2Bucket, images: ImagesBinding): PreviewStore {
  const toJpeg = async (transformer: ImageTransformer, quality: number): Promise<ArrayBuffer> => {
    const result = await transformer.output({ format: PREVIEW_TYPE, quality });
    return await new Response(result.image()).arrayBuffer();
  };
  return {
    async photoFor(photo, { width, height }) {
      const full = await bucket.get(photoKey(photo, FULL_WIDTH));
      if (!full) return null;
      const cropped = images.input(full.body).transform({ width, height, fit: "cover" });
      const jpeg = await toJpeg(cropped, PHOTO_QUALITY);
      return `data:${PREVIEW_TYPE};base64,${new Uint8Array(jpeg).toBase64()}`;
    },
    async draw(address, svgOf) {
      const drawer = await loadRenderer();
      const png = drawer.draw(svgOf(drawer));
      let jpeg = new ArrayBuffer(0);
      for (const quality of QUALITIES) {
        jpeg = await toJpeg(images.input(new Blob([png]).stream()), quality);
        if (jpeg.byteLength <= MAX_PREVIEW_BYTES) break;
      }
      await bucket.put(previewKey(address), jpeg, { httpMetadata: { contentType: PREVIEW_TYPE } });
    },
    read: (address) => bucket.get(previewKey(address)),
    async remove(addresses) {
      if (addresses.length > 0) await bucket.delete(addresses.map(previewKey));
    },
  };
}
