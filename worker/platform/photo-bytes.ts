import { decode } from "fast-png";
import { type PhotoType, photoTypeOf } from "../contracts/photos.ts";

/**
 * Size of the image used for the fingerprint: eight horizontal differences in each row and eight vertical differences
 * in each column.
 */
export const FINGERPRINT_SIZE = { width: 9, height: 9 } as const;
/** Smallest difference in brightness (0…255) that is more than noise. */
const CLEAR_DIFFERENCE = 3;
/** Minimum number of clear differences among 128; a photo with fewer is too uniform to be recognised. */
const CLEAR_DIFFERENCES = 40;
/** Number of 16-bit bands in a fingerprint, by which an index finds copies. */
const BANDS = 8;
/**
 * Maximum number of the 128 bits that may differ between two copies of a photo: one fewer than the number of bands, so
 * that at least one band is equal in both and the index finds every copy.
 */
export const MAX_COPY_DISTANCE = BANDS - 1;

/**
 * Returns the perceptual fingerprint of a photo (difference hash, in two directions). The fingerprint has one bit for
 * each pixel and its right neighbour, and one for each pixel and the pixel below, set where brightness decreases.
 * Re-encoding, scaling and small colour changes flip few bits.
 * @param png the photo squeezed to {@link FINGERPRINT_SIZE}
 * @returns 32 hexadecimal digits; null when the photo is too uniform
 */
export function fingerprintOf(png: Uint8Array): string | null {
  const { data, channels, depth, width, height } = decode(png);
  if (width !== FINGERPRINT_SIZE.width || height !== FINGERPRINT_SIZE.height) {
    throw new Error(`A fingerprint needs ${FINGERPRINT_SIZE.width} x ${FINGERPRINT_SIZE.height} pixels.`);
  }
  const scale = depth === 16 ? 257 : 1;
  const brightness = (x: number, y: number) => {
    const at = (y * width + x) * channels;
    const [red = 0, green = 0, blue = 0] = [0, 1, 2].map((channel) => (data[at + channel] ?? 0) / scale);
    // Rec. 601 luma; images of one or two channels are grey, with or without alpha.
    return channels < 3 ? red : 0.299 * red + 0.587 * green + 0.114 * blue;
  };
  let bits = 0n;
  let clear = 0;
  for (const [right, down] of [
    [1, 0],
    [0, 1],
  ] as const) {
    for (let y = 0; y < 8; y += 1) {
      for (let x = 0; x < 8; x += 1) {
        const difference = brightness(x, y) - brightness(x + right, y + down);
        bits = (bits << 1n) | (difference > 0 ? 1n : 0n);
        if (Math.abs(difference) >= CLEAR_DIFFERENCE) clear += 1;
      }
    }
  }
  return clear < CLEAR_DIFFERENCES ? null : bits.toString(16).padStart(BANDS * 4, "0");
}

/** Returns the number of differing bits (Hamming distance). */
export function fingerprintDistance(left: string, right: string): number {
  let count = 0;
  for (let different = BigInt(`0x${left}`) ^ BigInt(`0x${right}`); different > 0n; different >>= 1n) {
    count += Number(different & 1n);
  }
  return count;
}

/** Returns the 16-bit bands of a fingerprint, each tagged with its position: position · 65,536 + bits. */
export function bandsOf(fingerprint: string): number[] {
  return Array.from(
    { length: BANDS },
    (_, at) => at * 65_536 + Number.parseInt(fingerprint.slice(at * 4, at * 4 + 4), 16),
  );
}

/** Format and size from an image's header, read without decoding it. */
interface ImageHeader {
  type: PhotoType;
  width: number;
  height: number;
}

function pngHeader(bytes: Uint8Array, view: DataView): ImageHeader | null {
  // A PNG starts with its signature and an IHDR chunk of 13 bytes.
  if (bytes.length < 33 || view.getUint32(8) !== 13 || view.getUint32(12) !== 0x49484452) return null;
  return { type: "image/png", width: view.getUint32(16), height: view.getUint32(20) };
}

/**
 * Returns whether a marker is an SOF marker, which gives the frame's size. C4, C8 and CC are in the same range but
 * start tables.
 */
function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function jpegHeader(bytes: Uint8Array, view: DataView): ImageHeader | null {
  let at = 2;
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isStartOfFrame(marker))
      return { type: "image/jpeg", height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    // A scan, or the end of the image, before any frame means that the size is missing.
    if (marker === 0xda || marker === 0xd9) return null;
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}

/**
 * Detects a JPEG or PNG by its bytes; null for anything else, or when its size cannot be read. The declared type is
 * ignored.
 */
export function readImageHeader(bytes: Uint8Array): ImageHeader | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const type = photoTypeOf(bytes);
  if (type === null) return null;
  return type === "image/png" ? pngHeader(bytes, view) : jpegHeader(bytes, view);
}
