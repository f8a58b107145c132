import { AppError } from "./errors.ts";
import { BODY_LIMITS } from "./photo-body.ts";

/** Bodies up to this size are read without asking. */
const SMALL_BYTES = 256 * 1024;
/**
 * Bytes of big bodies read at once in one isolate, which has 128 MB for all its requests: two of the largest, or many
 * ordinary ones. A body of unknown length counts as one of the largest.
 */
const BUDGET_BYTES = 2 * BODY_LIMITS.withPhotos;
let reserved = 0;

/**
 * Runs `work` with room for a big body, or without asking for a small one.
 * @throws AppError `request.too_large` by Content-Length, `request.busy` (503 with Retry-After) when there is no room
 */
export async function withUploadSlot<Result>(request: Request, work: () => Promise<Result>): Promise<Result> {
  const length = Number(request.headers.get("content-length") ?? BODY_LIMITS.withPhotos);
  if (length > BODY_LIMITS.withPhotos) throw new AppError("request.too_large");
  if (length <= SMALL_BYTES) return work();
  if (reserved + length > BUDGET_BYTES) throw new AppError("request.busy", { retryAfter: 3 });
  reserved += length;
  try {
    return await work();
  } finally {
    reserved -= length;
  }
}
