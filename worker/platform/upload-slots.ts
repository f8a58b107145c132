import { AppError } from "./errors.ts";
import { BODY_LIMITS } from "./photo-body.ts";

/** Bodies up to this size need no slot. */
const SMALL_BYTES = 256 * 1024;
/**
 * Big bodies read at once in one isolate. Each holds at most 25 MB of photos, and the isolate has 128 MB for all its
 * requests: a third one waits for the client to try again.
 */
const SLOTS = 2;
let taken = 0;

/**
 * Runs `work` with a slot for a big body, or without one for a small body.
 * @throws AppError `request.too_large` by Content-Length, `request.busy` (503 with Retry-After) when no slot is free
 */
export async function withUploadSlot<Result>(request: Request, work: () => Promise<Result>): Promise<Result> {
  const length = Number(request.headers.get("content-length") ?? Number.NaN);
  if (length > BODY_LIMITS.withPhotos) throw new AppError("request.too_large");
  if (length <= SMALL_BYTES) return work();
  if (taken >= SLOTS) throw new AppError("request.busy", { retryAfter: 3 });
  taken += 1;
  try {
    return await work();
  } finally {
    taken -= 1;
  }
}
