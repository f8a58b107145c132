import { drawPhoto, type CompressionAnswer, type CompressionRequest } from "./compress-photo-draw.ts";

/** Compresses photos in a worker, because decoding 12 megapixels blocks a phone's main thread. */
addEventListener("message", async (event: MessageEvent<CompressionRequest>) => {
  postMessage(await answer(event.data));
});

async function answer({ file, longestSide, quality }: CompressionRequest): Promise<CompressionAnswer> {
  // Some browsers have OffscreenCanvas without a 2D context.
  if (!new OffscreenCanvas(1, 1).getContext("2d")) return { state: "unsupported" };
  try {
    let canvas: OffscreenCanvas | undefined;
    await drawPhoto(file, longestSide, (width, height) => {
      canvas = new OffscreenCanvas(width, height);
      return canvas.getContext("2d");
    });
    return canvas
      ? { state: "done", photo: await canvas.convertToBlob({ type: "image/jpeg", quality }) }
      : { state: "unreadable" };
  } catch {
    return { state: "unreadable" };
  }
}
