import { FINGERPRINT_SIZE, fingerprintOf } from "./photo-fingerprint.ts";
import { PHOTO_WIDTHS, type PhotoWidth } from "../contracts/photos.ts";

/** Largest width, made at submission; the smaller ones follow at approval. */
export const FULL_WIDTH: PhotoWidth = 1600;
const WEBP_QUALITY = 80;
/** Keys looked at in one page of {@link PhotoStore.list}. */
const LIST_PAGE = 200;

export type PhotoAddress = {
  /** Random prefix of the listing, 32 hexadecimal digits. */
  prefix: string;
  /** SHA-256 of the bytes that were uploaded, 32 hexadecimal digits of it. */
  hash: string;
};

/** A width of a photo, or a preview image, as the bucket has it. */
export interface StoredImage extends PhotoAddress {
  kind: "photo" | "preview";
  uploadedAt: Date;
}

/** The bytes are no picture that can be decoded, whatever their header says. */
export class UnreadablePhoto extends Error {}

/** One white pixel as PNG: a photo that a service in order can decode. */
const GOOD_PHOTO =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAMAAAAoyzS7AAAAA1BMVEX///+nxBvIAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAACklEQVQImWNgAAAAAgAB9HFkpgAAAABJRU5ErkJggg==";

/** Photos in R2, always re-encoded, so that neither metadata nor trailing bytes of an upload survive. */
export interface PhotoStore {
  /**
   * Re-encodes an upload to WebP of at most 1600 px and stores it.
   * @throws UnreadablePhoto when the bytes cannot be decoded; what R2 or an unreachable Images service throws
   */
  encode(address: PhotoAddress, bytes: Uint8Array): Promise<void>;
  /** Makes the smaller widths from the stored 1600 px photo; those that exist stay. @returns how many were made */
  makeSmaller(address: PhotoAddress): Promise<number>;
  /** The photo in this width, or in the next larger one that was made. */
  read(address: PhotoAddress, width: PhotoWidth): Promise<{ object: R2ObjectBody; width: PhotoWidth } | null>;
  /**
   * The perceptual fingerprint of a stored photo ({@link fingerprintOf}); null when it is not stored (yet), or too plain
   * to have one.
   */
  fingerprint(address: PhotoAddress): Promise<string | null>;
  /** What is stored of listings in the order of its keys, a page of it; each width of a photo is an entry of its own. */
  list(cursor: string | null): Promise<{ stored: StoredImage[]; cursor: string | null }>;
  /** Removes every width of these photos. */
  remove(addresses: readonly PhotoAddress[]): Promise<void>;
}

/** Where a photo is kept. */
export function photoKey({ prefix, hash }: PhotoAddress, width: PhotoWidth): string {
  return `listings/${prefix}/${hash}-${width}.webp`;
}

/** Where an image drawn of a listing is kept, named by what it says (worker/platform/preview-store.ts). */
export function previewKey({ prefix, hash }: PhotoAddress): string {
  return `listings/${prefix}/${hash}-preview.jpg`;
}

/** The photo store over an R2 bucket and the Images service. */
export function r2PhotoStore(bucket: R2Bucket, images: ImagesBinding): PhotoStore {
  const toWebp = async (source: ReadableStream<Uint8Array>, width: PhotoWidth): Promise<ArrayBuffer> => {
    const result = await images
      .input(source)
      .transform({ width, fit: "scale-down" })
      .output({ format: "image/webp", quality: WEBP_QUALITY });
    return await new Response(result.image()).arrayBuffer();
  };
  // The service's errors do not tell a damaged photo from an outage reliably; whether it decodes a good one does.
  const resize = async (source: ReadableStream<Uint8Array>, width: PhotoWidth): Promise<ArrayBuffer> => {
    try {
      return await toWebp(source, width);
    } catch (error) {
      await toWebp(new Blob([Uint8Array.fromBase64(GOOD_PHOTO)]).stream(), width);
      throw new UnreadablePhoto("The photo cannot be decoded.", { cause: error });
    }
  };
  const put = (address: PhotoAddress, width: PhotoWidth, data: ArrayBuffer) =>
    bucket.put(photoKey(address, width), data, { httpMetadata: { contentType: "image/webp" } });

  return {
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
      // The service gives raw pixels as well, but its local stand-in does not.
      const result = await images
        .input(full.body)
        .transform({ ...FINGERPRINT_SIZE, fit: "squeeze" })
        .output({ format: "image/png" });
      return fingerprintOf(new Uint8Array(await new Response(result.image()).arrayBuffer()));
    },
    async list(cursor) {
      const page = await bucket.list({ prefix: "listings/", limit: LIST_PAGE, ...(cursor && { cursor }) });
      const stored = page.objects.flatMap(({ key, uploaded }): StoredImage[] => {
        const [, prefix, hash, rest] = /^listings\/([^/]+)\/([0-9a-f]+)-(\d+\.webp|preview\.jpg)$/.exec(key) ?? [];
        if (!prefix || !hash) return [];
        return [{ prefix, hash, kind: rest === "preview.jpg" ? "preview" : "photo", uploadedAt: uploaded }];
      });
      return { stored, cursor: page.truncated ? page.cursor : null };
    },
    async remove(addresses) {
      const keys = addresses.flatMap((address) => PHOTO_WIDTHS.map((width) => photoKey(address, width)));
      // R2 takes at most 1,000 keys a call.
      for (let at = 0; at < keys.length; at += 1000) await bucket.delete(keys.slice(at, at + 1000));
    },
  };
}
