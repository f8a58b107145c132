import { PREVIEW_TYPE } from "../contracts/photos.ts";
import { loadRenderer, type SvgRenderer } from "./draw-svg.ts";
import { FULL_WIDTH, type PhotoAddress, photoKey, previewKey } from "./photo-store.ts";

/** WebP and JPEG qualities to try in order until an image has at most {@link MOST_BYTES}. */
const QUALITIES = [84, 65, 45] as const;
/** Messengers ignore larger previews. */
const MOST_BYTES = 290_000;
const PHOTO_QUALITY = 88;

/** A rectangle in a drawing that a photo is cropped to fit, in pixels. */
interface PhotoBox {
  width: number;
  height: number;
}

/** Preview images drawn by this site, stored in R2 beside the photos of their listing. */
export interface PreviewStore {
  /** A stored photo cropped to a box, as a data URL for a drawing; null when the photo is not stored. */
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
        if (jpeg.byteLength <= MOST_BYTES) break;
      }
      await bucket.put(previewKey(address), jpeg, { httpMetadata: { contentType: PREVIEW_TYPE } });
    },
    read: (address) => bucket.get(previewKey(address)),
    async remove(addresses) {
      if (addresses.length > 0) await bucket.delete(addresses.map(previewKey));
    },
  };
}
