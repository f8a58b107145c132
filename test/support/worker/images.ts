import { env } from "cloudflare:workers";

function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
  }
  return ~crc >>> 0;
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(new TextEncoder().encode(type), 4);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)));
  return bytes;
}

/** Returns the beginning of a PNG file whose header states the given size. */
export function pngHeader(width: number, height: number): Uint8Array {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, 2, 0, 0, 0], 8);
  return new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...chunk("IHDR", header)]);
}

/** Returns a PNG of one colour. */
export async function png({
  width = 40,
  height = 30,
  colour = [200, 90, 60],
}: { width?: number; height?: number; colour?: [number, number, number] } = {}): Promise<Uint8Array> {
  return rawPng(width, height, () => colour);
}

async function rawPng(
  width: number,
  height: number,
  colourAt: (x: number, y: number) => readonly number[],
): Promise<Uint8Array> {
  const raw = new Uint8Array((1 + width * 3) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) raw.set(colourAt(x, y), y * (1 + width * 3) + 1 + x * 3);
  }
  const packed = new Uint8Array(
    await new Response(new Blob([raw]).stream().pipeThrough(new CompressionStream("deflate"))).arrayBuffer(),
  );
  return new Uint8Array([...pngHeader(width, height), ...chunk("IDAT", packed), ...chunk("IEND", new Uint8Array())]);
}

/** Returns a PNG with soft shapes, like a photo of a room. The shapes depend on the seed. */
export async function room({
  seed = 1,
  width = 320,
  height = 240,
}: { seed?: number; width?: number; height?: number } = {}): Promise<Uint8Array> {
  let state = seed * 7919;
  const next = () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
  const things = Array.from({ length: 14 }, () => ({
    left: next(),
    top: next(),
    size: 0.08 + 0.25 * next(),
    colour: [next(), next(), next()],
  }));
  return rawPng(width, height, (x, y) =>
    [0, 1, 2].map((channel) =>
      things.reduce((level, { left, top, size, colour }) => {
        const distance = (x / width - left) ** 2 + (y / height - top) ** 2;
        return level + Math.exp(-distance / (2 * size * size)) * ((colour[channel] ?? 0) - 0.4) * 40;
      }, 110),
    ),
  );
}

/** Returns a JPEG of one colour, encoded by the Images binding. */
export async function jpeg(options: Parameters<typeof png>[0] = {}): Promise<Uint8Array> {
  const source = new Blob([await png(options)]).stream();
  const result = await env.IMAGES.input(source).output({ format: "image/jpeg" });
  return new Uint8Array(await new Response(result.image()).arrayBuffer());
}

/** Re-encodes a photo as a smaller JPEG. */
export async function savedAgain(photo: Uint8Array, width: number): Promise<Uint8Array> {
  const result = await env.IMAGES.input(new Blob([photo]).stream())
    .transform({ width })
    .output({ format: "image/jpeg", quality: 60 });
  return new Uint8Array(await new Response(result.image()).arrayBuffer());
}

/** Returns bytes as a data URL with the given type. */
export function dataUrl(bytes: Uint8Array, type = "image/png"): string {
  return `data:${type};base64,${bytes.toBase64()}`;
}
