export interface CompressionRequest {
  file: Blob;
  /** Maximum side length in pixels. */
  longestSide: number;
  /** JPEG quality, 0 to 1. */
  quality: number;
}

export type CompressionAnswer =
  | { state: "done"; photo: Blob }
  /** The browser cannot decode the file. */
  | { state: "unreadable" }
  /** The worker has no canvas, so the page must compress the file. */
  | { state: "unsupported" };

/** Returns a photo's size, scaled down so that no side is longer than `longestSide`. */
function fitWithin(width: number, height: number, longestSide: number): { width: number; height: number } {
  const scale = Math.min(1, longestSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * Draws a photo, upright and scaled down, on the canvas of `makeContext`.
 * @throws if the file cannot be decoded or there is no canvas
 */
export async function drawPhoto(
  file: Blob,
  longestSide: number,
  makeContext: (
    width: number,
    height: number,
  ) => (CanvasDrawImage & CanvasFillStrokeStyles & CanvasImageSmoothing & CanvasRect) | null,
): Promise<void> {
  const bitmap = await createImageBitmap(file);
  try {
    const { width, height } = fitWithin(bitmap.width, bitmap.height, longestSide);
    const context = makeContext(width, height);
    if (!context) throw new Error("No canvas to draw on");
    // JPEG has no transparency; without a background, transparent areas would turn black.
    context.fillStyle = "white";
    context.fillRect(0, 0, width, height);
    context.imageSmoothingQuality = "high";
    context.drawImage(bitmap, 0, 0, width, height);
  } finally {
    bitmap.close();
  }
}
