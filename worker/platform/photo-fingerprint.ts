import { decode } from "fast-png";

/** Size of the picture that a fingerprint is made of: eight differences to the right and down in each direction. */
export const FINGERPRINT_SIZE = { width: 9, height: 9 } as const;
/** A difference of brightness (0…255) that is more than noise. */
const CLEAR_DIFFERENCE = 3;
/** With fewer clear differences than this among the 128 the picture is too plain to be told from others. */
const CLEAR_DIFFERENCES = 40;
/** Bands of 16 bits in a fingerprint. */
const BANDS = 8;
/**
 * Bits of 128 that may differ between two copies of a photo. One less than there are bands: then at least one band is
 * equal in both, and an index on bands finds every copy.
 */
export const SAME_PHOTO_UP_TO = BANDS - 1;

/**
 * The perceptual fingerprint of a photo (difference hash, in two directions): one bit for each pixel and its right
 * neighbour, and for each pixel and the one below, set where brightness falls. Re-encoding, scaling and small changes of
 * colour turn few of the bits.
 * @param png the photo squeezed to {@link FINGERPRINT_SIZE}
 * @returns 32 hexadecimal digits; null when the picture is too plain
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
    // Rec. 601 luma; one or two channels are grey, with or without alpha.
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

/** How many bits differ. */
export function fingerprintDistance(left: string, right: string): number {
  let count = 0;
  for (let different = BigInt(`0x${left}`) ^ BigInt(`0x${right}`); different > 0n; different >>= 1n) {
    count += Number(different & 1n);
  }
  return count;
}

/** The 16-bit bands of a fingerprint, each with its position in it: position · 65,536 + bits. */
export function bandsOf(fingerprint: string): number[] {
  return Array.from(
    { length: BANDS },
    (_, at) => at * 65_536 + Number.parseInt(fingerprint.slice(at * 4, at * 4 + 4), 16),
  );
}
